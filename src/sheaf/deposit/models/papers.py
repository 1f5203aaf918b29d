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

    class Meta:
        db_table = "paper"


class PaperAuthor(models.Model):
    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="authors")
    position = models.IntegerField()
    name = models.TextField()

    class Meta:
        db_table = "paper_author"
        ordering = ("position",)
