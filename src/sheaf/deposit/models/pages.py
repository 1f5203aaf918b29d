"""Pages worth finding that are no documents, and where their content stands."""

from __future__ import annotations

from django.db import models

from sheaf.deposit.models.runs import Run


class Page(models.Model):
    # From our own sequence, so that no number is given twice: an index knows pages by it.
    id = models.BigIntegerField(primary_key=True)
    url = models.TextField()
    md5 = models.CharField(max_length=32, unique=True)
    host = models.CharField(max_length=255, db_index=True)
    # A records.PageKind.
    kind = models.CharField(max_length=16, db_index=True)
    title = models.TextField(default="")
    language = models.CharField(max_length=32, default="")
    modified = models.DateTimeField(null=True)
    seen = models.DateTimeField()
    # As captures name their places; of an article the store, and its title there.
    source = models.TextField()
    position = models.TextField()
    # The SHA-1 of the content; of an article, its number among the arrivals of its store.
    version = models.CharField(max_length=40, default="")
    # The run that brought the content.
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="pages")
    # Whether its title was looked for, and why it was not found.
    is_read = models.BooleanField(default=False, db_index=True)
    problem = models.TextField(default="")
    # On the counter of the documents.
    revision = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "page"


class PageRemoval(models.Model):
    """A page that is gone, for an index that still has it."""

    page_id = models.BigIntegerField()
    revision = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "page_removal"
