"""WARC 1.1 files: for each visit the response, the request, and how the URL was found.

Each record is packed by itself, so that a reader can start at any of them. A record has no digest
of its own beside that of its payload: the packing has a checksum already.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

from isal import isal_zlib  # three to four times as fast as zlib, and no larger

from sheaf.acquire.crawl.frontier.rows import PreviousVisit, WarcPosition
from sheaf.acquire.crawl.visits import Answer, Visit
from sheaf.crawl_settings import CrawlSettings
from sheaf.errors import MissingPartError
from sheaf.files import AppendFile

Pack = Callable[[bytes], bytes]
GZIP_FORMAT = 31
GZIP_LEVEL = 1
SMALL_RECORD = 2048
ZSTD_LEVEL = 3
ROLL_BYTES = 1_000_000_000
HTTP_RESPONSE = "application/http;msgtype=response"
HTTP_REQUEST = "application/http;msgtype=request"
FIELDS = "application/warc-fields"
PROFILES = "http://netpreserve.org/warc/1.1/revisit/"
MOST_OUTLINKS = 10_000
# Archives are passed on: they say how the crawl went about it, and nothing that is private.
SHOWN_SETTINGS = ("limits", "robots", "politeness", "fetch", "links")
SECRET_SETTINGS = frozenset({"headers", "credentials", "cookies_from", "cookies_to"})


def choose_packing(compression: str) -> tuple[str, Pack]:
    """The ending of file names, and what packs a record."""
    if compression == "zstd":
        return ".warc.zst", _make_zstd_packer()
    return ".warc.gz", pack_gzip


def pack_gzip(record: bytes) -> bytes:
    # Where there is little to gain, making the better codes would take most of the time.
    level = GZIP_LEVEL if len(record) > SMALL_RECORD else 0
    packed: bytes = isal_zlib.compress(record, level, GZIP_FORMAT)
    return packed


def _make_zstd_packer() -> Pack:
    try:
        import zstandard
    except ImportError:
        raise MissingPartError(
            "WARC files in zstd need the package zstandard.",
            "pip install 'sheaf[zstd]', or leave compression in [crawl.write] at gzip.",
        ) from None
    compress: Pack = zstandard.ZstdCompressor(ZSTD_LEVEL, write_checksum=True).compress
    return compress


@dataclass(frozen=True, slots=True)
class WarcRange:
    """A part of a WARC file that is on disk for good. It begins and ends between two records."""

    path: Path
    start: int
    end: int


class WarcWriter:
    """`on_open` is called with the name of a file before the file exists, so that none is ever
    unknown."""

    def __init__(
        self,
        folder: Path,
        about: str,
        *,
        on_open: Callable[[str], None],
        roll_bytes: int = ROLL_BYTES,
        compression: str = "gzip",
    ) -> None:
        self.folder = folder
        self._about = about
        self._on_open = on_open
        self._roll_bytes = roll_bytes
        self._suffix, self._pack = choose_packing(compression)
        self._stamp = f"{datetime.now(UTC):%Y%m%d%H%M%S%f}"[:17]
        self._file: AppendFile | None = None
        self.paths: list[Path] = []

    @property
    def name(self) -> str | None:
        return self._file.path.name if self._file else None

    @property
    def size(self) -> int:
        return self._file.size if self._file else 0

    @property
    def is_full(self) -> bool:
        return self.size >= self._roll_bytes

    def append(
        self, visit: Visit, answer: Answer, digest: str, previous: PreviousVisit | None
    ) -> WarcPosition:
        """`previous` is what was found earlier where this brought nothing new: the head is kept."""
        file = self._file or self._open()
        place = WarcPosition(file.path.name, file.size)
        response_id = new_id()
        common = f"WARC-Date: {warc_date(answer.began)}\r\nWARC-Target-URI: {answer.url}\r\n"
        if answer.address:
            common += f"WARC-IP-Address: {answer.address}\r\n"
        beside = f"{common}WARC-Concurrent-To: {response_id}\r\n"
        if answer.protocol != "http/1.1":
            common += f"WARC-Protocol: {answer.protocol}\r\n"
        if answer.cut:
            common += f"WARC-Truncated: {answer.cut.value}\r\n"
        head, body, kind = response_head(answer), answer.body, "response"
        if previous:
            common += revisit_headers(answer, previous)
            body, kind = b"", "revisit"
        common += f"WARC-Payload-Digest: {previous.digest if previous else digest}\r\n"
        self._record(kind, HTTP_RESPONSE, common, head + body, response_id)
        self._record("request", HTTP_REQUEST, beside, answer.request)
        self._record("metadata", FIELDS, beside, history_fields(visit))
        return place

    def flush(self) -> None:
        if self._file:
            self._file.flush()

    def sync(self) -> None:
        if self._file:
            self._file.sync()

    def close(self) -> None:
        """The next record opens a new file."""
        if self._file:
            self._file.close()
            self._file = None

    def _open(self) -> AppendFile:
        name = f"sheaf-{self._stamp}-{len(self.paths):05d}{self._suffix}"
        self._on_open(name)
        self._file = AppendFile(self.folder / name, is_new=True)
        self.paths.append(self._file.path)
        headers = f"WARC-Date: {warc_date(datetime.now(UTC))}\r\nWARC-Filename: {name}\r\n"
        self._record("warcinfo", FIELDS, headers, self._about.encode())
        return self._file

    def _record(
        self, kind: str, content_type: str, headers: str, block: bytes, record_id: str = ""
    ) -> None:
        assert self._file is not None
        head = (
            f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {record_id or new_id()}\r\n{headers}"
            f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        self._file.write(self._pack(b"".join((head.encode(), block, b"\r\n\r\n"))))


def revisit_headers(answer: Answer, previous: PreviousVisit) -> str:
    not_modified = answer.status == HTTPStatus.NOT_MODIFIED
    profile = "server-not-modified" if not_modified else "identical-payload-digest"
    when = warc_date(datetime.fromtimestamp(previous.found, UTC))
    return (
        f"WARC-Profile: {PROFILES}{profile}\r\nWARC-Refers-To-Target-URI: {answer.url}\r\n"
        f"WARC-Refers-To-Date: {when}\r\n"
    )


def response_head(answer: Answer) -> bytes:
    """Status line and headers in the server's own order and case.

    The client has taken the chunks apart, so a header that announces chunks would make readers
    look for them in vain: it is kept under another name, as Heritrix does, and the length set.
    """
    lines, was_chunked = [answer.status_line], False
    for name, value in answer.headers:
        if name.lower() == b"transfer-encoding":
            was_chunked = True
            name = b"X-Crawler-" + name
        lines.append(name + b": " + value)
    if was_chunked:
        lines = [line for line in lines if not line.lower().startswith(b"content-length:")]
        lines.append(b"Content-Length: %d" % len(answer.body))
    return b"\r\n".join([*lines, b"", b""])


def history_fields(visit: Visit) -> bytes:
    """Where a URL came from and where it leads, in Heritrix's names."""
    target = visit.target
    fields = {"via": target.via, "hopsFromSeed": target.hops, "sourceTag": target.seed or None}
    if not target.hops:
        fields = {"seed": ""}
    if visit.answer:
        fields["fetchTimeMs"] = str(round(visit.answer.seconds * 1000))
    if visit.is_hub:
        fields["sheaf-hub"] = f"{visit.hub_links} {visit.hub_pattern}"
    return _fields(fields) + _outlinks(visit.outlinks[:MOST_OUTLINKS])


