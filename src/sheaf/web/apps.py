"""Tells Django what this app is called."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "sheaf.web"
    label = "web"
