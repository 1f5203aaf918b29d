"""Pages that lead to documents. What they led to is asked of the documents, by their parent."""

from __future__ import annotations

from django.db import models


class Hub(models.Model):
    # From our own sequence, so that no number is given twice: changes name hubs by it.
    id = models.BigIntegerField(primary_key=True)
    url = models.TextField()
    md5 = models.CharField(max_length=32, unique=True)
    host = models.CharField(max_length=255, db_index=True)
    # The MD5 of the home page that it lies below.
    home = models.CharField(max_length=32, db_index=True, default="")
    # What the links of a hub match; empty where it is one because a kept document came from it.
    pattern = models.TextField(default="")
    # How many links matched, when it was last counted; 0: never.
    links = models.IntegerField(default=0)
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "hub"
