"""What an importer is: it says whether a source is of its kind, and streams what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sheaf.acquire.importers.attributes import Attributes
from sheaf.records import Aside, Capture

HEAD_BYTES = 4096
# The format where the user names none: each source is read by who recognises it.
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class ImportContext:
    """What every importer is given: where it may spool, what may travel in memory, from which
    size on nothing is a document, and what the user said about the sources: the crawler's log, the
    URL that a tree of files came from, and what else is true of the files."""

    spool: Path
    hand_over_bytes: int = 4 * 1024**2
    log: Path | None = None
    base_url: str | None = None
    attributes: Attributes = field(default_factory=Attributes)
    largest_document: int = 200 * 1024**2
    # Of files of a folder those that were dealt with before, where only new ones are wanted.
    find_known: Callable[[Path, Sequence[Path]], Set[Path]] | None = None


@dataclass(frozen=True, slots=True)
class Reads:
    """What an importer declares about itself, as the class attribute `reads`. An importer without
    one has these defaults."""

    # Importers are asked whether they recognise a source: the highest first, then by name.
    precedence: int = 0
    # A file is read by itself. If not, sources elsewhere are fetched as whole folders first, and
    # single files elsewhere are never offered to it.
    single_files: bool = True
    # Given the names of all files of a source elsewhere: whether they have to be read together.
    together: Callable[[Iterable[str]], bool] | None = None
    # Each file is one capture, as it is. Elsewhere it goes by its own URL, or by --base-url.
    plain_files: bool = False
    # Its files hold captures of their own, and are read wherever they lie: in a tree, with a list.
    is_archive: bool = False
    # It reads such archives in the folders that it is given.
    opens_archives: bool = False
    # It uses the log that the user names. A log that nobody uses is refused.
    uses_log: bool = True
    # It applies the attributes that the user gives. Those that nobody applies are refused.
    takes_attributes: bool = False


class Importer(Protocol):
    """Constructed with an ImportContext; registered under the entry point `sheaf.importers`.

    Two attributes of the class are optional: `reads` says more about it, and `within` is set to
    the other importers where the format is not named, for files in its folders."""

    def recognises(self, source: Path, head: bytes) -> bool:
        """Whether a file (its first bytes given) or a folder (head empty) is of this kind."""
        ...

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        """All that stands in a source, in its order, never more than one thing in memory.

        What is broken becomes a Capture with `lost` set; only a source that cannot be opened
        at all raises SourceError.
        """
        ...
