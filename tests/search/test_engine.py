"""Another engine can take the place of ours: it is handed entries, and asked."""

from dataclasses import dataclass, field

import pytest
from support.library_of import put_papers, remove_papers

from sheaf.app import Library
from sheaf.errors import StorageError
from sheaf.search.contract import Hit, IndexReport, SearchResult
from sheaf.search.engine import TantivyEngine
from sheaf.search.index import STATE_WORDS, IndexState


@dataclass(frozen=True)
class Place:
    revision: int = 0
    graph_revision: int = 0


@dataclass
class ListEngine:
    """All entries in a list, looked through for a word of the title."""

    entries: dict = field(default_factory=dict)
    place: Place | None = None

    def update(self, indexed, *, rebuild, report):
        is_new = rebuild or self.place is None
        reached = Place() if is_new else self.place
        at = Place(*indexed.revisions())
        gone = [(one.name, number) for one in indexed.all
                for number in one.removed_since(reached.revision)]  # fmt: skip
        for key in gone:
            self.entries.pop(key, None)
        changed = []
        for one in indexed.all:
            changed += one.entries() if is_new else one.changed_since(reached)
        self.entries |= {(entry.entry, entry.id): entry for entry in changed}
        self.place = at
        return IndexReport(len(changed), len(gone), is_new)

    def reached(self):
        return self.place

    def search(self, request):
        found = [one for one in self.entries.values() if request.words in one.title.lower()]
        hits = [Hit(one.id, one.title, one.authors, one.year, 1.0, "", one.file, one.sha1)
                for one in found]  # fmt: skip
        return SearchResult(len(hits), tuple(hits[: request.limit]))


def use_tantivy(library):
    assert isinstance(library.engine, TantivyEngine)


def use_list(library):
    library.engine = ListEngine()


@pytest.mark.parametrize("use", [use_tantivy, use_list])
def test_whichever_engine_follows_the_library(use, tmp_path):
    with Library.init(tmp_path / "lib") as library:
        use(library)
        assert library.engine.reached() is None
        put_papers(library, {1: {"title": "Grammars of whales"}, 2: {"title": "Songs of whales"}})
        assert library.index_is_behind() == 2
        report = library.index()
        assert (report.indexed, report.rebuilt) == (2, True)
        assert library.index_is_behind() == 0
        assert {hit.id for hit in library.search("whales").hits} == {1, 2}
        put_papers(library, {2: {"title": "Songs of birds"}})
        remove_papers(library, 1)
        report = library.index()
        assert (report.removed, report.rebuilt) == (1, False)
        assert library.search("whales").total == 0
        assert [hit.title for hit in library.search("birds").hits] == ["Songs of birds"]


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("g1/meta.json", "{", "The index is damaged: `sheaf index --rebuild` makes it anew."),
        ("sheaf-index.json", "", "The index is damaged: `sheaf index --rebuild` makes it anew."),
        ("sheaf-index.json", '{"version": 1, "revision": 4}',
         "The index is of another version's form: `sheaf index` makes it anew."),
    ],
)  # fmt: skip
def test_an_index_that_cannot_be_searched_is_told_and_not_called_misunderstood(
    file, content, said, tmp_path
):
    with Library.init(tmp_path / "lib") as library:
        put_papers(library, {1: {"title": "Grammars of whales"}})
        library.index()
        assert library.search("whales").total == 1
        (library.index_folder / file).write_text(content)
    with Library.open(tmp_path / "lib") as library:
        told = library.search("whales")
        assert (told.total, told.notes, told.complaints) == (0, (said,), ())
        assert list(library.find_all("whales")) == []
        assert library.index().rebuilt
        assert library.search("whales").total == 1


def test_damage_that_shows_while_all_results_are_read_is_told(tmp_path):
    with Library.init(tmp_path / "lib") as library:
        put_papers(library, {1: {"title": "Grammars of whales"}})
        library.index()
        for path in (library.index_folder / "g1").glob("*.store"):
            content = path.read_bytes()
            path.write_bytes(b"\xff" * 40 + content[40:])
        for ask in (
            lambda: library.similar(1),
            lambda: list(library.find_all("Grammars of whales")),
        ):
            with pytest.raises(StorageError, match="could not answer") as caught:
                ask()
            assert "sheaf index --rebuild" in caught.value.what_to_do
        assert library.search("whales").complaints


def test_damage_that_shows_at_the_first_look_is_told(tmp_path):
    with Library.init(tmp_path / "lib") as library:
        put_papers(library, {1: {"title": "Grammars of whales"}})
        library.index()
        for path in (library.index_folder / "g1").glob("*.term"):
            content = path.read_bytes()
            half = len(content) // 2
            path.write_bytes(content[:half] + bytes(byte ^ 255 for byte in content[half:-40])
                             + content[-40:])  # fmt: skip
    with Library.open(tmp_path / "lib") as library:
        told = library.search("whales")
        assert (told.total, told.notes) == (0, (STATE_WORDS[IndexState.DAMAGED],))
        assert (library.similar(1), list(library.find_all("whales"))) == ([], [])
        assert library.index(rebuild=True).rebuilt
        assert library.search("whales").total == 1
