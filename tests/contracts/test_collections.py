"""Tags and collections, on all three databases."""

import threading
import time

import pytest
from support.sample_documents import numbered, put_documents

import sheaf
from sheaf.deposit import models
from sheaf.deposit.by_hand import collections, contract
from sheaf.deposit.by_hand.seeing import visiting
from sheaf.errors import UsageError


@pytest.fixture
def shelf(library):
    put_documents(library, numbered(9))
    library.index()
    return library


def found(library, words):
    return sorted(hit.id for hit in library.search(words, limit=50).hits)


def test_tags_are_put_on_taken_off_and_found(shelf):
    tags = shelf.tags
    assert tags.add([1, 2, 99], ["To Read", "café"]) == 4
    assert tags.add([2, 3], ["to_read"]) == 1
    assert tags.add([3], ["cafe"]) == 1
    assert tags.list() == [("to-read", 3), ("café", 2), ("cafe", 1)]
    assert tags.of_documents([1, 3, 4]) == {1: ["café", "to-read"], 3: ["cafe", "to-read"]}
    assert found(shelf, "tag:to-read") == [1, 2, 3]
    assert found(shelf, "tag:Café") == [1, 2]
    assert found(shelf, "tag:(cafe OR café) -title:2") == [1, 3]
    nothing = shelf.search("tag:nothing")
    assert (nothing.total, nothing.complaints) == (0, ("There is no tag “nothing”.",))
    assert tags.remove([1, 2, 4], ["to-read"]) == 2
    assert found(shelf, "tag:to-read") == [3]
    for word in ("", "?!", "x" * 41):
        with pytest.raises(UsageError, match="no tag"):
            tags.add([1], [word])
    with pytest.raises(UsageError, match="more than 20"):
        tags.add([1], [f"word{n}" for n in range(21)])


def test_a_collection_is_filled_found_changed_and_removed(shelf):
    made = shelf.collections.make("Whale Songs", owner="ada", description=" All of them. ")
    assert (made.short, made.description, made.is_public) == ("whale-songs", "All of them.", False)
    assert shelf.collections.add(made.number, [3, 1, 2, 3, 99]) == 3
    assert shelf.collections.add(made.number, shelf.find_all("title:4 OR title:3")) == 1
    assert found(shelf, 'collection:"whale songs"') == [1, 2, 3, 4]
    assert found(shelf, "collection:whale-songs -title:1") == [2, 3, 4]
    assert shelf.collections.documents(made.number, after=1, limit=2) == [2, 3]
    assert [one.short for one in shelf.collections.of_document(4)] == ["whale-songs"]
    assert [one for one, _ in shelf.collections.latest(made.number, 1)] == [4]
    with pytest.raises(UsageError, match="whale-songs already"):
        shelf.collections.make("WHALE_songs", owner="bo")
    shelf.collections.take_out(made.number, [1])
    changed = shelf.collections.change(made.number, name="Songs", is_public=True)
    assert (changed.short, changed.documents, changed.is_public) == ("songs", 3, True)
    assert found(shelf, "collection:songs") == [2, 3, 4]
    assert shelf.search("collection:whale-songs").complaints
    assert shelf.collections.find(str(made.number)) == changed == shelf.collections.get(made.number)
    shelf.collections.remove(made.number)
    assert shelf.collections.list() == []
    assert shelf.document(2) is not None
    with pytest.raises(UsageError, match="no collection"):
        shelf.collections.find("songs")
    with pytest.raises(UsageError, match="no name"):
        shelf.collections.make(" ?! ", owner="ada")


def test_what_two_people_change_at_once_is_all_kept(shelf, monkeypatch):
    made, begun = shelf.collections.make("Songs", owner="ada"), threading.Event()

    def slowly(text):
        begun.set()
        time.sleep(0.3)
        return text

    def describe():
        with sheaf.open(shelf.folder) as opened:
            opened.collections.change(made.number, description="All of them.")

    monkeypatch.setattr(collections, "_tidy_description", slowly)
    thread = threading.Thread(target=describe)
    thread.start()
    assert begun.wait(30)
    shelf.collections.change(made.number, is_public=True)
    thread.join(30)
    now = shelf.collections.get(made.number)
    assert (now.description, now.is_public) == ("All of them.", True)


def test_a_removal_that_is_cut_off_removes_nothing(shelf, monkeypatch):
    made = shelf.collections.make("Songs", owner="ada")
    shelf.collections.add(made.number, [1, 2])

    def cut_off(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(models.PaperCollection, "delete", cut_off)
    with pytest.raises(KeyboardInterrupt):
        shelf.collections.remove(made.number)
    assert shelf.collections.documents(made.number) == [1, 2]


def test_visitors_see_public_collections_only(shelf):
    secret = shelf.collections.make("Secret", owner="ada")
    public = shelf.collections.make("Public", owner="ada", is_public=True)
    for one in (secret, public):
        shelf.collections.add(one.number, [1])
    with visiting():
        assert [one.short for one in shelf.collections.list()] == ["public"]
        assert shelf.collections.get(secret.number) is None
        assert [one.short for one in shelf.collections.of_document(1)] == ["public"]
        assert found(shelf, "collection:public") == [1]
        assert found(shelf, "collection:secret") == []
    with visiting(lambda: True):
        assert found(shelf, "collection:secret") == [1]


def test_a_collection_has_a_limit(shelf, monkeypatch):
    monkeypatch.setattr(contract, "MOST_PAPERS", 5)
    made = shelf.collections.make("Small", owner="ada")
    with pytest.raises(UsageError, match="5 documents at the most"):
        shelf.collections.add(made.number, range(1, 10))
    assert shelf.collections.get(made.number).documents == 0
