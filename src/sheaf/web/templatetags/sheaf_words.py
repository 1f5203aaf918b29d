"""Numbers, times and links as the pages write them."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from sheaf import __version__
from sheaf.acquire.crawl.control.crawl_screen import format_size
from sheaf.graph.versions.copies import value_in_words
from sheaf.records import FAILED, KEPT
from sheaf.search.marking import SnippetPiece
from sheaf.web import paper_view
from sheaf.web.languages import language_name
from sheaf.web.library import served_library
from sheaf.web.theme import SCHEMES, chosen_theme

register = template.Library()
UNDOING = re.compile(r"sheaf undo ([1-9][0-9]{0,8})(?![0-9])")
DOCUMENT = re.compile(r"(document [1-9][0-9]{0,8})(?![0-9])")


@register.simple_tag
def sheaf_version() -> str:
    return __version__


@register.simple_tag
def library_name() -> str:
    """The folder of the library as a shell takes it, for commands given in the folder that holds
    it. Where that one is on the disk is not told to visitors."""
    return shlex.quote(served_library().folder.name)


@register.simple_tag(takes_context=True)
def theme(context: Mapping[str, Any]) -> dict[str, str]:
    """What the reader has chosen, and what the browser is told of it."""
    name = chosen_theme(context.get("request"))
    return {"name": name, "scheme": SCHEMES[name]}


@register.simple_tag
def may_log_in() -> bool:
    """Whether it makes sense to offer a login."""
    return served_library().can_write_catalogue()


@register.simple_tag
def reading_needs_login() -> bool:
    return served_library().settings.web.reading == "login"


@register.filter
def get(values: Mapping[Any, Any], key: Any) -> Any:
    """What stands under a key; nothing where nothing does."""
    return values.get(key, "")


@register.filter(name="language_name")
def name_of_language(code: Any) -> str:
    return language_name(str(code))


@register.filter
def number(value: Any) -> str:
    """12,345 for 12345."""
    return f"{value:,}" if isinstance(value, int) else str(value)


@register.filter
def kept(outcomes: dict[str, int]) -> int:
    """How many captures of a run became documents."""
    return sum(outcomes.get(one.value, 0) for one in KEPT)


@register.filter
def failed(outcomes: dict[str, int]) -> int:
    """With how many captures of a run something went wrong."""
    return sum(outcomes.get(one.value, 0) for one in FAILED)


@register.filter
def words(name: str) -> str:
    """The name of an outcome or an option, as people write."""
    return name.replace("_", " ")


@register.filter
def as_people_write(value: Any) -> str:
    """A value of a field: names in a list, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value)) or "–"
    return "–" if value in (None, "") else str(value)


@register.filter
def shell_word(name: str) -> str:
    """As it is written in a command."""
    return shlex.quote(name)


@register.filter
def largest_first(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: -pair[1])


@register.filter
def milliseconds(value: float) -> str:
    return f"{value:.0f} ms" if value >= 1 else "under 1 ms"


@register.filter
def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


@register.filter
def bytes_in_words(value: float) -> str:
    return format_size(value)


@register.filter
def percent(value: float) -> str:
    return f"{value:.0f} %" if value >= 1 or value == 0 else "< 1 %"


@register.filter
def marked(pieces: Iterable[SnippetPiece]) -> SafeString:
    """Pieces of a text, each escaped, those that were asked for as marks."""
    return mark_safe(  # noqa: S308 - each piece is escaped here
        "".join(
            f"<mark>{escape(one.text)}</mark>" if one.is_marked else escape(one.text)
            for one in pieces
        )
    )


@register.filter
def with_papers(words: str) -> SafeString:
    """Words of ours that name a document lead to its page."""
    parts = (_with_link(part) for part in DOCUMENT.split(words))
    return mark_safe("".join(parts))  # noqa: S308 - each part is escaped


def _with_link(part: str) -> str:
    if not DOCUMENT.fullmatch(part):
        return escape(part)
    number = int(part.partition(" ")[2])
    return format_html('<a href="{}">{}</a>', reverse("paper", args=[number]), part)


@register.filter
def with_undoing(words: str) -> SafeString:
    """The command that takes a run back leads to the page that does."""
    # What is between commands, and the number of each of them, in turns.
    pieces = [escape(part) for part in UNDOING.split(words)]
    for at in range(1, len(pieces), 2):
        address = reverse("undo", args=[int(pieces[at])])
        pieces[at] = format_html('<a href="{}">undo run {}</a>', address, pieces[at])
    return mark_safe("".join(pieces))  # noqa: S308 - each piece is escaped


@register.filter
def with_dots(passage: str) -> str:
    """A stretch of text that plainly begins or ends within a sentence says so."""
    before = "… " if passage[:1].islower() else ""
    after = " …" if passage[-1:].isalnum() else ""
    return f"{before}{passage}{after}"


@register.filter
def share(value: float) -> str:
    """A number between 0 and 1 in percent."""
    return percent(100 * value)


@register.filter
def is_web_address(value: Any) -> bool:
    return isinstance(value, str) and paper_view.is_web_address(value)


@register.filter
def as_json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@register.simple_tag
def query(**values: Any) -> str:
    """?q=...&page=..., without what is empty."""
    given = [(name, str(value)) for name, value in values.items() if value]
    return "?" + urlencode([(name, value.encode("utf-8", "replace")) for name, value in given])


@register.filter
def vote_words(value: Any) -> str:
    """What versions say in a field."""
    return value_in_words(value)
