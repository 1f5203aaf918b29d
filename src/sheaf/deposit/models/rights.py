"""Who did what."""

from __future__ import annotations

from django.db import models


class HistoryRow(models.Model):
    """One change: by whom and by what way, and what was so before and after. Never changed."""

    time = models.DateTimeField(db_index=True)
    who = models.CharField(max_length=150)
    way = models.CharField(max_length=16)
    # The name of the API key, where one was used.
    key = models.CharField(max_length=80, default="")
    action = models.CharField(max_length=64)
    target = models.CharField(max_length=255)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        db_table = "history"
        indexes = (
            models.Index(fields=["who", "id"], name="history_of_who"),
            models.Index(fields=["action", "id"], name="history_of_action"),
            models.Index(fields=["target", "id"], name="history_of_target"),
        )
