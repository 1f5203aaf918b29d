"""The room of retrieval, as `library.retrieval`: count, draw, copy out, save, draw again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.retrieval import saved
from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.containers import CopyForm
from sheaf.deposit.retrieval.copying import CopyOptions, CopyReport, SampleCopier
from sheaf.deposit.retrieval.drawing import Drawing, Report, draw
from sheaf.deposit.retrieval.output import StreamedArchive, check_output, writing_output
from sheaf.deposit.retrieval.saved import SampleInfo
from sheaf.deposit.retrieval.selection import FindAll, MatchCount, Selection
from sheaf.deposit.rights.contract import NoteChange, note_nothing
from sheaf.errors import UsageError

MANY = 10_000  # where counting may stop, for who only wants to know that there are enough


class Retrieval:
    """Documents that meet conditions: how many there are, some of them at random, copies of them,
    and samples that can be drawn again."""

    def __init__(
        self,
        catalogue: Catalogue,
        find_all: FindAll,
        readable_stem: Callable[[int], str],
        note_change: NoteChange = note_nothing,
    ) -> None:
        self._catalogue = catalogue
        self._find_all = find_all
        self._readable_stem = readable_stem
        self._note_change = note_change

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

    def save(self, name: str, drawing: Drawing, *, owner: str = "") -> Drawing:
        """Keep what was drawn under a name, with number and SHA-1 of each document, a million of
        them at the most. The answer is the sample, to be copied."""
        alias = self._catalogue.alias
        kept = saved.save(alias, name, drawing, owner)
        self._note_change("sample.save", kept.name, after=kept.as_json())
        return saved.drawing_of(alias, kept)

    def check_name(self, name: str) -> None:
        """Whether a new sample may have this name; UsageError where it may not."""
        saved.check_name(self._catalogue.alias, name)

    def samples(self, limit: int | None = None) -> list[SampleInfo]:
        """Those that were kept, the latest first."""
        return saved.list_samples(self._catalogue.alias, limit)

    def find_sample(self, name: str) -> SampleInfo | None:
        """One that was kept; capital letters make no difference."""
        return saved.find_sample(self._catalogue.alias, name)

    def sample_at(self, number: int) -> SampleInfo | None:
        """One by its number, which stays its own."""
        return saved.sample_at(self._catalogue.alias, number)

    def sample(self, name: str) -> SampleInfo:
        """The same; UsageError where there is none."""
        found = self.find_sample(name)
        if found is None:
            raise UsageError(f"There is no sample {name}.", "`sheaf samples` lists them.")
        return found

    def draw_again(self, name: str) -> Drawing:
        """A sample that was kept, with the bytes that were drawn: what is gone or changed since
        then is named by the copy."""
        return saved.drawing_of(self._catalogue.alias, self.sample(name))

    def remove_sample(self, name: str) -> SampleInfo:
        """Forget a sample; its documents stay."""
        found = self.sample(name)
        saved.remove(self._catalogue.alias, found)
        self._note_change("sample.remove", found.name, before=found.as_json())
        return found

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
