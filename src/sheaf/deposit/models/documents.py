"""Documents and the pages that link to them, after Tables 3 and 4 of the CDI paper.

URLs are text without a limit and found by their MD5, so that a long one is not lost.
"""

from __future__ import annotations

from django.db import models

from sheaf.records import IngestState


class ParentUrl(models.Model):
    url = models.TextField()
    md5 = models.CharField(max_length=32, unique=True)
    first_crawl_date = models.DateTimeField()
    last_crawl_date = models.DateTimeField()
    is_live = models.BooleanField(default=True)

    class Meta:
        db_table = "parent_url"


class Document(models.Model):
    # Given out by our own sequence before the files are written, so never by the database.
    id = models.BigIntegerField(primary_key=True)
    url = models.TextField()
    url_md5 = models.CharField(max_length=32, unique=True)
    cdi_md5 = models.CharField(max_length=32, db_index=True, default="")
    syz_md5 = models.CharField(max_length=32, db_index=True, default="")
    host = models.CharField(max_length=255, db_index=True)
    content_sha1 = models.CharField(max_length=40, db_index=True)
    size = models.BigIntegerField()
    mime_type = models.CharField(max_length=127)
    pages = models.IntegerField(default=0)
    kind = models.CharField(max_length=32, default="")
    academic = models.FloatField(null=True)
    language = models.CharField(max_length=16, default="")
    discover_date = models.DateTimeField()
    update_date = models.DateTimeField()
    parent = models.ForeignKey(
        ParentUrl, null=True, on_delete=models.SET_NULL, related_name="documents"
    )
    state = models.SmallIntegerField(default=int(IngestState.NOT_INGESTED), db_index=True)
    # The capture it was kept from: the way back to archive and offset. Unchecked by the
    # database, because captures point at documents too and MySQL checks row by row.
    capture = models.ForeignKey(
        "deposit.CaptureRow",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_constraint=False,
    )
    # Grows with every change, so that an index can ask what is new since it last looked.
    revision = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "document"
        # Those of one parent, the latest first; it may have very many.
        indexes = (models.Index(fields=["parent", "id"], name="documents_of_parent"),)


class Removal(models.Model):
    """A document that is gone, for an index that still has it, and for harvesters of metadata:
    these ask by host, kind or language."""

    document_id = models.BigIntegerField(db_index=True)
    revision = models.BigIntegerField(db_index=True)
    host = models.CharField(max_length=255, default="")
    kind = models.CharField(max_length=32, default="")
    language = models.CharField(max_length=16, default="")

    class Meta:
        db_table = "removal"


class RevisionTime(models.Model):
    """When the catalogue was at a revision: a row for each second in which anything changed, with
    the last revision of it."""

    revision = models.BigIntegerField(unique=True)
    time = models.DateTimeField(unique=True)

    class Meta:
        db_table = "revision_time"


class Sequence(models.Model):
    """A counter: ids are taken from it in blocks, and gaps are fine."""

    name = models.CharField(max_length=32, primary_key=True)
    value = models.BigIntegerField(default=0)

    class Meta:
        db_table = "sequence"
