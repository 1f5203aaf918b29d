"""Stages of judgement: each no has its outcome and a reason in words."""

import gzip
import io
import tarfile
from dataclasses import replace

import pytest
from support.samples import cv_pdf, drawing_pdf, paper_pdf, slides_pdf

from sheaf.curate.blacklist import Blacklist
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.stages import check_response
from sheaf.curate.text.language import guess_language
from sheaf.errors import BadSettingError
from sheaf.records import Candidate, Capture, Dropped, Location, Outcome, Payload
from sheaf.settings import Curate


@pytest.fixture
def capture(moment):
    return Capture("http://www.example.edu/a.pdf", moment, Location("s", "0"))


@pytest.fixture
def look(capture, tmp_path):
    def look(data, **settings):
        context = ExaminationContext(Curate(**settings), tmp_path)
        return examine(replace(capture, payload=Payload(data=data)), context)

    return look


STATUSES = {200: True, 206: True, None: True, 301: False, 404: False, 500: False}


@pytest.mark.parametrize(("status", "passes"), STATUSES.items())
def test_only_2xx_arrives(capture, status, passes):
    answer = check_response(Candidate(replace(capture, status=status)))
    assert isinstance(answer, Candidate) == passes
    if not passes:
        assert answer.outcome is Outcome.BAD_STATUS
        assert str(status) in answer.reason


def test_what_is_no_url_fails_by_name(capture):
    assert check_response(Candidate(replace(capture, url="::"))).outcome is Outcome.UNFORESEEN


@pytest.mark.parametrize(
    ("entry", "blocked"),
    [("www.example.edu", True), ("example.edu", True), (".edu", True), ("ample.edu", False),
     ("# example.edu", False)],
)  # fmt: skip
def test_blacklist(capture, tmp_path, entry, blocked):
    (tmp_path / "black").write_text(f"other.org\n{entry}\n\n")
    answer = Blacklist.load(tmp_path / "black")(Candidate(capture))
    assert isinstance(answer, Dropped) == blocked
    if blocked:
        assert answer.outcome is Outcome.BLACKLISTED


def test_a_missing_blacklist_is_an_error(tmp_path):
    with pytest.raises(BadSettingError, match="cannot be read"):
        Blacklist.load(tmp_path / "nope")


@pytest.mark.parametrize(
    ("data", "outcome"),
    [
        (slides_pdf(), Outcome.NOT_ACADEMIC),
        (cv_pdf(), Outcome.NOT_ACADEMIC),
        (drawing_pdf(), Outcome.UNREADABLE_TEXT),
        (paper_pdf(password="x"), Outcome.ENCRYPTED),
        (paper_pdf()[:700], Outcome.DAMAGED),
        (b"%PDF-1.4\n", Outcome.DAMAGED),
        (b"<html>", Outcome.UNWANTED_TYPE),
        (b"", Outcome.EMPTY),
    ],
)
def test_what_is_not_kept(look, data, outcome):
    (examined,) = look(data)
    assert examined.dropped.outcome is outcome
    assert examined.dropped.reason
    assert examined.staged_file is None


def test_a_paper_is_kept_staged_and_explained(look):
    data = paper_pdf()
    (examined,) = look(data)
    assert examined.dropped is None
    assert examined.staged_file.read_bytes() == data
    assert "Robust Estimation" in examined.staged_text.read_text()
    assert examined.verdict.kind == "paper"
    assert examined.verdict.academic > 0.9
    assert examined.verdict.language == "en"
    assert any("references" in reason for reason in examined.verdict.reasons)


def test_an_encrypted_pdf_that_opens_without_a_password_is_read(look):
    (examined,) = look(paper_pdf(password=""))
    assert examined.dropped is None


def test_500_pages_are_read(look):
    (examined,) = look(paper_pdf(pages=500))
    assert examined.dropped is None
    assert examined.pages == 500


def test_without_the_filter_everything_of_a_wanted_type_is_kept(look):
    for data in (slides_pdf(), drawing_pdf(), paper_pdf(password="x")):
        (examined,) = look(data, filter=False)
        assert examined.dropped is None


def test_a_gzipped_paper_is_found_and_keeps_the_url(look):
    container, member = look(gzip.compress(paper_pdf()))
    assert container.dropped.outcome is Outcome.UNPACKED
    assert member.dropped is None
    assert member.capture.url == container.capture.url
    assert member.capture.location.member == "0"


def tarred(name, data):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def test_containers_in_containers_end(look):
    data = paper_pdf()
    for _ in range(6):
        data = gzip.compress(data)
    outcomes = [one.dropped.outcome for one in look(data)]
    assert outcomes == [*[Outcome.UNPACKED] * 4, Outcome.BOMB]


def test_a_paper_is_found_in_an_archive_of_archives(look):
    """As arXiv packs its sources: a .tar, in it a .tar.gz for each paper, and more in that."""
    data = tarred("1.tar.gz", gzip.compress(tarred("a.pdf.gz", gzip.compress(paper_pdf()))))
    *containers, paper = look(data)
    assert [one.dropped.outcome for one in containers] == [Outcome.UNPACKED] * 4
    assert paper.dropped is None
    assert paper.capture.url.endswith("!/1.tar.gz!/a.pdf.gz")


@pytest.mark.parts("ghostscript")
def test_postscript_is_read(look):
    shown = "".join(
        f"72 {700 - n * 12} moveto (line {n} of a long enough text to be readable) show\n"
        for n in range(40)
    )
    script = f"%!PS-Adobe-2.0\n/Times-Roman findfont 10 scalefont setfont\n{shown}showpage\n"
    (examined,) = look(script.encode(), filter=False)
    assert "line 7 of a long enough text" in examined.staged_text.read_text()


@pytest.mark.parts("ghostscript")
def test_postscript_cannot_touch_files(look, tmp_path):
    target = tmp_path / "written"
    script = f"%!PS-Adobe-2.0\n({target}) (w) file closefile showpage\n"
    (examined,) = look(script.encode())
    assert examined.dropped.outcome is Outcome.DAMAGED
    assert not target.exists()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the cat sat on the mat and it is in the house of the dog " * 10, "en"),
        ("der Hund und die Katze sind in dem Haus und das ist nicht gut " * 10, "de"),
        ("le chat et le chien sont dans la maison de la dame pour une fois " * 10, "fr"),
        ("xyz " * 100, None),
        ("too short", None),
    ],
)
def test_language(text, language):
    assert guess_language(text) == language
