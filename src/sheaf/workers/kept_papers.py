"""Papers that were read of files beside a library, kept for a while: the same bytes are not read
again, by the same readers and with the same settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sheaf.curate.basis import find_basis
from sheaf.deposit.paper_shape import is_paper
from sheaf.duplicates.kept.contract import KeptResults
from sheaf.duplicates.stores import FOLDER, open_kept
from sheaf.extract.annotators.annotate import list_failures
from sheaf.extract.reading import annotator_versions, find_extractor
from sheaf.records import Capture
from sheaf.settings import Settings

KIND = "papers"
Papers = list[dict[str, Any]]


class KeptPapers:
    def __init__(self, kept: KeptResults, settings: Settings) -> None:
        self._kept = kept
        chosen = settings.extract
        told = [
            find_basis(settings.curate).fingerprint,
            chosen.extractor,
            find_extractor(chosen.extractor).version,
            annotator_versions(chosen),
        ]
        self._basis = hashlib.sha1(json.dumps(told).encode()).hexdigest()  # noqa: S324

    def find(self, capture: Capture) -> Papers | None:
        """Under the name that the file has now."""
        path = capture.payload.path
        key = self._key(path)
        content = self._kept.get(key, KIND) if key else None
        papers = None if content is None else _read(content)
        if papers is None:
            return None
        for paper in papers:
            told = paper["provenance"]
            told["source"] = f"{path}{told['source']}"
        return papers

    def keep(self, capture: Capture, papers: Sequence[dict[str, Any]]) -> None:
        """All that is in a file, or nothing: what could not be read may be read next time, and what
        was taken over from the library may be another thing then."""
        path = capture.payload.path
        key = self._key(path)
        if key and papers and all(_is_kept(paper, str(path)) for paper in papers):
            bare = [
                {**paper, "provenance": {**told, "source": told["source"].removeprefix(str(path))}}
                for paper in papers
                for told in [paper["provenance"]]
            ]
            self._kept.keep(key, KIND, json.dumps(bare).encode())

    def _key(self, path: str | None) -> str:
        """Empty for what is no file."""
        try:
            with Path(path or "").open("rb") as file:
                return f"{hashlib.file_digest(file, 'sha1').hexdigest()}-{self._basis}"
        except OSError:
            return ""


def _is_kept(paper: dict[str, Any], path: str) -> bool:
    told = paper["provenance"]
    is_whole = not told.get("error") and not list_failures(paper)
    is_its_own = not {"reused_from", "compared_with"} & told.keys()
    return is_whole and is_its_own and str(told.get("source")).startswith(path)


def _read(content: bytes) -> Papers | None:
    """Others may write to the store: what is no list of papers is none."""
    try:
        papers: Any = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(papers, list) or not all(map(_is_kept_paper, papers)):
        return None
    return papers


def _is_kept_paper(value: Any) -> bool:
    told = value.get("provenance") if is_paper(value) else None
    return isinstance(told, dict) and isinstance(told.get("source"), str)


@contextmanager
def keeping_papers(library: Path | None, settings: Settings) -> Iterator[KeptPapers | None]:
    """None where nothing is kept, or nothing is to be used again."""
    chosen = settings.duplicates
    kept = open_kept(library / FOLDER, chosen) if library and chosen.reuse else None
    if kept is None:
        yield None
        return
    with closing(kept):
        yield KeptPapers(kept, settings)
