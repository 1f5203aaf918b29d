"""Text of what has no pages: web pages, LaTeX source, .docx, plain text."""

import io
import zipfile

import pytest

from sheaf.curate.text import docx as text_docx
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.records import Dropped, Outcome, Text

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
WORDS = "The committee heard a report about the state of the harbour after the storm. " * 4


def read(data, mime_type):
    return read_text(data if isinstance(data, bytes) else data.encode(), mime_type, TextOptions())


def test_a_web_page_without_its_frame():
    page = f"""<html lang="de-AT"><head><title> On
      Harbours </title><style>p {{ color: red }}</style></head><body>
      <nav><a href="/">Home</a></nav><script>track()</script>
      <article><h1>Harbours</h1><p>{WORDS}</p><p>eﬃcient</p></article>
      <footer>Imprint</footer></body></html>"""
    text = read(page, "text/html")
    assert (text.title, text.language, text.pages) == ("On Harbours", "de-AT", 1)
    assert text.content.startswith("Harbours\nThe committee")
    assert text.content.endswith("efficient")
    for gone in ("Home", "track", "Imprint", "color"):
        assert gone not in text.content


def test_a_web_page_names_its_own_charset():
    page = b'<html><meta charset="iso-8859-1"><body><p>' + ("naïve " * 40).encode("latin-1")
    assert "naïve naïve" in read(page, "text/html").content


def test_a_hostile_web_page_ends():
    assert isinstance(read("<div>" * 50_000 + WORDS, "text/html"), Text | Dropped)


SOURCE = r"""
\documentclass[11pt]{article} % a comment with words
\usepackage{amsmath}
\newcommand{\foo}[1]{never printed}
\title[short]{On the \emph{Harbours} of G\"odel \& Erd\H{o}s}
\author{Ada Lovelace\thanks{supported} \and Paul Erd\H{o}s}
\begin{document}
\maketitle
\begin{abstract} We study harbours. \end{abstract}
\section{Introduction}\label{sec:intro}
As shown in \cite[p.~3]{knuth84}, it costs 5\% of $x^2 + y$ --- ``always''.
\begin{equation} E = mc^2 \end{equation}
See \ref{sec:intro}. \textbf{Bold words} stay.
\begin{thebibliography}{9} \bibitem{knuth84} D. Knuth. The \TeX book. \end{thebibliography}
\end{document}
trailing rubbish
"""


def test_latex_gives_what_would_be_printed():
    text = read(SOURCE, "application/x-tex")
    assert text.title == "On the Harbours of Gödel & Erdős"
    lines = text.content.split("\n")
    assert lines[0] == text.title
    assert "Abstract" in lines
    assert "Introduction" in lines
    assert "References" in lines
    assert "As shown in [knuth84], it costs 5% of — “always”." in lines
    assert "Bold words stay." in text.content
    for gone in ("comment", "never printed", "mc^2", "sec:intro", "rubbish", "\\", "amsmath"):
        assert gone not in text.content


@pytest.mark.parametrize("source", ["\\" * 9000, "{" * 90_000, "$" * 9001, "\\begin{" * 9000, "%"])
def test_hostile_latex_ends(source):
    answer = read("\\documentclass{a}\\begin{document}" + source, "application/x-tex")
    assert isinstance(answer, Text | Dropped)


def docx(document, **parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", document)
        for name, content in parts.items():
            archive.writestr(f"docProps/{name}.xml", content)
    return out.getvalue()


def paragraphs(*words):
    inside = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in words)
    return f'<w:document xmlns:w="w"><w:body>{inside}</w:body></w:document>'


def test_docx_paragraph_by_paragraph():
    core = '<cp xmlns:dc="dc"><dc:title>On Harbours</dc:title><dc:language>fr</dc:language></cp>'
    data = docx(
        paragraphs("Harbours", WORDS, "a &amp; b"), core=core, app="<P><Pages>12</Pages></P>"
    )
    text = read(data, DOCX)
    assert text.content.split("\n")[0] == "Harbours"
    assert text.content.endswith("a & b")
    assert (text.title, text.language, text.pages) == ("On Harbours", "fr", 12)


def test_what_was_deleted_in_a_docx_is_gone():
    body = f'<w:d xmlns:w="w"><w:p><w:t>{WORDS}</w:t><w:delText>secret</w:delText></w:p></w:d>'
    assert "secret" not in read(docx(body), DOCX).content


def test_entities_in_a_docx_are_refused():
    bomb = (
        '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
        '<w:document xmlns:w="w"><w:p><w:t>&b;</w:t></w:p></w:document>'
    )
    answer = read(docx(bomb), DOCX)
    assert (answer.outcome, "document type" in answer.reason) == (Outcome.DAMAGED, True)


def test_a_docx_that_unpacks_without_end_is_a_bomb(monkeypatch):
    monkeypatch.setattr(text_docx, "LONGEST_PART", 100_000)
    assert read(docx(paragraphs("a" * 200_000)), DOCX).outcome is Outcome.BOMB


@pytest.mark.parametrize("broken", [b"PK\x03\x04 no zip", docx("<w:p>"), docx("")[:200]])
def test_a_broken_docx_is_damaged(broken):
    assert read(broken, DOCX).outcome is Outcome.DAMAGED


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_plain_text_in_any_encoding(encoding):
    words = "Die Häfen sind seit dem Stürmen geschlossen und größer. " * 6
    assert "Häfen sind" in read(words.encode(encoding), "text/plain").content


@pytest.mark.parametrize("encoding", ["koi8-r", "cp1251"])
def test_plain_text_in_cyrillic(encoding):
    words = "Комитет собрался во второй день месяца и заслушал доклад. " * 6
    assert "Комитет собрался" in read(words.encode(encoding), "text/plain").content


def test_form_feeds_part_pages():
    text = read(f"{WORDS}\f{WORDS}", "text/plain")
    assert (text.pages, text.first_page) == (2, WORDS)


def test_what_is_no_text_is_said_so():
    answer = read("xqzj wkvx " * 100, "text/plain")
    assert answer.outcome is Outcome.UNREADABLE_TEXT
    assert "frequent" in answer.reason


def test_a_type_without_a_reader():
    answer = read(b"GIF89a", "image/gif")
    assert (answer.outcome, "image/gif" in answer.reason) == (Outcome.UNREADABLE_TEXT, True)
