"""Checks of settings: what a value must look like, and what is wrong with one, in plain words.

Pydantic's own messages are for programmers ("Input should be a valid tuple").
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from sheaf.errors import BadSettingError, NotALibraryError, UnknownSettingError, UsageError

CLOCK = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]")
CONTACT = re.compile(r"https?://[^\s/?#]+|[^\s@<>]+@[^\s@<>]+")
# Those that libcurl speaks.
PROXY_SCHEMES = ("http", "https", "socks4", "socks4a", "socks5", "socks5h")
WHERE_TO_LOOK = "`sheaf settings` shows every setting, what it is for, and which are wrong."
LONGEST_SHOWN = 60  # characters of a wrong value
HEADER = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
KEY = re.compile(r"\s*([\w.\"'-]+)\s*=")


class SettingsSection(BaseModel):
    """What every section of settings is: frozen, and without keys that nobody knows."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


# -- what a value must look like -------------------------------------------------------------------


def _one_or_more(value: Any) -> Any:
    """A list of one may be written without its brackets."""
    return [value] * bool(value) if isinstance(value, str) else value


def _plain_line(value: str) -> str:
    if not value.isascii() or not value.isprintable():
        raise ValueError("it is sent to servers, so write it as one line of ASCII")
    return value


def _contact(value: str) -> str:
    if value and not CONTACT.search(value):
        raise ValueError(
            "whoever is troubled by a crawl must be able to write to you: "
            "an e-mail address or the URL (https://...) of a page is expected"
        )
    return value


def _proxy(value: str) -> str:
    """It may hold a password, so the message does not repeat it."""
    wrong = f"it is written as SCHEME://HOST:PORT, with one of {', '.join(PROXY_SCHEMES)}"
    if not value:
        return value
    try:
        parts = urlsplit(value)
        is_whole = parts.scheme in PROXY_SCHEMES and parts.hostname and parts.port
    except ValueError:  # a port that is none
        is_whole = False
    if not is_whole or " " in value:
        raise ValueError(wrong)
    return value


def _networks(value: tuple[str, ...]) -> tuple[str, ...]:
    for written in value:
        try:
            network = ipaddress.ip_network(written)
        except ValueError:
            raise ValueError(
                f"{written!r} is no address and no network; write it as 10.0.0.5 or 10.0.0.0/24"
            ) from None
        if not network.prefixlen:
            raise ValueError(f"{written} is everybody, and would be believed whatever they say")
    return value


def _folders(value: tuple[str, ...]) -> tuple[str, ...]:
    for written in value:
        if not os.path.isabs(written):
            raise ValueError(f"{written!r} is no whole path; write it from the / on")
        if not written.strip(os.sep):
            raise ValueError("/ is the whole machine; name the folders that hold sources")
    return tuple(map(os.path.normpath, value))


def _spans_of_the_day(value: tuple[str, ...]) -> tuple[str, ...]:
    spans = tuple(span.replace(" ", "").replace("-24:00", "-00:00") for span in value)
    for span, written in zip(spans, value, strict=True):
        begin, _, end = span.partition("-")
        if not CLOCK.fullmatch(begin) or not CLOCK.fullmatch(end):
            raise ValueError(f"{written!r} is no span of the day; write it as 22:00-06:00")
        if begin == end:
            raise ValueError(f"{written!r} is the whole day, and nothing would ever be fetched")
    return spans


PlainLine = Annotated[str, AfterValidator(_plain_line)]
Contact = Annotated[PlainLine, AfterValidator(_contact)]
Proxy = Annotated[PlainLine, AfterValidator(_proxy)]
OneOrMore = Annotated[tuple[str, ...], BeforeValidator(_one_or_more)]
Networks = Annotated[OneOrMore, AfterValidator(_networks)]
Folders = Annotated[OneOrMore, AfterValidator(_folders)]
Spans = Annotated[OneOrMore, AfterValidator(_spans_of_the_day)]


# -- what settings were called before --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OldName:
    """What a setting of [acquire] is called now; `note` says so where its values differ too."""

    name: str
    note: str = ""


