import re
from itertools import combinations

import pypdfium2
import pytest

from sheaf.world import World
from sheaf.world.disciplines.history import HISTORY
from sheaf.world.prose import title


@pytest.fixture(scope="module")
def files(world, truth):
    """(truth, bytes) of every plain PDF of a paper."""
    found = []
    for each in truth:
        if each["kind"] == "paper" and each["url"].endswith(".pdf"):
            host, _, path = each["url"].removeprefix("http://").partition("/")
            found.append((each, world.respond(host, f"/{path}").body))
    return found


def squeezed(text):
    """Letters and digits alone: line breaks, hyphens and raised numbers do not count."""
    return re.sub(r"[^\w]", "", text)


def without_digits(text):
    return re.sub(r"\d", "", squeezed(text))


def test_what_the_truth_says_is_printed(files, text_of):
    for facts, body in files[:40]:
        text = text_of(body)
        assert squeezed(facts["title"]) in squeezed(text)
        assert squeezed(facts["abstract"]) in squeezed(text)
        assert re.search("abstract", text, re.IGNORECASE)
        for author in facts["authors"]:
            assert without_digits(author["name"]) in without_digits(text)
            assert squeezed(author["affiliation"]) in squeezed(text)
            assert author["email"].split("@")[0] in text


def test_references_are_printed_and_cited(world, files, text_of):
    for facts, body in files[:30]:
        main, _, listed = squeezed(text_of(body)).rpartition("References")
        references = world.paper(facts["paper_id"]).references
        uncited = [each for each in references if squeezed(each.marker) not in main]
        broken = [each for each in references if squeezed(each.text) not in listed]
        # The foot of a page may stand in the middle of an entry, or of a marker.
        page_breaks = len(pypdfium2.PdfDocument(body)) - 1
        assert len(uncited) + len(broken) <= page_breaks
        assert len(uncited) <= 1


def test_the_truth_lists_the_works_cited_inside_the_world(world, truth):
    paper = next(each for each in truth if each["kind"] == "paper")
    references = world.paper(paper["paper_id"]).references
    inside = [each for each in references if each.paper_id is not None]
    assert paper["references"] == [each.paper_id for each in inside]
    assert all(world.paper(each.paper_id).title == each.title for each in inside)
    assert all(world.paper(each.paper_id).year <= paper["year"] for each in inside)


def test_printed_facts_can_be_read_and_an_unprinted_doi_cannot(files, text_of):
    seen = set()
    for facts, body in files:
        text = text_of(body)
        for name, printed in facts["printed"].items():
            assert squeezed(str(facts[name])) in squeezed(text) or not printed
            seen.add((name, printed))
        if facts["doi"] and not facts["printed"]["doi"]:
            assert facts["doi"] not in text
    assert {("doi", True), ("doi", False), ("venue", True), ("venue", False)} <= seen


def test_near_copies_differ_a_little_and_exact_copies_not_at_all(world, files, get, text_of):
    kinds = {True: 0, False: 0}
    for facts, body in files:
        if facts["copy_of"] and facts["copy_of"].endswith(".pdf") and "preface" not in facts["url"]:
            original = get(facts["copy_of"]).body
            kinds[facts["near_copy"]] += 1
            if facts["near_copy"]:
                one, two = set(text_of(body).split()), set(text_of(original).split())
                assert body != original
                assert len(one & two) > 0.9 * len(one | two)
            else:
                assert body == original
    assert all(kinds.values())


def test_papers_differ_strongly_in_their_words(world, get, text_of):
    """Any two papers share few runs of four words, even within a discipline."""
    shingles = []
    for number in range(12):
        words = text_of(world.pdf(number)).lower().split()
        shingles.append({tuple(words[i : i + 4]) for i in range(len(words) - 3)})
    overlaps = [len(a & b) / len(a | b) for a, b in combinations(shingles, 2)]
    assert max(overlaps) < 0.25


def test_papers_have_the_length_of_papers():
    world = World(3, 5000)
    files = [world.pdf(number) for number in range(60)]
    lengths = [len(pypdfium2.PdfDocument(body)) for body in files]
    assert min(lengths) >= 3
    assert max(lengths) <= 12
    assert 4 <= sum(lengths) / len(lengths) <= 7


def test_a_reference_list_keeps_to_one_style(world):
    styles = {}
    for paper in world.papers():
        styles.setdefault(paper.citation_style, paper.references)
    assert set(styles) == {"numbered", "author-year", "superscript", "alphabetic"}
    assert all(r.text.startswith(f"[{n}] ") for n, r in enumerate(styles["numbered"], 1))
    assert all(r.text.startswith(f"{n}. ") for n, r in enumerate(styles["superscript"], 1))
    assert all(f"({r.marker.rsplit(' ')[-1]})" in r.text for r in styles["author-year"])
    markers = [r.marker for r in styles["alphabetic"]]
    assert len(markers) == len(set(markers))


def test_titles_are_unique():
    assert len({title(4, HISTORY, number) for number in range(100_000)}) == 100_000


def test_titles_of_a_world_are_unique():
    world = World(4, 10_000)
    titles = {world._realm.papers.card(number).title for number in range(world.paper_count)}
    assert len(titles) == world.paper_count


def test_titles_read_like_titles(world):
    for paper in world.papers():
        assert 5 <= len(paper.title.split()) <= 22
        assert "{" not in paper.title
        assert not re.search(r"\b(Of|In|The|And)\b", paper.title[4:]), paper.title
