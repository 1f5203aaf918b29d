"""Settings: sheaf.toml, then SHEAF_* variables, then the command line; one typed section a step.

A step sees only its own section. The descriptions here are the documentation: `sheaf settings`,
the commented sheaf.toml of a new library and docs/reference/settings.md are made from them.

This file is long because it is the list of all that can be set.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from sheaf.crawl_settings import CrawlSettings
from sheaf.errors import BadSettingError, UnknownSettingError, UsageError
from sheaf.setting_checks import (
    WHERE_TO_LOOK,
    Folders,
    Mistake,
    Networks,
    OneOrMore,
    SettingsSection,
    describe_unknown,
    list_mistakes,
    parse_variable,
    read_settings_file,
    setting_error,
    take_out_mistakes,
)

FILE_NAME = "sheaf.toml"
SET_NAMES = "SHEAF_SET"  # a variable: the names of what --set gave, with blanks between
# Variables with our prefix that are no settings.
NOT_SETTINGS = frozenset({"SHEAF_LIBRARY", "SHEAF_REQUIRE_PARTS", SET_NAMES})
VARIABLES = "the SHEAF_* variables"
CRAWL_NOTE = (
    "# The sections of a crawl profile. What is set here overrides the profile of every crawl; the",
    "# values shown are those of the profile scholarly, which a crawl has without another.",
)

# What the academic filter tells apart; src/sheaf/curate/filter/kind_model.py says what each is.
Kind = Literal[
    "paper", "thesis", "report", "book", "slides", "poster", "cv", "course", "exam", "form",
    "manual", "other",
]  # fmt: skip

# In which form CrawlData is written; src/sheaf/deposit/crawl_data.py shows both.
CrawlDataForm = Literal["cdi", "heritrix"]
WantedPages = Literal["none", "leading", "all"]


class Acquire(SettingsSection):
    """Bring in: importing what others have crawled. For our own crawls see [crawl.*]."""

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
    judge_again: bool = Field(
        False,
        description="Read and judge bytes again that were judged before with the same settings.",
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
    private: bool = Field(
        True,
        description="Close the library's folder to all but its owner where everybody can enter it.",
    )
    keep_replaced: bool = Field(
        True, description="Keep what an update replaces, so that `sheaf undo` can bring it back."
    )
    keep_cleaned_days: int = Field(
        30,
        ge=0,
        description="What `sheaf clean` takes out can come back for so many days; then it goes for "
        "good, with the next cleaning.",
    )
    backup_folder: str = Field("", description="Where the job `backup` copies the library to.")
    crawl_data: CrawlDataForm = Field(
        "cdi",
        description="The CrawlData beside a new document: x.pdf.met, as CDI wrote it (cdi), or "
        "x.met with a Java date, as the Heritrix bridge of 2007 did (heritrix).",
    )
    pages: WantedPages = Field(
        "leading",
        description="Which pages in HTML can be found beside documents: none, those that lead to "
        "documents and the home pages above them (leading), or all that are captured.",
    )


class Duplicates(SettingsSection):
    """Near-copies: documents that say the same in other bytes."""

    bits: int = Field(
        8, ge=0, le=8, description="Fingerprints of near-copies differ in this many bits at most."
    )
    reuse: bool = Field(
        True,
        description="What was read of a near-copy is taken over where the texts agree, rather than "
        "read again; title and authors only where the first pages agree.",
    )
    redis: str = Field(
        "",
        pattern=r"^((rediss?|unix)://.+)?$",
        description="Fingerprints lie in this Redis (redis://HOST:PORT/NUMBER), so that several "
        "machines share them; empty means in the library's folder.",
    )
    redis_name: str = Field(
        "library",
        pattern=r"^[A-Za-z0-9_.-]{1,60}$",
        description="Each library that uses one Redis has a name of its own there.",
    )
    kept_bytes: int = Field(
        0,
        ge=0,
        description="What `sheaf extract` reads of files beside the library is kept within these "
        "bytes, in that Redis or in its folder, so that the same bytes are not read again; 0 means "
        "that nothing is kept.",
    )
    kept_days: float = Field(30.0, gt=0, description="What is kept so goes after these days.")


class Extract(SettingsSection):
    """Read: header, references, body."""

    extractor: str = Field("paper", description="Which extractor reads the papers.")
    annotators: tuple[str, ...] = Field(
        ("keyphrases", "funding"), description="What is looked for in a paper beside its parts."
    )
    sets_state: bool = Field(
        True,
        description="A document that was read is ingested, one that could not be read failed; off, "
        "where another program reads the documents and says so itself.",
    )


class Search(SettingsSection):
    """Find: the full-text index."""

    memory: int = Field(
        1000 * 1024**2,
        ge=15_000_000,
        le=4_000_000_000,  # the index writer refuses more
        description="Bytes the index writer may use as a buffer; it takes what it needs.",
    )
    threads: int = Field(
        0, ge=0, le=8, description="Threads of the index writer; 0 means one for two cores."
    )
    stem_articles: bool = Field(
        False,
        description="Find words of wiki articles by their stems too: the index of a large wiki"
        " takes about twice as long and half as much space again.",
    )
    keep_text: bool = Field(
        False,
        description="Keep texts in the index too. Otherwise what a result shows of them is read"
        " from the library.",
    )


class Web(SettingsSection):
    """Show: pages and console."""

    host: str = Field("127.0.0.1", description="Address the web side listens on.")
    port: int = Field(8642, ge=0, le=65535, description="Port the web side listens on.")
    allowed_hosts: tuple[str, ...] = Field(
        ("localhost", "127.0.0.1", "[::1]"), description="Host names the web side answers to."
    )
    trusted_proxies: Networks = Field(
        (),
        description="Addresses and networks of proxies that are believed about who asks"
        " (X-Forwarded-For) and whether by HTTPS (X-Forwarded-Proto).",
    )
    threads: int = Field(4, ge=1, description="Requests answered at once.")
    oai_name: str = Field(
        "",
        pattern=r"^([A-Za-z][A-Za-z0-9-]*(\.[A-Za-z][A-Za-z0-9-]*)+)?$",
        description="The domain in the identifiers of OAI-PMH (oai:DOMAIN:NUMBER), never to be"
        " changed; empty means the first of allowed_hosts that is one.",
    )
    admin_email: str = Field(
        "",
        pattern=r"^([^\s@]+@[^\s@.]+(\.[^\s@.]+)+)?$",
        description="Whom harvesters may write to (OAI-PMH).",
    )
    reading: Literal["public", "login"] = Field(
        "public",
        description="Who may read: everybody who reaches the server (public), or who is logged in "
        "or has an API key (login).",
    )
    mistakes: bool = Field(
        True, description="Whether readers may report mistakes, without a login, on a paper's page."
    )
    key_requests: int = Field(
        600, ge=0, description="Requests a minute with one API key; 0 means no limit."
    )
    address_requests: int = Field(
        600,
        ge=0,
        description="Requests a minute of one address to /api/ without a key; 0 means no limit.",
    )
    upload_bytes: int = Field(
        32 * 1024**2,
        ge=64 * 1024,
        description="A request of who is logged in may send these bytes; of others 64 KiB.",
    )
    import_roots: Folders = Field(
        (),
        description="Folders in which people may look for sources in the browser, by their whole "
        "paths; uploads and the archives of crawls always.",
    )


class Service(SettingsSection):
    """Read for others: the extraction service of `sheaf serve`."""

    access: Literal["login", "public"] = Field(
        "login",
        description="Who may have papers read: who is logged in or has an API key with the scope "
        "`extract` (login), or everybody who reaches the server (public). `sheaf serve "
        "--extractor` is for everybody who reaches it.",
    )
    queue: int = Field(
        32, ge=0, le=4096, description="So many wait for a worker; others are told to come again."
    )
    wait_seconds: float = Field(
        120.0, gt=0, description="Who has waited so long for a worker is told to come again."
    )
    upload_bytes: int = Field(
        64 * 1024**2, ge=1, description="A file that is sent to be read may have these bytes."
    )
    legacy_bytes: int = Field(
        5 * 1024**2, ge=1, description="A request to /extractor may have these bytes."
    )
    least_words: int = Field(
        100, ge=0, description="A text of fewer words is refused as too short."
    )
    max_distance: int = Field(
        3,
        ge=0,
        le=8,
        description="What was read of a near-copy is used again where the fingerprints differ in so"
        " many of 64 bits, and its title stands on the first page; 0 means of equal bytes only.",
    )
    expires_hours: float = Field(
        24.0, gt=0, description="What was sent, and what was read, goes so long after its last use."
    )
    total_bytes: int = Field(
        10 * 1024**3,
        ge=1024**2,
        description="All that is kept may take these bytes: readings used longest ago go first.",
    )
    folder: str = Field(
        "",
        description="Where it is kept meanwhile; empty means beside the sessions, in "
        "$XDG_STATE_HOME/sheaf.",
    )
    redis: str = Field(
        "",
        description="The URL of a Redis in which fingerprints and papers of near-copies are kept, "
        "so that several services share them (redis://HOST:PORT/0); empty means in `folder`.",
    )


class UploadLimits(SettingsSection):
    """Take in: files that people send with their browsers."""

    file_bytes: int = Field(
        50 * 1024**3, ge=1, description="A file may have these bytes. It comes in pieces."
    )
    total_bytes: int = Field(
        200 * 1024**3, ge=1, description="All files in uploads/ together may have these bytes."
    )
    keep_free_bytes: int = Field(
        2 * 1024**3, ge=0, description="Bytes of the disk that uploads leave free."
    )
    hours: float = Field(
        48.0, gt=0, description="An upload to which nothing came for so long is given up."
    )


class Workers(SettingsSection):
    """Run: the processes in which documents are parsed."""

    jobs: int = Field(0, ge=0, le=1024, description="Worker processes; 0 means one for each core.")
    seconds: float = Field(60.0, gt=0, description="A document may take this long.")
    memory: int = Field(
        1536 * 1024**2, ge=64 * 1024**2, description="Bytes a worker may use on one document."
    )
    disk: int = Field(
        1024**3,
        ge=64 * 1024**2,
        description="Bytes of temporary files that a worker, or a program it calls, may have for"
        " one document.",
    )


class JobSettings(SettingsSection):
    """Work by itself: jobs that wait for workers, and schedules that submit them."""

    in_server: bool = Field(True, description="`sheaf serve` does jobs too.")
    at_once: int = Field(
        2, ge=1, le=64, description="Jobs that a worker does at once; of those that write one."
    )
    attempts: int = Field(
        3, ge=1, le=100, description="A job whose workers died so often has failed."
    )
    lease_seconds: float = Field(
        60.0, ge=2, description="A worker on another machine that is not heard so long is dead."
    )
    log_lines: int = Field(
        10_000, ge=10, description="Lines of a job's log that are kept, at the most."
    )
    webhook: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="A URL to which it is posted that a job has ended.",
    )
    webhook_secret: str = Field(
        "", description="Signs what is posted there (HMAC-SHA256), if it is not empty."
    )
    time_zone: str = Field(
        "", description="In which schedules are read, like Europe/Berlin; empty: this machine's."
    )


class Settings(SettingsSection):
    """`crawl` has the sections of a crawl profile. What is set there overrides the profile, and its
    defaults say nothing."""

    acquire: Acquire = Acquire()
    crawl: CrawlSettings = CrawlSettings()
    curate: Curate = Curate()
    deposit: Deposit = Deposit()
    duplicates: Duplicates = Duplicates()
    extract: Extract = Extract()
    jobs: JobSettings = JobSettings()
    search: Search = Search()
    service: Service = Service()
    uploads: UploadLimits = UploadLimits()
    web: Web = Web()
    workers: Workers = Workers()

    def with_values(self, section: str, **values: Any) -> Settings:
        """The same settings with some values of one section replaced; None means unchanged."""
        return self.override({f"{section}.{name}": value for name, value in values.items()})

    def override(self, values: Mapping[str, Any], where: str = "the command line") -> Settings:
        """The same, with values by their whole names (crawl.limits.pages); None means unchanged."""
        merged = self.model_dump(exclude_unset=True)
        for name, value in values.items():
            if value is not None:
                _put(merged, name, value)
        return _validate(merged, where)


def section_models() -> dict[str, type[SettingsSection]]:
    """Every section by its name in sheaf.toml: curate, crawl.politeness, ..."""
    return {name: type(section) for name, section in iterate_sections(Settings())}


def iterate_sections(chosen: Settings) -> Iterator[tuple[str, SettingsSection]]:
    for name in Settings.model_fields:
        section = getattr(chosen, name)
        if isinstance(section, CrawlSettings):
            for inner in CrawlSettings.model_fields:
                yield f"{name}.{inner}", getattr(section, inner)
        else:
            yield name, section


def load_defaults(environment: Mapping[str, str] | None = None) -> Settings:
    """The defaults, overridden by SHEAF_* variables: what holds where there is no library."""
    return _validate(_with_variables({}, environment), VARIABLES)


def load(folder: Path, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a library: its sheaf.toml, overridden by SHEAF_* variables."""
    path = folder / FILE_NAME
    text = read_settings_file(path)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadSettingError(
            f"{path} is not valid TOML: {problem}.",
            "Text stands in quotes there, a list in brackets, and each setting on a line.",
        ) from None
    # The file is checked before the variables are laid over it, so that a message names the
    # place where the mistake stands.
    _validate(values, str(path), text)
    return _validate(_with_variables(values, environment), VARIABLES)


