"""The parameters of jobs that read sources, and what becomes of them: options of an import."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from sheaf import plugins
from sheaf.acquire.importers.attributes import Attributes, split_attributes
from sheaf.acquire.importers.contract import AUTO
from sheaf.app import Library
from sheaf.errors import BadParametersError, SheafError
from sheaf.files import write_whole
from sheaf.setting_checks import did_you_mean
from sheaf.workers.importing import ImportOptions
from sheaf.workers.jobs.contract import (
    Finding,
    LongText,
    MachineFlag,
    Parameters,
    Pattern,
    Sources,
    rarely_used,
    setting_of,
)

BLACKLIST = "blacklist.txt"
WITHIN = (
    "Choose what was uploaded, archives of the library's crawls, what lies in the folders of "
    "import_roots in [web], or a URL."
)


def _check_format(name: str) -> str:
    known = [AUTO, *sorted(plugins.names("importers"))]
    if name not in known:
        words = f"there is no importer {name}{did_you_mean(name, known)}"
        raise ValueError(f"{words}; known are {', '.join(known)}")
    return name


def _check_attributes(given: tuple[str, ...]) -> tuple[str, ...]:
    try:
        Attributes(split_attributes(given), None)
    except SheafError as problem:
        words = str(problem).replace("--attribute ", "").rstrip(".")
        raise ValueError(f"{words}; write it as time=2011-03-01") from None
    return given


def _check_sources(given: tuple[str, ...]) -> tuple[str, ...]:
    if not given:
        raise ValueError("name at least one file, folder or URL")
    return given


SourceList = Annotated[Sources, AfterValidator(_check_sources)]


class ImportParameters(Parameters):
    sources: SourceList = Field(
        description="Archives, lists, folders or files; or URLs of them (https, sftp, s3)."
    )
    format: Annotated[str, AfterValidator(_check_format)] = Field(
        AUTO,
        description="The importer that reads them; auto chooses it by what is in the files.",
        json_schema_extra=rarely_used(),
    )
    mime_types: tuple[str, ...] = Field(
        (),
        description="The wanted types, such as application/pdf, or pdf for short.",
        json_schema_extra=setting_of("curate.mime_types"),
    )
    filter: bool | None = Field(
        None,
        description="Keep only what the academic filter takes for papers.",
        json_schema_extra=setting_of("curate.filter"),
    )
    text: bool | None = Field(
        None,
        description="Read the text of documents; the filter needs it.",
        json_schema_extra=setting_of("curate.text"),
    )
    keep_rejects: bool | None = Field(
        None,
        description="Keep dropped files and why, in the library's rejects/.",
        json_schema_extra=setting_of("curate.keep_rejects"),
    )
    only_new: bool = Field(
        False,
        title="Only new files",
        description="Leave out files of folders that an earlier import has dealt with, as for a "
        "folder that is imported every night.",
    )
    judge_again: bool | None = Field(
        None,
        description="Judge again what was judged before.",
        json_schema_extra=setting_of("curate.judge_again"),
    )
    blacklist: LongText = Field(
        "",
        description="Hosts and URLs that are not wanted, one on each line, beside the library's "
        "own blacklists.",
        json_schema_extra=rarely_used(),
    )
    log: str = Field(
        "",
        description="The crawler's log that belongs to the sources.",
        json_schema_extra=rarely_used(),
    )
    base_url: str = Field(
        "",
        title="Base URL",
        description="The URL that a folder of files was copied from.",
        json_schema_extra=rarely_used(),
    )
    attributes: Annotated[tuple[str, ...], AfterValidator(_check_attributes)] = Field(
        (),
        description="What is true of all files of lists, trees and folders, such as "
        "time=2011-03-01; also parent, depth and mime.",
        json_schema_extra=rarely_used(),
    )
    attribute_pattern: Pattern = Field(
        "",
        description="Takes attributes from the path of each file, by named groups.",
        json_schema_extra=rarely_used(),
    )
    any_place: MachineFlag = Field(
        False, description="Sources may lie anywhere on the machine, not in certain folders only."
    )


def find_sources(library: Library, parameters: ImportParameters) -> list[str]:
    """Where the sources are."""
    return find_places(library, parameters.sources, any_place=parameters.any_place)


def make_options(
    library: Library, parameters: ImportParameters, folder: Path, *, jobs: int | None = None
) -> ImportOptions:
    """The folder is for the lines of the blacklist: a run is known again by where they stand."""
    blacklist: list[str] = []
    if parameters.blacklist.strip():
        write_whole(folder / BLACKLIST, parameters.blacklist.rstrip() + "\n")
        blacklist.append(f"sheaf:{folder / BLACKLIST}")
    wanted = [parameters.log] if parameters.log else []
    log = find_places(library, wanted, any_place=parameters.any_place, name="log")
    return ImportOptions(
        format=parameters.format,
        mime_types=parameters.mime_types or None,
        filter=parameters.filter,
        text=parameters.text,
        keep_rejects=parameters.keep_rejects,
        judge_again=parameters.judge_again,
        only_new=parameters.only_new,
        blacklist=blacklist,
        log=Path(log[0]) if log else None,
        base_url=parameters.base_url or None,
        attributes=split_attributes(parameters.attributes),
        attribute_pattern=parameters.attribute_pattern or None,
        jobs=jobs,
    )


def check(library: Library, parameters: ImportParameters) -> list[Finding]:
    """Before the job is submitted."""
    with tempfile.TemporaryDirectory(prefix="sheaf-check-") as folder:
        options = make_options(library, parameters, Path(folder))
        return library.check_import(find_sources(library, parameters), options)


def find_places(
    library: Library, places: Sequence[str], *, any_place: bool, name: str = "sources"
) -> list[str]:
    """Who may not name any place gets those in the library's folders for sources, each where it
    really is. `name` is that of the parameter."""
    if any_place:
        return list(places)
    try:
        return library.source_folders.check(places)
    except SheafError as problem:
        words = str(problem).rstrip(".")
        raise BadParametersError({name: f"{words}. {WITHIN.rstrip('.')}"}) from None
