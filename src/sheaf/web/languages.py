"""Languages by their names."""

from __future__ import annotations

from functools import cache

from django.conf.locale import LANG_INFO

OTHERS = {"zh": "Chinese", "la": "Latin"}  # Django has Chinese only by its scripts
UNKNOWN = frozenset({"", "unjudged"})


@cache
def language_name(code: str) -> str:
    """In English; the code itself where it is unknown."""
    if code in UNKNOWN:
        return "not known"
    known = LANG_INFO.get(code.lower(), {})
    return str(known.get("name") or OTHERS.get(code.lower(), code))
