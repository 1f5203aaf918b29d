"""Jobs that wait, run or ended, the lines of their logs, and schedules that submit them."""

from __future__ import annotations

from django.db import models


class Job(models.Model):
    """`token` grows with every claim: who holds an older one cannot write any more. `beats` grows
    while its worker lives. `admitting` is 1 while it runs and holds the library for writing, and
    null otherwise: two of these cannot be."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=64)
    title = models.CharField(max_length=255)
    parameters = models.JSONField(default=dict)
    owner = models.CharField(max_length=150, default="", db_index=True)
    state = models.CharField(max_length=16)
    version = models.IntegerField(default=1)
    created = models.DateTimeField()
    submitted = models.DateTimeField(null=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    attempts = models.IntegerField(default=0)
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(null=True)
    note = models.TextField(default="")
    counters = models.JSONField(default=dict)
    run = models.BigIntegerField(null=True)
    files = models.JSONField(default=list)
    words = models.TextField(default="")
    problem = models.TextField(default="")
    what_to_do = models.TextField(default="")
    worker = models.CharField(max_length=200, default="")
    token = models.BigIntegerField(default=0)
    beats = models.BigIntegerField(default=0)
    wants = models.CharField(max_length=16, default="")
    admitting = models.SmallIntegerField(null=True, unique=True)
    schedule = models.BigIntegerField(null=True)

    class Meta:
        db_table = "job"
        indexes = (
            models.Index(fields=["state", "id"], name="job_by_state"),
            models.Index(fields=["kind", "id"], name="job_by_kind"),
        )


class JobLine(models.Model):
    """A line of a job's log; one that is an event says what somebody did with the job."""

    id = models.BigAutoField(primary_key=True)
    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="+", db_index=False)
    time = models.DateTimeField()
    who = models.CharField(max_length=200, default="")
    text = models.TextField()
    is_event = models.BooleanField(default=False)

    class Meta:
        db_table = "job_line"
        indexes = (models.Index(fields=["job", "id"], name="lines_of_job"),)


class Schedule(models.Model):
    """`given` is when it submits a job, in people's words; `due` the time at which it last did."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=64)
    title = models.CharField(max_length=255)
    parameters = models.JSONField(default=dict)
    owner = models.CharField(max_length=150, default="")
    given = models.CharField(max_length=255)
    created = models.DateTimeField()
    is_paused = models.BooleanField(default=False)
    next_time = models.DateTimeField(null=True, db_index=True)
    due = models.DateTimeField(null=True)
    last_job = models.BigIntegerField(null=True)
    note = models.TextField(default="")

    class Meta:
        db_table = "schedule"
