"""Markdown and plain text: what people read."""

from __future__ import annotations

import json

import pytest
from markdown_it import MarkdownIt
from support.papers import GOLDEN, written_by_hand

from sheaf.errors import UsageError
from sheaf.extract.formats import FORMATS, write


@pytest.mark.parametrize(("name", "file"), [("markdown", "paper.md"), ("text", "paper.txt")])
def test_a_paper_is_written_as_in_the_golden_file(name, file):
    assert write(written_by_hand(), name) == (GOLDEN / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    ["# no heading", "1. no list", "- no list", "*no emphasis*", "`no code`", "<b>no tag</b>",
     "[no](link)", "![no](image)", "&amp; no entity", "a | b", "~~~", "---", "***", "> no quote",
     r"\no escape", "===", "12) no list", "<http://no.link>", "+ no list", "$no maths$"],
)  # fmt: skip
def test_characters_mean_themselves_in_markdown(words):
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(
        write({"abstract": words}, "markdown")
    )
    [paragraph] = [one for one in tokens if one.type == "inline"][2:]
    assert {child.type for child in paragraph.children} == {"text"}
    assert "".join(child.content for child in paragraph.children) == words


def test_plain_text_holds_nothing_that_a_terminal_would_obey():
    text = write({"title": "\x1b[31mred\x1b[0m \x9b31m\x07", "abstract": "a\x08b"}, "text")
    assert text == "[31mred[0m 31m\n==============\n\nAbstract\n--------\n\nab\n"


def test_plain_text_breaks_long_lines_but_no_long_words():
    address = "https://example.org/" + "a" * 100
    lines = write({"abstract": "word " * 40 + address}, "text").splitlines()
    assert address in lines
    assert max(len(line) for line in lines if line != address) <= 80


def test_json_is_everything_on_one_line():
    text = write(written_by_hand(), "json")
    assert json.loads(text) == written_by_hand()
    assert text.count("\n") == 1
    assert write({"title": "half \ud800"}, "json").encode("utf-8")


def test_an_unknown_format_is_answered_with_those_there_are():
    with pytest.raises(UsageError, match="no format called 'docx'") as caught:
        write({}, "docx")
    assert caught.value.what_to_do == f"Known: {', '.join(FORMATS)}."


def test_the_example_of_the_documentation_works(capsys):
    page = (GOLDEN.parents[3] / "docs" / "extracting" / "formats.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    exec(compile(example, "formats.md", "exec"), {})
    assert capsys.readouterr().out.startswith("@misc{writer2004things,\n")


def test_every_format_is_described():
    page = (GOLDEN.parents[3] / "docs" / "extracting" / "formats.md").read_text(encoding="utf-8")
    rows = [f"| `{one.name}` | `{one.extension}` |" for one in FORMATS.values()]
    assert [row for row in rows if row not in page] == []


def test_no_two_formats_would_be_written_to_the_same_file():
    extensions = [one.extension for one in FORMATS.values()]
    assert len(set(extensions)) == len(extensions)
