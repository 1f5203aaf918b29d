"""Which address leads to which page."""

from __future__ import annotations

from django.urls import path, register_converter
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from sheaf.web import (
    accounts,
    collection,
    console,
    crawl_pages,
    dashboard,
    graph_pages,
    health,
    hub_pages,
    page_pages,
    paper_pages,
    search_pages,
    sitemap,
    theme,
)
from sheaf.web.api.docs import docs
from sheaf.web.api.interface import make_urls as make_api_urls
from sheaf.web.api.moved import moved_to
from sheaf.web.by_hand import (
    collecting,
    collection_pages,
    correction_pages,
    mark_pages,
    report_pages,
    version_pages,
)
from sheaf.web.extraction import crawl_api
from sheaf.web.extraction.interface import make_urls
from sheaf.web.extraction.routes import routes as extraction_routes
from sheaf.web.finding import feed
from sheaf.web.finding.export import export as search_export
from sheaf.web.jobs import form_pages, job_pages, list_pages, schedule_pages
from sheaf.web.oai.view import oai
from sheaf.web.papers import views as paper_texts
from sheaf.web.people import own_pages, people_pages
from sheaf.web.places import blacklist_pages, place_pages
from sheaf.web.samples import sample_pages
from sheaf.web.uploads import source_pages, upload_pages


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
    path("search/export/<slug:name>", search_export, name="search-export"),
    path("search.atom", feed.feed, name="feed"),
    path("help", search_pages.search_help, name="help"),
    path("paper/<number:number>", paper_pages.paper, name="paper"),
    path("paper/<number:number>/export/<slug:name>", paper_pages.export, name="export"),
    path("paper/<number:number>/read", paper_texts.read, name="read"),
    path("paper/<number:number>/beside", paper_texts.beside, name="beside"),
    path("paper/<number:number>/cite", paper_texts.cite, name="cite"),
    path("paper/<number:number>/correct", correction_pages.correct, name="correct"),
    path("paper/<number:number>/mistake", report_pages.mistake, name="mistake"),
    path("paper/<number:number>/marks", mark_pages.marks, name="marks"),
    path("paper/<number:number>/versions", version_pages.say, name="say-of-versions"),
    path("collections", collection_pages.collections, name="collections"),
    path("collections/make", collection_pages.make, name="collection-make"),
    path("collections/<number:number>", collection_pages.papers, name="papers-of-collection"),
    path("collections/<number:number>/change", collection_pages.change, name="collection-change"),
    path("collections/<number:number>/remove", collection_pages.remove, name="collection-remove"),
    path("collect", collecting.collect, name="collect"),
    path("reports", report_pages.reports, name="reports"),
    path("reports/<number:number>", report_pages.report, name="report"),
    path("corrections", correction_pages.corrections, name="corrections"),
    path("corrections/<number:number>/undo", correction_pages.undo, name="correction-undo"),
    path("page/<number:number>", page_pages.page, name="page"),
    path("file/<number:number>", paper_pages.file, name="file"),
    path("text/<number:number>", paper_pages.text, name="text"),
    path("author/<number:number>", graph_pages.author, name="author"),
    path("authors", graph_pages.authors, name="authors"),
    path("venue/<number:number>", graph_pages.venue, name="venue"),
    path("venues", graph_pages.venues, name="venues"),
    path("works/<number:number>", graph_pages.work, name="work"),
    path("wanted", graph_pages.wanted, name="wanted"),
    path("collection", collection.collection, name="collection"),
    path("dashboard", dashboard.dashboard, name="dashboard"),
    path("hubs", hub_pages.hubs, name="hubs"),
    path("hubs/<number:number>", place_pages.hub, name="hub"),
    path("parents", place_pages.parents, name="parents"),
    path("parents/<number:number>", place_pages.parent, name="parent"),
    path("hosts", place_pages.hosts, name="hosts"),
    path("hosts/<str:name>", place_pages.host, name="host"),
    path("blacklist", blacklist_pages.blacklist, name="blacklist"),
    path("runs", console.runs, name="runs"),
    path("runs/<number:number>", console.run, name="run"),
    path("runs/<number:number>/undo", console.undo, name="undo"),
    path("crawls", crawl_pages.crawls, name="crawls"),
    path("crawls/<str:name>", crawl_pages.crawl, name="crawl"),
    path("crawls/<str:name>/orders", crawl_pages.orders, name="crawl-orders"),
    path("crawls/<str:name>/seeds", crawl_pages.seeds, name="crawl-seeds"),
    path("jobs", list_pages.jobs, name="jobs"),
    path("jobs/new", form_pages.choose, name="new-job"),
    path("jobs/new/<slug:kind>", form_pages.new, name="job-form"),
    path("jobs/<number:number>", job_pages.job, name="job"),
    path("jobs/<number:number>/state", job_pages.state, name="job-state"),
    path("jobs/<number:number>/change", form_pages.change, name="job-change"),
    path("jobs/<number:number>/order", job_pages.order, name="job-order"),
    path("jobs/<number:number>/remove", job_pages.remove, name="job-remove"),
    path("jobs/<number:number>/files/<str:name>", job_pages.file, name="job-file"),
    path("jobs/<number:number>/keep/<number:capture>", job_pages.keep, name="job-keep"),
    path("schedules", schedule_pages.schedules, name="schedules"),
    path("schedules/new/<slug:kind>", schedule_pages.new, name="new-schedule"),
    path("schedules/<number:number>/change", schedule_pages.change, name="schedule-change"),
    path("schedules/<number:number>/order", schedule_pages.order, name="schedule-order"),
    path("sources", source_pages.sources, name="sources"),
    path("uploads", upload_pages.uploads, name="uploads"),
    path("uploads/begin", upload_pages.begin, name="upload-begin"),
    path("uploads/<slug:key>", upload_pages.piece, name="upload-piece"),
    path("uploads/<slug:key>/remove", upload_pages.remove, name="upload-remove"),
    path("samples", sample_pages.samples, name="samples"),
    path("samples/count", sample_pages.count, name="samples-count"),
    path("samples/<number:number>", sample_pages.sample, name="sample"),
    path("samples/<number:number>/download", sample_pages.download, name="sample-download"),
    path("samples/<number:number>/remove", sample_pages.remove, name="sample-remove"),
    *extraction_routes,
    path("api/v1/", require_safe(RedirectView.as_view(pattern_name="api-docs"))),
    path("api/v1/", make_urls("extraction", "extraction.json")),
    path("api/getdocs.xml", crawl_api.getdocs, name="getdocs"),
    path("api/setdocs.xml", crawl_api.setdocs, name="setdocs"),
    path("apisub/getdocs.xml", crawl_api.getdocs, name="getdocs-sub"),
    path("apisub/setdocs.xml", crawl_api.setdocs, name="setdocs-sub"),
    path("robots.txt", sitemap.robots, name="robots"),
    path("sitemap.xml", sitemap.index, name="sitemap"),
    path("sitemap-<number:number>.xml", sitemap.part, name="sitemap-part"),
    path("theme", theme.choose, name="theme"),
    path("login", accounts.login, name="login"),
    path("logout", accounts.logout, name="logout"),
    path("setup", accounts.setup, name="setup"),
    path("password", accounts.change_password, name="password"),
    path("welcome/<number:number>/<slug:token>", own_pages.welcome, name="welcome"),
    path("me", own_pages.me, name="me"),
    path("me/keys", own_pages.make_key, name="key-make"),
    path("me/keys/revoke", own_pages.revoke_key, name="key-revoke"),
    path("me/log-out", own_pages.log_out_everywhere, name="log-out-everywhere"),
    path("people", people_pages.people, name="people"),
    path("people/add", people_pages.add, name="people-add"),
    path("people/change", people_pages.change, name="people-change"),
    path("history", people_pages.history, name="history"),
    path("api/v1/", make_api_urls()),
    path("api/docs", docs, name="api-docs"),
    path("api/search", moved_to("search")),
    path("api/paper/<number:number>", moved_to("paper")),
    path("api/paper/<number:number>/provenance", moved_to("provenance")),
    path("api/status", moved_to("status")),
    path("api/crawls", moved_to("crawls")),
    path("api/crawls/<str:name>", moved_to("crawl")),
    path("oai", oai, name="oai"),
    path("metrics", health.metrics, name="metrics"),
    path("healthz", health.health, name="health"),
    path("readyz", health.ready, name="ready"),
]
handler404 = "sheaf.web.error_pages.show_not_found"
handler500 = "sheaf.web.error_pages.show_error"
