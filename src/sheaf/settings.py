"""Settings: sheaf.toml, then SHEAF_* variables, then the command line; one typed section a step.

A step sees only its own section. The descriptions here are the documentation: `sheaf settings`,
the commented sheaf.toml of a new library and docs/reference/settings.md are made from them.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from sheaf.errors import BadSettingError, UnknownSettingError
from sheaf.setting_checks import (
    Contact,
    OneOrMore,
    PlainLine,
    Proxy,
    SettingsSection,
    Spans,
    mistakes,
    refusal,
    setting_of,
    text_of,
    without_mistakes,
)
from sheaf.setting_checks import Mistake as Mistake

FILE_NAME = "sheaf.toml"
# Variables with our prefix that are no settings.
NOT_SETTINGS = frozenset({"SHEAF_LIBRARY", "SHEAF_REQUIRE_PARTS", "SHEAF_SETUP_TOKEN"})

# What the academic filter tells apart; src/sheaf/curate/filter/kind_model.py says what each is.
Kind = Literal[
    "paper", "thesis", "report", "book", "slides", "poster", "cv", "course", "exam", "form",
    "manual", "other",
]  # fmt: skip


class Acquire(SettingsSection):
    """Bring in: crawling and importing."""

    user_agent: PlainLine = Field(
        "Sheaf/0.1 (+{contact})", description="How the crawler names itself; {contact} is put in."
    )
    contact: Contact = Field(
        "", description="Web page or e-mail of who crawls; required for crawls off this machine."
    )
    pages: int = Field(1000, ge=1, description="A crawl ends after this many fetches.")
    depth: int = Field(5, ge=0, description="Links followed from a seed, at the most.")
    min_delay: float = Field(
        1.0, ge=0, description="Seconds between the end of a response and the host's next request."
    )
    max_delay: float = Field(
        30.0, ge=0, description="The longest rest that delay_factor makes of a slow answer."
    )
    fetch_seconds: float = Field(30.0, gt=0, description="A fetch may take this long.")
    fetch_bytes: int = Field(
        50 * 1024**2, ge=1, description="A body longer than this is cut off and marked truncated."
    )
    connect_seconds: float = Field(
        15.0, gt=0, description="Of these seconds, so many for reaching the server."
    )
    slow_bytes: int = Field(
        50, ge=0, description="An answer slower than these bytes a second is cut off ..."
    )
    slow_seconds: float = Field(20.0, gt=0, description="... once it was so for this long.")
    connections: int = Field(
        16,
        ge=1,
        description="Fetches at once over all hosts; until written down, a fetch is not over.",
    )
    host_connections: int = Field(1, ge=1, description="Fetches at once from one host.")
    delay_factor: float = Field(
        5.0,
        ge=0,
        description="A host also rests this many times as long as its last answer took, "
        "up to max_delay.",
    )
    max_crawl_delay: float = Field(
        300.0, ge=0, description="A longer Crawl-delay of a robots.txt is cut to this."
    )
    max_retry_after: float = Field(
        3600.0, ge=0, description="A busy server is left alone no longer than this."
    )
    tries: int = Field(
        3, ge=1, description="A URL is asked for this often where trouble may pass, at the most."
    )
    retry_delay: float = Field(
        10.0, ge=0, description="Pause before the second try; three times as long before the third."
    )
    host_pages: int = Field(0, ge=0, description="Answers from one host, at the most; 0: any.")
    host_bytes: int = Field(0, ge=0, description="Bytes from one host, at the most; 0: any.")
    crawl_bytes: int = Field(0, ge=0, description="A run ends after this many bytes; 0: never.")
    crawl_seconds: float = Field(0, ge=0, description="A run ends after this time; 0: never.")
    bandwidth: int = Field(0, ge=0, description="Bytes a second over all hosts; 0: any.")
    host_bandwidth: int = Field(0, ge=0, description="Bytes a second from one host; 0: any.")
    quiet_hours: Spans = Field(
        (), description='Spans of the day in which nothing is fetched: "08:00-18:30".'
    )
    obey_robots: bool = Field(
        True, description="Ask for robots.txt and obey it. Switch off for sites of your own only."
    )
    proxy: Proxy = Field("", description="A proxy for all fetches: http://HOST:PORT, socks5h://...")
    address_family: Literal["any", "ipv4", "ipv6"] = Field(
        "any", description="The kind of addresses to connect to."
    )
    verify_tls: bool = Field(True, description="Check the certificates of servers.")
    certificates: str = Field(
        "", description="File of the authorities to check them with; empty: this machine's."
    )
    warc_bytes: int = Field(
        1_000_000_000,
        ge=1,
        description="A WARC file that has grown to this is followed by another.",
    )
    warc_compression: Literal["gzip", "zstd"] = Field(
        "gzip", description="How WARC records are packed; zstd needs the package zstandard."
    )
    hand_over_bytes: int = Field(
        4 * 1024**2,
        ge=0,
        description="Payloads up to this size travel in memory, larger ones by file.",
    )
    allow_private_sources: bool = Field(
        False, description="Import from http(s) URLs that lead to private or loopback addresses."
    )
    incoming_bytes: int = Field(
        10 * 1024**3,
        ge=0,
        description="Archives fetched from elsewhere stay until the run ends, for revisits of what "
        "is in them; of those dealt with no more than these bytes.",
    )


class Curate(SettingsSection):
    """Decide: what is kept."""

    mime_types: tuple[str, ...] = Field(
        ("application/pdf", "application/postscript"), description="The wanted types."
    )
    blacklist: OneOrMore = Field(
        (),
        description="Files of hosts, domains and URLs (one a line) whose documents are not kept; "
        "relative to the library.",
    )
    filter: bool = Field(True, description="Judge documents; if not, all of a wanted type stay.")
    stages: OneOrMore = Field(
        ("all",),
        description="Stages of installed packages that judge too, after our own: their names, all, "
        "or none ([]).",
    )
    judge: Literal["model", "extractor-regex", "cdi-score"] = Field(
        "model",
        description="The filter that judges: our model, or one of two filters of earlier systems.",
    )
    text: bool = Field(
        True, description="Read the text and the paper out of what is kept; the filter needs it."
    )
    academic_kinds: tuple[Kind, ...] = Field(
        ("paper", "thesis", "report"),
        description="The kinds that count as academic: of paper, thesis, report, book, slides, "
        "poster, cv, course, exam, form, manual and other.",
    )
    threshold: float = Field(
        0.5, ge=0, le=1, description="A document at or above this is taken for academic."
    )
    max_pages: int = Field(
        2000, ge=1, description="Pages of a document whose text is read, at the most."
    )
    min_characters: int = Field(
        200, ge=0, description="A document with less text than this counts as unreadable."
    )
    layout_pages: int = Field(
        3, ge=0, description="Pages whose lines are read with place and font, for the judgement."
    )
    ocr: bool = Field(
        True, description="Read pages that are pictures with Tesseract, where it is installed."
    )
    ocr_pages: int = Field(
        6, ge=0, description="Pages of a document that are read by OCR, at the most."
    )
    ocr_seconds: float = Field(
        40.0, gt=0, description="A document's OCR ends after this long, with the pages it has."
    )
    ocr_languages: tuple[str, ...] = Field(
        ("eng",), description="Languages for OCR, in Tesseract's three letters."
    )
    unpack_bytes: int = Field(
        200 * 1024**2, ge=1, description="A container may unpack to this many bytes in all."
    )
    unpack_ratio: int = Field(
        200, ge=1, description="A container may grow to this many times its own size."
    )
    unpack_members: int = Field(1000, ge=1, description="A container may hold this many files.")
    keep_rejects: bool = Field(
        False, description="Keep dropped files, with their reason, in rejects/."
    )


class Deposit(SettingsSection):
    """Keep: catalogue and repository."""

    database: str = Field(
        "sqlite:///catalogue.db",
        description="Where the catalogue is: sqlite:///FILE, postgresql://USER:PASSWORD@HOST/NAME "
        "or mysql://USER:PASSWORD@HOST/NAME.",
    )
    batch: int = Field(250, ge=1, description="Captures written in one transaction, at the most.")
    batch_seconds: float = Field(
        2.0, gt=0, description="What waits to be written waits no longer than this."
    )
    keep_replaced: bool = Field(
        True, description="Keep what an update replaces, so that `sheaf undo` can bring it back."
    )


class Duplicates(SettingsSection):
    """Near-copies: documents that say the same in other bytes."""

    bits: int = Field(
        3, ge=0, le=3, description="Fingerprints of near-copies differ in this many bits at most."
    )


class Extract(SettingsSection):
    """Read: header, references, body."""

    extractor: str = Field("paper", description="Which extractor reads the papers.")
    annotators: tuple[str, ...] = Field(
        ("keyphrases", "funding"), description="What is looked for in a paper beside its parts."
    )


class Search(SettingsSection):
    """Find: the full-text index."""

    memory: int = Field(
        64 * 1024**2, ge=15_000_000, description="Bytes the index writer may use as a buffer."
    )


class Web(SettingsSection):
    """Show: pages and console."""

    host: str = Field("127.0.0.1", description="Address the web side listens on.")
    port: int = Field(8642, ge=0, le=65535, description="Port the web side listens on.")
    allowed_hosts: tuple[str, ...] = Field(
        ("localhost", "127.0.0.1", "[::1]"), description="Host names the web side answers to."
    )
    threads: int = Field(4, ge=1, description="Requests answered at once.")


class Workers(SettingsSection):
    """Run: the processes in which documents are parsed."""

    jobs: int = Field(0, ge=0, description="Worker processes; 0 means one for each core.")
    seconds: float = Field(60.0, gt=0, description="A document may take this long.")
    memory: int = Field(
        1536 * 1024**2, ge=64 * 1024**2, description="Bytes a worker may use on one document."
    )


class Settings(SettingsSection):
    acquire: Acquire = Acquire()
    curate: Curate = Curate()
    deposit: Deposit = Deposit()
    duplicates: Duplicates = Duplicates()
    extract: Extract = Extract()
    search: Search = Search()
    web: Web = Web()
    workers: Workers = Workers()

    def changed(self, section: str, **values: Any) -> Settings:
        """The same settings with some values of one section replaced; None means unchanged."""
        given = {name: value for name, value in values.items() if value is not None}
        merged = getattr(self, section).model_dump() | given
        return _validated(self.model_dump() | {section: merged}, "the command line")


def as_said(section: Acquire, changed: Mapping[str, Any]) -> Acquire:
    """A section with only what somebody set as set, so that a profile knows what it may decide."""
    said = {name: getattr(section, name) for name in section.model_fields_set}
    return Acquire.model_validate(said | {k: v for k, v in changed.items() if v is not None})


def without_library(environment: Mapping[str, str] | None = None) -> Settings:
    """The defaults, overridden by SHEAF_* variables: what holds where there is no library."""
    return _validated(_with_variables({}, environment), "the SHEAF_* variables")


def load(folder: Path, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a library: its sheaf.toml, overridden by SHEAF_* variables."""
    path = folder / FILE_NAME
    text = text_of(folder / FILE_NAME)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadSettingError(
            f"{path} is not valid TOML: {problem}.",
            "Text stands in quotes there, a list in brackets, and each setting on a line.",
        ) from None
    # The file is checked before the variables are laid over it, so that a message names the
    # place where the mistake stands.
    _validated(values, str(path), text)
    return _validated(_with_variables(values, environment), "the SHEAF_* variables")


