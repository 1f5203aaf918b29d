"""WARC 1.1 files: for each visit the response, the request and how the URL was come by.

One gzip member a record, so that a reader can start at any of them.
"""

from __future__ import annotations

import base64
import hashlib
import uuid
import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from sheaf.acquire.crawl.durable import AppendFile
from sheaf.acquire.crawl.frontier import Place
from sheaf.acquire.crawl.visits import Answer, Visit

ROLL_BYTES = 1_000_000_000
GZIP = 31
HTTP_RESPONSE = "application/http;msgtype=response"
HTTP_REQUEST = "application/http;msgtype=request"
FIELDS = "application/warc-fields"


class WarcWriter:
    """`on_open` hears the name of a file before the file exists, so that none is ever unknown."""

    def __init__(
        self,
        folder: Path,
        about: str,
        *,
        on_open: Callable[[str], None],
        roll_bytes: int = ROLL_BYTES,
    ) -> None:
        self._folder = folder
        self._about = about
        self._on_open = on_open
        self._roll_bytes = roll_bytes
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

    def append(self, visit: Visit, answer: Answer) -> Place:
        file = self._file or self._open()
        place = Place(file.path.name, file.size)
        response_id = new_id()
        common = {"WARC-Date": warc_date(answer.began), "WARC-Target-URI": answer.url}
        if answer.address:
            common["WARC-IP-Address"] = answer.address
        head = response_head(answer)
        response = common | {"WARC-Record-ID": response_id}
        response["WARC-Payload-Digest"] = sha1(answer.body)
        if answer.cut:
            response["WARC-Truncated"] = answer.cut.value
        self._record("response", HTTP_RESPONSE, response, head, answer.body)
        beside = {"WARC-Concurrent-To": response_id}
        self._record("request", HTTP_REQUEST, common | beside, answer.request)
        self._record("metadata", FIELDS, common | beside, history(visit))
        return place

    def sync(self) -> None:
        if self._file:
            self._file.sync()

    def close(self) -> None:
        """The next record opens a new file."""
        if self._file:
            self._file.close()
            self._file = None

    def _open(self) -> AppendFile:
        name = f"sheaf-{self._stamp}-{len(self.paths):05d}.warc.gz"
        self._on_open(name)
        self._file = AppendFile(self._folder / name, is_new=True)
        self.paths.append(self._file.path)
        headers = {"WARC-Date": warc_date(datetime.now(UTC)), "WARC-Filename": name}
        self._record("warcinfo", FIELDS, headers, self._about.encode())
        return self._file

    def _record(self, kind: str, content_type: str, headers: dict[str, str], *block: bytes) -> None:
        assert self._file is not None
        headers = {"WARC-Type": kind, "WARC-Record-ID": new_id()} | headers
        headers["WARC-Block-Digest"] = sha1(*block)
        headers["Content-Type"] = content_type
        headers["Content-Length"] = str(sum(map(len, block)))
        lines = ["WARC/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        squeeze = zlib.compressobj(wbits=GZIP)
        for piece in ("\r\n".join(lines).encode(), *block, b"\r\n\r\n"):
            self._file.write(squeeze.compress(piece))
        self._file.write(squeeze.flush())


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


def history(visit: Visit) -> bytes:
    """Where a URL came from, in Heritrix's names; its depth is the number of L in the hops."""
    target = visit.target
    fields = {"via": target.via, "hopsFromSeed": target.hops, "sourceTag": target.seed}
    if not target.hops:
        fields = {"seed": ""}
    if visit.answer:
        fields["fetchTimeMs"] = str(round(visit.answer.seconds * 1000))
    return _fields(fields)


def warcinfo(user_agent: str, contact: str) -> str:
    fields = {
        "software": user_agent.partition(" ")[0],
        "format": "WARC File Format 1.1",
        "conformsTo": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "robots": "obey",
        "http-header-user-agent": user_agent,
        "operator": contact or None,
    }
    return _fields(fields).decode()


def _fields(fields: Mapping[str, str | None]) -> bytes:
    lines = (f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return "".join(lines).encode()


def sha1(*pieces: bytes) -> str:
    """The digest in the form that all WARC tools write: SHA-1 in base 32."""
    digest = hashlib.sha1(usedforsecurity=False)
    for piece in pieces:
        digest.update(piece)
    return "sha1:" + base64.b32encode(digest.digest()).decode()


def new_id() -> str:
    return f"<urn:uuid:{uuid.uuid4()}>"


def warc_date(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"
