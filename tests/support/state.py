"""The state of a library as two undisturbed runs would agree on it: ids and times aside."""

from __future__ import annotations

import hashlib
from typing import Any

from sheaf.app import Library
from sheaf.deposit import models


def state_of(library: Library) -> dict[str, Any]:
    alias = library.catalogue.alias
    documents = {}
    for row in models.Document.objects.using(alias).select_related("parent"):
        files = {
            path.name.split(".", 3)[3]: hashlib.sha1(path.read_bytes()).hexdigest()
            for path in library.catalogue.repository.files(row.id)
        }
        parent = row.parent.url if row.parent else None
        documents[row.url] = (row.content_sha1, parent, row.state, row.kind, files)
    captures = sorted(
        models.CaptureRow.objects.using(alias)
        .exclude(source__run__state="undone")
        .values_list("url", "member", "sha1", "outcome", "source__path", "position")
    )
    parents = sorted(models.ParentUrl.objects.using(alias).values_list("url", flat=True))
    return {"documents": documents, "captures": captures, "parents": parents}


def files_in(library: Library) -> list[str]:
    root = library.folder / "repository"
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
