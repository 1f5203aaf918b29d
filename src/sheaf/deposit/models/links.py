"""What is known of whether links still lead somewhere."""

from __future__ import annotations

from django.db import models


class LinkCheck(models.Model):
    """A parent or a document, by its number. `attempts` are looks in a row that found nothing."""

    table = models.CharField(max_length=16)
    object_id = models.BigIntegerField()
    # A contract.LinkState.
    state = models.CharField(max_length=16)
    status = models.IntegerField(null=True)
    words = models.CharField(max_length=32, default="")
    attempts = models.IntegerField(default=0)
    first_failure = models.DateTimeField(null=True)
    checked = models.DateTimeField()
    next_try = models.DateTimeField(null=True)
    moved_to = models.TextField(default="")

    class Meta:
        db_table = "link_check"
        constraints = (
            models.UniqueConstraint(fields=["table", "object_id"], name="one_check_per_link"),
        )
        indexes = (models.Index(fields=["table", "state", "object_id"], name="links_by_state"),)
