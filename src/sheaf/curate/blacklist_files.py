"""Reads the files of a blacklist: our own form, and those of the two older crawlers.

sheaf        example.org, =www.example.org, *.ps.gz, /regular expression/, # comments
syz          black_list: patterns that the start of a host must match
syz-exact    black_list.exact: hosts
cdi          black_list.dat: hosts
cdi-domain   blacklist.domain.dat: endings of hosts
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import NoReturn

from sheaf import urls
from sheaf.errors import BadSettingError

COMMENT = re.compile(r"(?:^|\s)#.*")
HOST = re.compile(r"[\w.-]+|[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*")
PORT = re.compile(r"(\[.*\]|[^:\[\]]+):([0-9]{1,5})")
DEFAULT_PORTS = {80: "http", 443: "https"}
LONGEST_LINE = 10_000


class BlacklistKind(Enum):
    HOST = auto()  # this host
    DOMAIN = auto()  # this host, and all below it
    ENDING = auto()  # hosts that end in these letters
    HOST_PATTERN = auto()  # at the start of the host
    WHOLE_URL = auto()  # a pattern too, made from stars
    IN_URL = auto()  # a pattern, anywhere in the URL


@dataclass(frozen=True, slots=True)
class BlacklistEntry:
    """One line: `words` as they stand in the file, `value` as they are compared."""

    kind: BlacklistKind
    words: str
    value: str
    file: str
    line: int


class NotAnEntry(ValueError):  # noqa: N818 - becomes an error of ours where file and line are known
    """The line cannot be read in the form of its file."""


Parsed = tuple[BlacklistKind, str] | None


def read_entries(name: str, folder: Path) -> Iterator[BlacklistEntry]:
    """The entries of a file: FILE or FORM:FILE, relative to a folder."""
    form, place = split_form(name)
    path = folder / place
    parse = FORMS[form]
    number = 0
    try:
        with path.open(encoding="utf-8-sig") as stream:
            for number, line in enumerate(stream, 1):
                if len(line) > LONGEST_LINE:
                    _refuse(path, number, "it is too long")
                words = line.strip()
                try:
                    parsed = parse(words) if words else None
                except NotAnEntry as problem:
                    _refuse(path, number, str(problem))
                if parsed is not None:
                    yield BlacklistEntry(*_with_words(parsed, words), file=place, line=number)
    except OSError as problem:
        raise BadSettingError(
            f"The blacklist {path} cannot be read: {problem.strerror}.",
            "See `blacklist` in [curate], or --blacklist.",
        ) from None
    except UnicodeDecodeError:
        _refuse(path, number + 1, "it, or a line soon after, is not UTF-8")


def _with_words(parsed: tuple[BlacklistKind, str], words: str) -> tuple[BlacklistKind, str, str]:
    kind, value = parsed
    return kind, COMMENT.sub("", words).strip() or words, value


def split_form(name: str) -> tuple[str, str]:
    """The form of a file, by its prefix or by the name that the older crawlers gave it."""
    prefix, colon, rest = name.partition(":")
    if colon and prefix in FORMS:
        return prefix, rest
    return NAMES.get(Path(name).name, "sheaf"), name


def make_absolute(name: str) -> str:
    """A name on the command line is relative to where the user is, not to the library."""
    form, place = split_form(name)
    return f"{form}:{Path(place).absolute()}"


def _refuse(path: Path, line: int, why: str) -> NoReturn:
    raise BadSettingError(
        f"The blacklist {path}, line {line}: {why}.", "Correct the line, or take it out."
    )


# -- the forms: what a line means; None for nothing ------------------------------------------------


def parse_own(words: str) -> Parsed:
    words = COMMENT.sub("", words).strip()
    if not words:
        return None
    if len(words) > 2 and words[0] == words[-1] == "/":
        return BlacklistKind.IN_URL, _check_pattern(words[1:-1])
    if "*" in words or "/" in words:
        return BlacklistKind.WHOLE_URL, pattern_from_stars(words)
    host = words.split("#", 1)[0]
    is_exact = host.startswith("=")
    host = host[1:] if is_exact else host.lstrip(".")
    if named := PORT.fullmatch(host):
        return BlacklistKind.WHOLE_URL, _pattern_with_port(*named.groups(), is_exact=is_exact)
    return BlacklistKind.HOST if is_exact else BlacklistKind.DOMAIN, _parse_host(host)


def _parse_host_pattern(words: str) -> Parsed:
    return BlacklistKind.HOST_PATTERN, _check_pattern(words)


def _parse_old_host(words: str) -> Parsed:
    """Lines that were patterns once have lost their backslashes; `.*.example.org` is left of
    one that meant everything below."""
    if words.startswith((".*", "*.")):
        return BlacklistKind.DOMAIN, _parse_host(words.lstrip(".*"))
    if named := PORT.fullmatch(words):
        return BlacklistKind.WHOLE_URL, _pattern_with_port(*named.groups(), is_exact=True)
    return BlacklistKind.HOST, _parse_host(words)


def _parse_ending(words: str) -> Parsed:
    if not HOST.fullmatch(words.lower()):
        raise NotAnEntry(f"{words!r} is no ending of a host name")
    return BlacklistKind.ENDING, words.lower()


FORMS: dict[str, Callable[[str], Parsed]] = {
    "sheaf": parse_own,
    "syz": _parse_host_pattern,
    "syz-exact": _parse_old_host,
    "cdi": _parse_old_host,
    "cdi-domain": _parse_ending,
}
NAMES = {
    "black_list": "syz",
    "black_list.exact": "syz-exact",
    "black_list.dat": "cdi",
    "blacklist.domain.dat": "cdi-domain",
}


def _parse_host(words: str) -> str:
    try:
        host = urls.canonical_host(words.strip().strip("[]"))
    except ValueError:
        host = ""
    if not HOST.fullmatch(host):
        raise NotAnEntry(f"{words!r} is no host name")
    return host


def _pattern_with_port(host: str, port: str, *, is_exact: bool) -> str:
    """A pattern for the URLs of a host at one port; canonical URLs do not name a usual one."""
    name = re.escape(_parse_host(host))
    name = rf"\[{name}\]" if ":" in name else name
    below = "" if is_exact else r"(?:[^/:]*\.)?"
    scheme = DEFAULT_PORTS.get(int(port))
    usual = f"|{scheme}://{below}{name}" if scheme else ""
    return f"(?:https?://{below}{name}:{int(port)}{usual})(?:/|$)"


def _check_pattern(pattern: str) -> str:
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as problem:
        raise NotAnEntry(f"{pattern!r} is no regular expression ({problem})") from None
    return pattern


def pattern_from_stars(words: str) -> str:
    """A pattern for a whole URL. Only the star is special: question marks are common in URLs.
    Each piece is taken where it is first found and never looked for again (an atomic group), so
    the time grows with the length of the URL, however many stars there are."""
    if not words.startswith("*") and "://" not in words:
        words = f"*://{words.removeprefix('//')}"
    scheme, slashes, tail = words.partition("://")
    host, slash, path = tail.partition("/")
    if slashes and "*" not in host and not host.isascii():
        words = f"{scheme}://{urls.canonical_host(host)}{slash}{path}"
    first, *rest = (re.escape(piece) for piece in words.split("*"))
    if not rest:
        return rf"{first}\Z"
    middle = "".join(f"(?>.*?{piece})" for piece in rest[:-1] if piece)
    return rf"{first}{middle}.*{rest[-1]}\Z"
