"""Who asks others for their pages names somebody whom they can reach."""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.acquire.addresses import AddressGuard, is_this_machine
from sheaf.acquire.host_patterns import is_of_the_web
from sheaf.errors import FetchRefusedError
from sheaf.urls import host_of


def require_contact(contact: str, guard: AddressGuard, urls: Iterable[str]) -> None:
    """Without one, nothing leaves this machine."""
    if contact:
        return
    away = [url for url in urls if not guard.leads_home(host_of(url))]
    here = [url for url in away if is_this_machine(host_of(url))]
    if here:
        raise FetchRefusedError(
            f"{here[0]} is an address of this machine, and those are not fetched unasked.",
            "On the command line --allow-private says that you mean it.",
        )
    if any(is_of_the_web(url) for url in away):
        raise FetchRefusedError(
            f"{away[0]} is not on this machine, and the crawler has no contact to name.",
            "Set contact in the section [crawl.agent] of sheaf.toml (or "
            "SHEAF_CRAWL_AGENT_CONTACT) to a web page or an e-mail address where the keeper of "
            "a site can reach you; "
            "or give it with --contact, or in the field Contact of the form.",
        )
