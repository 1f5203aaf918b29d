"""Mistakes that readers report, on all three databases."""

from __future__ import annotations

import pytest
from support.sample_documents import numbered, put_documents, remove_document

from sheaf.deposit.by_hand.reports import contract
from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import acting_as
from sheaf.errors import UsageError


def test_a_report_waits_is_settled_and_stands_in_the_history(library, another):
    put_documents(library, numbered(3))
    with acting_as("", Way.WEB):
        first = library.reports.add(
            2, "title", "  The last word\r\n\r\n\r\n\r\nis missing \0", right="On 🦆 Graphs",
            email="ada@example.org",
        )  # fmt: skip
    second = library.reports.add(3, "is_paper", "It is a menu.", who="bo")
    assert (first.words, first.right, first.who) == (
        "The last word\n\nis missing", "On 🦆 Graphs", ""
    )  # fmt: skip
    assert first.sha1 == library.document(2).sha1
    assert another.reports.get(first.number) == library.reports.get(first.number)
    assert [one.number for one in another.reports.list()] == [second.number, first.number]
    assert another.reports.count_open() == 2
    with acting_as("ada", Way.WEB):
        done = library.reports.settle(first.number, "Corrected.")
    assert (done.state, done.settled_by, done.note, done.email) == (
        "settled", "ada", "Corrected.", ""
    )  # fmt: skip
    with pytest.raises(UsageError, match="settled by ada already"):
        another.reports.settle(first.number)
    assert [one.number for one in library.reports.list(state="open")] == [second.number]
    assert [one.number for one in library.reports.list(state="settled")] == [first.number]
    assert [one.number for one in library.reports.list(document=3)] == [second.number]
    assert library.reports.list(before=second.number, limit=1) == [done]
    assert library.reports.count_of_documents([2, 3]) == {3: 1}
    settled, _, added = library.history.list(action="report.")
    assert (added.who, added.way, added.target) == ("", "web", "document 2")
    assert added.after["words"].startswith("The last word")
    assert "ada@example.org" not in str(added)
    assert (settled.who, settled.target) == ("ada", f"report {first.number}")
    assert settled.before == {"state": "open"}
    assert settled.after["note"] == "Corrected."
    remove_document(library, 3)
    assert library.reports.get(second.number).document_id == 3


def test_what_is_no_report_is_refused(library, monkeypatch):
    put_documents(library, numbered(2))
    add = library.reports.add
    for wrong, said in (
        (lambda: add(9, "title", "Wrong."), "no document 9"),
        (lambda: add(1, "price", "Wrong."), "Nothing can be reported of 'price'"),
        (lambda: add(1, "title", " \n "), "says nothing"),
        (lambda: add(1, "title", "x" * 2001), "2,000 characters"),
        (lambda: add(1, "title", "", right="x" * 2001), "2,000 characters"),
        (lambda: add(1, "title", "Wrong.", email="me"), "no e-mail address"),
        (lambda: add(1, "title", "Wrong.", email="a@b.org\nBcc: c@d.org"), "no e-mail address"),
        (lambda: library.reports.settle(7), "no report 7"),
        (lambda: library.reports.list(state="lost"), "No report is 'lost'"),
    ):
        with pytest.raises(UsageError, match=said):
            wrong()
    assert library.reports.list() == []
    for number in range(contract.MOST_OPEN_OF_DOCUMENT):
        add(1, "title", f"Wrong {number}.")
    with pytest.raises(UsageError, match="20 open reports already"):
        add(1, "title", "Wrong once more.")
    library.reports.settle(library.reports.list(limit=1)[0].number)
    add(1, "title", "Wrong once more.")
    monkeypatch.setattr(contract, "MOST_OPEN", 20)
    with pytest.raises(UsageError, match="more open reports than can be seen to"):
        add(2, "title", "Wrong.")
