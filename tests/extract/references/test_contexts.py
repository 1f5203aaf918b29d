"""Citations in the text, linked to their entries."""

import pytest
from support.printed import BY_NAME, NUMBERED, Printer, paper

from sheaf.extract.references.contexts import AROUND, find_contexts, surrounding_words
from sheaf.extract.references.footnotes import find_footnote_entries
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Person, Reference, Text


def ref(family, year, marker=None, title=None, others=(), raw=""):
    people = tuple(Person(name, None, name) for name in (family, *others))
    return Reference(raw or f"{family} {year}", marker, people, title, year=year)


def cited(printer, entries):
    document = locate_lines(printer.text)
    found = find_contexts(document, find_zones(document.lines), entries)
    for contexts in found:
        for context in contexts:
            printed = document.content[context.offset :][: len(context.marker) + 5]
            assert " ".join(printed.split()).startswith(context.marker)
            assert context.marker in context.text
    return [[context.marker for context in contexts] for contexts in found]


BY_NUMBER = [ref("Ferrow", 1998, "[1]"), ref("Lindqvist", 2001, "[2]"),
             ref("Maro", 2004, "[3]"), ref("Petrov", 1987, "[4]")]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "entries"),
    [
        ("as was shown [3].", [2]),
        ("as was shown [1-3].", [0, 1, 2]),
        ("as was shown [1, 4], and then", [0, 3]),
        ("as was shown [2, Theorem 4], and", [1]),
        ("for x in [0, 1] it holds", []),
        ("the array a[17] is read", []),
    ],
)
def test_numbers_in_brackets(sentence, entries):
    found = cited(paper(NUMBERED, body=[sentence]), BY_NUMBER)
    assert [at for at, markers in enumerate(found) if markers] == entries


def test_raised_numbers():
    references = [ref("A", 1998, "1."), ref("B", 1999, "2."), ref("C", 2000, "3.")]
    body = ["It was clear.1 Others said so too,2,3 though few had asked.", "In 2003 nobody did."]
    assert cited(paper(NUMBERED, body=body), references) == [["1"], ["2,3"], ["2,3"]]


def test_labels():
    references = [ref("Smith", 1998, "[Smi98]"), ref("Doe", 2001, "[Doe01a]")]
    body = ["as was shown [Smi98, Doe01a] and in [Doe01a] again."]
    found = cited(paper(NUMBERED, body=body), references)
    assert [len(markers) for markers in found] == [1, 2]


@pytest.mark.parametrize(
    ("sentence", "entries"),
    [
        ("as was shown (Ferrow and Okoro, 1998).", [0]),
        ("as was shown (Ferrow & Okoro 1998; Petrov 1987) twice.", [0, 4]),
        ("Petrov (1987) says the same.", [4]),
        ("Maro et al. (2004) do not.", [3]),
        ("as was shown (Lindqvist, 2001a, b) in full.", [1, 2]),
        ("as was shown (Lindqvist 2001b) here.", [2]),
        ("Petrov's (1987) history is long.", [4]),
        ("It rained in 1987 and in 2004.", []),
    ],
)
def test_names_and_years(sentence, entries):
    references = [
        ref("Ferrow", 1998, others=["Okoro"]),
        ref("Lindqvist", 2001, raw="Lindqvist, C. (2001a). Measuring light."),
        ref("Lindqvist", 2001, raw="Lindqvist, C. (2001b). Measuring shade."),
        ref("Maro", 2004, others=["Nkemelu", "Ostrow"]),
        ref("Petrov", 1987),
    ]
    found = cited(paper(BY_NAME, body=[sentence]), references)
    assert [at for at, markers in enumerate(found) if markers] == entries


def test_names_and_titles_where_there_are_no_years():
    references = [ref("Guha", 1999, title="Speaking Historically: Voices of the West")]
    found = cited(paper(BY_NAME, body=["See Guha, “Speaking Historically”, for more."]), references)
    assert found == [["Guha, “Speaking Historically"]]


def test_names_in_capitals_are_cited_in_plain_letters():
    references = [ref("PETROV", 1987)]
    assert cited(paper(BY_NAME, body=["As Petrov (1987) says."]), references)[0]


def test_the_list_itself_cites_nothing():
    references = [ref("Petrov", 1987)]
    assert cited(paper(BY_NAME), references) == [[]]


def test_references_in_footnotes_are_cited_by_the_number_of_the_note():
    printer = Printer()
    printer.heading("1 Rivers").prose(*["The water of the north was clear then."] * 9)
    printer.prose("Others said so before us.1 Nobody asked them why they did.").gap(60.0)
    printer.line("1 See Ada Ferrow, On Clear Water (Oslo: Nordic Press, 1998), pp. 4-9.", size=8.0)
    document = locate_lines(printer.text)
    zones = find_zones(document.lines)
    (entry,) = find_footnote_entries(document, zones)
    (contexts,) = find_contexts(document, zones, [ref("Ferrow", 1998, entry.marker, raw=entry.raw)])
    assert [context.marker for context in contexts] == ["1"]
    assert "Others said so before us.1 Nobody" in contexts[0].text


def test_the_words_around_are_whole_and_not_many():
    text = "word " * 200 + "[7]" + " other" * 200
    start = text.index("[7]")
    found = surrounding_words(text, start, start + 3)
    assert len(found) <= 2 * AROUND + 3
    assert set(found.split()) == {"word", "[7]", "other"}


@pytest.mark.parametrize("content", ["", "[1]" * 30_000, "(" * 100_000, "Smith " * 50_000 + "1998"])
def test_hostile_texts_end(content):
    document = locate_lines(Text(content, 1, "plain"))
    entries = [ref("Smith", 1998, "[1]")]
    found = find_contexts(document, find_zones(document.lines), entries)
    assert [len(contexts) <= 200 for contexts in found] == [True]


def test_without_entries_there_are_no_contexts():
    document = locate_lines(paper(NUMBERED).text)
    assert find_contexts(document, find_zones(document.lines), []) == []