def load_with_mistakes(
    folder: Path | None, environment: Mapping[str, str] | None = None
) -> tuple[Settings, list[Mistake]]:
    """The same, for who asks what is wrong: a faulty setting is left at its default, and named."""
    values: dict[str, Any] = {}
    wrong: list[Mistake] = []
    known = _names()
    if folder is not None:
        text = read_settings_file(folder / FILE_NAME)
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            wrong.append(Mistake(FILE_NAME, "", f"it is not valid TOML: {problem}"))
        wrong += take_out_mistakes(values, Settings, known, text)
    for name, value in (os.environ if environment is None else environment).items():
        try:
            _with_variables(values, {name: value})
        except UnknownSettingError as problem:
            wrong.append(Mistake(name, "", str(problem).rstrip("."), is_unknown=True))
    wrong += take_out_mistakes(values, Settings, known)
    return Settings.model_validate(values), wrong


def set_for_this_command(assignment: str) -> None:
    """SECTION.NAME=VALUE of the command line. It goes where the SHEAF_* variables are, for these
    hold wherever settings are loaded, in the processes that a command starts too."""
    name, equals, value = assignment.partition("=")
    section, _, key = name.strip().rpartition(".")
    if not equals or not section:
        raise UsageError(f"--set {assignment}: write it as SECTION.NAME=VALUE.", WHERE_TO_LOOK)
    if key not in _names().get(section, ()):
        words = describe_unknown(section, key, _names())
        raise UnknownSettingError(f"--set {name}: {words}.", WHERE_TO_LOOK)
    Settings().override({f"{section}.{key}": _read_value(section, key, value)}, "--set")
    os.environ[variable_name(section, key)] = value
    os.environ[SET_NAMES] = f"{os.environ.get(SET_NAMES, '')} {section}.{key}".strip()


