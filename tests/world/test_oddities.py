"""Everything that is not a plain page or paper is what it claims to be."""

import gzip

import pypdfium2
import pytest


@pytest.fixture
def one(truth, get):
    """The first URL of a kind, and its response."""

    def find(kind, part=""):
        url = next(e["url"] for e in truth if e["kind"] == kind and part in e["url"])
        return url, get(url)

    return find


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("cv", "Curriculum Vitae"),
        ("syllabus", "Course description"),
        ("homework", "points)"),
        ("exam", "Final Exam"),
        ("form", "Request for Leave"),
    ],
)
def test_documents_that_are_not_papers(one, text_of, kind, words):
    _, response = one(kind)
    assert response.header("Content-Type") == "application/pdf"
    assert words in text_of(response.body)


def test_slides_are_wide_and_say_little(one, text_of):
    _, response = one("slides")
    document = pypdfium2.PdfDocument(response.body)
    width, height = document[0].get_size()
    assert width > height
    assert len(text_of(response.body).split()) / len(document) < 40


def test_gzipped_papers_unpack_to_pdf(truth, get):
    packed = [each for each in truth if each["url"].endswith(".pdf.gz")]
    assert packed
    for each in packed:
        response = get(each["url"])
        assert response.header("Content-Type") == "application/x-gzip"
        assert response.body[4:8] == bytes(4)  # no time stamp: the same bytes every day
        assert gzip.decompress(response.body).startswith(b"%PDF")


def test_some_papers_are_mislabelled(truth, get):
    types = {
        get(each["url"]).header("Content-Type")
        for each in truth
        if each["kind"] == "paper" and each["url"].endswith((".pdf", ".doc"))
    }
    expected = {"application/pdf", "text/html", "application/octet-stream", "application/msword"}
    assert types == expected


def test_an_error_page_calls_itself_pdf(one):
    _, response = one("error_page")
    assert response.header("Content-Type") == "application/pdf"
    assert response.body.startswith(b"<html>")


def test_an_encrypted_file_needs_its_key(one):
    _, response = one("encrypted")
    with pytest.raises(pypdfium2.PdfiumError, match="assword"):
        pypdfium2.PdfDocument(response.body)
    assert len(pypdfium2.PdfDocument(response.body, password="sesame")) > 1


def test_a_truncated_file_lacks_its_end(one):
    _, response = one("truncated")
    assert response.body.startswith(b"%PDF")
    assert b"%%EOF" not in response.body


def test_a_drawing_has_no_text(one, text_of):
    _, response = one("drawing")
    assert text_of(response.body) == ""
    assert len(pypdfium2.PdfDocument(response.body)) >= 3


def test_an_empty_file_is_empty(one):
    assert one("empty")[1].body == b""


def test_bytes_before_the_header(one):
    _, response = one("paper", "preface")
    assert 0 < response.body.find(b"%PDF") < 200


def test_a_redirect_chain_ends_and_a_loop_does_not(get):
    url, steps = "http://attic1.commons.test/moved/step1.html", 0
    while (response := get(url)).status != 200:
        url, steps = response.header("Location"), steps + 1
    assert steps == 3
    first = "http://attic1.commons.test/moved/loop-a.html"
    assert get(get(first).header("Location")).header("Location") == first


def test_exactly_one_host_asks_for_patience(world):
    rules = [world.respond(host, "/robots.txt").body for host in world.hosts]
    assert sum(b"Crawl-delay" in each for each in rules) == 1


def test_slow_pages_are_few(world):
    delays = [response.delay for _, _, response in world.captures()]
    assert 1 <= sum(delay > 0 for delay in delays) <= 5
    assert max(delays) == 0.2


def test_landing_pages_and_homepages_are_named_in_the_truth(truth):
    roles = {each.get("role") for each in truth}
    assert {"homepage", "landing", "publications", "proceedings", "reading_list", "lab"} <= roles
    homepage = next(each for each in truth if each.get("role") == "homepage")
    assert homepage["person"]["email"].split("@")[0] in homepage["url"]
    assert all("about" in each for each in truth if each.get("role") == "landing")