def load_marked(
    folder: Path | None, environment: Mapping[str, str] | None = None
) -> tuple[Settings, list[Mistake]]:
    """The same, for who asks what is wrong: a faulty setting is left at its default, and named."""
    values: dict[str, Any] = {}
    wrong: list[Mistake] = []
    if folder is not None:
        text = text_of(folder / FILE_NAME)
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            wrong.append(Mistake(FILE_NAME, "", f"it is not valid TOML: {problem}"))
        wrong += without_mistakes(values, Settings, _known(), text)
    for name, value in (os.environ if environment is None else environment).items():
        try:
            _with_variables(values, {name: value})
        except UnknownSettingError as problem:
            wrong.append(Mistake(name, "", str(problem).rstrip("."), is_unknown=True))
    wrong += without_mistakes(values, Settings, _known())
    return Settings.model_validate(values), wrong


def _with_variables(
    values: dict[str, Any], environment: Mapping[str, str] | None
) -> dict[str, Any]:
    for name, value in (os.environ if environment is None else environment).items():
        if name.startswith("SHEAF_") and name not in NOT_SETTINGS:
            section, key = setting_of(name, _known(), NOT_SETTINGS)
            values.setdefault(section, {})[key] = _from_variable(section, key, value)
    return values


def _from_variable(section: str, key: str, value: str) -> Any:
    """Lists are written with commas in a variable; everything else pydantic reads from a string."""
    default = getattr(getattr(Settings(), section), key)
    if isinstance(default, tuple):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _validated(values: dict[str, Any], where: str, text: str = "") -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as problem:
        raise refusal(mistakes(problem, _known(), text), where) from None


def _known() -> dict[str, list[str]]:
    return {section: list(section_fields(section)) for section in Settings.model_fields}


def section_fields(section: str) -> dict[str, Any]:
    annotation = Settings.model_fields[section].annotation
    assert annotation is not None
    return dict(annotation.model_fields)


def as_toml(database: str | None = None) -> str:
    """A new library's sheaf.toml: every setting in its place, commented out at its default."""
    lines = [
        "# The settings of this library. Every line shows a default; take away the # to change it.",
        "# A variable SHEAF_SECTION_NAME (SHEAF_DEPOSIT_DATABASE, say) overrides what stands here.",
    ]
    for section in Settings.model_fields:
        model = getattr(Settings(), section)
        lines += ["", f"# {type(model).__doc__}", f"[{section}]"]
        for name, field in section_fields(section).items():
            lines += [f"# {field.description}", f"# {name} = {_toml(getattr(model, name))}"]
            if name == "database" and database:
                lines.append(f"database = {_toml(database)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value)
