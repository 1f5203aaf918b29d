"""What the records around a capture say about it: the page that led to it, how far from a seed
it was found, whether it is record.

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
from sheaf.patterns import LONGEST_PATTERN
from sheaf.records import Aside, Capture

# Request and metadata records are small; of a large one the start is enough (outlinks follow).
SMALL_RECORD = 64 * 1024
# Records that describe a capture stand right before it.
MOST_BEFORE = 8
REFERER = re.compile(rb"^referer[ \t]*:([^\r\n]*)", re.IGNORECASE | re.MULTILINE)
DISCOVERY_LINE = re.compile(
    rb"^(via|hopsFromSeed|seed|isSeed|sheaf-hub)[ \t]*:([^\r\n]*)", re.IGNORECASE | re.MULTILINE
)
DESCRIBING_KINDS = frozenset({"request", "metadata"})


@dataclass(frozen=True, slots=True)
class Discovery:
    """What is known about how a capture was found."""

    parent_url: str | None = None
    depth: int | None = None
    is_seed: bool = False
    hub_pattern: str = ""
    hub_links: int = 0

    def __bool__(self) -> bool:
        is_hub = bool(self.hub_pattern)
        return is_hub or self.parent_url is not None or self.depth is not None or self.is_seed


NO_DISCOVERY = Discovery()


@dataclass(slots=True)
class PayloadNames:
    """What names the bytes of a capture, or those a revisit record stands for."""

    digest: str | None = None
    url: str = ""
    time: datetime | None = None
    record_id: str = ""


@dataclass(slots=True)
class PendingCapture:
    """A capture that waits for what related records say about it."""

    capture: Capture
    record_id: str = ""
    place: str = ""
    names: PayloadNames | None = None
    revisits: PayloadNames | None = None

    def add(self, discovery: Discovery) -> None:
        """A metadata record knows more than a request, which knows the parent only."""
        known = self.capture
        self.capture = replace(
            known,
            parent_url=discovery.parent_url or known.parent_url,
            depth=known.depth if discovery.depth is None else discovery.depth,
            is_seed=discovery.is_seed or known.is_seed,
            hub_pattern=discovery.hub_pattern or known.hub_pattern,
            hub_links=discovery.hub_links or known.hub_links,
        )


@dataclass(slots=True)
class RelatedRecord:
    """A record that is no capture but may tell where one was found."""

    kind: str
    url: str = ""
    concurrent_to: str = ""
    discovery: Discovery = NO_DISCOVERY

    def describes(self, pending: PendingCapture) -> bool:
        if self.concurrent_to and pending.record_id:
            return self.concurrent_to == pending.record_id
        return bool(self.url) and self.url == pending.capture.url


def read_related_record(record: Record) -> RelatedRecord:
    fields = record.fields
    discovery = NO_DISCOVERY
    if record.kind in DESCRIBING_KINDS:
        discovery = read_discovery(record.kind, record.block)
    refers_to = fields.get("WARC-Concurrent-To") or fields.get("WARC-Refers-To") or ""
    return RelatedRecord(record.kind, target_uri(fields), refers_to, discovery)


def target_uri(fields: Fields) -> str:
    # Some versions of wget wrote the URI in angle brackets.
    return (fields.get("WARC-Target-URI") or "").strip().strip("<>").strip()


def read_discovery(kind: str, block: Block) -> Discovery:
    head = block.start[:SMALL_RECORD].split(b"\r\n\r\n", 1)[0]
    if kind == "request":
        found = REFERER.search(head)
        return Discovery(_text(found[1])) if found else NO_DISCOVERY
    values = {name.lower(): value for name, value in DISCOVERY_LINE.findall(head)}
    is_seed = b"seed" in values or values.get(b"isseed", b"").strip().lower() == b"true"
    hops = hop_count(_text(values.get(b"hopsfromseed", b"")))
    count, pattern = _read_hub(_text(values.get(b"sheaf-hub", b"")) or "")
    via = _text(values.get(b"via", b""))
    return Discovery(via, 0 if is_seed else hops, is_seed, pattern, count)


def _read_hub(words: str) -> tuple[int, str]:
    """`12 \\.pdf$`: so many links match this pattern. Another's words are no reason to fail."""
    count, _, pattern = words.partition(" ")
    return (parse_number(count) or 0, pattern[:LONGEST_PATTERN]) if pattern else (0, "")


def _text(value: bytes) -> str | None:
    return value.strip().decode("utf-8", "replace") or None


def hop_count(path: str | None) -> int | None:
    """A letter per hop; Heritrix 3 writes `12+` for the hops before the last fifty."""
    if not path:
        return None
    before, _, rest = path.rpartition("+")
    return len(rest) + (parse_number(before) or 0)


def join_related_records(
    records: Iterable[PendingCapture | RelatedRecord],
) -> Iterator[PendingCapture | Aside]:
    """Captures with what related records say about them; those records stand aside."""
    pending: PendingCapture | None = None
    before: deque[RelatedRecord] = deque(maxlen=MOST_BEFORE)
    for item in records:
        if isinstance(item, RelatedRecord):
            yield Aside(item.kind)
            if item.discovery and pending is not None and item.describes(pending):
                pending.add(item.discovery)
            elif item.discovery:
                before.append(item)
            continue
        if pending is not None:
            yield pending
        pending = item
        for record in before:
            if record.describes(pending):
                pending.add(record.discovery)
        before.clear()
    if pending is not None:
        yield pending
