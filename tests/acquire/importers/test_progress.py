"""How far an import has come: in archives by offset, in folders by file."""

import pytest
from support.samples import Page, mixed_pages, paper_pdf, write_warc

import sheaf
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.progress import ReadingProgress
from sheaf.terminal import time_left


def shares(paths, tmp_path):
    context = ImportContext(tmp_path)
    progress = ReadingProgress(sources.stream(sources.choose(paths, context)), paths)
    return [progress.share or 0 for _ in progress]


def test_it_grows_from_nothing_to_all(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.pdf").write_bytes(paper_pdf(f"Paper {number}"))
    first = write_warc(tmp_path / "1.warc.gz", mixed_pages(4))
    write_warc(folder / "2.warc.gz", [Page("http://h/x.pdf", paper_pdf())] * 5)
    seen = shares([first, folder], tmp_path)
    assert seen == sorted(seen)
    assert 0 <= seen[0] < 0.1
    assert seen[-1] > 0.8


def test_an_import_tells_its_share(tmp_path):
    told = []
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages())
    with sheaf.init(tmp_path / "lib") as library:
        library.settings = library.settings.with_values("deposit", batch=5, batch_seconds=600)
        library.import_([archive], report=lambda progress: told.append(progress.share))
    begun, *told = told
    assert begun is None
    assert len(told) > 3
    assert all(share is not None and 0 < share <= 1 for share in told)


@pytest.mark.parametrize(
    ("elapsed", "share", "words"),
    [(10, 0.5, "0:10"), (60, 0.25, "3:00"), (3600, 0.1, "9:00:00"), (5, 1.0, "0:00")],
)
def test_time_left(elapsed, share, words):
    assert time_left(elapsed, share) == words


def test_a_share_counts_what_has_ended_and_not_what_is_queued(tmp_path):
    """The queue takes in a small folder at once."""
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.pdf").write_bytes(paper_pdf(f"Paper {number}"))
    told = []
    with sheaf.init(tmp_path / "lib") as library:
        library.settings = library.settings.with_values("deposit", batch=3, batch_seconds=600)
        library.import_(
            [folder], report=lambda progress: told.append((progress.captures, progress.share))
        )
    # The first report says that the run began.
    assert told.pop(0) == (0, None)
    assert [captures for captures, _ in told] == [3, 6, 9, 12]
    assert [round(share, 1) for _, share in told] == [0.2, 0.5, 0.8, 1.0]
