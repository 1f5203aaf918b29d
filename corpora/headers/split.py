"""Which documents the shipped models never see: by a hash of their name, never hand-picked."""

from __future__ import annotations

import hashlib
import re

OWNERS, DOCUMENTS = 5, 10  # one owner in five, one document in ten is held out
FOLDS = 5


def _hash(name: str) -> int:
    return int(hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest(), 16)


def is_held_out_owner(owner: str) -> bool:
    return _hash(owner.lower()) % OWNERS == 0


def is_held_out_document(stem: str) -> bool:
    """With a salt: the corpus was itself parted by a plain hash of its names."""
    return _hash(f"header:{stem}") % DOCUMENTS == 0


def stem_of(path: str) -> str:
    """What the files of one document have in common, whichever corpus they are in."""
    name = path.rsplit("/", 1)[-1]
    return re.sub(r"(?:\.training)?(?:\.(?:header|authors|affiliation|tei|xml|full))+$", "",
                  re.sub(r"\.training\.header", "", name))  # fmt: skip


def fold_of(owner: str) -> int:
    """All documents of an owner are in one fold of the cross-validation."""
    return _hash(f"fold:{owner.lower()}") % FOLDS
