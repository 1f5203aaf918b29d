"""Text of .docx files: a zip of XML, read as a stream and within limits, without entities."""

from __future__ import annotations

import io
import zipfile
import zlib
from xml.parsers import expat

from sheaf.curate.text.clean import tidy
from sheaf.curate.text.contract import TextOptions
from sheaf.records import Dropped, Outcome, Text

READER = "docx"
LONGEST_PART = 64 * 1024**2  # bytes of XML that a part may unpack to
CHUNK = 64 * 1024
DOCUMENT, NOTES, CORE, APP = (
    "word/document.xml", "word/footnotes.xml", "docProps/core.xml", "docProps/app.xml",
)  # fmt: skip
PARAGRAPH_END = frozenset({"w:p", "w:br", "w:cr"})
BREAKS = {"w:tab": "\t", "w:noBreakHyphen": "-", "w:softHyphen": ""}


class TooMuch(Exception):  # noqa: N818 - a finding about its input
    """A part unpacks to more than is allowed."""


class Refused(Exception):  # noqa: N818 - a finding about its input
    """The XML defines entities, which no word processor does."""


def read(data: bytes, options: TextOptions) -> Text | Dropped:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if DOCUMENT not in names:
                return Dropped(Outcome.DAMAGED, "there is no document in it")
            content = _words(archive, DOCUMENT)
            if NOTES in names:
                content += "\n" + _words(archive, NOTES)
            about = _values(archive, CORE) if CORE in names else {}
            pages = _values(archive, APP).get("Pages", "") if APP in names else ""
    except TooMuch as finding:
        return Dropped(Outcome.BOMB, str(finding))
    except (Refused, expat.ExpatError) as finding:
        return Dropped(Outcome.DAMAGED, f"its XML cannot be read: {finding}")
    except RuntimeError:
        return Dropped(Outcome.ENCRYPTED, "it asks for a password")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, ValueError, EOFError) as finding:
        return Dropped(Outcome.DAMAGED, f"its zip cannot be read: {finding}")
    content = tidy(content).strip()
    return Text(
        content,
        max(int(pages), 1) if pages.isascii() and pages.isdigit() and len(pages) < 6 else 1,
        READER,
        content,
        title=about.get("dc:title", ""),
        language=about.get("dc:language", ""),
    )


def _words(archive: zipfile.ZipFile, part: str) -> str:
    """The text of a part, a line for each paragraph. What was deleted, with its author looking
    on, and the code of fields stand in elements of other names."""
    out: list[str] = []
    depth = 0  # within w:t

    def start(name: str, _: object) -> None:
        nonlocal depth
        depth += name == "w:t"
        if name in BREAKS:
            out.append(BREAKS[name])

    def end(name: str) -> None:
        nonlocal depth
        depth -= name == "w:t"
        if name in PARAGRAPH_END:
            out.append("\n")

    def words(text: str) -> None:
        if depth:
            out.append(text)

    _parse(archive, part, start, end, words)
    return "".join(out)


def _values(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Name and text of the elements of a small part."""
    found: dict[str, str] = {}
    name = ""

    def start(element: str, _: object) -> None:
        nonlocal name
        name = element

    def words(text: str) -> None:
        if len(found.get(name, "")) < 1000:
            found[name] = found.get(name, "") + text.strip()

    _parse(archive, part, start, lambda _: None, words)
    return found


def _parse(archive: zipfile.ZipFile, part: str, start: object, end: object, words: object) -> None:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start  # type: ignore[assignment]
    parser.EndElementHandler = end  # type: ignore[assignment]
    parser.CharacterDataHandler = words  # type: ignore[assignment]
    parser.StartDoctypeDeclHandler = _refuse
    with archive.open(part) as stream:
        read = 0
        while chunk := stream.read(CHUNK):
            read += len(chunk)
            if read > LONGEST_PART:
                raise TooMuch(f"{part} is larger than {LONGEST_PART} bytes")
            parser.Parse(chunk, False)
        parser.Parse(b"", True)


def _refuse(*_: object) -> None:
    raise Refused("it has a document type of its own")
