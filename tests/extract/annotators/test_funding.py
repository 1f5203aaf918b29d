"""Who paid, and who is thanked."""

from __future__ import annotations

import time

import pytest

from sheaf.extract.annotators.funding import Funding, find_funding
from sheaf.extract.contract import Readable
from sheaf.records import Paper, Section, Text


def annotate(paper=None, content=""):
    return Funding().annotate(paper or Paper(), Readable(Text(content, 1, "test")))


@pytest.mark.parametrize(
    ("text", "funders"),
    [
        ("This work was supported by NSF grants IIS-0713360 and CNS-0716424.",
         [("NSF", ["IIS-0713360", "CNS-0716424"])]),
        ("Funded by the European Research Council (ERC) under grant agreement No. 279499.",
         [("European Research Council", ["279499"])]),
        (("This research was funded by the Deutsche Forschungsgemeinschaft (DFG) under contract "
         "EXC 284/1-2, and the National Natural Science Foundation of China (No. 61170022)."),
         [("Deutsche Forschungsgemeinschaft", ["EXC 284/1-2"]),
          ("National Natural Science Foundation of China", ["61170022"])]),
        (("Supported in part by EPSRC grant EP/K503113/1 and Office of Naval Research contract "
         "N00014-09-1-0123 in 2012."),
         [("EPSRC", ["EP/K503113/1"]), ("Office of Naval Research", ["N00014-09-1-0123"])]),
        ("Supported by NIH R01 GM098359 and DARPA HR0011-12- C-0014.",
         [("NIH", ["R01 GM098359"]), ("DARPA", ["HR0011-12-C-0014"])]),
        ("The study was funded by Moon Ventures.", [("Moon Ventures", [])]),
        ("Ce travail a été financé par l'Agence Nationale de la Recherche (ANR-10-LABX-0031).",
         [("Agence Nationale de la Recherche", ["ANR-10-LABX-0031"])]),
        ("Este trabajo fue financiado por el Ministerio de Ciencia e Innovación (TIN2010-20797).",
         [("Ministerio de Ciencia e Innovación", ["TIN2010-20797"])]),
        ("Diese Arbeit wurde durch die Volkswagen Stiftung gefördert.",
         [("Volkswagen Stiftung", [])]),
        ("We studied at Example University in 2012.", []),
    ],
)  # fmt: skip
def test_funders_have_their_grants(text, funders):
    found = find_funding(text)["funders"]
    assert [(one["name"], one["grants"]) for one in found] == funders


def test_a_funder_named_twice_is_one():
    found = find_funding(
        "Supported by NSF grant IIS-1000001. Also supported by NSF grant IIS-1000002."
    )
    assert found["funders"] == [{"name": "NSF", "grants": ["IIS-1000001", "IIS-1000002"]}]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("We thank John Smith, A. B. Jones and Dr. Maria van der Berg for helpful comments.",
         ["John Smith", "A. B. Jones", "Maria van der Berg"]),
        ("Thanks to Ada Lovelace for a careful reading of Section 2, and to Jean-Pierre Dupont.",
         ["Ada Lovelace", "Jean-Pierre Dupont"]),
        ("We thank the anonymous reviewers of the Journal of Things.", []),
        ("We thank the National Science Foundation. Ada Lovelace is at Example University.", []),
        ("Nous remercions Paul Dupont.", ["Paul Dupont"]),
    ],
)  # fmt: skip
def test_people_who_are_thanked(text, people):
    assert find_funding(text)["people"] == people


PAID = "Paid by NASA grant NNX-100200."


def test_the_acknowledgement_that_was_read_is_the_source():
    found = annotate(Paper(acknowledgement=f"We thank Ada Lovelace. {PAID}"))
    assert found == {
        "text": PAID,
        "funders": [{"name": "NASA", "grants": ["NNX-100200"]}],
        "people": ["Ada Lovelace"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "We thank Ada Lovelace for tea.",
        "I thank my parents, who always supported me, and my fellowship of friends.",
        "The poem was sponsored by the Bundi court.",
        "Research assistance was generously supported by the Columbia Bikaner, who came along.",
        "We benefited from discussions at the University of Nowhere about funding.",
    ],
)
def test_thanks_alone_are_no_funding(text):
    assert annotate(Paper(acknowledgement=text)) is None


