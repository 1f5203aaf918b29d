"""The tables of the graph, as its update reads and writes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from django.db import connections, transaction

from sheaf.deposit import bulk, models
from sheaf.deposit.graph.copies import facts_as_json
from sheaf.deposit.graph.descriptions import DocumentHead, Statement
from sheaf.deposit.graph.works import PLACE, STATEMENT_FIELDS, WorkRows, read_statement
from sheaf.deposit.overlay.versions import find_said
from sheaf.deposit.sequences import MANY, advance, batches

NOTHING, DECIDE, CLUSTER = range(3)  # what is due of a description
# Keys of documents are odd: the last bit is set for them, and not for references.
SHARED_BY = (
    "SELECT DISTINCT b.description_id FROM description_key a "
    "JOIN description_key b ON b.key = a.key - (a.key %% 2) + %s WHERE 1 = 1"
)
# With a plus a column's index is not used: SQLite, which does not count rows, takes it for the best
# there is, and then goes through all references for each question.
IS_REFERENCE = "+document_id IS NULL"
WANTED = f"{IS_REFERENCE} AND NOT is_matched"
WANTED_AND_DONE = f"{WANTED} AND +due = {NOTHING}"
# With more descriptions than this a key is a common one: its pairs would be too many.
MOST_ALIKE = 200
MOST_HEADS = 2000
FEW_CHANGES = 2000
SHARING_WANTED = (
    "SELECT DISTINCT a.description_id, b.description_id, c.work_id FROM description_key a "
    "JOIN description_key b ON b.key = a.key - (a.key %% 2) + %s "
    "JOIN description c ON c.id = b.description_id "
    "WHERE +c.document_id IS NULL AND c.work_id IS NOT NULL AND NOT c.is_matched"
)
# Within the database: there may be more than fit in memory.
REMEMBER_WORKS = (
    "INSERT INTO former_work (digest, work_id) "
    "SELECT digest, work_id FROM description WHERE work_id IS NOT NULL"
)
DESCRIPTION_FIELDS = ("id", "digest", "document_id", *STATEMENT_FIELDS, "work_id", "is_matched",
                      "confidence", "due")  # fmt: skip
TABLES = (
    models.Citation, models.DescriptionKey, models.Description, models.Authorship,
    models.AuthorGroup, models.VenueName, models.VenueGroup, models.Work, models.GraphDocument,
)  # fmt: skip

KeysOf = Callable[[Statement], list[int]]


@dataclass(frozen=True, slots=True)
class DescriptionPlace:
    """Where a description stands now."""

    id: int
    document_id: int | None
    work_id: int | None
    is_matched: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a reference is to stand, and what is due of it then."""

    id: int
    work_id: int | None
    is_matched: bool
    confidence: float
    due: int


@dataclass(frozen=True, slots=True)
class Intake:
    """What documents brought: `heads` has None for one that is gone or was not read."""

    heads: dict[int, DocumentHead | None]
    gone: set[int]
    seen: dict[int, int]


@dataclass(frozen=True, slots=True)
class Sharing:
    """`by_one` has for each description others with a key in common; `blocks` has keys that too
    many have, with all of them."""

    by_one: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    blocks: dict[int, list[int]] = field(default_factory=dict)


