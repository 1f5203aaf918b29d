"""Runs, what they captured, and what they changed (so that it can be taken back)."""

from __future__ import annotations

from django.db import models


class Run(models.Model):
    kind = models.CharField(max_length=16)
    # Sources and options as one key: the same command again goes on with an unfinished run.
    key = models.CharField(max_length=32, db_index=True)
    sources = models.JSONField()
    options = models.JSONField(default=dict)
    state = models.CharField(max_length=16, default="running", db_index=True)
    started = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0)
    # Batches committed: tells a restart whether the last one got through.
    batches = models.IntegerField(default=0)
    # Records of the sources that are no captures.
    records = models.BigIntegerField(default=0)
    record_kinds = models.JSONField(default=dict)
    # Its command is to bring the index up to date, and has not come so far.
    index_due = models.BooleanField(default=False)
    # What is worth knowing about how it went: {"what", "source", "files"}.
    notes = models.JSONField(default=list)
    version = models.CharField(max_length=32)

    class Meta:
        db_table = "run"


class Source(models.Model):
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="source_set")
    path = models.TextField()
    # Of the path; of one that was replaced while the run was cut off, something else.
    md5 = models.CharField(max_length=32)
    # Size, time and digest of a file; empty for a folder.
    version = models.TextField(default="")

    class Meta:
        db_table = "source"
        constraints = (models.UniqueConstraint(fields=["run", "md5"], name="one_source_per_run"),)


class CaptureRow(models.Model):
    """One capture and how it ended. Its key in its source is an MD5 of position and member."""

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="captures")
    key = models.CharField(max_length=32)
    position = models.TextField()
    member = models.TextField(default="")
    # Size and time of the file, where a source has many.
    file_version = models.CharField(max_length=64, default="")
    url = models.TextField()
    url_md5 = models.CharField(max_length=32, db_index=True)
    time = models.DateTimeField()
    parent_url = models.TextField(default="")
    status = models.IntegerField(null=True)
    depth = models.IntegerField(null=True)
    is_seed = models.BooleanField(default=False)
    mime_type = models.CharField(max_length=127, default="")
    sha1 = models.CharField(max_length=40, default="")
    # A records.Outcome. Not spelt out as choices: a further outcome changes no table.
    outcome = models.CharField(max_length=32, db_index=True)
    reason = models.TextField(default="")
    document = models.ForeignKey(
        "deposit.Document", null=True, on_delete=models.SET_NULL, related_name="captures"
    )

    class Meta:
        db_table = "capture"
        constraints = (
            models.UniqueConstraint(fields=["source", "key"], name="one_outcome_per_capture"),
        )
        # Counts how captures ended without reading a row, and finds the first of an outcome.
        indexes = (models.Index(fields=["source", "outcome", "id"], name="end_in_source"),)


class Change(models.Model):
    """What a row was before a run first touched it; null when the run made it."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="changes")
    table = models.CharField(max_length=16)
    object_id = models.BigIntegerField()
    before = models.JSONField(null=True)

    class Meta:
        db_table = "change"
        constraints = (
            models.UniqueConstraint(
                fields=["run", "table", "object_id"], name="one_change_per_object_and_run"
            ),
        )
        indexes = (models.Index(fields=["table", "object_id"], name="change_of_object"),)


class Judgement(models.Model):
    """What was said about bytes, and on which basis; the latest word. Without an outcome they
    passed."""

    sha1 = models.CharField(max_length=40, primary_key=True)
    basis = models.CharField(max_length=40)
    mime_type = models.CharField(max_length=127, default="")
    outcome = models.CharField(max_length=32, default="")
    reason = models.TextField(default="")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="judgements")

    class Meta:
        db_table = "judgement"
