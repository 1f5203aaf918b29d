"""What a library holds, in numbers, and whether all of it can be found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.runs import RunLog
from sheaf.deposit.unread import count_unread
from sheaf.search.index import read_mark


def holdings(catalogue: Catalogue, run_log: RunLog, index_folder: Path) -> dict[str, Any]:
    revision = catalogue.revision()
    mark = read_mark(index_folder)
    return {
        **catalogue.counts(),
        "unread": count_unread(catalogue.alias),
        "types": catalogue.grouped("mime_type"),
        "kinds": catalogue.grouped("kind"),
        "states": catalogue.states(),
        "outcomes": run_log.all_outcomes(),
        "index_is_current": mark is not None and mark.revision == revision,
    }
