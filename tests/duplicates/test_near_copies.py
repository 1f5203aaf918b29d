"""Near-copies: found by fingerprint within a few bits, all of them, and kept up to date."""

from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.world import World
from sheaf.world import write_warc as write_world


def test_fingerprints_follow_the_library(tmp_path):
    one, two = paper_pdf("On Sparse Graphs"), paper_pdf("On Sparse Graphs, Revised")
    pages = [Page("http://h/1.pdf", one), Page("http://h/3.pdf", paper_pdf("X Y Z", topic="owls"))]
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([write_warc(tmp_path / "1.warc.gz", pages)])
        library.index()
        assert list(library.near_copies()) == []
        run = library.import_(
            [write_warc(tmp_path / "2.warc.gz", [Page("http://h/2.pdf", two)])]
        ).run
        library.index()
        ((first, other),) = library.near_copies()
        assert (first, other.document_id) == (1, 3)
        assert [near.document_id for _, near in library.near_copies(3)] == [1]
        library.undo(run)
        assert list(library.near_copies()) == []


def test_versions_of_one_paper_are_found_and_no_others(tmp_path):
    """On the simulated web, whose truth is known."""
    world = World(seed=4, pages=200)
    write_world(world, tmp_path / "w.warc.gz")
    paper_of = {one["url"]: one.get("paper_id") for one in world.truth()}
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([tmp_path / "w.warc.gz"])
        library.index()
        papers = {one.id: paper_of.get(one.url) for one in library.catalogue.documents()}
        found = [(papers[one], papers[near.document_id]) for one, near in library.near_copies()]
    true = sum(
        papers[a] == papers[b] and papers[a] is not None for a in papers for b in papers if a < b
    )
    assert all(one == other for one, other in found)
    assert len(found) == true


def test_the_command_line_lists_pairs(sheaf_here, tmp_path):
    pages = [
        Page(f"http://h/{n}.pdf", paper_pdf(f"On Sparse Graphs {'again ' * n}")) for n in (1, 2)
    ]
    sheaf_here("init", "lib", check=0)
    archive = write_warc(tmp_path / "1.warc.gz", pages)
    sheaf_here("import", archive, "-L", "lib", check=0)
    done = sheaf_here("near-copies", "-L", "lib", check=0)
    assert "1 pair of near-copies" in done.stdout
    assert '"near_copy": 2' in sheaf_here("near-copies", "1", "-L", "lib", "--json").stdout


def test_versions_are_found_by_title_and_authors_and_what_differs_is_said(tmp_path):
    """Three documents have one title; the text of one was written anew, and another one's was
    cut."""
    title = "On the Sparse Graphs of Large Libraries"
    long, short = (paper_pdf(title, topic="trees", pages=pages) for pages in (6, 4))
    other = paper_pdf(title, topic="owls that hunt at night and sleep by day")
    pages = [Page(f"http://h/{n}.pdf", data) for n, data in enumerate((long, short, other))]
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([write_warc(tmp_path / "1.warc.gz", pages)])
        library.index()
        found = {(one, near.document_id): near for one, near in library.near_copies()}
        assert set(found) == {(1, 2), (1, 3), (2, 3)}
        assert found[1, 2].relation == "version"
        assert found[1, 2].differences == ("4 pages, not 6",)
        assert [near.document_id for _, near in library.near_copies(3)] == [1, 2]
