"""Small sources of every kind that can be imported, made of the same pages.

The pages of one source repeat, update and copy some of the source before it, so that what an
import decides about a source depends on all that came before.
"""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import json
import os
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from fastwarc.stream_io import ZstdWriter
from support.samples import (
    Page,
    cv_pdf,
    paper_pdf,
    response_record,
    slides_pdf,
    warc_record,
    write_warc,
)

# When everything in these sources was fetched: the date of the records in support.samples.
FETCHED = datetime(2024, 5, 1, 12, tzinfo=UTC)
ARC_HEAD = b"1 1 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n"


# -- what is in them ------------------------------------------------------------------------------


def pages_of(name: str, before: Sequence[Page], papers: int, web_pages: int = 1) -> list[Page]:
    """Papers, things that are none, and what makes them depend on an earlier source."""
    host = f"http://{name}.example.edu"
    own = [
        Page(f"{host}/~ada/paper{n}.pdf", paper_pdf(f"{name} {n} of Graphs", topic=f"{name} {n}"),
             parent=f"{host}/~ada/")
        for n in range(papers)
    ]  # fmt: skip
    own += [
        Page(f"{host}/slides.pdf", slides_pdf(name)),
        Page(f"{host}/cv.pdf", cv_pdf(name)),
        Page(f"{host}/gone.pdf", b"<html>gone</html>", "text/html", 404),
        Page(f"{host}/cut.pdf", own[0].body[:700]),
    ]
    own += [
        Page(f"{host}/{n}.html", b"<html><body>hello</body></html>", "text/html")
        for n in range(web_pages)
    ]
    if before:
        own += [
            Page(before[0].url, paper_pdf(f"{name} Revised", topic="revision"), parent=host),
            Page(before[1].url, before[1].body, parent=f"{host}/list.html"),
            Page(f"{host}/copy.pdf", before[2].body),
        ]
    return own


def every_source(folder: Path, papers: int = 3, web_pages: int = 1) -> dict[str, Path]:
    """A source of each kind, in the order in which they are to be imported. Web pages are cheap:
    with many of them an import reads on while it writes."""
    made: dict[str, Path] = {}
    before: list[Page] = []
    for name, write in WRITERS.items():
        pages = pages_of(name, before, papers, web_pages)
        made[name] = write(folder / name, pages)
        before = pages
    return made


# -- archives -------------------------------------------------------------------------------------


def revisit_record(page: Page, number: int, *, original: Page | None = None) -> bytes:
    """The crawler met the same bytes again; only the record of the original holds them."""
    record = warc_record("revisit", page.url, "application/http; msgtype=response", b"", number)
    told = (
        f"WARC-Refers-To-Target-URI: {(original or page).url}\r\n"
        f"WARC-Refers-To-Date: {FETCHED:%Y-%m-%dT%H:%M:%SZ}\r\n"
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
    )
    return record.replace(b"\r\n", b"\r\n" + told.encode(), 1)


def revisits(pages: Sequence[Page]) -> list[bytes]:
    """The first page once more, and once from elsewhere; and one whose original is nowhere."""
    other = Page(f"{pages[0].url}?again", b"")
    lost = Page("http://nowhere.example.org/lost.pdf", b"")
    return [
        revisit_record(pages[0], 900),
        revisit_record(other, 901, original=pages[0]),
        revisit_record(lost, 902),
    ]


def warc_gz(path: Path, pages: Sequence[Page]) -> Path:
    path = write_warc(path.with_suffix(".warc.gz"), pages)
    with path.open("ab") as stream:
        stream.writelines(gzip.compress(record, 1, mtime=0) for record in revisits(pages))
    return path


def warc(path: Path, pages: Sequence[Page]) -> Path:
    return write_warc(path.with_suffix(".warc"), pages, packed=False)


def warc_zst(path: Path, pages: Sequence[Page]) -> Path:
    records = [response_record(page, number) for number, page in enumerate(pages)]
    path = path.with_suffix(".warc.zst")
    path.write_bytes(b"".join(map(zstd, [*records, *revisits(pages)])))
    return path


def zstd(data: bytes) -> bytes:
    """One frame."""
    out = io.BytesIO()
    out.close = lambda: None  # type: ignore[method-assign]
    with ZstdWriter(out) as stream:
        stream.write(data)
    return out.getvalue()


def arc_gz(path: Path, pages: Sequence[Page]) -> Path:
    path = path.with_suffix(".arc.gz")
    head = f"filedesc://{path.name} 0.0.0.0 20240501120000 text/plain {len(ARC_HEAD)}\n".encode()
    records = [head + ARC_HEAD, *map(arc_record, pages)]
    path.write_bytes(b"".join(gzip.compress(record, 1, mtime=0) for record in records))
    return path


def arc_record(page: Page) -> bytes:
    block = f"HTTP/1.1 {page.status} X\r\nContent-Type: {page.mime_type}\r\n\r\n".encode()
    block += page.body
    line = f"{page.url} 192.0.2.1 {FETCHED:%Y%m%d%H%M%S} {page.mime_type} {len(block)}\n"
    return line.encode() + block + b"\n"