class GraphStore(WorkRows):
    def __init__(self, alias: str, keys_of: KeysOf) -> None:
        super().__init__(alias)
        self._keys_of = keys_of

    def whole(self) -> AbstractContextManager[Any]:
        """All that is written within is written, or nothing."""
        return transaction.atomic(using=self.alias)

    def new_numbers(self, name: str, count: int) -> Iterator[int]:
        last = advance(self.alias, name, count)
        return iter(range(last - count + 1, last + 1))

    # -- marks -------------------------------------------------------------------------------------

    def value(self, name: str) -> int:
        row = self._rows(models.Sequence).filter(name=name).first()
        return row.value if row else 0

    def set_value(self, name: str, value: int) -> None:
        self._rows(models.Sequence).update_or_create(name=name, defaults={"value": value})

    def empty(self) -> None:
        """Which work a description belonged to is kept, so that works keep their numbers."""
        with self.whole():
            known = self._rows(models.Description).exclude(work_id=None)
            if known.exists():
                self._rows(models.FormerWork).all().delete()
                with connections[self.alias].cursor() as cursor:
                    cursor.execute(REMEMBER_WORKS)
            for table in TABLES:
                self._rows(table).all().delete()

    def forget_former_works(self) -> None:
        self._rows(models.FormerWork).all().delete()

    def former_works(self, numbers: Collection[int]) -> dict[int, int]:
        """By description: the work it belonged to before all was made anew."""
        if not self._rows(models.FormerWork).exists():
            return {}
        found: dict[int, int] = {}
        for some in batches(numbers, MANY):
            rows = self._rows(models.Description).filter(id__in=some)
            digests = dict(rows.values_list("digest", "id"))
            former = self._rows(models.FormerWork).filter(digest__in=list(digests))
            found |= {digests[digest]: work for digest, work in former.values_list()}
        return found

    # -- documents come and go ---------------------------------------------------------------------

    def changed_documents(self, since: int) -> Iterator[dict[int, tuple[str, int]]]:
        """SHA-1s and revisions of documents, in batches; those already read at it are left out."""
        for some in self._changed_in_batches(since):
            seen = self._rows(models.GraphDocument).filter(document_id__in=list(some))
            known = dict(seen.values_list("document_id", "seen"))
            yield {number: one for number, one in some.items() if known.get(number) != one[1]}

    def _changed_in_batches(self, since: int) -> Iterator[dict[int, tuple[str, int]]]:
        """A few are found by their revisions; of many it is quicker to go through all by their
        numbers, which needs no list of them."""
        changed = self._rows(models.Document).filter(revision__gt=since)
        few = sorted(changed.order_by().values_list("id", flat=True)[: FEW_CHANGES + 1])
        rows = changed.order_by("id").values_list("id", "content_sha1", "revision")
        if len(few) <= FEW_CHANGES:
            for numbers in batches(few, MANY):
                yield _by_number(rows.filter(id__in=numbers))
            return
        after = 0
        while some := _by_number(rows.filter(id__gt=after)[:MANY]):
            after = max(some)
            yield some

    def known_documents(self, numbers: Collection[int]) -> list[int]:
        found: list[int] = []
        for some in batches(numbers, MANY):
            rows = self._rows(models.GraphDocument).filter(document_id__in=some)
            found += rows.values_list("document_id", flat=True)
        return found

    def take_in(self, intake: Intake) -> None:
        """Put what these documents say in the place of what they said; what follows from it is
        marked as due."""
        numbers = list(intake.heads)
        with self.whole():
            former = self._remove_heads(numbers)
            losing = self._remove_citations(numbers)
            self._insert_citations(intake.heads)
            self._remove_orphans(losing)
            self._insert_heads(intake, former)
            self._replace_authorships(intake.heads)

    def _remove_heads(self, numbers: list[int]) -> dict[int, int | None]:
        heads = self.heads_at(numbers)
        former = {one.document_id or 0: one.work_id for one in heads}
        works = {work for work in former.values() if work is not None}
        self.decide_again([one.id for one in heads], works)
        self._remove_descriptions([one.id for one in heads])
        self._make_due(DECIDE, "work_id", sorted(works), "document_id IS NOT NULL")
        self.make_works_due(works)
        return former

    def _remove_descriptions(self, numbers: Sequence[int]) -> None:
        bulk.delete_where(self.alias, models.DescriptionKey, "description_id", numbers)
        bulk.delete_where(self.alias, models.Description, "id", numbers)

    def _remove_citations(self, numbers: list[int]) -> set[int]:
        rows = bulk.select(self.alias, models.Citation, ("description_id",), "document_id", numbers)
        losing = {number for (number,) in rows}
        if losing:
            bulk.delete_where(self.alias, models.Citation, "document_id", numbers)
        return losing

    def _insert_citations(self, heads: Mapping[int, DocumentHead | None]) -> None:
        cited = {
            digest: said
            for head in heads.values()
            if head is not None
            for digest, said in head.references.values()
        }
        known = self._known_digests(list(cited))
        new = {digest: said for digest, said in cited.items() if digest not in known}
        self._cite_again(list(known.values()))
        known |= self._insert_descriptions(
            [(digest, None, said, None) for digest, said in new.items()]
        )
        rows = [
            (number, position, known[digest])
            for number, head in heads.items()
            if head is not None
            for position, (digest, _) in head.references.items()
        ]
        columns = ("document_id", "position", "description_id")
        bulk.insert(self.alias, models.Citation, columns, rows)

    def _known_digests(self, digests: list[str]) -> dict[str, int]:
        rows = bulk.select(self.alias, models.Description, ("digest", "id"), "digest", digests)
        return dict(rows)

    def _cite_again(self, numbers: list[int]) -> None:
        rows = bulk.select(self.alias, models.Description, ("work_id",), "id", numbers)
        self.make_works_due({work for (work,) in rows if work is not None})

    def _insert_descriptions(
        self, new: Sequence[tuple[str, int | None, Statement, int | None]]
    ) -> dict[str, int]:
        if not new:
            return {}
        numbers = self.new_numbers("description", len(new))
        made: dict[str, int] = {}
        rows, keys = [], []
        for (digest, document_id, said, work_id), number in zip(new, numbers, strict=True):
            made[digest] = number
            values = [getattr(said, name) for name in STATEMENT_FIELDS]
            rows.append((number, digest, document_id, *values, work_id, False, 1.0, DECIDE))
            odd = document_id is not None
            keys += [(key + odd, number) for key in self._keys_of(said)]
        bulk.insert(self.alias, models.Description, DESCRIPTION_FIELDS, rows)
        keys.sort()  # neighbours in the index are written together
        bulk.insert(self.alias, models.DescriptionKey, ("key", "description_id"), keys)
        return made

    def _remove_orphans(self, losing: Collection[int]) -> None:
        for some in batches(sorted(losing), MANY):
            cited = self._rows(models.Citation).filter(description_id__in=some)
            still = set(cited.values_list("description_id", flat=True))
            self._cite_again(sorted(still))
            orphans = self.places([one for one in some if one not in still])
            blocks = self.sharing_keys([one.id for one in orphans], heads=False).blocks
            self._cluster_blocks(blocks.values())
            self._remove_descriptions([one.id for one in orphans])
            works = {one.work_id for one in orphans if one.work_id is not None}
            self.cluster_again(one.work_id for one in orphans if not one.is_matched)
            self.make_works_due(works)

    def _cluster_blocks(self, blocks: Iterable[Collection[int]]) -> None:
        """Where one of very many goes, others become neighbours."""
        for block in blocks:
            self._make_due(CLUSTER, "id", block, WANTED_AND_DONE)

    def cluster_again(self, works: Iterable[int | None]) -> None:
        """What is left of wanted works that lost a description."""
        some = sorted({one for one in works if one is not None})
        self._make_due(CLUSTER, "work_id", some, WANTED_AND_DONE)

    def _make_due(self, due: int, column: str, values: Collection[int], condition: str) -> None:
        bulk.update_where(self.alias, models.Description, "due", due, column, values, condition)

    def _insert_heads(self, intake: Intake, former: Mapping[int, int | None]) -> None:
        bulk.delete_where(self.alias, models.GraphDocument, "document_id", list(intake.heads))
        revision = advance(self.alias, "graph", 1)
        there = [number for number in intake.heads if number not in intake.gone]
        bulk.insert(
            self.alias,
            models.GraphDocument,
            ("document_id", "work_id", "facts", "seen", "revision"),
            [
                (
                    number,
                    former.get(number) if intake.heads[number] else None,
                    _facts_of(intake.heads[number]),
                    intake.seen[number],
                    revision,
                )
                for number in there
            ],
        )
        self._insert_descriptions(
            [
                (head.digest, number, head.said, former.get(number))
                for number, head in intake.heads.items()
                if head is not None
            ]
        )

    def _replace_authorships(self, heads: Mapping[int, DocumentHead | None]) -> None:
        former = ("block", "author_id")
        rows = list(bulk.select(self.alias, models.Authorship, former, "document_id", heads))
        blocks = {block for block, _ in rows}
        groups = {author for _, author in rows if author is not None}
        if rows:
            bulk.delete_where(self.alias, models.Authorship, "document_id", heads)
        made = [
            (number, one.position, one.name, one.given, one.family, one.block, one.traces, True)
            for number, head in heads.items()
            if head is not None
            for one in head.authors
        ]
        columns = ("document_id", "position", "name", "given", "family", "block", "traces",
                   "is_due")  # fmt: skip
        bulk.insert(self.alias, models.Authorship, columns, made)
        blocks |= {row[5] for row in made}
        bulk.update_where(
            self.alias, models.Authorship, "is_due", True, "block", sorted(blocks), "NOT is_due"
        )
        self.make_authors_due(groups)

    # -- descriptions ------------------------------------------------------------------------------

    def places(self, numbers: Collection[int]) -> list[DescriptionPlace]:
        return self._places("id", numbers)

    def heads_at(self, documents: Collection[int]) -> list[DescriptionPlace]:
        return self._places("document_id", documents)

    def heads_of(self, works: Collection[int]) -> list[DescriptionPlace]:
        return self._places("work_id", works, "document_id IS NOT NULL")

    def wanted_of(self, works: Collection[int]) -> list[DescriptionPlace]:
        return self._places("work_id", works, WANTED)

    def wanted_places(self, numbers: Collection[int]) -> list[DescriptionPlace]:
        return self._places("id", numbers, WANTED)

    def _places(
        self, column: str, values: Collection[int], condition: str = ""
    ) -> list[DescriptionPlace]:
        rows = bulk.select(self.alias, models.Description, PLACE, column, sorted(values), condition)
        return [_read_place(row) for row in rows]

    def due_descriptions(self, due: int, count: int, *, heads: bool) -> list[DescriptionPlace]:
        rows = self._rows(models.Description).filter(due=due, document_id__isnull=not heads)
        return [_read_place(row) for row in rows.values_list(*PLACE)[:count]]

    def count_due(self) -> int:
        return int(self._rows(models.Description).exclude(due=NOTHING).count())

    def statements(self, numbers: Collection[int]) -> Iterator[tuple[int, Statement]]:
        rows = bulk.select(
            self.alias, models.Description, ("id", *STATEMENT_FIELDS), "id", sorted(numbers)
        )
        for number, *values in rows:
            yield number, read_statement(values)

    def said_by_hand(self, documents: Collection[int]) -> list[tuple[int, int, bool]]:
        """Pairs of documents of which people have said whether they are one work."""
        rows = find_said(self.alias, documents)
        return sorted({(row.first_id, row.second_id, row.is_same) for row in rows})

    def sharing_keys(self, numbers: Collection[int], *, heads: bool) -> Sharing:
        """Documents' heads, or references, that have a key in common with these."""
        odd, most = (1, MOST_HEADS) if heads else (0, MOST_ALIKE)
        having: defaultdict[int, list[int]] = defaultdict(list)
        for number, key in self._keys(("description_id", "key"), numbers):
            having[key - key % 2 + odd].append(number)
        found: defaultdict[int, list[int]] = defaultdict(list)
        for key, number in self._keys(("key", "description_id"), having):
            found[key].append(number)
        sharing = Sharing()
        for key, others in found.items():
            if len(others) > most:
                sharing.blocks[key] = others
            else:
                for number in having[key]:
                    sharing.by_one[number].update(others)
        for number, others_of_one in sharing.by_one.items():
            others_of_one.discard(number)
        return sharing

    def _keys(self, columns: Sequence[str], values: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Where the first of the columns has one of these values."""
        return bulk.select(self.alias, models.DescriptionKey, columns, columns[0], sorted(values))

    def wanted_sharing_keys(self, numbers: Collection[int]) -> dict[int, dict[int, int]]:
        """By head: references of wanted works that have a key in common with it, and the works."""
        found: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for some in batches(sorted(numbers), MANY):
            for one, other, work in self._query(SHARING_WANTED, 0, some):
                found[one][other] = work
        return found

    def _query(self, statement: str, odd: int, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        marks = ", ".join(["%s"] * len(numbers))
        with connections[self.alias].cursor() as cursor:
            cursor.execute(f"{statement} AND a.description_id IN ({marks})", [odd, *numbers])
            return list(cursor.fetchall())

    def decide_again(self, heads: Collection[int], works: Collection[int]) -> None:
        """References that share a key with documents that changed, or led to their works."""
        others = {
            number
            for some in batches(sorted(heads), MANY)
            for (number,) in self._query(SHARED_BY, 0, some)
        }
        of_references = f"{IS_REFERENCE} AND due <> {DECIDE}"
        self._make_due(DECIDE, "id", sorted(others), of_references)
        self._make_due(DECIDE, "work_id", sorted(works), f"is_matched AND {of_references}")

    def place_heads(self, placed: Collection[tuple[int, int, int]]) -> None:
        """Description, document and work."""
        rows = [(work, NOTHING, number) for number, _, work in placed]
        bulk.update(self.alias, models.Description, ("work_id", "due", "id"), rows)
        pairs = [(work, document) for _, document, work in placed]
        bulk.update(self.alias, models.GraphDocument, ("work_id", "document_id"), pairs)
        self.cluster_again(work for *_, work in placed)

    def cites_changed(self, documents: Collection[int]) -> None:
        """What these documents cite is to be counted again: they belong to other works now."""
        works: set[int] = set()
        for some in batches(sorted(documents), MANY):
            rows = self._rows(models.Citation).filter(document_id__in=some)
            works.update(rows.values_list("description__work_id", flat=True).distinct())
        self.make_works_due(work for work in works if work is not None)

    def place_references(self, placed: Iterable[Placed]) -> None:
        rows = [(one.work_id, one.is_matched, one.confidence, one.due, one.id) for one in placed]
        columns = ("work_id", "is_matched", "confidence", "due", "id")
        bulk.update(self.alias, models.Description, columns, rows)

    def held_works(self, works: Collection[int]) -> set[int]:
        rows = bulk.select(self.alias, models.GraphDocument, ("work_id",), "work_id", sorted(works))
        return {work for (work,) in rows}


def _by_number(rows: Iterable[tuple[int, str, int]]) -> dict[int, tuple[str, int]]:
    return {number: (sha1, revision) for number, sha1, revision in rows}


def _facts_of(head: DocumentHead | None) -> dict[str, Any]:
    return {} if head is None else facts_as_json(head.facts)


def _read_place(row: Sequence[Any]) -> DescriptionPlace:
    number, document_id, work_id, is_matched = row
    return DescriptionPlace(number, document_id, work_id, bool(is_matched))
