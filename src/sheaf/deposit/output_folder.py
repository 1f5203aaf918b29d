"""Keeping without a catalogue: what passes goes to a folder, numbered from 1.

001.234.567.pdf, .pdf.met, .txt, .json     as in a repository, but side by side
captures.jsonl                             how every capture ended, one JSON object a line
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from sheaf.curate.mime_type import extension_of
from sheaf.curate.rejects import keep_reject
from sheaf.curate.seen_before import Decision
from sheaf.deposit.admission import Admission, as_json, storage_errors
from sheaf.deposit.crawl_data import crawl_data, met_ending
from sheaf.deposit.repository import Repository
from sheaf.records import Examined, Outcome
from sheaf.settings import CrawlDataForm

NUMBERED = re.compile(r"(\d{3})\.(\d{3})\.(\d{3})\.")


class SaveAll:
    """Decides without asking what is known: everything that passed is saved."""

    def __init__(self, folder: Path) -> None:
        numbers = (NUMBERED.match(path.name) for path in folder.iterdir())
        self.last = max((int("".join(one.groups())) for one in numbers if one), default=0)

    def decide(self, examined: Sequence[Examined]) -> list[Decision]:
        return [self._decide(one) for one in examined]

    def _decide(self, one: Examined) -> Decision:
        if one.dropped is not None:
            return Decision(one, one.dropped.outcome, one.dropped.reason)
        self.last += 1
        return Decision(one, Outcome.SAVED, f"file {self.last}", self.last)

    def mark_written(self, decisions: Iterable[Decision]) -> None:
        """Nothing is remembered, so nothing is forgotten."""


class OutputFolderWriter:
    def __init__(self, folder: Path, form: CrawlDataForm) -> None:
        self.folder = folder
        self.repository = Repository(folder, form)

    def admit(self, run: int, admissions: list[Admission]) -> None:
        with storage_errors(self.folder):
            for one in admissions:
                examined = one.decision.examined
                if one.decision.is_kept:
                    self._save(one)
                elif examined.staged_file is not None:
                    keep_reject(examined, self.folder / "rejects")
            with (self.folder / "captures.jsonl").open("a", encoding="utf-8") as stream:
                stream.writelines(_line(one.decision) for one in admissions)

    def _save(self, admission: Admission) -> None:
        decision, examined = admission.decision, admission.decision.examined
        assert decision.document_id is not None
        assert examined.staged_file is not None
        stem = self.folder / self.repository.stem(decision.document_id)
        mime_type, form = examined.mime_type or "", self.repository.crawl_data
        ending = extension_of(mime_type)
        met = crawl_data(examined.capture, examined.sha1 or "", mime_type, form)
        Path(f"{stem}.{met_ending(ending, form)}").write_bytes(met)
        if admission.paper is not None:
            Path(f"{stem}.json").write_bytes(as_json(admission.paper))
        if examined.staged_text is not None:
            os.replace(examined.staged_text, f"{stem}.txt")
        # Last, so that a document stands there only with all that belongs to it.
        os.replace(examined.staged_file, f"{stem}.{ending}")


def _line(decision: Decision) -> str:
    capture = decision.examined.capture
    values = {
        "url": capture.url,
        "outcome": decision.outcome.value,
        "reason": decision.reason,
        "file": decision.document_id,
        "source": capture.location.source,
        "position": capture.location.position,
        "member": capture.location.member,
    }
    return json.dumps(values) + "\n"
