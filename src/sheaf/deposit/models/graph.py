"""Works, who cites them, authors and venues: derived from the .json files of papers, and made anew
from them whenever that is wanted. No key is checked by the database: rows follow the documents when
the graph is brought up to date, not when a document goes."""

from __future__ import annotations

from typing import Any

from django.db import models


def link(to: str, **more: Any) -> models.ForeignKey[Any, Any]:
    """For joins alone."""
    return models.ForeignKey(
        to, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", **more
    )


class VenueGroup(models.Model):
    id = models.BigIntegerField(primary_key=True)
    name = models.TextField(default="")
    variants = models.JSONField(default=list)
    documents = models.IntegerField(default=0)
    citations = models.IntegerField(default=0)
    first_year = models.IntegerField(null=True)
    last_year = models.IntegerField(null=True)
    is_due = models.BooleanField(default=True, db_index=True)

    class Meta:
        db_table = "venue_group"
        indexes = (models.Index(fields=["documents", "id"], name="venue_by_documents"),)


class VenueName(models.Model):
    """A name as it is compared, and how it is printed most often."""

    # Hashes: databases differ in which letters they take for equal.
    key = models.CharField(max_length=32, primary_key=True)
    # Names that may abbreviate each other share it.
    block = models.CharField(max_length=32, db_index=True)
    name = models.TextField(default="")
    venue = link("deposit.VenueGroup", null=True)
    is_due = models.BooleanField(default=True, db_index=True)

    class Meta:
        db_table = "venue_name"


class Work(models.Model):
    id = models.BigIntegerField(primary_key=True)
    title = models.TextField(default="")
    authors = models.JSONField(default=list)
    year = models.IntegerField(null=True)
    venue_printed = models.TextField(default="")
    doi = models.CharField(max_length=255, default="")
    arxiv_id = models.CharField(max_length=64, default="")
    # Documents of the library; without any the work is wanted.
    documents = models.IntegerField(default=0)
    citations = models.IntegerField(default=0)
    # Who told of it: documents and references of the library, or later somebody else.
    source = models.CharField(max_length=32, default="library")
    venue_key = models.CharField(max_length=32, default="", db_index=True)
    venue = link("deposit.VenueGroup", null=True)
    is_due = models.BooleanField(default=True, db_index=True)

    class Meta:
        db_table = "work"
        indexes = (models.Index(fields=["documents", "citations", "id"], name="work_by_citations"),)


class Description(models.Model):
    """What the head of a document, or a reference, says of a work. References that say the same
    share one."""

    id = models.BigIntegerField(primary_key=True)
    digest = models.CharField(max_length=32, unique=True)
    # Of the document whose head it is; empty for references.
    document_id = models.BigIntegerField(null=True, db_index=True)
    title = models.TextField(default="")
    # Pairs of given and family name.
    authors = models.JSONField(default=list)
    year = models.IntegerField(null=True)
    venue = models.TextField(default="")
    volume = models.CharField(max_length=32, default="")
    page = models.CharField(max_length=32, default="")
    doi = models.CharField(max_length=255, default="")
    arxiv_id = models.CharField(max_length=64, default="")
    work = link("deposit.Work", null=True)
    # Whether a document of the library was found to be that work.
    is_matched = models.BooleanField(default=False)
    confidence = models.FloatField(default=1.0)
    # What is to be done with it; 0 is nothing.
    due = models.SmallIntegerField(default=0)

    class Meta:
        db_table = "description"
        # Heads of documents are decided before references, and few among many.
        indexes = (models.Index(fields=["due", "document_id"], name="descriptions_due"),)


class DescriptionKey(models.Model):
    """Descriptions of the same work share a key, as a rule. Odd keys are those of documents, even
    ones of references: who looks for one kind does not meet the other."""

    key = models.BigIntegerField()
    description_id = models.BigIntegerField()

    class Meta:
        db_table = "description_key"
        # Each is asked by the other, and no row is looked at.
        indexes = (
            models.Index(fields=["key", "description_id"], name="descriptions_of_key"),
            models.Index(fields=["description_id", "key"], name="keys_of_description"),
        )


class GraphDocument(models.Model):
    """A document in the graph."""

    document_id = models.BigIntegerField(primary_key=True)
    work = link("deposit.Work", null=True)
    # What ranks it among the versions of its work, and what weighs its words.
    facts = models.JSONField(default=dict)
    # The revision of the catalogue at which it was read.
    seen = models.BigIntegerField(default=0)
    # The revision of the graph at which anything about it changed.
    revision = models.BigIntegerField(default=0, db_index=True)

    class Meta:
        db_table = "graph_document"


class Citation(models.Model):
    """The entry of a list of references, by its position in the paper's file."""

    document = link("deposit.GraphDocument", db_index=False)
    position = models.IntegerField()
    description = link("deposit.Description")

    class Meta:
        db_table = "citation"
        constraints = (
            models.UniqueConstraint(fields=["document", "position"], name="one_entry_per_position"),
        )


class AuthorGroup(models.Model):
    id = models.BigIntegerField(primary_key=True)
    name = models.TextField(default="")
    # Family name first, as letters that are compared.
    sort_key = models.CharField(max_length=127, default="")
    block = models.CharField(max_length=32, default="", db_index=True)
    variants = models.JSONField(default=list)
    reasons = models.JSONField(default=list)
    documents = models.IntegerField(default=0)
    citations = models.IntegerField(default=0)
    first_year = models.IntegerField(null=True)
    last_year = models.IntegerField(null=True)
    is_due = models.BooleanField(default=True, db_index=True)

    class Meta:
        db_table = "author_group"
        indexes = (
            models.Index(fields=["sort_key", "id"], name="author_by_name"),
            models.Index(fields=["documents", "id"], name="author_by_documents"),
        )


class Authorship(models.Model):
    """An author as a document prints the name, and what tells who it is."""

    document = link("deposit.GraphDocument")
    position = models.IntegerField()
    name = models.TextField()
    given = models.CharField(max_length=255, default="")
    family = models.CharField(max_length=255, default="")
    # Only those of one block may be the same person: family name and first letter of the given.
    block = models.CharField(max_length=32, db_index=True)
    # Hashes of e-mail address, affiliations and co-authors.
    traces = models.JSONField(default=dict)
    author = link("deposit.AuthorGroup", null=True)
    is_due = models.BooleanField(default=True, db_index=True)

    class Meta:
        db_table = "authorship"


class FormerWork(models.Model):
    """Which work a description belonged to before the graph was made anew: it keeps its number."""

    digest = models.CharField(max_length=32, primary_key=True)
    work_id = models.BigIntegerField()

    class Meta:
        db_table = "former_work"
