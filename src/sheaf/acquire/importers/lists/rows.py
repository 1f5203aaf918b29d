"""The lists that came with downloads to the CiteSeerX importer, read line by line.

    PMC       path, citation, PMC id, ...   as file_list.csv, or file_list.txt with tabs
    arXiv     ./pdf/<category>/<yymm>/<id>.pdf
    MSA       YYYY-MM-DD-hh-mm-ss_N.pdf URL
    CSV       id,fullpath,url,parenturl,datetime,hop,content_type
    CDI-lite  file [URL [parent URL]]

A line is a row by itself: a quotation mark without its partner spoils one line, not all the rest.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sheaf.acquire.importers.dates import parse_date
from sheaf.acquire.importers.files.file_urls import ftp_folder, url_below
from sheaf.acquire.importers.text_lines import BROKEN_GZIP, is_zipped, open_gzip, read_lines

LONGEST_LINE = 64 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
PMC_BASE = "ftp://ftp.ncbi.nlm.nih.gov/pub/pmc/"
# Below the root, pub, pmc: the depth that the CiteSeerX importer gave to all of PMC.
PMC_DEPTH = 3
ARXIV_BASE = "http://arxiv.org/pdf/"
CSV_COLUMNS = ("id", "fullpath", "url", "parenturl", "datetime", "hop", "content_type")
NOTHING = frozenset({"", "-", "None"})

PMC_HEADER = re.compile(r"(?:article )?file\s*[,\t]\s*\"?article citation\b", re.IGNORECASE)
PMC_DATE = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?")
PMC_ID = re.compile(r"PMC\d+")
ARXIV_PATH = re.compile(
    r"(?:\./)?(?P<path>pdf/(?P<category>[A-Za-z-]+(?:\.[A-Za-z-]+)?)/\d{4}/(?P<name>[^/\s]+)\.pdf)"
)
MSA_ROW = re.compile(
    r"(?P<file>(?P<time>\d{4}(?:-\d\d){5})_\d+\.\w{1,5})[ \t]+(?P<url>[A-Za-z][\w+.-]*:\S+)"
)
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")
# A name that a person would not write in a sentence: no spaces, a type at its end.
FILE_NAME = re.compile(r"\S+\.[A-Za-z][A-Za-z0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class ListRow:
    """A file that a list names, and what it says about it. `paths` are the places where the file
    may be, the likeliest first; they are told as they stand in the list, trusted by nobody."""

    paths: tuple[str, ...]
    url: str | None = None
    parent_url: str | None = None
    time: datetime | None = None
    mime_type: str | None = None
    depth: int | None = None
    is_seed: bool = False
    # The list was written on another machine: the end of the path may be a place here.
    is_from_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class NoFileRow:
    """A line that names no file and need not: it is blank, or a heading."""

    kind: str


@dataclass(frozen=True, slots=True)
class BadRow:
    """A line that is no row, with the reason and how it begins."""

    reason: str
    start: str = ""


class NoListRow(ValueError):  # noqa: N818 - a finding about a line, not an error of ours
    """Why a line is no row."""


@dataclass(frozen=True, slots=True)
class ListFormat:
    """One of the formats. A weak one has rows that other files have, too."""

    name: str
    row: Callable[[str, str | None], ListRow]
    is_heading: Callable[[str], bool] = lambda line: False
    is_weak: bool = False
    # What stands in its rows: more than --attribute. The rest that a row has is a rule of ours.
    tells: frozenset[str] = frozenset()

    def parse(self, line: bytes, base_url: str | None = None) -> ListRow | NoFileRow | BadRow:
        if len(line) >= LONGEST_LINE:
            return BadRow("longer than any row", _excerpt(_decode(line[:400])))
        text = _decode(line)
        if not text:
            return NoFileRow("blank")
        if self.is_heading(text):
            return NoFileRow("list_heading")
        try:
            return self.row(text, base_url)
        except NoListRow as finding:
            return BadRow(str(finding), _excerpt(text))


def _decode(line: bytes) -> str:
    """Bytes that are no text become surrogates, for the names of files may hold them."""
    return line.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "surrogateescape").strip()


def _excerpt(text: str) -> str:
    return text[:200].encode("utf-8", "backslashreplace").decode()


def read_list(
    path: Path, form: ListFormat, base_url: str | None = None
) -> Iterator[tuple[int, ListRow | NoFileRow | BadRow]]:
    """Every line of a list, compressed or not, with its number."""
    number = 0
    with path.open("rb") as file:
        stream = open_gzip(file) if is_zipped(file) else file
        try:
            for number, line in enumerate(read_lines(stream, LONGEST_LINE), 1):
                yield number, form.parse(line, base_url)
        # A compressed list that was cut off ends here, with all that came before it.
        except BROKEN_GZIP as problem:
            yield number + 1, BadRow(f"the compressed list ends here: {problem}")


def format_of_header(lines: Sequence[bytes]) -> ListFormat | None:
    """The format whose header is the first line; the columns of CSV may be in any order."""
    first = _decode(lines[0]) if lines else ""
    names = _column_names(first)
    if {"fullpath", "url"} <= set(names):
        return csv_format(names)
    return PMC if PMC_HEADER.match(first) else None


def guess_format(lines: Sequence[bytes]) -> ListFormat:
    """By the first lines: the format that most of them fit. Anything may be CDI-lite."""
    fitting = {form: sum(is_row(form, line) for line in lines) for form in (PMC, ARXIV, MSA)}
    best = max(fitting, key=fitting.__getitem__)
    return format_of_header(lines) or (best if fitting[best] else CDI_LITE)


def is_row(form: ListFormat, line: bytes) -> bool:
    return isinstance(form.parse(line), ListRow)


def is_plain_cdi_lite(line: bytes) -> bool:
    """Whether a line is more than a sentence that might name a file."""
    row = CDI_LITE.parse(line)
    return isinstance(row, ListRow) and FILE_NAME.fullmatch(row.paths[0]) is not None


def _pmc_row(line: str, base_url: str | None) -> ListRow:
    columns = line.split("\t") if "\t" in line else _csv_columns(line)
    if len(columns) < 3 or not PMC_ID.fullmatch(columns[2].strip()):
        raise NoListRow("no PMC id in the third column")
    path = _check_path(columns[0])
    url = url_below(base_url or PMC_BASE, path)
    return ListRow((path,), url, ftp_folder(url), depth=PMC_DEPTH)


def _is_pmc_heading(line: str) -> bool:
    return PMC_HEADER.match(line) is not None or PMC_DATE.fullmatch(line) is not None


def _arxiv_row(line: str, base_url: str | None) -> ListRow:
    """The CiteSeerX importer made http://arxiv.org/pdf/0711.2217v1.pdf, found on .../abs/..., of
    ./pdf/arxiv/0711/0711.2217v1.pdf; older papers have their category in their id."""
    parts = ARXIV_PATH.fullmatch(line.split(maxsplit=1)[0])
    if parts is None:
        raise NoListRow("not like ./pdf/<category>/<yymm>/<id>.pdf")
    prefix = "" if parts["category"] == "arxiv" else f"{parts['category']}/"
    paper = prefix + parts["name"]
    base = base_url or ARXIV_BASE
    pages = f"{base.removesuffix('pdf/')}abs/" if base.endswith("/pdf/") else None
    return ListRow(
        # The importer took what stands below pdf/ for the top of the tree.
        paths=(parts["path"], parts["path"].removeprefix("pdf/")),
        url=url_below(base, f"{paper}.pdf"),
        parent_url=url_below(pages, paper) if pages else None,
        depth=1,
    )


def _msa_row(line: str, base_url: str | None) -> ListRow:
    parts = MSA_ROW.fullmatch(line)
    if parts is None:
        raise NoListRow("not like YYYY-MM-DD-hh-mm-ss_N.pdf URL")
    try:
        time = datetime.strptime(parts["time"], "%Y-%m-%d-%H-%M-%S").replace(tzinfo=UTC)
    except ValueError:
        raise NoListRow(f"{parts['time']} is no time") from None
    return ListRow((parts["file"],), _decode_url(parts["url"]), time=time, depth=0)


def _cdi_lite_row(line: str, base_url: str | None) -> ListRow:
    """From its end, for a file's name may hold spaces and a URL may not."""
    words = line.rsplit(None, 2)
    if len(words) == 3 and URL.fullmatch(words[1]):
        if words[2] not in NOTHING and not URL.fullmatch(words[2]):
            raise NoListRow("the parent URL is no URL")
        parent = None if words[2] in NOTHING else _decode_url(words[2])
        return ListRow((_check_path(words[0]),), _decode_url(words[1]), parent, depth=1)
    if len(words) > 1 and URL.fullmatch(words[-1]):
        return ListRow((_check_path(line[: -len(words[-1])]),), _decode_url(words[-1]), depth=0)
    return ListRow((_check_path(line),))


