"""The makings of trouble: error pages, traps, wrong labels and links that are hard to read."""

from calendar import month_name
from collections.abc import Callable
from dataclasses import replace

from sheaf.world.html import link, page, paragraph
from sheaf.world.response import Response, as_pdf, redirect, respond

_PREFACE = (
    b"X-Archive-Copy: 1\r\nX-Note: bytes before the header, as some servers leave them\r\n\r\n"
)

# What the links on the difficult page mean once they are resolved.
DIFFICULT_TARGETS = (
    "links/deeper/relative.html",
    "links/query.html?a=1&b=2",
    "links/with%20space.html",
    "links/upper.html",
)


def server_error() -> Response:
    return respond(b"<html><body>The database is down.</body></html>\n", "text/html", 500)


def letter() -> Response:
    text = "Thank you for your visit. The collection is open to readers on weekdays."
    return page("A Letter to Readers", paragraph(text), link("/", "Special Collection"))


def error_as_pdf() -> Response:
    """An apology that calls itself a PDF file."""
    body = b"<html><body><h1>This paper has been withdrawn</h1></body></html>\n"
    return as_pdf(body)


def truncated_file(pdf: bytes) -> Response:
    """The first two thirds, as a disk that ran full leaves a file."""
    return as_pdf(pdf[: len(pdf) * 2 // 3])


def faulty_file(fault: str, pdf: bytes) -> Response:
    return replace(as_pdf(pdf), fault=fault)


def with_preface(pdf: bytes) -> Response:
    return as_pdf(_PREFACE + pdf)


def redirect_to(target: str, status: int) -> Callable[[], Response]:
    return lambda: redirect(target, status)


def calendar(year: int, month: int) -> Response:
    """A month that links to the next, without end."""
    after = f"../../{year + month // 12:04d}/{month % 12 + 1:02d}/"
    return page(f"{month_name[month]} {year}", paragraph("No events."), link(after, "Next month"))


def nofollow_page() -> Response:
    head = '<meta name="robots" content="nofollow">\n'
    return page("Visitors' Book", link("behind.html", "A page behind"), head=head)


def difficult_links(host: str) -> Response:
    """Links with a base, dots, entities, spaces, capitals and fragments, and some that are none."""
    links = (
        '<a href="./x/../relative.html#top">relative to the base</a>',
        '<a href="/links/query.html?a=1&amp;b=2">an entity in the query</a>',
        '<A HREF=" /links/with%20space.html ">spaces around and within</A>',
        f'<a href="HTTP://{host.upper()}:80/links/upper.html">capitals and a port</a>',
        '<a href="mailto:reader@commons.test">write to us</a>',
        '<a href="javascript:void(0)">a button</a>',
        '<a name="top">an anchor without address</a>',
        "<!-- <a href='/links/commented.html'>a link that was taken out</a> -->",
    )
    base = f'<base href="http://{host}/links/deeper/index.html">\n'
    return page("Finding Aid", *links, head=base)


def latin1_page() -> Response:
    """A page that names its encoding only inside."""
    text = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'
        "<title>Séance publique à Liège</title></head><body>Où sont les élèves?</body></html>\n"
    )
    return respond(text.encode("latin-1"), "text/html")
