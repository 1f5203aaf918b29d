"""What an import remembers of earlier ones, and when it does not: its outcomes are always those of
a reading."""

import random

import pytest
from support.crawls import crawl_options
from support.office import openxml_file, zip_of
from support.readings import count_readings
from support.rounds import rounds
from support.samples import Page, cv_pdf, paper_pdf, response_record, write_warc
from support.state import state_of

import sheaf
from sheaf.records import count_groups
from sheaf.world import World, serve

CV, DOCX = "http://h/cv.pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml"


@pytest.fixture
def library(tmp_path):
    with sheaf.init(tmp_path / "lib") as opened:
        yield opened


@pytest.fixture
def readings(monkeypatch):
    return count_readings(monkeypatch)


def put(path, *pages):
    return write_warc(path, pages)


def reason(library, run):
    return next(iter(library.captures(run))).reason


def test_other_settings_judge_anew(library, tmp_path, readings, monkeypatch):
    archive = put(tmp_path / "a.warc.gz", Page(CV, cv_pdf()))
    assert library.import_(archive, keep_rejects=True).outcomes == {"not_academic": 1}
    monkeypatch.setenv("SHEAF_CURATE_THRESHOLD", "0")
    with sheaf.open(library.folder) as other:
        assert other.import_(archive).outcomes == {"new": 1}
    # The latest word counts, and it was said with those settings.
    assert library.import_(archive).outcomes == {"not_academic": 1}
    assert readings == [CV, CV, CV]
    assert library.import_(archive).outcomes == {"not_academic": 1}
    assert reason(library, 4).endswith("; remembered from run 3")
    assert len(readings) == 3


def test_whoever_wants_it_has_all_judged_again(library, tmp_path, readings, sheaf_here):
    archive = put(tmp_path / "a.warc.gz", Page(CV, cv_pdf()), Page("http://h/a.pdf", paper_pdf()))
    library.import_(archive)
    assert library.import_(archive, judge_again=True).captures == 2
    assert readings == [CV, "http://h/a.pdf"] * 2
    assert "remembered" not in reason(library, 2)
    command = ("import", archive, "--library", library.folder)
    sheaf_here(*command, "--judge-again", check=0)
    sheaf_here(*command, SHEAF_CURATE_JUDGE_AGAIN="true", check=0)
    sheaf_here(*command, check=0)
    assert len(readings) == 8
    # What was judged again is remembered from then on.
    assert reason(library, 5).endswith("; remembered from run 4")


def test_rejects_are_kept_though_nobody_reads_them(library, tmp_path, readings):
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "cv.pdf").write_bytes(cv_pdf())
    for source in (put(tmp_path / "a.warc.gz", Page(CV, cv_pdf())), folder):
        library.import_(source)
        library.import_(source, keep_rejects=True)
        (kept,) = (library.folder / "rejects" / "not_academic").glob("*.pdf")
        assert kept.read_bytes() == cv_pdf()
        assert "remembered from run 1" in kept.with_name(kept.name + ".why").read_text()
        kept.unlink()
    assert readings == [CV]


def test_what_failed_is_tried_again(library, tmp_path, readings, monkeypatch):
    archive = put(tmp_path / "a.warc.gz", Page("http://h/cut.pdf", paper_pdf()[:900]))
    assert library.import_(archive).outcomes == {"damaged": 1}
    assert library.import_(archive).outcomes == {"damaged": 1}
    assert len(readings) == 2


def test_what_the_server_said_counts_each_time(library, tmp_path, readings):
    """The type that it declared is no matter of the bytes."""
    body = openxml_file(f"{DOCX}.document")
    archives = [
        put(tmp_path / f"{n}.warc.gz", Page("http://h/a.docx", body, mime_type))
        for n, mime_type in enumerate((DOCX, "application/pdf", DOCX))
    ]
    outcomes = [library.import_(archive).outcomes for archive in archives]
    assert outcomes == [{"unwanted_type": 1}, {"not_what_it_claims": 1}, {"unwanted_type": 1}]
    assert len(readings) == 1


def test_what_passed_is_read_where_it_is_no_duplicate_now(library, tmp_path, readings):
    first, second = paper_pdf("First"), paper_pdf("Second", topic="seconds")
    url, mirror = "http://h/a.pdf", "http://m/a.pdf"
    library.import_(put(tmp_path / "1.warc.gz", Page(url, first)))
    readings.clear()
    # The only document with the first bytes is about to be renewed when they come again.
    archive = put(tmp_path / "2.warc.gz", Page(url, second), Page(mirror, first))
    assert library.import_(archive).outcomes == {"updated": 1, "new": 1}
    assert readings == [url, mirror]
    assert library.verify().faults == ()
    readings.clear()
    assert library.import_(archive).outcomes == {"duplicate_url": 2}
    assert readings == []


def dated(page, number, day):
    return response_record(page, number).replace(b"2024-05-01", b"2024-05-%02d" % day)


def random_archive(path, chance):
    """Few URLs and few bodies, at few times, some within containers of the same few names."""
    bodies = [f"{name} says this and nothing else. ".encode() * 20 for name in "ABCD"]
    records = []
    for number in range(14):
        url = f"http://h/{chance.choice('xyz')}"
        page = Page(url, chance.choice(bodies), "text/plain")
        if chance.random() < 0.2:
            members = {f"{chance.choice('pq')}.txt": chance.choice(bodies) for _ in range(2)}
            page = Page("http://h/z.zip", zip_of(members), "application/zip")
        elif chance.random() < 0.1:
            page = Page("http://h/z.zip!/p.txt", page.body, "text/plain")
        records.append(dated(page, number, chance.randint(1, 4)))
    path.write_bytes(b"".join(records))
    return path


@pytest.mark.parametrize("seed", rounds((35, 36), range(60)))
def test_any_order_of_captures_ends_as_if_all_were_read(tmp_path, seed, readings, monkeypatch):
    monkeypatch.setenv("SHEAF_DEPOSIT_BATCH", "4")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    chance = random.Random(seed)
    archives = [random_archive(tmp_path / f"{n}.warc", chance) for n in range(3)]
    states, read = [], []
    for judge_again in (True, False):
        readings.clear()
        with sheaf.init(tmp_path / f"lib-{judge_again}") as library:
            for archive in archives:
                options = {"mime_types": ["text/plain"], "filter": False}
                library.import_(archive, judge_again=judge_again, **options)
            states.append(state_of(library))
            read.append(len(readings))
            assert library.verify().faults == ()
    assert states[0] == states[1]
    assert read[1] < read[0]


def test_a_crawl_knows_what_another_brought(library, readings):
    world = World(seed=2, pages=25, slow_seconds=0.1, crawl_delay=0.1)
    brought = []
    with serve(world) as server:
        for name in ("one", "two"):
            options = crawl_options(
                name=name, hosts=[world.host_pattern], min_delay=0, depth=5, pages=80,
                resolve={world.host_pattern: ("127.0.0.1", server.port)},
            )  # fmt: skip
            readings.clear()
            brought.append(library.crawl(world.seeds, options)[1])
            if name == "one":
                first = set(readings)
    assert len(first) > 3
    assert readings == []
    groups = [count_groups(one.outcomes) for one in brought]
    assert groups[1] == groups[0] | {"kept": 0, "known_already": groups[0]["kept"]}
