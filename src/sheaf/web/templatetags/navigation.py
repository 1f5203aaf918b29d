"""The links of the navigation: which there are, and which leads to where one is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html

register = template.Library()

# What visitors may see of the work on the library.
OPEN_TO_VISITORS = frozenset({"dashboard", "runs", "run", "crawls", "crawl", "hubs"})


@register.simple_tag(takes_context=True)
def nav_link(context: Mapping[str, Any], words: str, *names: str) -> str:
    """A link to the page of the first name, marked on the pages of all. Nothing, where there is no
    such page."""
    try:
        address = reverse(names[0])
    except NoReverseMatch:
        return ""
    here = _page_name(context) in names
    pattern = '<a href="{}" aria-current="page">{}</a>' if here else '<a href="{}">{}</a>'
    return format_html(pattern, address, words)


@register.simple_tag(takes_context=True)
def shows_console(context: Mapping[str, Any]) -> bool:
    """Whether the row of those who work here is shown: to them everywhere, to visitors on the pages
    of it that they may see."""
    user = context.get("user")
    is_known = user is not None and user.is_authenticated
    return is_known or _page_name(context) in OPEN_TO_VISITORS


def _page_name(context: Mapping[str, Any]) -> str:
    match = getattr(context.get("request"), "resolver_match", None)
    return getattr(match, "url_name", None) or ""
