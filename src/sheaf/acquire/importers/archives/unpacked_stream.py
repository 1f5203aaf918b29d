"""The unpacked bytes of an archive as one stream that knows where in the file each byte came from.

A place is `1234` where a record starts a segment of the file (or the file is plain), and
`1234+567` where it starts 567 unpacked bytes into the segment at 1234.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sheaf.acquire.importers.archives.segments import Damage, Segments

SEPARATORS = b"\r\n"
TAKE = 256 * 1024
# Enough to tell whether a record starts at the end of what is taken.
LOOK_AHEAD = 4096


class UnpackedStream:
    def __init__(self, segments: Segments) -> None:
        self.segments = segments
        self.plain = not segments.magic
        self.window = bytearray()
        self.base = 0
        self.cursor = 0
        # (position in this stream, offset in the file) of the segments since the current record.
        self.starts: list[tuple[int, int]] = []
        self.in_segment = False
        self.ended = False
        self.damage: Damage | None = None

    @property
    def position(self) -> int:
        return self.base + self.cursor

    @property
    def bytes_ahead(self) -> int:
        return len(self.window) - self.cursor

    def look_ahead(self, size: int) -> bool:
        """Reads on until so many bytes lie ahead; whether they do."""
        while self.bytes_ahead < size and not self.ended:
            self._fill()
        return self.bytes_ahead >= size

    def _fill(self) -> None:
        try:
            if not self.in_segment:
                self._begin()
            elif chunk := self.segments.read_chunk():
                self.window += chunk
            else:
                self.in_segment = False
        except Damage as damage:
            self.damage = damage
            self.ended = True
        except OSError as problem:
            self.damage = Damage(self.offset, f"cannot be read: {problem.strerror}")
            self.ended = True

    def _begin(self) -> None:
        offset = self.segments.begin()
        if offset is None:
            self.ended = True
            return
        self.in_segment = True
        self.starts.append((self.base + len(self.window), offset))

    # -- places ----------------------------------------------------------------------------------

    def place_of(self, position: int) -> tuple[int, int]:
        """The segment in which a position lies, and how far into it."""
        start, offset = next(
            (start for start in reversed(self.starts) if start[0] <= position), (position, 0)
        )
        inner = position - start
        return (offset + inner, 0) if self.plain else (offset, inner)

    @property
    def place(self) -> str:
        return format_place(*self.place_of(self.position))

    @property
    def offset(self) -> int:
        return self.place_of(self.position)[0]

    def segment_before(self, position: int) -> int:
        """The offset of the segment in which the byte before a position lies."""
        before = (offset for start, offset in reversed(self.starts) if start < position)
        return next(before, -1)

    # -- moving ----------------------------------------------------------------------------------

    def skip_separators(self) -> bool:
        """Past all line ends; whether something stands there."""
        while self.look_ahead(1):
            if self.window[self.cursor] not in SEPARATORS:
                return True
            self.cursor += 1
        return False

    def move_back_to(self, position: int) -> None:
        """Before the separators that were skipped last."""
        self.cursor = position - self.base

    def forget_behind(self) -> None:
        """What lies behind is not needed any more."""
        self._drop_behind()
        while len(self.starts) > 1 and self.starts[1][0] < self.base:
            del self.starts[0]

    def advance(self, size: int) -> None:
        while size > 0 and self.look_ahead(1):
            step = min(size, self.bytes_ahead)
            self.cursor += step
            size -= step
            self._drop_behind()

    def take(self, size: int, stops: Callable[[int], int | None]) -> Iterator[bytes]:
        """So many bytes, fewer where the stream ends or `stops`, asked about the next n bytes,
        names an index of the window that is not to be passed."""
        while size > 0 and self.look_ahead(1):
            self.look_ahead(min(size, TAKE) + LOOK_AHEAD)
            step = min(size, self.bytes_ahead, TAKE)
            stop = stops(step)
            end = self.cursor + step if stop is None else stop
            chunk = bytes(self.window[self.cursor : end])
            self.cursor = end
            self._drop_behind()
            size -= len(chunk)
            yield chunk
            if stop is not None:
                return

    def segment_starts(self, size: int) -> list[int]:
        """Where segments start in the next bytes, as indices of the window."""
        here = self.position
        return [start - self.base for start, _ in self.starts if here <= start < here + size]

    def _drop_behind(self) -> None:
        del self.window[: self.cursor]
        self.base += self.cursor
        self.cursor = 0

    def push_back(self, data: bytes) -> None:
        """Bytes that were taken last are ahead again."""
        del self.window[: self.cursor]
        self.base = self.position - len(data)
        self.window[0:0] = data
        self.cursor = 0


def format_place(offset: int, inner: int) -> str:
    return f"{offset}+{inner}" if inner else str(offset)


def parse_place(place: str) -> tuple[int, int]:
    offset, _, inner = place.partition("+")
    return int(offset), int(inner or 0)
