"""What people say of documents. These are named by number or bytes, and no key is checked by the
database: what was said outlives a document that goes, and holds again when it comes back."""

from __future__ import annotations

from django.db import models


class Correction(models.Model):
    """Of the same bytes and field the latest that was not undone holds."""

    sha1 = models.CharField(max_length=40)
    document_id = models.BigIntegerField(db_index=True)
    field = models.CharField(max_length=16)
    value = models.JSONField(null=True)
    # What was read when it was made, and which version of the extractor had read it.
    as_read = models.JSONField(null=True)
    reader = models.CharField(max_length=32, default="")
    who = models.CharField(max_length=150)
    time = models.DateTimeField()
    undone_by = models.CharField(max_length=150, default="")
    undone = models.DateTimeField(null=True)

    class Meta:
        db_table = "correction"
        indexes = (
            models.Index(fields=["sha1", "field"], name="corrections_of_bytes"),
            models.Index(fields=["field", "undone"], name="corrections_that_hold"),
        )


class StateMark(models.Model):
    """That somebody has set the ingestion state of a document, for the bytes it had."""

    document_id = models.BigIntegerField(primary_key=True)
    sha1 = models.CharField(max_length=40)
    state = models.SmallIntegerField()
    who = models.CharField(max_length=150)
    time = models.DateTimeField()

    class Meta:
        db_table = "state_mark"


class DocumentTag(models.Model):
    """A word on a document."""

    key = models.CharField(max_length=32)
    word = models.CharField(max_length=64)
    document_id = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "document_tag"
        constraints = (
            models.UniqueConstraint(fields=["key", "document_id"], name="one_tag_per_document"),
        )


class PaperCollection(models.Model):
    """Documents that somebody has put together. `key` is that of the name in its short form."""

    key = models.CharField(max_length=32, unique=True)
    name = models.CharField(max_length=160)
    description = models.TextField(default="")
    owner = models.CharField(max_length=150)
    is_public = models.BooleanField(default=False)
    made = models.DateTimeField()

    class Meta:
        db_table = "paper_collection"


class CollectedPaper(models.Model):
    collection = models.ForeignKey(
        PaperCollection, on_delete=models.CASCADE, related_name="papers", db_index=False
    )
    document_id = models.BigIntegerField(db_index=True)
    time = models.DateTimeField()

    class Meta:
        db_table = "collected_paper"
        constraints = (
            models.UniqueConstraint(
                fields=["collection", "document_id"], name="one_place_per_collection"
            ),
        )


class PaperReport(models.Model):
    """What a reader says is wrong with a document. It waits until it is settled."""

    document_id = models.BigIntegerField(db_index=True)
    sha1 = models.CharField(max_length=40)
    field = models.CharField(max_length=16)
    words = models.TextField()
    right = models.TextField()
    email = models.CharField(max_length=254, default="")
    # Empty is a visitor.
    who = models.CharField(max_length=150, default="")
    time = models.DateTimeField()
    settled = models.DateTimeField(null=True)
    settled_by = models.CharField(max_length=150, default="")
    note = models.TextField(default="")

    class Meta:
        db_table = "paper_report"
        indexes = (models.Index(fields=["settled", "id"], name="reports_by_state"),)


class VersionStatement(models.Model):
    """That two documents, the lower number first, are one work, or are not."""

    first_id = models.BigIntegerField(db_index=True)
    second_id = models.BigIntegerField(db_index=True)
    is_same = models.BooleanField()
    who = models.CharField(max_length=150)
    time = models.DateTimeField()
    undone_by = models.CharField(max_length=150, default="")
    undone = models.DateTimeField(null=True)

    class Meta:
        db_table = "version_statement"
