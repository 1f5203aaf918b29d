"""Small documents and archives made on the spot, each with one thing to say."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pypdfium2
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

FILLER = (
    "We study how estimates of {topic} change when observations are missing [1]. Our analysis "
    "shows that {topic} is robust under mild assumptions, as Smith and Jones (2004) suspected [2]. "
    "Figure 1 and Table 2 summarise the evidence; the proof follows from Theorem 3. "
)


def paper_pdf(
    title: str = "Robust Estimation of Sparse Graphs",
    authors: Sequence[str] = ("Ada Lovelace", "Kurt Gödel"),
    topic: str = "sparse estimation",
    pages: int = 2,
    password: str | None = None,
) -> bytes:
    """A plain paper that every reader of papers should take for one."""
    return _paper_pdf(title, tuple(authors), topic, pages, password)


@cache  # the same few are asked for again and again
def _paper_pdf(
    title: str, authors: tuple[str, ...], topic: str, pages: int, password: str | None
) -> bytes:
    lines = ["Abstract", *_wrapped(FILLER.format(topic=topic)), "1 Introduction"]
    lines += _wrapped(FILLER.format(topic=topic) * 12)
    lines += ["References"]
    lines += [
        f"[{n}] A. Author and B. Writer. On {topic}, part {n}. Journal of Studies, vol. {n}, "
        f"pp. {n}0-{n}9, 200{n}."
        for n in range(1, 10)
    ]
    out = io.BytesIO()
    encryption = StandardEncryption(password, canPrint=0) if password else None
    canvas = Canvas(out, pagesize=A4, invariant=1, encrypt=encryption)
    canvas.setFont("Times-Bold", 18)
    canvas.drawString(72, 770, title)
    canvas.setFont("Times-Roman", 12)
    canvas.drawString(72, 745, ", ".join(authors))
    share = -(-len(lines) // pages)
    for page in range(pages):
        canvas.setFont("Times-Roman", 10)
        for row, line in enumerate(lines[page * share : (page + 1) * share]):
            canvas.drawString(72, 715 - row * 13, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def slides_pdf(title: str = "Week 3") -> bytes:
    return _pages([[title, "Agenda", "Questions?"]] * 12)


def cv_pdf(name: str = "Ada Lovelace") -> bytes:
    rows = ["Curriculum Vitae", name, "Education", "Employment", "Awards", "Teaching"]
    return _pages([rows + [f"{year}: another year of work" for year in range(1990, 2020)]])


def scanned(data: bytes, dpi: int = 200) -> bytes:
    """The same pages as pictures."""
    with pypdfium2.PdfDocument(data) as source, pypdfium2.PdfDocument.new() as made:
        for page in source:
            width, height = page.get_size()
            bitmap = page.render(scale=dpi / 72)
            image = pypdfium2.PdfImage.new(made)
            image.set_bitmap(bitmap)
            image.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
            sheet = made.new_page(width, height)
            sheet.insert_obj(image)
            sheet.gen_content()
        out = io.BytesIO()
        made.save(out)
        return out.getvalue()


def drawing_pdf() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.rect(100, 100, 200, 300, fill=1)
    canvas.save()
    return out.getvalue()


def _pages(pages: Iterable[Sequence[str]]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    for lines in pages:
        for row, line in enumerate(lines):
            canvas.drawString(72, 770 - row * 18, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _wrapped(text: str, width: int = 95) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) >= width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


def pdf_around(content: bytes) -> bytes:
    """A one-page PDF whose compressed content stream is the given one."""
    packed = zlib.compress(content, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R %s >>"
        % b"/Resources << /Font << /F 5 0 R >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        table,
    )
    return bytes(out)


@cache
def pdf_that_eats_memory() -> bytes:
    """A hundred megabytes of text operators in 180 KB; PDFium makes an object of each."""
    return pdf_around(b"BT /F 10 Tf " + b"(a)Tj " * 16_000_000 + b"ET")


@cache
def pdf_that_spins() -> bytes:
    """Operators that draw nothing, 320 megabytes of them: many seconds of work, little memory."""
    return pdf_around(b"q Q " * 80_000_000)


@dataclass(frozen=True)
class Page:
    """What a server answered once."""

    url: str
    body: bytes
    mime_type: str = "application/pdf"
    status: int = 200
    parent: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


def warc_record(kind: str, url: str, content_type: str, block: bytes, number: int) -> bytes:
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Date: 2024-05-01T12:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012d}>\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response_record(page: Page, number: int) -> bytes:
    extra = "".join(f"{name}: {value}\r\n" for name, value in page.headers.items())
    head = f"HTTP/1.1 {page.status} X\r\nContent-Type: {page.mime_type}\r\n{extra}\r\n"
    block = head.encode() + page.body
    return warc_record(
        "response", page.url, "application/http; msgtype=response", block, number * 2
    )


def write_warc(path: Path, pages: Iterable[Page], *, packed: bool = True) -> Path:
    """A WARC of responses, each followed by a metadata record that names its parent."""
    with path.open("wb") as stream:
        for number, page in enumerate(pages):
            records = [response_record(page, number)]
            if page.parent:
                via = f"via: {page.parent}\r\n".encode()
                records.append(
                    warc_record("metadata", page.url, "application/warc-fields", via,
                                number * 2 + 1)
                )  # fmt: skip
            for record in records:
                stream.write(gzip.compress(record, 1, mtime=0) if packed else record)
    return path


def mixed_pages(count: int = 12) -> list[Page]:
    """Papers, things that are none, copies and failures: most outcomes at least once."""
    pages = []
    for n in range(count):
        url = f"http://www.example.edu/~ada/paper{n}.pdf"
        home = "http://www.example.edu/~ada/"
        pages.append(Page(url, paper_pdf(f"Study Number {n} of Graphs", topic=f"topic {n}"),
                          parent=home))  # fmt: skip
    pages += [
        Page("http://www.example.edu/slides.pdf", slides_pdf()),
        Page("http://www.example.edu/cv.pdf", cv_pdf()),
        Page("http://www.example.edu/", b"<html><body>hello</body></html>", "text/html"),
        Page("http://www.example.edu/gone.pdf", b"<html>gone</html>", "text/html", 404),
        Page("http://www.example.edu/liar.pdf", b"<html><body>sorry</body></html>"),
        Page("http://www.example.edu/empty.pdf", b""),
        Page("http://www.example.edu/cut.pdf", paper_pdf()[:900]),
        Page("http://www.example.edu/locked.pdf", paper_pdf(password="secret")),
        Page("http://www.example.edu/drawing.pdf", drawing_pdf()),
        Page("http://mirror.example.org/copy.pdf", pages[0].body),
        Page("http://www.example.edu/packed.pdf.gz", gzip.compress(pages[1].body, mtime=0),
             "application/x-gzip"),
        Page(pages[2].url, paper_pdf("Study Number 2, Revised", topic="revision")),
        Page(pages[3].url, pages[3].body, parent="http://www.example.edu/~ada/list.html"),
    ]  # fmt: skip
    return pages


MIXED_OUTCOMES = {
    "new": 12,
    "updated": 1,
    "duplicate_url": 1,
    "duplicate_content": 2,
    "unpacked": 1,
    "bad_status": 1,
    "unwanted_type": 1,
    "not_what_it_claims": 1,
    "not_academic": 2,
    "encrypted": 1,
    "unreadable_text": 1,
    "empty": 1,
    "damaged": 1,
}
