"""What a question finds under the names that people have given: tag:to-read, collection:songs."""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.deposit.by_hand.collections import Collections
from sheaf.deposit.by_hand.tags import Tags
from sheaf.errors import UsageError


def numbers_marked(
    tags: Tags, collections: Collections, field: str, name: str
) -> Iterable[int] | None:
    """Documents under a name of this field; None where there is no such name."""
    if field == "tag":
        return tags.numbers(name) or None
    try:
        return collections.documents(collections.find(name).number)
    except UsageError:
        return None
