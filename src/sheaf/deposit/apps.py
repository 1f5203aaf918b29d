"""Tells Django what this app is called."""

from __future__ import annotations

from django.apps import AppConfig


class DepositConfig(AppConfig):
    name = "sheaf.deposit"
    label = "deposit"
    default_auto_field = "django.db.models.BigAutoField"