@pytest.mark.parametrize(
    ("text", "funders"),
    [
        ("Supported by the ERC Advanced Grant 339691 (FEALORA).", [("ERC", ["339691"])]),
        ("Supported by an MRC Methodology Research Programme grant (MR/J013862/1).",
         [("MRC", ["MR/J013862/1"])]),
        ("Supported by Microsoft Research through its PhD Scholarship Programme.",
         [("Microsoft Research", [])]),
        ("A. B. holds a Turing Fellowship from the Alan Turing Institute, London.",
         [("Alan Turing Institute", [])]),
        ("Supported by a University of Example Doctoral Dissertation Fellowship.",
         [("University of Example", [])]),
        (("Funded by the Department of the Prime Minister; views expressed are those of the "
          "authors and do not reflect those of the Department or the Other Government."),
         [("Department of the Prime Minister", [])]),
        (("Supported by the Department of Energy (DOE), Office of Science, at Argonne National "
          "Laboratory under Contract DE-AC02-06CH11357."),
         [("Department of Energy", ["DE-AC02-06CH11357"])]),
        (("It used resources of the Example Computing Center, a DOE Office of Science User "
          "Facility supported by the Office of Science of the U.S. Department of Energy under "
          "Contract No. DE-AC02-05CH11231."), [("DOE", ["DE-AC02-05CH11231"])]),
        ("Supported by the Estonian Research Council and the Moon Research Foundation of Mars.",
         [("Estonian Research Council", []), ("Moon Research Foundation of Mars", [])]),
        ("Supported by the National Science Foundation of Nowhere, grant 12345.",
         [("National Science Foundation of Nowhere", ["12345"])]),
        ("We acknowledge the support of the Some Institute and the Other Center.",
         [("Some Institute", []), ("Other Center", [])]),
        ("Supported by grant EP/H024204/1 from EPSRC.", [("EPSRC", ["EP/H024204/1"])]),
        ("Supported by the Great Lakes Research grants F49620 and FA9550 and by Intel Research.",
         [("Great Lakes Research", ["F49620", "FA9550"]), ("Intel", [])]),
        ("Funded by the European Research Council. The ERC also paid grant 279499.",
         [("European Research Council", ["279499"])]),
    ],
)  # fmt: skip
def test_a_funder_is_neither_a_scheme_nor_a_place_nor_a_part(text, funders):
    found = find_funding(text)["funders"]
    assert [(one["name"], one["grants"]) for one in found] == funders


def test_a_grant_of_nobody_stands_by_itself():
    found = annotate(Paper(acknowledgement="Supported under grants W911NF-16-1-0061 and 4711/12."))
    assert found["funders"] == []
    assert found["grants"] == ["W911NF-16-1-0061", "4711/12"]


def test_marks_of_footnotes_keep_sentences_apart():
    found = find_funding("Awards W911NF-16-1-0061. †Supported by NSF grant CMMI 1454548.")
    assert found["funders"] == [{"name": "NSF", "grants": ["CMMI 1454548"]}]
    assert found["grants"] == ["W911NF-16-1-0061"]


def test_what_a_journal_prints_on_its_pages_is_left_out():
    found = annotate(
        Paper(
            acknowledgement=(
                "We thank Ada.\nDownloaded from https://example.org/a by Example University on 3 "
                f"May 2012\n{PAID}\nLicensed under a Creative Commons grant by the Moon Foundation."
            )
        )
    )
    assert found["text"] == PAID
    assert [one["name"] for one in found["funders"]] == ["NASA"]


def test_a_footnote_of_the_first_page_may_speak_of_money_one_of_the_last_not():
    first, last = "Supported by NSF grant IIS-1.", "Supported by DARPA."
    paper = Paper(footnotes=(first, "A note on notation.", last))
    found = annotate(paper, f"Title\n{first}\n" + "word " * 3000 + last)
    assert found["text"] == first


def test_a_section_on_funding_counts():
    paper = Paper(
        sections=(Section("5 Funding", "Paid by NASA grant NNX-100200."), Section("6", "x"))
    )
    assert annotate(paper)["funders"] == [{"name": "NASA", "grants": ["NNX-100200"]}]


@pytest.mark.parametrize(
    "heading", ["Acknowledgements\n", "6. Acknowledgment:\n", "Acknowledgments. ", "Danksagung\n"]
)
def test_without_one_the_text_under_a_heading_is_taken(heading):
    content = f"1 Introduction\nWords.\n{heading}Paid by\nNASA grant NNX-100200.\nReferences\n[1] X"
    assert annotate(content=content)["text"] == PAID


def test_nothing_said_is_nothing_told():
    assert annotate(content="Funding agencies are funny.\n\nThanks for reading.") is None


@pytest.mark.parametrize(
    "text", ["A1-" * 5000, "We thank " + "Ada " * 5000, "supported by the " * 3000, "a9" * 9000,
             "thanks A. " * 4000, "grant " + "9-" * 5000, "Thank " + "and " * 5000]
)  # fmt: skip
def test_no_text_makes_it_slow(text):
    start = time.process_time()
    annotate(Paper(acknowledgement=text), text)
    assert time.process_time() - start < 1