def _outlinks(links: Iterable[str]) -> bytes:
    return "".join([f"outlink: {line}\r\n" for line in links]).encode("utf-8", "replace")


def warcinfo(settings: CrawlSettings) -> str:
    """What a WARC file begins with: who fetched what is in it, and how."""
    user_agent, contact = settings.agent.header, settings.agent.contact
    fields = {
        "software": user_agent.partition(" ")[0],
        "format": "WARC File Format 1.1",
        "conformsTo": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "robots": settings.robots.policy,
        "http-header-user-agent": user_agent,
        "operator": contact or None,
    }
    chosen = {
        f"sheaf-{section}.{name}": str(hide_password(value) if name == "proxy" else value)
        for section in SHOWN_SETTINGS
        for name, value in getattr(settings, section).model_dump().items()
        if name not in SECRET_SETTINGS
    }
    return _fields(fields | chosen).decode()


def hide_password(proxy: str) -> str:
    """Archives are passed on, and the name and password of a proxy are nobody else's."""
    place = proxy.rpartition("@")[2]
    scheme, mark, _ = proxy.partition("://")
    return f"{scheme}://{place}" if mark and place != proxy else place


def _fields(fields: Mapping[str, str | None]) -> bytes:
    lines = [
        f"{name}: {' '.join(value.split())}\r\n" if value else f"{name}: \r\n"
        for name, value in fields.items()
        if value is not None
    ]
    return "".join(lines).encode("utf-8", "replace")


def sha1(data: bytes) -> str:
    """The digest in the form that all WARC tools write: SHA-1 in base 32."""
    digest = hashlib.sha1(data, usedforsecurity=False).digest()
    return "sha1:" + base64.b32encode(digest).decode()


def new_id() -> str:
    """A random UUID (version 4), made by hand: each page needs three."""
    digits = os.urandom(16).hex()
    return f"<urn:uuid:{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}>"


def warc_date(moment: datetime) -> str:
    """A moment of UTC, as WARC files and crawl logs write it."""
    return moment.isoformat(timespec="milliseconds")[:23] + "Z"
