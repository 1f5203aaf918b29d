"""Samples that were kept: how they were drawn, and which documents with which bytes they were."""

from __future__ import annotations

from django.db import models


class Sample(models.Model):
    name = models.CharField(max_length=100, unique=True)
    conditions = models.JSONField(default=dict)
    time = models.DateTimeField()
    revision = models.BigIntegerField()
    count = models.IntegerField(default=0)
    # How many documents met the conditions; null where all of them were taken.
    matching = models.BigIntegerField(null=True)
    owner = models.CharField(max_length=150, default="")
    version = models.CharField(max_length=32)

    class Meta:
        db_table = "sample"


class SampleMember(models.Model):
    """In the order of their rows. The number of a document that may be gone: no key of a table."""

    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="members")
    document_number = models.BigIntegerField()
    sha1 = models.CharField(max_length=40)

    class Meta:
        db_table = "sample_member"
