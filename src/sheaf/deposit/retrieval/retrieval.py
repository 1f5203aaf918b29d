"""The room of retrieval, as `library.retrieval`: count, draw, copy out, save, draw again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.containers import CopyForm
from sheaf.deposit.retrieval.copying import CopyOptions, CopyReport, SampleCopier
from sheaf.deposit.retrieval.drawing import Drawing, Report, draw
from sheaf.deposit.retrieval.output import StreamedArchive, check_output, writing_output
from sheaf.deposit.retrieval.selection import FindAll, MatchCount, Selection

MANY = 10_000  # where counting may stop, for who only wants to know that there are enough


class Retrieval:
    """Documents that meet conditions: how many there are, some of them at random, copies of them,
    and samples that can be drawn again."""

    def __init__(
        self, catalogue: Catalogue, find_all: FindAll, readable_stem: Callable[[int], str]
    ) -> None:
        self._catalogue = catalogue
        self._find_all = find_all
        self._readable_stem = readable_stem

    def conditions(self, **given: Any) -> Conditions:
        """Conditions by their names, as the command line has them: `type="pdf"`,
        `host=["a.org", "b.org"]`, `random=1000`, `seed=7`."""
        return read_conditions(given)

    def count(
        self,
        conditions: Conditions,
        *,
        most: int | None = None,
        seconds: float | None = None,
    ) -> MatchCount:
        """How many documents meet conditions, whatever `random` is. Counting stops beyond `most`
        and after `seconds`, and says so."""
        if not conditions.narrows:
            return MatchCount(self._catalogue.counts()["documents"])
        return self._select(conditions).count(most, seconds)

    def draw(self, conditions: Conditions, report: Report = lambda count: None) -> Drawing:
        """So many at random as `random` says, or all. The same documents and the same seed give
        the same sample; where no seed is given, the answer's conditions have the one that was
        made."""
        return draw(self._select(conditions), self._catalogue.revision(), report)

    def copy(
        self,
        drawing: Drawing,
        output: str | Path,
        *,
        parts: Sequence[str] = (),
        readable_names: bool = False,
        report: Callable[[CopyReport], None] = lambda done: None,
    ) -> CopyReport:
        """Copy what was drawn into a folder, or a file whose name ends in .tar, .tar.gz or .zip,
        with `parts` (met, txt, json) of each document, a manifest and how to cite it. It appears
        when it is whole; what is there is never overwritten."""
        copier, done = self._copier(CopyOptions(tuple(parts), readable_names)), CopyReport()
        with writing_output(Path(output)) as (container, scratch):
            for done in copier.copy(drawing, container, scratch):
                report(done)
        return done

    def check_output(self, output: str | Path, parts: Sequence[str] = ()) -> None:
        """Whether `copy` would write there, and these parts; UsageError where it would not."""
        CopyOptions(tuple(parts))
        check_output(Path(output))

    def stream(
        self,
        drawing: Drawing,
        form: str = CopyForm.ZIP,
        *,
        top: str = "sample",
        parts: Sequence[str] = (),
        readable_names: bool = False,
    ) -> Iterator[bytes]:
        """The same as one archive (zip, tar, tar.gz), piece by piece; `top` is the folder in it."""
        copier = self._copier(CopyOptions(tuple(parts), readable_names))
        with StreamedArchive(CopyForm(form), top) as archive:
            for _ in copier.copy(drawing, archive, self._catalogue.repository.root.parent):
                yield from archive.take()
        yield from archive.take()

    def _copier(self, options: CopyOptions) -> SampleCopier:
        repository = self._catalogue.repository
        return SampleCopier(
            self._catalogue.alias,
            repository,
            repository.root.parent.name,
            self._readable_stem,
            options,
        )

    def _select(self, conditions: Conditions) -> Selection:
        return Selection(self._catalogue.alias, conditions, self._find_all)
