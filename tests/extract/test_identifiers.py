"""DOIs, arXiv numbers and addresses, as they stand in references."""

import time

import pytest

from sheaf.extract.identifiers import find_arxiv, find_doi, find_spans, find_url

SICI = "(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"
SICI_DOI = f"10.1002/{SICI}"


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("doi:10.1000/182.", "10.1000/182"),
        ("https://doi.org/10.1000/ABC-12(3)4;5", "10.1000/abc-12(3)4;5"),
        ("(doi: 10.1000/182)", "10.1000/182"),
        ("doi: 10.10 00/j.x.2001", "10.1000/j.x.2001"),
        ("DOI 10.1000/ x.2001.5, next", "10.1000/x.2001.5"),
        ("https://doi.org/10.1000/a%2Fb", "10.1000/a/b"),
        ("see 10.12/not-one", None),
        (f"doi:10.1002/{SICI}.", f"10.1002/{SICI.lower()}"),
        (f"({SICI_DOI})", SICI_DOI.lower()),
        (SICI_DOI.replace("<", "&lt;").replace(">", "&gt;"), SICI_DOI.lower()),
        (SICI_DOI.replace("<", "%3C").replace(">", "%3E"), SICI_DOI.lower()),
        ("<10.1000/182> and 10.1000/a<b>c", "10.1000/182"),
        ("", None),
    ],
)
def test_dois(text, doi):
    assert find_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("arXiv:2101.00001v2 [cs.DL]", "2101.00001v2"),
        ("arXiv preprint arXiv:1706.0376", "1706.0376"),
        ("https://arxiv.org/abs/1706.03762", "1706.03762"),
        ("[hep-th/9901001]", "hep-th/9901001"),
        ("arXiv : 0812. 1534 [hep-lat]", "0812.1534"),
        ("doi:10.48550/arXiv.2101.00001", "2101.00001"),
        ("pages 2101.00001", None),
    ],
)
def test_arxiv_numbers(text, number):
    assert find_arxiv(text) == number


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("Available at http://www.example.org/a/b.pdf.", "http://www.example.org/a/b.pdf"),
        ("<https://example.org/x_(y)>", "https://example.org/x_(y)"),
        ("(www.example.org)", "www.example.org"),
        ("http://example.org/docs/ report-2016.pdf", "http://example.org/docs/report-2016.pdf"),
        ("http://example.org/docs/ Accessed in May", "http://example.org/docs/"),
        ("no address", None),
    ],
)
def test_addresses(text, url):
    assert find_url(text) == url


def test_pubmed_numbers():
    assert find_spans("PMID: 12345678.") == [(0, 14, "pmid")]


def test_spans_are_in_order_and_do_not_overlap():
    text = "x https://doi.org/10.1000/182 arXiv:2101.00001 and doi:10.1000/7"
    assert [kind for _, _, kind in find_spans(text)] == ["url", "arxiv", "doi"]


@pytest.mark.parametrize(
    "text",
    [
        "10." * 50_000,
        "http://" * 20_000,
        "doi: 10. 1 " * 20_000,
        "www." + "a-" * 100_000,
        ")" * 100_000,
        "10.1000/" + ")" * 300,
    ],
)
def test_hostile_text_costs_little(text):
    start = time.perf_counter()
    find_spans(text)
    find_doi(text)
    assert time.perf_counter() - start < 5


def test_the_address_of_a_doi_is_as_long_as_the_doi():
    text = f"see https://doi.org/{SICI_DOI}."
    assert [text[start:end] for start, end, _ in find_spans(text)] == [
        f"https://doi.org/{SICI_DOI}"
    ]


def test_a_doi_ends_before_the_field_that_is_glued_to_it():
    text = "Phys. Rev. D 7, 2333. 10.1103/PhysRevD.7.2333.URL https://link.test/abs"
    assert find_doi(text) == "10.1103/physrevd.7.2333"
