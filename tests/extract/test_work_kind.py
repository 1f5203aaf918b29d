"""What kind of work a text is, as bibliographies will say it."""

from sheaf.extract.reading import cover_text, find_work_kind
from sheaf.records import Text

COVER = "Graphs of Things\n\nA. Student\n\n{words}\n\nUniversity of Somewhere\n\nMay 2005\n"
CHAPTER = "Chapter {number}\n\nIn this chapter of the thesis we look at graphs. " + "Words. " * 300


def thesis(words):
    chapters = [CHAPTER.format(number=number) for number in range(1, 60)]
    contents = "Abstract\n\nTable of Contents\n\nList of Figures\n\nAcknowledgements\n"
    pages = [COVER.format(words=words), "", contents, *chapters, "Bibliography\n[1] A. B. C. 2001."]
    return Text("\f".join(pages), len(pages), reader="none", first_page=pages[0])


def test_a_thesis_is_told_with_its_degree():
    words = "A thesis submitted in partial fulfilment of the requirements for the degree of\n{}"
    told = find_work_kind(thesis(words.format("Doctor of\nPhilosophy")))
    assert told == {"kind": "thesis", "degree": "doctor"}
    assert find_work_kind(thesis(words.format("Master of Science")))["degree"] == "master"


def test_only_the_cover_is_asked_for_the_degree():
    text = Text("a\fb\fMaster's thesis", 3, reader="none")
    assert cover_text(text) == "a b"


def test_a_text_without_words_is_of_no_kind():
    assert find_work_kind(Text("", 0, reader="none")) == {}