def csv_format(names: Sequence[str] = CSV_COLUMNS) -> ListFormat:
    return ListFormat(
        "CSV",
        partial(_csv_row, names=tuple(names)),
        lambda line: _column_names(line) == tuple(names),
        tells=frozenset({"parent_url", "time", "depth", "mime_type"}),
    )


def _column_names(line: str) -> tuple[str, ...]:
    try:
        return tuple(name.strip().lower() for name in _csv_columns(line))
    except NoListRow:
        return ()


def _csv_row(line: str, base_url: str | None, names: tuple[str, ...]) -> ListRow:
    columns = _csv_columns(line)
    if len(columns) != len(names):
        raise NoListRow(f"{len(columns)} columns, not {len(names)}")
    values = {name: value.strip() for name, value in zip(names, columns, strict=True)}
    found = {name: value for name, value in values.items() if value not in NOTHING}
    url, parent = found.get("url"), found.get("parenturl")
    hop = found.get("hop", "")
    depth = int(hop) if hop.isascii() and hop.isdecimal() and len(hop) < 5 else None
    return ListRow(
        (_check_path(values["fullpath"]),),
        _decode_url(url) if url else None,
        _decode_url(parent) if parent else None,
        # A document is worth more than its date: without one, the file's own counts.
        parse_date(found.get("datetime", "")),
        _mime_type(found.get("content_type")),
        depth,
        is_seed=depth == 0,
        is_from_elsewhere=True,
    )


def _mime_type(text: str | None) -> str | None:
    return text if text is not None and text.isascii() else None


def _csv_columns(line: str) -> list[str]:
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error as problem:
        raise NoListRow(f"no CSV: {problem}") from None


def _check_path(path: str) -> str:
    path = path.strip()
    if not path:
        raise NoListRow("no file is named")
    return path


def _decode_url(text: str) -> str:
    """What is no UTF-8 in a URL is Latin-1: every byte has a meaning in it."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape").decode("latin-1")
    return text


PMC = ListFormat("PMC", _pmc_row, _is_pmc_heading)
ARXIV = ListFormat("arXiv", _arxiv_row, is_weak=True)
MSA = ListFormat("MSA", _msa_row, tells=frozenset({"time"}))
CDI_LITE = ListFormat("CDI-lite", _cdi_lite_row, is_weak=True, tells=frozenset({"parent_url"}))