# Used for messages only.
OLD_NAMES = {
    **{name: OldName(f"crawl.agent.{name}") for name in ("contact", "user_agent")},
    **{name: OldName(f"crawl.limits.{name}")
       for name in ("pages", "depth", "host_pages", "host_bytes")},
    "crawl_bytes": OldName("crawl.limits.bytes"),
    "crawl_seconds": OldName("crawl.limits.seconds"),
    **{name: OldName(f"crawl.politeness.{name}")
       for name in ("min_delay", "max_delay", "delay_factor", "max_crawl_delay", "max_retry_after",
                    "connections", "host_connections", "bandwidth", "host_bandwidth",
                    "retry_delay", "quiet_hours")},
    "tries": OldName("crawl.politeness.retries", " (write one less: tries = 3 is retries = 2)"),
    "obey_robots": OldName("crawl.robots.policy", ' (true is "obey", false is "ignore")'),
    "fetch_seconds": OldName("crawl.fetch.seconds"),
    "fetch_bytes": OldName("crawl.fetch.bytes"),
    **{name: OldName(f"crawl.fetch.{name}")
       for name in ("connect_seconds", "slow_bytes", "slow_seconds", "proxy", "address_family",
                    "certificates")},
    "verify_tls": OldName("crawl.fetch.check_certificates"),
    "warc_bytes": OldName("crawl.write.file_bytes"),
    "warc_compression": OldName("crawl.write.compression"),
}  # fmt: skip


# -- what is wrong ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mistake:
    """A setting with a wrong value, or a name that is none; without a name, a section."""

    section: str
    name: str
    words: str
    is_unknown: bool = False
    line: int | None = None

    @property
    def setting(self) -> str:
        return f"{self.section}.{self.name}" if self.name else self.section

    @property
    def place(self) -> str:
        return f"line {self.line}: " if self.line else ""

    def __str__(self) -> str:
        return self.words if self.is_unknown else f"{self.setting}: {self.words}"


def list_mistakes(
    problem: ValidationError, known: Mapping[str, Collection[str]], text: str = ""
) -> list[Mistake]:
    """Each once, in the order of the file. `known` has the settings of each section, `text` is
    the file, so that the line can be told."""
    found: dict[str, Mistake] = {}
    for error in problem.errors():
        section, name = _place(error["loc"])
        is_unknown = error["type"] == "extra_forbidden"
        words = describe_unknown(section, name, known) if is_unknown else describe_error(error)
        mistake = Mistake(section, name, words, is_unknown, find_line(text, section, name))
        found.setdefault(mistake.setting, mistake)
    return sorted(found.values(), key=lambda mistake: mistake.line or 0)


def _place(loc: tuple[int | str, ...]) -> tuple[str, str]:
    """Section and name of a setting; the sections of a crawl stand one level deeper."""
    parts = [str(part) for part in loc]
    if parts[0] == "crawl":
        parts = [".".join(parts[:2]), *parts[2:]]
    return parts[0], parts[1] if len(parts) > 1 else ""


def read_settings_file(path: Path) -> str:
    """The file of a library's settings."""
    if path.is_fifo():  # whoever reads a pipe waits for somebody to write
        raise NotALibraryError(f"{path.parent} is no library: its {path.name} is no file.")
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        advice = None if isinstance(problem, FileNotFoundError) else "Check its permissions."
        raise NotALibraryError(
            f"{path.parent} is no library: its {path.name} cannot be read ({problem.strerror}).",
            advice,
        ) from None
    except UnicodeDecodeError:
        raise BadSettingError(
            f"{path} is not valid TOML: it is not in UTF-8.", "Save it as UTF-8."
        ) from None


def take_out_mistakes(
    values: dict[str, Any],
    model: type[BaseModel],
    known: Mapping[str, Collection[str]],
    text: str = "",
) -> list[Mistake]:
    """Takes out of the values what is wrong, and says what that was."""
    try:
        model.model_validate(values)
    except ValidationError as problem:
        found = list_mistakes(problem, known, text)
    else:
        return []
    for mistake in found:
        holder, name = values, mistake.section
        if name not in values:  # crawl.limits
            outer, _, name = name.partition(".")
            holder = values[outer]
        if mistake.name:
            holder, name = holder[name], mistake.name
        del holder[name]
    return found


def setting_error(found: list[Mistake], where: str) -> UsageError:
    """The error for the first mistake, which says how many others there are."""
    first, *others = found
    line = f", line {first.line}" if first.line else ""
    more = f" And {len(others)} more." if others else ""
    kind = UnknownSettingError if first.is_unknown else BadSettingError
    return kind(f"{where}{line}: {first}.{more}", WHERE_TO_LOOK)


