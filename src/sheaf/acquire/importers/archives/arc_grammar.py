"""How an ARC record begins: one line of URL, address, date, type and length.

    http://www.archive.org/robots.txt 207.241.229.39 20080430204825 text/plain 782

URLs and types with blanks in them are found in the wild, so the line is read around the address
and the date. Version 2 has five more fields between type and length.
"""

from __future__ import annotations

import re

from sheaf.acquire.importers.archives.grammar import Head
from sheaf.acquire.importers.archives.numbers import whole_number

ADDRESS = rb"(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+|-)"
REST = rb"(" + ADDRESS + rb") (\d{8,18}|null|-) ([^\n]{0,400}?) ?(-?\w{1,15})[ \t]*\r?\n"
# Only what crawlers fetch: after a byte is lost `ttp:` would pass for a scheme too.
SCHEMES = rb"(?:https?|ftp|gopher|dns|whois|urn|file|filedesc|metadata|screenshot|rtsp|mms|news):"
LINE = re.compile(rb"(" + SCHEMES + rb"[^\r\n]{0,8000}?) " + REST, re.IGNORECASE)
# What follows the URL, strict enough to be looked for anywhere.
AFTER_URL = re.compile(rb" (?:\d{1,3}(?:\.\d{1,3}){3}) (?:\d{12,18}|null) [^\n]{0,400}? ?\d+\r?\n")
SCHEME = re.compile(SCHEMES, re.IGNORECASE)
FILE_HEAD = re.compile(rb"filedesc:([^\r\n]{0,8000}?)(?: (\w{1,15}))?[ \t]*\r?\n")
LONGEST_URL = 8 * 1024


class ArcFields(dict[str, str]):
    """`url`, `date` and `type` of a record."""


class ArcGrammar:
    def head(self, window: bytearray, at: int) -> Head | None:
        if found := FILE_HEAD.match(window, at):
            return Head("filedesc", ArcFields(), _length(found[2]), found.end() - at)
        found = LINE.match(window, at)
        if found is None:
            return None
        url, _, date, kind, _ = (_text(part) for part in found.groups())
        fields = ArcFields(url=url, date=date, type=kind.split(" ")[0])
        return Head("response", fields, _length(found[5]), found.end() - at)

    def find(self, window: bytes | bytearray, at: int) -> int:
        found = AFTER_URL.search(window, at)
        while found:
            line = window.rfind(b"\n", max(at, found.start() - LONGEST_URL), found.start()) + 1
            url = SCHEME.search(window, max(at, line), found.start())
            if url:
                return url.start()
            # A broken line may run on into a whole one, so the search goes on inside of it.
            found = AFTER_URL.search(window, found.start() + 1)
        return -1


def _length(text: bytes | None) -> int | None:
    return whole_number(text or b"")


def _text(part: bytes) -> str:
    return bytes(part).decode("utf-8", "replace")
