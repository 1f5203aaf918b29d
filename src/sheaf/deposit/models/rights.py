"""Who did what."""

from __future__ import annotations

from django.db import models


class HistoryRow(models.Model):
    """One change: by whom and by what way, and what was so before and after. Never changed."""

    time = models.DateTimeField(db_index=True)
    who = models.CharField(max_length=150)
    way = models.CharField(max_length=16)
    # The name of the API key, where one was used.
    key = models.CharField(max_length=80, default="")
    action = models.CharField(max_length=64)
    target = models.CharField(max_length=255)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        db_table = "history"
        indexes = (
            models.Index(fields=["who", "id"], name="history_of_who"),
            models.Index(fields=["action", "id"], name="history_of_action"),
            models.Index(fields=["target", "id"], name="history_of_target"),
        )


class SessionMark(models.Model):
    """What signs the sessions of a user, beside the password: a new one ends them."""

    user = models.OneToOneField(
        "auth.User", primary_key=True, on_delete=models.CASCADE, related_name="session_mark"
    )
    mark = models.CharField(max_length=32)

    class Meta:
        db_table = "session_mark"


class ApiKeyRow(models.Model):
    """What programs show instead of a password. Of its secret part only a digest is kept."""

    user = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=80)
    public = models.CharField(max_length=16, unique=True)
    digest = models.CharField(max_length=64)
    scopes = models.JSONField()
    made = models.DateTimeField()
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True)

    class Meta:
        db_table = "api_key"
        constraints = (
            models.UniqueConstraint(fields=["user", "name"], name="one_key_per_user_and_name"),
        )
