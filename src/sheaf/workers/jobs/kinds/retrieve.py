"""The job that draws a sample and copies it out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sheaf.app import Library
from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.drawing import Drawing
from sheaf.errors import SheafError
from sheaf.files import write_whole
from sheaf.terminal import plural
from sheaf.workers.jobs.contract import Finding, JobContext, JobKind, JobResult, Parameters


class RetrieveParameters(Conditions, Parameters):
    """Conditions, and what becomes of what meets them."""

    sample: str = Field(
        "", description="A sample that was kept, to be drawn again; then without conditions."
    )
    save: str = Field("", description="Keep the sample under this name, to draw it again.")
    form: Literal["zip", "tar", "tar.gz"] = Field("zip", description="The file that is made.")
    parts: tuple[Literal["met", "txt", "json"], ...] = Field(
        (), description="Beside each document: where it came from, its text, what was read."
    )
    readable_names: bool = Field(False, description="Author, year and title in names of files.")


COUNT_SECONDS = 5.0
KEPT_AS = "kept-as"
OURS = frozenset({"sample", "save", "form", "parts", "readable_names"})


def run(context: JobContext, parameters: RetrieveParameters) -> JobResult:
    retrieval, output = context.library.retrieval, context.folder / f"sample.{parameters.form}"
    output.unlink(missing_ok=True)  # of a worker that was killed between this and its last word
    drawing = _draw(context, parameters)
    context.log(f"Drawn: {plural(drawing.count, 'document') if drawing.count else 'all'}.")
    done = retrieval.copy(
        drawing,
        output,
        parts=parameters.parts,
        readable_names=parameters.readable_names,
        report=lambda report: context.report(
            report.documents + report.problems, drawing.count, note="Copying."
        ),
    )
    for words in done.first_problems:
        context.log(words)
    counters = {"documents": done.documents, "problems": done.problems, "files": done.files}
    words = f"{plural(done.documents, 'document')} copied."
    if done.problems:
        words += f" {done.problems:,} could not be: the manifest says why."
    return JobResult(counters, files=(output.name,), words=words)


def _draw(context: JobContext, parameters: RetrieveParameters) -> Drawing:
    """Where a worker was killed when it had kept the sample, that one is copied."""
    retrieval, mark = context.library.retrieval, context.folder / KEPT_AS
    if parameters.sample:
        return retrieval.draw_again(parameters.sample)
    if parameters.save:
        if mark.exists() and retrieval.find_sample(parameters.save) is not None:
            return retrieval.draw_again(parameters.save)
        retrieval.check_name(parameters.save)
    drawing = retrieval.draw(
        _conditions(parameters), lambda seen: context.report(seen, note="Drawing.")
    )
    if not parameters.save:
        return drawing
    write_whole(mark, parameters.save)
    return retrieval.save(parameters.save, drawing, owner=context.owner)


def check(library: Library, parameters: RetrieveParameters) -> list[Finding]:
    """How many there are to draw from, and whether the names will do."""
    retrieval, conditions = library.retrieval, _conditions(parameters)
    try:
        if parameters.sample:
            count = retrieval.sample(parameters.sample).count
            if conditions.given():
                words = "A sample that was kept has its conditions: give none."
                return [Finding(is_problem=True, words=words)]
            return [Finding(is_problem=False, words=f"{plural(count, 'document')} were drawn.")]
        if parameters.save:
            retrieval.check_name(parameters.save)
        counted = retrieval.count(conditions, seconds=COUNT_SECONDS)
    except SheafError as problem:
        return [Finding(is_problem=True, words=f"{problem} {problem.what_to_do}".strip())]
    words = f"{counted.words} {'meets' if counted.documents == 1 else 'meet'} the conditions."
    return [Finding(is_problem=not counted.documents, words=f"{words[:1].upper()}{words[1:]}")]


def _conditions(parameters: RetrieveParameters) -> Conditions:
    return read_conditions(parameters.model_dump(exclude=set(OURS), exclude_defaults=True))


KIND = JobKind(
    name="retrieve",
    title="Draw a sample",
    help="Copies out documents that meet conditions, at random or all, with a manifest.",
    parameters=RetrieveParameters,
    run=run,
    check=check,
    shown_first=("random", "seed", "query", "kind", "domain", "sample", "save", "form", "parts"),
)
