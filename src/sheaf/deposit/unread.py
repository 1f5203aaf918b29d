"""How many documents still wait to be read."""

from __future__ import annotations

from django.db.models import Q

from sheaf.deposit import models


def count_unread(alias: str) -> int:
    """Those that `Catalogue.unread` would name."""
    missing = Q(paper__isnull=True) | Q(paper__extractor_version="")
    return models.Document.objects.using(alias).filter(missing).count()
