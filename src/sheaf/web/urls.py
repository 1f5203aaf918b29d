"""Which address leads to which page."""

from __future__ import annotations

from django.urls import path, register_converter

from sheaf.web import accounts, api, console, paper_pages, search_pages, undo_pages


class NumberConverter:
    """The numbers of documents and runs: 1 to 999 999 999, written in one way only."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(NumberConverter, "number")

urlpatterns = [
    path("", search_pages.search, name="search"),
    path("paper/<number:number>", paper_pages.paper, name="paper"),
    path("paper/<number:number>/export/<slug:name>", paper_pages.export, name="export"),
    path("file/<number:number>", paper_pages.file, name="file"),
    path("text/<number:number>", paper_pages.text, name="text"),
    path("dashboard", console.dashboard, name="dashboard"),
    path("runs", console.runs, name="runs"),
    path("runs/<number:number>", console.run, name="run"),
    path("runs/<number:number>/undo", undo_pages.undo, name="undo"),
    path("login", accounts.login, name="login"),
    path("logout", accounts.logout, name="logout"),
    path("setup", accounts.setup, name="setup"),
    path("api/search", api.search, name="api-search"),
    path("api/paper/<number:number>", api.paper, name="api-paper"),
    path("api/paper/<number:number>/provenance", api.provenance, name="api-provenance"),
    path("api/status", api.status, name="api-status"),
    path("healthz", api.health, name="health"),
]
handler404 = "sheaf.web.error_pages.not_found"
handler500 = "sheaf.web.error_pages.failed"
