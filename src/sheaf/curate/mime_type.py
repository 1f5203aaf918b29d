"""What type a document is: by its bytes, then by what the server said, never by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from sheaf.curate.office_types import OLE_START, OPENXML, compound_kind, zip_kind
from sheaf.errors import UsageError
from sheaf.records import Candidate, Dropped, Outcome

PDF = "application/pdf"
POSTSCRIPT = "application/postscript"
HTML = "text/html"
UNKNOWN = "application/octet-stream"

WHOLE_TYPE = re.compile(r"[\w!#$&^.+-]+/[\w!#$&^.+-]+")
EXTENSIONS = {
    PDF: "pdf",
    POSTSCRIPT: "ps",
    HTML: "html",
    "text/plain": "text",  # .txt is the text read out of a document
    "application/x-tex": "tex",
    "application/rtf": "rtf",
    "application/msword": "doc",
    "application/vnd.ms-powerpoint": "ppt",
    "application/vnd.ms-excel": "xls",
    f"{OPENXML}wordprocessingml.document": "docx",
    f"{OPENXML}presentationml.presentation": "pptx",
    f"{OPENXML}presentationml.slideshow": "ppsx",
    f"{OPENXML}spreadsheetml.sheet": "xlsx",
    "application/vnd.ms-word.document.macroenabled.12": "docm",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptm",
    "application/vnd.ms-excel.sheet.macroenabled.12": "xlsm",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.presentation": "odp",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/epub+zip": "epub",
}
TYPES_OF_EXTENSIONS = {extension: mime_type for mime_type, extension in EXTENSIONS.items()}

STARTS: tuple[tuple[bytes, str], ...] = (
    (b"WARC/", "application/warc"),
    (b"filedesc://", "application/x-arc"),
    (b"%PDF-", PDF),
    (b"%!PS", POSTSCRIPT),
    (b"\x04%!PS", POSTSCRIPT),  # written by Windows printer drivers
    (b"\xc5\xd0\xd3\xc6", POSTSCRIPT),  # EPS with a preview in front
    (b"\x1f\x8b", "application/gzip"),
    (b"PK\x05\x06", "application/zip"),
    (b"{\\rtf", "application/rtf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"\x7fELF", "application/x-executable"),
)
XML_DECLARATION = re.compile(rb"\s*<\?xml[^>]*>")
HTML_START = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body|title|meta|h1)\b", re.IGNORECASE)
COMMENT = re.compile(rb"\s*<!--")
XML_START = re.compile(rb"\s*<\?xml\b")
ZIP_START = b"PK\x03\x04"
# PDF readers accept the header anywhere in the first kilobyte, and the web makes use of it.
JUNK_BEFORE_PDF = 1024
LOOK = 4096


def sniff(data: bytes) -> str:
    """The type that the bytes show."""
    found = sniff_start(data)
    if found is not None:
        return found
    return compound_kind(data) if data.startswith(OLE_START) else zip_kind(data)


def sniff_start(data: bytes) -> str | None:
    """The same without opening anything; None where one must look inside to tell: into a zip,
    or into a file of the old office programs."""
    head = data[:LOOK].removeprefix(b"\xef\xbb\xbf")
    for start, mime_type in STARTS:
        if head.startswith(start):
            return mime_type
    if head.startswith((ZIP_START, OLE_START)):
        return None
    if data[257:262] == b"ustar":
        return "application/x-tar"
    if b"%PDF-" in head[:JUNK_BEFORE_PDF]:
        return PDF
    if _is_html(head):
        return HTML
    if XML_START.match(head):
        return "application/xml"
    return _text_kind(head)


def _is_html(head: bytes) -> bool:
    """Whether the first tag is one of HTML's, an XML declaration and comments aside."""
    declaration = XML_DECLARATION.match(head)
    at = declaration.end() if declaration else 0
    while COMMENT.match(head, at):
        at = head.find(b"-->", at) + 3
        if at < 3:
            return False
    return HTML_START.match(head, at) is not None


def _text_kind(head: bytes) -> str:
    if b"\x00" in head or not head:
        return UNKNOWN
    if re.search(rb"\\document(?:class|style)\b", head):
        return "application/x-tex"
    control = sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in head)
    return "text/plain" if control * 100 <= len(head) else UNKNOWN


def declared_type(header: str | None) -> str | None:
    """The bare type of a Content-Type header."""
    if not header:
        return None
    return header.split(";", 1)[0].strip().lower() or None


def complete_type(name: str) -> str:
    """A type as a user writes it: whole, or as the extension of its files (`ppt`)."""
    name = name.strip().lower()
    mime_type = name if "/" in name else TYPES_OF_EXTENSIONS.get(name.removeprefix("."))
    if mime_type is None or not WHOLE_TYPE.fullmatch(mime_type):
        raise UsageError(
            f"{name!r} is no type.",
            "Write it whole, application/pdf, say; or one of "
            + ", ".join(TYPES_OF_EXTENSIONS)
            + ".",
        )
    return mime_type


def extension_of(mime_type: str) -> str:
    return EXTENSIONS.get(mime_type, "bin")


class WantedType:
    """Passes the configured types by content. What claims to be wanted and is not is told
    apart from what never claimed it: the first is a server's lie worth knowing about."""

    def __init__(self, wanted: tuple[str, ...], look: Callable[[bytes], str] = sniff) -> None:
        self.wanted = frozenset(wanted)
        self.look = look

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        found = candidate.mime_type or self.look(candidate.data)
        if found in self.wanted:
            return replace(candidate, mime_type=found)
        declared = declared_type(candidate.capture.mime_type)
        if declared in self.wanted:
            return Dropped(Outcome.NOT_WHAT_IT_CLAIMS, f"declared as {declared}, but is {found}")
        return Dropped(Outcome.UNWANTED_TYPE, f"{found} is not among the wanted types")
