import pytest
from support.title_pages import line, text_of, title_page

from corpora.headers.authors import cut_apart
from corpora.headers.examples import LabelledLine
from corpora.headers.grobid import labelled_characters
from corpora.headers.split import fold_of, is_held_out_document, is_held_out_owner, stem_of
from corpora.headers.truth import allowed, example
from sheaf.extract.header.layout import LayoutLine
from training.header import train

TRUTH = {
    "title": "How stones roll down a slope",
    "authors": ["M Delgado", "Hoffmann, Peter"],
    "abstract": None,
}


def labels_of(found):
    return [(line.layout.text, line.label) for line in found.lines]


def page(*middle):
    return text_of(title_page(line("Maria K. Delgado 1 and Peter Hoffmann", 130, 12.0), *middle))


def test_the_truth_is_found_on_the_page():
    found = example(page(line("University of Leeds", 150)), TRUTH, "made-up", "a", "owner")
    told = labels_of(found)
    assert told[0] == ("How Stones Roll Down a Slope", "title")
    assert told[2] == ("University of Leeds", None)
    assert told[3] == ("Abstract", "abstract")
    assert ("1 Introduction", "body") in told
    assert found.lines[1].labels == (
        "B-author", "I-author", "I-author", "sep", "sep", "B-author", "I-author",
    )  # fmt: skip


def test_what_the_truth_does_not_tell_may_be_anything_but_what_it_does():
    found = example(page(line("University of Leeds", 150)), TRUTH, "made-up", "a", "owner")
    choices = list(allowed(found))
    assert choices[0] is None
    assert "affiliation" in choices[2]
    assert not {"title", "author", "abstract"} & choices[2]


@pytest.mark.parametrize("changed", [{"title": "Another thing"}, {"authors": ["Q. Nobody"]}])
def test_a_page_without_the_truth_is_left_out(changed):
    assert example(page(), {**TRUTH, **changed}, "made-up", "a", "owner") is None


def test_authors_are_cut_apart_by_marks_where_names_are_not_known():
    text = "Maria Delgado 1 , Peter E. Hoffmann and Anna Berg"
    labels = ("author",) * len(LabelledLine(LayoutLine(text), ()).tokens)
    (cut,) = cut_apart([LabelledLine(LayoutLine(text), labels)], ())
    assert [label[0] for label in cut.labels] == list("BIssBIIsBI")


def test_annotations_are_read_as_labelled_characters():
    tei = (
        b"<tei><text><front><docTitle><titlePart>On<lb/>Stones</titlePart></docTitle> x "
        b'<note type="doctype">Article</note><!-- no --></front></text></tei>'
    )
    found = labelled_characters(tei)
    assert "".join(char for char, label in found if label == "title") == "On Stones"
    assert "".join(char for char, label in found if label == "doctype") == "Article"
    assert labelled_characters(b"<tei>broken") == []


def test_who_is_held_out_is_by_the_name_alone():
    assert is_held_out_owner("ChrKroer") == is_held_out_owner("chrkroer")
    assert fold_of("ChrKroer") == fold_of("chrkroer")
    stem = stem_of("header/tei/007336v1.training.header.tei.xml")
    assert stem == stem_of("x/007336v1.training.header") == "007336v1"
    assert isinstance(is_held_out_document(stem), bool)


def test_without_the_corpora_training_says_so(monkeypatch, capsys):
    monkeypatch.setattr(train, "absent", lambda: "there are none")
    assert train.main([]) == 2
    assert "there are none" in capsys.readouterr().out


def test_initials_belong_to_the_names_that_are_known_without_their_full_stops():
    text = "Maria K. Delgado 1 , Peter J.-P. Hoffmann"
    labels = ("author",) * len(LabelledLine(LayoutLine(text), ()).tokens)
    names = [["Maria", "K", "Delgado"], ["Peter", "J", "P", "Hoffmann"]]
    (cut,) = cut_apart([LabelledLine(LayoutLine(text), labels)], names)
    assert [label[0] for label in cut.labels] == list("BIIssBII")
