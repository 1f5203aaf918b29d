"""Tags: words that people put on documents.

library.tags.add([12, 13], ["to-read"])
library.search("tag:to-read")
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet

from sheaf.deposit import bulk, models
from sheaf.deposit.by_hand.batching import batches_of, existing
from sheaf.deposit.by_hand.names import key_of, tidy_tag
from sheaf.deposit.by_hand.noting import Note, note_nothing, some_of
from sheaf.deposit.sequences import MANY, batches
from sheaf.errors import UsageError

# The name of a method of the class is that of the type.
TagCounts = list[tuple[str, int]]
Numbers = list[int]
MOST_TAGS = 20  # of one document
MOST_FOUND = 100_000  # of one tag


class Tags:
    """Asked of an open library."""

    def __init__(self, alias: str, note: Note = note_nothing) -> None:
        self._alias = alias
        self._note = note

    def add(self, document_ids: Iterable[int], words: Iterable[str]) -> int:
        """Put words on documents; how many came to it. One that has them keeps them."""
        tidy = list(dict.fromkeys(map(tidy_tag, words)))
        keys = list(map(key_of, tidy))
        count, changed = 0, Numbers()
        for some in batches_of(document_ids):
            numbers = existing(self._alias, some)
            with transaction.atomic(using=self._alias):
                self._refuse_too_many(numbers, tidy)
                rows = self._rows(numbers)
                had = self._with_all(numbers, keys)
                before = rows.count()
                made = [(key_of(word), word, number) for number in numbers for word in tidy]
                columns = ("key", "word", "document_id")
                bulk.insert(self._alias, models.DocumentTag, columns, made, skip_known=True)
                count += rows.count() - before
            changed += [number for number in numbers if number not in had]
        if count:
            self._tell("documents.tag", changed, after={"tags": tidy, **some_of(changed)})
        return count

    def remove(self, document_ids: Iterable[int], words: Iterable[str]) -> int:
        """Take words off documents; how many had them."""
        tidy = list(map(tidy_tag, words))
        keys = list(map(key_of, tidy))
        count, changed = 0, Numbers()
        for some in batches_of(document_ids):
            rows = self._rows(some).filter(key__in=keys)
            with transaction.atomic(using=self._alias):
                changed += sorted(set(rows.values_list("document_id", flat=True)))
                count += rows.delete()[0]
        if count:
            self._tell("documents.untag", changed, before={"tags": tidy, **some_of(changed)})
        return count

    def _tell(self, action: str, changed: Numbers, **values: Any) -> None:
        target = f"document {changed[0]}" if len(changed) == 1 else "documents"
        self._note(action, target, **values)

    def _with_all(self, numbers: Collection[int], keys: Collection[str]) -> set[int]:
        """Those that have all of these words already."""
        found = Counter(
            self._rows(numbers).filter(key__in=keys).values_list("document_id", flat=True)
        )
        return {number for number, count in found.items() if count == len(keys)}

    def of_document(self, document_id: int) -> list[str]:
        """The words on a document, by the alphabet."""
        return self.of_documents([document_id]).get(document_id, [])

    def of_documents(self, document_ids: Collection[int]) -> dict[int, list[str]]:
        """The words on some documents, by their numbers."""
        found: dict[int, list[str]] = defaultdict(list)
        for some in batches(document_ids, MANY):
            for number, word in self._rows(some).values_list("document_id", "word"):
                found[number].append(word)
        return {number: sorted(words) for number, words in found.items()}

    def list(self, limit: int | None = None) -> TagCounts:
        """All words and on how many documents each is, the most frequent first."""
        rows = models.DocumentTag.objects.using(self._alias).filter(
            document_id__in=models.Document.objects.using(self._alias).values("id")
        )
        found = rows.values("key", "word").annotate(n=Count("id")).order_by("-n", "word")
        return [(row["word"], row["n"]) for row in found[:limit]]

    def numbers(self, word: str) -> Sequence[int]:
        """Documents with this word on them, by number."""
        try:
            key = key_of(tidy_tag(word))
        except UsageError:
            return []
        rows = models.DocumentTag.objects.using(self._alias).filter(key=key)
        return list(rows.order_by("document_id").values_list("document_id", flat=True)[:MOST_FOUND])

    def _rows(self, numbers: Collection[int]) -> QuerySet[models.DocumentTag]:
        return models.DocumentTag.objects.using(self._alias).filter(document_id__in=numbers)

    def _refuse_too_many(self, numbers: Collection[int], words: Collection[str]) -> None:
        for number, known in self.of_documents(numbers).items():
            if len({*known, *words}) > MOST_TAGS:
                words_of = f"Document {number} would have more than {MOST_TAGS} tags."
                raise UsageError(words_of, "Take some off first, or make a collection.")