def parse_variable(
    variable: str, known: Mapping[str, Collection[str]], others: Collection[str]
) -> tuple[str, str]:
    """SHEAF_DEPOSIT_DATABASE means [deposit] database, and SHEAF_CRAWL_LIMITS_PAGES
    [crawl.limits] pages: the names of sections hold no underscore."""
    words = variable.removeprefix("SHEAF_").lower()
    for section, names in known.items():
        key = words.removeprefix(section.replace(".", "_") + "_")
        if key != words and key in names:
            return section, key
    if old := OLD_NAMES.get(words.removeprefix("acquire_")):
        now = f"SHEAF_{old.name}".upper().replace(".", "_")
        message = f"The variable {variable} is {now} now{old.note}."
        raise UnknownSettingError(message, WHERE_TO_LOOK)
    names = [f"SHEAF_{section}_{name}".upper().replace(".", "_")
             for section, names in known.items() for name in names]  # fmt: skip
    hint = did_you_mean(variable, [*names, *others])
    raise UnknownSettingError(f"The variable {variable} names no setting{hint}.", WHERE_TO_LOOK)


def describe_error(error: Mapping[str, Any]) -> str:
    """One of pydantic's errors as a person would put it."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "tuple_type":
        example = json.dumps(given) if isinstance(given, str) else '"one", "another"'
        return f"a list is expected, like [{example}]"
    if kind in EXPECTED:
        return f"{EXPECTED[kind]} is expected, not {shorten(given)}"
    if kind in BOUNDS:
        word, key = BOUNDS[kind]
        bound = int(context[key]) if context[key] == int(context[key]) else context[key]
        return f"it must be {word} {bound:,}, and {shorten(given)} is not"
    if kind == "literal_error":
        allowed = context["expected"].replace(" or ", ", ")
        return f"{shorten(given)} is none of {allowed}{_hint_at_allowed(error)}"
    words: str = error["msg"]
    return words.removeprefix("Value error, ")


EXPECTED = {
    **dict.fromkeys(("int_parsing", "int_type", "int_from_float"), "a whole number"),
    **dict.fromkeys(("float_parsing", "float_type", "finite_number"), "a number"),
    **dict.fromkeys(("bool_parsing", "bool_type"), "true or false"),
    "string_type": "text in quotes",
    "model_type": "a section with settings",
}
BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("more than", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("less than", "lt"),
}


def _hint_at_allowed(error: Mapping[str, Any]) -> str:
    allowed = re.findall(r"'([^']*)'", error["ctx"]["expected"])
    return did_you_mean(str(error["input"]).lower(), allowed)


def describe_unknown(section: str, name: str, known: Mapping[str, Collection[str]]) -> str:
    """That there is no such setting, and which may have been meant."""
    full = f"{section}.{name}" if name else section
    wanted = (name or section).lower()
    if section == "acquire" and (old := OLD_NAMES.get(wanted)):
        return f"acquire.{wanted} is {old.name} now{old.note}"
    if not name:  # [crawl] pages: the last part is the name, and what is before it no section
        wanted = wanted.rpartition(".")[2]
    elsewhere = [other for other, names in known.items() if wanted in names]
    if elsewhere:
        hint = f"; {wanted} stands in [{elsewhere[0]}]"
    else:
        names = [name for names in known.values() for name in names]
        nearby = known.get(section, [*known, *names])
        hint = did_you_mean(wanted, nearby) or did_you_mean(wanted, names)
    return f"there is no setting {full!r}{hint}"


def did_you_mean(name: str, names: Collection[str]) -> str:
    nearest = get_close_matches(name, names, 1, cutoff=0.6)
    return f" (did you mean {nearest[0]}?)" if nearest else ""


def shorten(value: Any) -> str:
    """A wrong value as it may stand in a message."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def find_line(text: str, section: str, name: str) -> int | None:
    """Where a setting stands in a file. The parser tells no lines, so its name is looked for."""
    wanted = f"{section}.{name}" if name else section
    within = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            within = header[1]
            found = within
        elif key := KEY.match(line):
            plain = key[1].replace('"', "").replace("'", "")
            found = f"{within}.{plain}" if within else plain
        else:
            continue
        if found == wanted:
            return number
    return None
