"""What the records around a capture tell about it: the page that led to it, how far from a seed
it was found, whether it is one.

Heritrix writes a metadata record (`via`, `hopsFromSeed`, `seed`), browsers send a Referer in the
request; both stand before or after the response. So a capture is held back until the next one
begins.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sheaf.acquire.importers.archives.blocks import Block
from sheaf.acquire.importers.archives.grammar import Fields, Record, parse_number
from sheaf.records import Aside, Capture

# Request and metadata records are small; of a large one the start is enough (outlinks follow).
SMALL_RECORD = 64 * 1024
# Records that tell about a capture stand right before it.
MOST_BEFORE = 8
REFERER = re.compile(rb"^referer[ \t]*:([^\r\n]*)", re.IGNORECASE | re.MULTILINE)
TELLING_LINE = re.compile(
    rb"^(via|hopsFromSeed|seed|isSeed)[ \t]*:([^\r\n]*)", re.IGNORECASE | re.MULTILINE
)
TELLING_KINDS = frozenset({"request", "metadata"})


@dataclass(frozen=True, slots=True)
class Told:
    """What is known about how a capture was found."""

    parent_url: str | None = None
    depth: int | None = None
    is_seed: bool = False

    def __bool__(self) -> bool:
        return self.parent_url is not None or self.depth is not None or self.is_seed


NOTHING_TOLD = Told()


@dataclass(slots=True)
class Original:
    """What names the bytes of a capture, or those a revisit record stands for."""

    digest: str | None = None
    url: str = ""
    time: datetime | None = None
    record_id: str = ""


@dataclass(slots=True)
class Held:
    """A capture that waits for what its neighbours say about it."""

    capture: Capture
    record_id: str = ""
    place: str = ""
    names: Original | None = None
    revisits: Original | None = None

    def hear(self, told: Told) -> None:
        """A metadata record knows more than a request, which knows the parent only."""
        known = self.capture
        self.capture = replace(
            known,
            parent_url=told.parent_url or known.parent_url,
            depth=known.depth if told.depth is None else told.depth,
            is_seed=told.is_seed or known.is_seed,
        )


@dataclass(slots=True)
class Neighbour:
    """A record that is no capture but may tell where one was found."""

    kind: str
    url: str = ""
    concurrent_to: str = ""
    told: Told = NOTHING_TOLD

    def tells_about(self, held: Held) -> bool:
        if self.concurrent_to and held.record_id:
            return self.concurrent_to == held.record_id
        return bool(self.url) and self.url == held.capture.url


def neighbour(record: Record) -> Neighbour:
    fields = record.fields
    told = read_told(record.kind, record.block) if record.kind in TELLING_KINDS else NOTHING_TOLD
    refers_to = fields.get("WARC-Concurrent-To") or fields.get("WARC-Refers-To") or ""
    return Neighbour(record.kind, target(fields), refers_to, told)


def target(fields: Fields) -> str:
    # Some versions of wget wrote the URI in angle brackets.
    return (fields.get("WARC-Target-URI") or "").strip().strip("<>").strip()


def read_told(kind: str, block: Block) -> Told:
    head = block.start[:SMALL_RECORD].split(b"\r\n\r\n", 1)[0]
    if kind == "request":
        found = REFERER.search(head)
        return Told(_text(found[1])) if found else NOTHING_TOLD
    said = {name.lower(): value for name, value in TELLING_LINE.findall(head)}
    is_seed = b"seed" in said or said.get(b"isseed", b"").strip().lower() == b"true"
    hops = hop_count(_text(said.get(b"hopsfromseed", b"")))
    return Told(_text(said.get(b"via", b"")), 0 if is_seed else hops, is_seed)


def _text(value: bytes) -> str | None:
    return value.strip().decode("utf-8", "replace") or None


def hop_count(path: str | None) -> int | None:
    """A letter per hop; Heritrix 3 writes `12+` for the hops before the last fifty."""
    if not path:
        return None
    before, _, rest = path.rpartition("+")
    return len(rest) + (parse_number(before) or 0)


def with_neighbours(records: Iterable[Held | Neighbour]) -> Iterator[Held | Aside]:
    """Captures with what was told about them; the records that told it stand aside."""
    held: Held | None = None
    before: deque[Neighbour] = deque(maxlen=MOST_BEFORE)
    for item in records:
        if isinstance(item, Neighbour):
            yield Aside(item.kind)
            if item.told and held is not None and item.tells_about(held):
                held.hear(item.told)
            elif item.told:
                before.append(item)
            continue
        if held is not None:
            yield held
        held = item
        for one in before:
            if one.tells_about(held):
                held.hear(one.told)
        before.clear()
    if held is not None:
        yield held
