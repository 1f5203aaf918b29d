"""A profile and the settings of a library: who has the last word.

The profile, then the section [acquire] of sheaf.toml where it says something itself, then the
command line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheaf.acquire.crawl.profiles.profile import Profile
from sheaf.settings import Acquire

# Where a setting of [acquire] stands in a profile. Depth is a rule of the scope; see with_depth.
PLACES = {
    "user_agent": ("agent", "user_agent"),
    "pages": ("limits", "pages"),
    "crawl_bytes": ("limits", "bytes"),
    "crawl_seconds": ("limits", "seconds"),
    "host_pages": ("limits", "host_pages"),
    "host_bytes": ("limits", "host_bytes"),
    "min_delay": ("politeness", "min_delay"),
    "max_delay": ("politeness", "max_delay"),
    "delay_factor": ("politeness", "delay_factor"),
    "max_crawl_delay": ("politeness", "max_crawl_delay"),
    "max_retry_after": ("politeness", "max_retry_after"),
    "connections": ("politeness", "connections"),
    "host_connections": ("politeness", "host_connections"),
    "bandwidth": ("politeness", "bandwidth"),
    "host_bandwidth": ("politeness", "host_bandwidth"),
    "tries": ("politeness", "retries"),
    "retry_delay": ("politeness", "retry_delay"),
    "quiet_hours": ("politeness", "quiet_hours"),
    "obey_robots": ("robots", "policy"),
    "fetch_seconds": ("fetch", "seconds"),
    "fetch_bytes": ("fetch", "bytes"),
    "connect_seconds": ("fetch", "connect_seconds"),
    "slow_bytes": ("fetch", "slow_bytes"),
    "slow_seconds": ("fetch", "slow_seconds"),
    "proxy": ("fetch", "proxy"),
    "address_family": ("fetch", "address_family"),
    "verify_tls": ("fetch", "check_certificates"),
    "certificates": ("fetch", "certificates"),
    "warc_bytes": ("write", "file_bytes"),
    "warc_compression": ("write", "compression"),
}
# For limits that a profile has as 0, none at all.
WITHOUT_END = 2**62
# Where the two say it in other words.
TO_PROFILE: dict[str, Callable[[Any], Any]] = {
    "tries": lambda tries: tries - 1,
    "obey_robots": lambda obeyed: "obey" if obeyed else "ignore",
}
TO_SETTING: dict[str, Callable[[Any], Any]] = {
    "tries": lambda retries: retries + 1,
    "obey_robots": lambda policy: policy == "obey",
    "pages": lambda pages: pages or WITHOUT_END,
    "fetch_bytes": lambda size: size or WITHOUT_END,
}


def with_settings(profile: Profile, given: Acquire) -> Profile:
    """The profile with what the library's own settings say; their defaults say nothing."""
    said: dict[str, dict[str, Any]] = {}
    for name, (section, key) in PLACES.items():
        if name in given.model_fields_set:
            as_told = TO_PROFILE.get(name, _as_it_is)
            said.setdefault(section, {})[key] = as_told(getattr(given, name))
    changes = {
        section: getattr(profile, section).model_copy(update=values)
        for section, values in said.items()
    }
    changed = profile.model_copy(update=changes)
    return changed.with_depth(given.depth) if "depth" in given.model_fields_set else changed


def acquire_settings(profile: Profile, given: Acquire) -> Acquire:
    """The same as settings, for all that is told by them."""
    chosen = with_settings(profile, given)
    values = {
        name: TO_SETTING.get(name, _as_it_is)(getattr(getattr(chosen, section), key))
        for name, (section, key) in PLACES.items()
    }
    values["user_agent"] = values["user_agent"] or given.user_agent
    return Acquire.model_validate(given.model_dump() | values)


def _as_it_is(value: Any) -> Any:
    return value