def wacz(path: Path, pages: Sequence[Page]) -> Path:
    """One WARC stored in it and one deflated."""
    path = path.with_suffix(".wacz")
    half = len(pages) // 2
    records = [response_record(page, number) for number, page in enumerate(pages)]
    stored = b"".join(gzip.compress(record, 1, mtime=0) for record in records[:half])
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("datapackage.json", "{}")
        file.writestr("archive/a.warc.gz", stored)
        file.writestr("archive/b.warc", b"".join(records[half:]), zipfile.ZIP_DEFLATED)
    return path


# -- folders --------------------------------------------------------------------------------------


def mirror(folder: Path, pages: Sequence[Page]) -> Path:
    """A mirror with its log, and in it a file of which the log says nothing."""
    files = {urlsplit(page.url).netloc + urlsplit(page.url).path: page.body for page in pages}
    put(folder / "mirror", files)
    put(folder / "mirror", {"www.example.edu/unlisted.pdf": paper_pdf("No Line Names This")})
    write_log(folder / "logs" / "crawl.log", [*map(log_row, pages), "no row at all\n"])
    return folder


def heritrix(folder: Path, pages: Sequence[Page]) -> Path:
    """A job: its log, its WARC, a report, and a line whose record is nowhere."""
    (folder / "warcs").mkdir(parents=True)
    warc_gz(folder / "warcs" / "IAH-1", pages)
    put(folder, {"reports/seeds-report.txt": b"[code] [status] [seed]\n"})
    missing = Page("http://www.example.edu/in-another-warc.pdf", b"x")
    write_log(folder / "logs" / "crawl.log", map(log_row, [*pages, missing]))
    return folder


def log_row(page: Page) -> str:
    digest = base64.b32encode(hashlib.sha1(page.body).digest()).decode()
    extra = json.dumps({"contentSize": len(page.body)})
    return (
        f"{FETCHED:%Y-%m-%dT%H:%M:%S.000Z} {page.status:5} {len(page.body):>10} {page.url} "
        f"{'L' if page.parent else '-'} {page.parent or '-'} {page.mime_type} #001 "
        f"{FETCHED:%Y%m%d%H%M%S}000+210 sha1:{digest} - - {extra}\n"
    )


def write_log(path: Path, rows: Iterable[str]) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("".join(rows))


def listed(folder: Path, pages: Sequence[Page]) -> Path:
    """The CSV of a download, one row without its file and one file without a row."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(["id", "fullpath", "url", "parenturl", "datetime", "hop", "content_type"])
    for number, page in enumerate(pages):
        row = [f"/data/out/{number}.pdf", page.url, page.parent or "", f"{FETCHED:%F %T}", "1", ""]
        writer.writerow([number, *row])
    writer.writerow(["-", "/data/out/none.pdf", "http://list.example.edu/none.pdf", "", "", "", ""])
    put(folder, {f"{number}.pdf": page.body for number, page in enumerate(pages)})
    put(folder, {"list.csv": out.getvalue().encode(), "more.pdf": paper_pdf("No Row Names This")})
    return folder


def crawl_data(folder: Path, pages: Sequence[Page]) -> Path:
    """Some CrawlData tells another SHA-1, and some has lost its document."""
    for number, page in enumerate(pages):
        name = f"{number:03}.pdf"
        put(folder, {name: page.body, f"{name}.met": met(page).encode()})
    other = Page("http://met.example.edu/other.pdf", b"other bytes")
    put(folder, {"a.pdf": paper_pdf("Changed"), "a.met": met(other).encode()})
    put(folder, {"gone.pdf.met": met(other).encode()})
    return folder


def met(page: Page) -> str:
    return (
        f"<CrawlData>\n<crawlDate>{FETCHED:%F %T}</crawlDate>\n<lastModified>None</lastModified>\n"
        f"<url>{page.url}</url>\n<parentUrl>{page.parent}</parentUrl>\n"
        f"<SHA1>{hashlib.sha1(page.body).hexdigest()}</SHA1>\n</CrawlData>\n"
    )


def folder_of_files(folder: Path, pages: Sequence[Page]) -> Path:
    """PDFs as they are, in a gzip, a zip and a tar.gz, and an archive among them."""
    files = {f"{number:02}.pdf": page.body for number, page in enumerate(pages)}
    some = {f"in {name}": paper_pdf(f"In a Container {name}") for name in list(files)[:3]}
    put(folder, files)
    # Names that are no UTF-8, and the same to whoever shows them as such.
    strange = {os.fsdecode(b"caf%c.pdf" % byte): paper_pdf(f"Café {byte}") for byte in (0xE8, 0xE9)}
    put(folder, strange)
    put(folder, {"one.pdf.gz": gzip.compress(paper_pdf("Alone in a Gzip"), mtime=0)})
    put(folder, {"some.zip": zipped(some), "some.tar.gz": gzip.compress(tarred(files), 1, mtime=0)})
    write_warc(folder / "among.warc.gz", [Page("http://among.example.edu/a.pdf", pages[0].body)])
    os.utime(folder / "among.warc.gz", (FETCHED.timestamp(),) * 2)
    return folder


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def put(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (FETCHED.timestamp(),) * 2)


Writer = Callable[[Path, Sequence[Page]], Path]
# Each importer by one source at least; those of archives by each packing.
WRITERS: dict[str, Writer] = {
    "warcgz": warc_gz,
    "warc": warc,
    "warczst": warc_zst,
    "arc": arc_gz,
    "wacz": wacz,
    "mirror": mirror,
    "heritrix": heritrix,
    "list": listed,
    "crawl-data": crawl_data,
    "folder": folder_of_files,
}
