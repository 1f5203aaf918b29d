"""A throw-away library in which every setting has its default, whoever runs the evaluation."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sheaf.app import Library


@contextmanager
def plain_library() -> Iterator[Library]:
    with (
        tempfile.TemporaryDirectory(prefix="sheaf-evaluation-") as folder,
        no_settings_from_outside(),
        Library.init(Path(folder) / "library") as library,
    ):
        yield library


@contextmanager
def no_settings_from_outside() -> Iterator[None]:
    """SHEAF_CURATE_THRESHOLD=0.9 in somebody's shell must not move a score."""
    hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("SHEAF_")}
    try:
        yield
    finally:
        os.environ.update(hidden)
