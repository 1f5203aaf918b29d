"""Abstracts of the shared papers end as sentences do: floors, which only rise."""

import gzip
import re

import pytest

from corpora.shared import documents, path_of, second_papers
from corpora.texts import text_with_lines
from sheaf.curate.text import postscript
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.extract.extractor import read_paper
from sheaf.records import Paper, Text

SENTENCE_ENDS = re.compile(r"[.!?。][\"”’')\]]{0,2}\s*$")
QUICK = ("2d50e4b3.ps", "57523949.ps.gz", "d6480e5d.ps.gz")
# Of 23 files one is slides, which have none.
POSTSCRIPT_THAT_END = 22
# Of 242 papers 36 have none that is seen; the rest end with "JEL: E50" or what is worse.
PDFS_THAT_END = 197


def ends(paper: Paper) -> bool:
    return SENTENCE_ENDS.search(paper.abstract or "") is not None


def read_postscript(path):
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    text = postscript.read(data, TextOptions(layout_pages=ALL_PAGES, ocr=False))
    assert isinstance(text, Text)
    return read_paper(text)


@pytest.mark.shared
@pytest.mark.parts("ghostscript")
def test_some_postscript_has_whole_abstracts_addresses_and_headings(shared_data):
    papers = [
        read_postscript(path)
        for path in sorted((shared_data / "ps").iterdir())
        if path.name.endswith(QUICK)
    ]
    assert [ends(paper) for paper in papers] == [True] * len(QUICK)
    emails = {author.email for paper in papers for author in paper.authors}
    assert {"erker@mathematik.th-darmstadt.de", "mhe@doc.ic.ac.uk"} <= emails
    headings = {section.heading for paper in papers for section in paper.sections}
    assert {"4 Generalization to L-domains", "2 Inherently parallel functions"} <= headings


@pytest.mark.long
@pytest.mark.shared
@pytest.mark.parts("ghostscript")
def test_all_postscript_has_whole_abstracts(shared_data):
    papers = [read_postscript(path) for path in (shared_data / "ps").iterdir()]
    assert sum(map(ends, papers)) >= POSTSCRIPT_THAT_END


@pytest.mark.long
@pytest.mark.shared
@pytest.mark.timeout(1800)
def test_abstracts_of_pdfs_end_as_sentences():
    rows = [row for row in documents() if row["file"].startswith("papers/")] + second_papers()
    papers = (read_paper(text_with_lines.__wrapped__(path_of(row))) for row in rows)
    assert sum(map(ends, papers)) >= PDFS_THAT_END