def settings_of_command(section: str) -> dict[str, Any]:
    """What --set gave of a section and those inside it, by the names within it."""
    given: dict[str, Any] = {}
    for name in os.environ.get(SET_NAMES, "").split():
        inner, _, key = name.rpartition(".")
        variable = variable_name(inner, key)
        if (
            name.startswith(f"{section}.")
            and key in _names().get(inner, ())
            and variable in os.environ
        ):
            value = _read_value(inner, key, os.environ[variable])
            chosen = dict(iterate_sections(Settings().override({name: value}, "--set")))[inner]
            given[name.removeprefix(f"{section}.")] = getattr(chosen, key)
    return given


def variable_name(section: str, key: str) -> str:
    return f"SHEAF_{section}_{key}".upper().replace(".", "_")


def _with_variables(
    values: dict[str, Any], environment: Mapping[str, str] | None
) -> dict[str, Any]:
    for name, value in (os.environ if environment is None else environment).items():
        if name.startswith("SHEAF_") and name not in NOT_SETTINGS:
            section, key = parse_variable(name, _names(), NOT_SETTINGS)
            _put(values, f"{section}.{key}", _read_value(section, key, value))
    return values


def _put(values: dict[str, Any], name: str, value: Any) -> None:
    *sections, key = name.split(".")
    for section in sections:
        values = values.setdefault(section, {})
    values[key] = value


