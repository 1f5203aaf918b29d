"""crawl.log in Heritrix's format: one line for each URL that came to its end."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

from sheaf.acquire.crawl.archive.warc_writer import warc_date
from sheaf.acquire.crawl.visits import Cut, Failure, FetchOutcome, Visit
from sheaf.errors import disk_errors
from sheaf.files import AppendFile, cut_back
from sheaf.urls import without_userinfo

FILE_NAME = "crawl.log"
# Heritrix's codes for what ended before any request.
CODES = {
    FetchOutcome.BAD_URL: -7,
    FetchOutcome.UNREACHABLE: -2,
    FetchOutcome.TLS_FAILED: -2,
    FetchOutcome.ROBOTS_UNAVAILABLE: -61,
    FetchOutcome.TOO_MANY_REDIRECTS: -4001,
    FetchOutcome.OUT_OF_SCOPE: -5000,
    FetchOutcome.BLACKLISTED: -5001,  # "blocked from fetch by user setting"
    FetchOutcome.REFUSED_ADDRESS: -5001,
    FetchOutcome.UNWANTED: -5000,
    FetchOutcome.ROBOTS_FORBIDDEN: -9998,
}
CUTS = {Cut.LENGTH: "lenTrunc", Cut.TIME: "timeTrunc", Cut.DISCONNECT: "midFetchAbort"}
HOPS_SHOWN = 50
ONLY_DIGITS = str.maketrans("", "", "-:.T")


class CrawlLog:
    """Lines are written after the commit that holds them, and completed from it after a crash.
    Whatever else somebody wrote to the log meanwhile stays: only half a line at its end goes."""

    def __init__(self, folder: Path, *, proxy: str = "") -> None:
        self._path = folder / FILE_NAME
        self._proxy = without_userinfo(proxy)
        self._file: AppendFile | None = None

    @property
    def size(self) -> int:
        if self._file:
            return self._file.size
        return self._path.stat().st_size if self._path.exists() else 0

    def line(self, visit: Visit, digest: str) -> str:
        return log_line(visit, digest, self._proxy)

    def append(self, lines: str) -> None:
        self._file = self._file or AppendFile(self._path)
        self._file.write(lines.encode())
        self._file.flush()

    def sync(self) -> None:
        if self._file:
            self._file.sync()

    def close(self) -> None:
        if self._file:
            self._file.close()

    def complete(self, lines: str, since: int) -> None:
        """Make sure that the lines of the last commit stand in the log, each of them once."""
        if not lines or self.size < since:
            return
        tail = self._since(since)
        whole = tail[: tail.rfind(b"\n") + 1]
        if len(whole) < len(tail):
            cut_back(self._path, since + len(whole))
        known = set(whole.split(b"\n"))
        missing = [line for line in lines.split("\n") if line and line.encode() not in known]
        self.append("".join(line + "\n" for line in missing))
        self.sync()

    def _since(self, start: int) -> bytes:
        with disk_errors(self._path):
            if not self._path.exists():
                return b""
            with self._path.open("rb") as file:
                file.seek(start)
                return file.read()


def log_line(visit: Visit, digest: str, proxy: str = "") -> str:
    answer, target = visit.answer, visit.target
    columns = [
        warc_date(datetime.now(UTC)),
        f"{_status(visit):5d}",
        f"{len(answer.body) if answer else '-':>10}",
        _word(target.url),
        _hops(target.hops),
        _word(target.via or ""),
        _mime_type(visit),
        # One thread does it all.
        "#001",
        _fetch_time(visit),
        digest or "-",
        _word(target.seed),
        ",".join(_annotations(visit, proxy)) or "-",
    ]
    return " ".join(columns) + "\n"


def _status(visit: Visit) -> int:
    if visit.answer:
        return visit.answer.status
    return visit.result.code if isinstance(visit.result, Failure) else CODES[visit.outcome]


def _word(text: str) -> str:
    """The columns are parted by spaces, so none may stand in one."""
    return "%20".join(text.split()) or "-"


def _mime_type(visit: Visit) -> str:
    words = re.split(r"[\s,;]+", visit.answer.mime_type) if visit.answer else [""]
    return words[0] if words[0] and words[0].isprintable() else "no-type"


def _hops(hops: str) -> str:
    if len(hops) <= HOPS_SHOWN:
        return hops or "-"
    return f"{len(hops) - HOPS_SHOWN}+{hops[-HOPS_SHOWN:]}"


def _fetch_time(visit: Visit) -> str:
    if visit.result is None:
        return "-"
    stamp = visit.result.began.isoformat(timespec="milliseconds")[:23].translate(ONLY_DIGITS)
    return f"{stamp}+{round(visit.result.seconds * 1000)}"


def _annotations(visit: Visit, proxy: str) -> list[str]:
    notes = [f"{visit.tries}t"] if visit.tries > 1 else []
    if proxy and visit.outcome is FetchOutcome.UNREACHABLE:
        # It is the proxy that was not reached, or that did not reach the server.
        notes.append(f"proxy:{_word(proxy)}")
    if visit.answer and visit.answer.cut in CUTS:
        notes.append(CUTS[visit.answer.cut])
    if visit.answer and visit.outcome is FetchOutcome.UNCHANGED:
        was_told = visit.answer.status == HTTPStatus.NOT_MODIFIED
        notes.append("warcRevisit:" + ("notModified" if was_told else "digest"))
    if visit.answer and visit.answer.protocol != "http/1.1":
        notes.append(visit.answer.protocol)
    if visit.outcome is FetchOutcome.BLACKLISTED:
        notes.append(f"blacklist:{_word(visit.reason).replace(',', '%2C')}")
    if visit.unread_links:
        notes.append(f"dol:{visit.unread_links}")  # Heritrix's word for discarded out-links
    if visit.trouble:
        notes.append(f"le:{visit.trouble}@links")
    if visit.is_hub:
        notes.append("hub")
    if visit.answer and not visit.is_written:
        notes.append("unwritten:rule")
    return notes
