"""What was read out of documents: projections of the .json files, which are the truth."""

from __future__ import annotations

from django.db import models

from sheaf.deposit.models.documents import Document


class Paper(models.Model):
    document = models.OneToOneField(
        Document, primary_key=True, on_delete=models.CASCADE, related_name="paper"
    )
    title = models.TextField(default="")
    abstract = models.TextField(default="")
    year = models.IntegerField(null=True)
    venue = models.TextField(default="")
    doi = models.CharField(max_length=255, default="")
    extractor = models.CharField(max_length=32)
    extractor_version = models.CharField(max_length=32, db_index=True)
    # name=version of each, so that a paper without one of today's can be found.
    annotators = models.CharField(max_length=255, default="")

    class Meta:
        db_table = "paper"


class PaperAuthor(models.Model):
    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="authors")
    position = models.IntegerField()
    name = models.TextField()
    given = models.CharField(max_length=255, default="")
    family = models.CharField(max_length=255, default="")

    class Meta:
        db_table = "paper_author"
        ordering = ("position",)


class PaperReference(models.Model):
    """An entry of a paper's list that can be matched with other papers. All of what was read of
    it is in the file, at this position of the list."""

    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="references")
    position = models.IntegerField()
    title = models.TextField(default="")
    first_author = models.CharField(max_length=255, default="")
    year = models.IntegerField(null=True)
    doi = models.CharField(max_length=255, default="", db_index=True)

    class Meta:
        db_table = "paper_reference"
        ordering = ("position",)