def _read_value(section: str, key: str, value: str) -> Any:
    """Lists are written with commas, or like tables as in sheaf.toml; everything else pydantic
    reads from a string."""
    default = getattr(section_models()[section](), key)
    if isinstance(default, dict) or value.lstrip().startswith("["):
        with suppress(tomllib.TOMLDecodeError):  # [::1] may begin a list with commas too
            return tomllib.loads(f"value = {value}")["value"]
    if isinstance(default, tuple):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _validate(values: dict[str, Any], where: str, text: str = "") -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as problem:
        raise setting_error(list_mistakes(problem, _names(), text), where) from None


@cache
def _names() -> dict[str, list[str]]:
    return {section: list(model.model_fields) for section, model in section_models().items()}


def as_toml(shown: Settings, database: str | None = None) -> str:
    """A new library's sheaf.toml: every setting in its place, commented out at what holds without
    it."""
    lines = [
        "# The settings of this library. Every line shows a default; take away the # to change it.",
        "# A variable SHEAF_SECTION_NAME (SHEAF_DEPOSIT_DATABASE, say) overrides what stands here,",
        "# and so does --set SECTION.NAME=VALUE on the command line.",
    ]
    for section, model in iterate_sections(shown):
        about = " ".join((model.__doc__ or "").split())
        if section == "crawl.about":
            lines += ["", *CRAWL_NOTE]
        lines += ["", f"# {about}", f"[{section}]"]
        for name, field in type(model).model_fields.items():
            value = getattr(model, name)
            example = field.examples[0] if field.examples and value is None else value
            lines += [f"# {field.description}", f"# {name} = {as_toml_value(example)}"]
            if name == "database" and database:
                lines.append(f"database = {as_toml_value(database)}")
    return "\n".join(lines) + "\n"


def as_toml_value(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(as_toml_value(item) for item in value) + "]"
    return json.dumps(value)
