"""What the user says of files: constants, what their paths tell, and what a list says itself."""

import json
import os
from datetime import UTC, date, datetime

import pytest
from support.elsewhere import WebFiles
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.attributes import Attributes, split_attributes
from sheaf.acquire.importers.contract import ImportContext
from sheaf.errors import UsageError
from sheaf.records import Aside
from sheaf.settings import Acquire

MTIME = 1_337_040_000
OF_FILE = datetime.fromtimestamp(MTIME, UTC)
MARCH = datetime(2011, 3, 1, tzinfo=UTC)
CONSTANTS = {
    "time": "2011-03-01",
    "parent": "http://h/list",
    "depth": "2",
    "mime": "application/ps",
}
ALL = (MARCH, "http://h/list", 2, "application/ps", False)


@pytest.fixture
def tree(tmp_path):
    made = tmp_path / "tree"
    made.mkdir()
    return made


def put(tree, *names):
    for name in names:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
        os.utime(path, (MTIME, MTIME))


@pytest.fixture
def read(tmp_path):
    def read_all(source, attributes, format_name="auto", **more):
        context = ImportContext(tmp_path / "spool", attributes=attributes, **more)
        (tmp_path / "spool").mkdir(exist_ok=True)
        settings = Acquire(allow_private_sources=True)
        incoming = tmp_path / "incoming"
        with sources.Sources([source], context, format_name, settings, incoming) as opened:
            return [one for one in opened if not isinstance(one, Aside)]

    return read_all


def said(capture):
    return capture.time, capture.parent_url, capture.depth, capture.mime_type, capture.is_seed


def test_constants_are_true_of_every_file_of_a_folder(read, tree):
    put(tree, "a.pdf", "b/c.pdf")
    write_warc(tree / "w.warc.gz", [Page("http://h/x.pdf", b"x")])
    *files, archived = read(tree, Attributes(CONSTANTS))
    assert [said(one) for one in files] == [ALL, ALL]
    # What stands in an archive tells its own.
    assert (archived.url, archived.depth) == ("http://h/x.pdf", None)


def test_constants_are_true_of_a_tree_and_of_one_file(read, tree):
    put(tree, "a.pdf")
    (capture,) = read(tree, Attributes(CONSTANTS), base_url="ftp://f/pub/")
    assert capture.url == "ftp://f/pub/a.pdf"
    assert said(capture) == ALL
    for more in ({}, {"base_url": "ftp://f/"}):
        assert said(read(tree / "a.pdf", Attributes(CONSTANTS), **more)[0]) == ALL


def test_without_any_all_is_as_it_was(read, tree):
    put(tree, "a.pdf")
    (capture,) = read(tree, Attributes())
    assert said(capture) == (OF_FILE, None, None, None, False)


def test_a_depth_of_zero_is_a_seed(read, tree):
    put(tree, "a.pdf")
    (capture,) = read(tree, Attributes({"depth": 0}))
    assert (capture.is_seed, capture.depth) == (True, 0)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2011", datetime(2011, 1, 1, tzinfo=UTC)),
        ("2011-03", MARCH),
        (date(2011, 3, 1), MARCH),
        (MARCH, MARCH),
        ("20110301", MARCH),
        ("2011-03-01T02:00:00+02:00", MARCH),
    ],
)
def test_a_time_may_be_written_in_several_ways(read, tree, text, time):
    put(tree, "a.pdf")
    assert read(tree, Attributes({"time": text}))[0].time == time


def test_the_path_gives_attributes_and_parts_of_them(read, tree):
    put(tree, "2011-03-01/d2/j x/p.pdf", "2011-03-01/d0/k/q.pdf")
    attributes = Attributes(
        {"parent": "http://h/{journal}/index.html"},
        r"^(?P<time>\d{4}-\d\d-\d\d)/d(?P<depth>\d)/(?P<journal>[^/]+)/",
    )
    second, first = read(tree, attributes)
    assert said(first) == (MARCH, "http://h/j%20x/index.html", 2, None, False)
    assert said(second) == (MARCH, "http://h/k/index.html", 0, None, True)
    assert attributes.notes == ()


def test_the_path_is_worth_more_than_the_constant_where_it_tells(read, tree):
    put(tree, "2012-01-01/a.pdf", "2012-99-99/b.pdf", "c.pdf")
    attributes = Attributes({"time": "2011-03-01"}, r"(?P<time>\d{4}-\d\d-\d\d)/")
    times = [one.time for one in read(tree, attributes)]
    assert times == [datetime(2012, 1, 1, tzinfo=UTC), MARCH, MARCH]
    assert "2 of 3 files" in attributes.notes[0]


def test_a_file_that_is_named_has_its_whole_path(read, tree):
    put(tree, "2012-01-01/a.pdf")
    pattern = r"/(?P<time>\d{4}-\d\d-\d\d)/a"
    for source in (tree / "2012-01-01/a.pdf", tree / "*" / "a.pdf"):
        assert read(source, Attributes(pattern=pattern))[0].time.year == 2012


def test_a_path_that_is_no_text_gives_what_it_has(read, tree):
    put(tree, os.fsdecode(b"caf\xe9/a.pdf"))
    attributes = Attributes({"parent": "http://h/{folder}/"}, "^(?P<folder>[^/]+)/")
    assert read(tree, attributes)[0].parent_url == "http://h/caf%E9/"


LISTS = {
    "file,url,parent": (
        "a.pdf http://h/a.pdf http://said/\nb.pdf http://h/b.pdf\n",
        [("http://said/", 2, OF_FILE), ("http://c/", 2, OF_FILE)],
    ),
    "CSV": (
        "fullpath,url,parenturl,hop,datetime\na.pdf,http://h/a,http://said/,0,20130101\nb.pdf,u,,,\n",
        [("http://said/", 0, datetime(2013, 1, 1, tzinfo=UTC)), ("http://c/", 2, OF_FILE)],
    ),
    # Their parents and depths are rules of ours, and not said by anybody.
    "PMC": (
        "a.pdf\tA journal\tPMC1\ngone.pdf\tA journal\tPMC2\n",
        [("http://c/", 2, OF_FILE), ("http://c/", 2, datetime.fromtimestamp(0, UTC))],
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_what_a_list_says_is_worth_more_and_what_we_guess_is_worth_less(read, tree, name):
    content, expected = LISTS[name]
    put(tree, "a.pdf", "b.pdf")
    path = tree / "list.csv"
    path.write_text(content)
    captures = read(path, Attributes({"parent": "http://c/", "depth": 2}), "list")
    assert [(one.parent_url, one.depth, one.time) for one in captures] == expected


def test_the_time_in_a_file_name_of_msa_is_said_and_its_unlisted_files_have_the_constant(
    read, tree
):
    put(tree, "2013-02-20-18-48-58_1.pdf", "2012/c.pdf")
    (tree / "list.txt").write_text("2013-02-20-18-48-58_1.pdf http://h/x.pdf\n" * 2)
    attributes = Attributes({"time": "2011-03-01"}, r"^(?P<time>\d{4})/")
    *listed, unlisted = read(tree, attributes, "list")
    assert {one.time.year for one in listed} == {2013}
    assert (unlisted.location.position, unlisted.time.year) == ("unlisted: 2012/c.pdf", 2012)


def test_files_elsewhere_go_by_the_names_that_they_have_there(read, tmp_path):
    served = tmp_path / "served"
    put(served, "2012-01-01/a.pdf", "b.pdf")
    constants = {**CONSTANTS, "depth": 7}
    with WebFiles(served) as web:
        with pytest.raises(UsageError, match="would not be used"):
            read(f"{web.url}/", Attributes({"depth": 2}), "warc")
        # Not tied to an end: what stands in the path of our own copy must not count.
        dated, undated = read(f"{web.url}/", Attributes(constants, r"(?P<depth>\d)"))
    assert (dated.location.position, dated.depth) == ("2012-01-01/a.pdf", 2)
    assert (undated.location.position, undated.depth) == ("b.pdf", 7)
    assert dated.time == undated.time == MARCH


@pytest.mark.parametrize(
    ("given", "pattern", "message"),
    [
        ({"tme": "2011"}, None, "--attribute tme: there is no such attribute"),
        ({"url": "http://h/"}, None, "URL of a file is no attribute"),
        ({"time": "yesterday"}, None, "time=yesterday: that is no date"),
        ({"depth": "two"}, None, "depth=two: that is no number"),
        ({"depth": "-1"}, None, "depth=-1: that is no number"),
        ({"parent": "h/list"}, None, "parent=h/list: that is no absolute URL"),
        ({"mime": "pdf"}, None, "mime=pdf: that is no type"),
        ({"parent": "http://h/{x}"}, None, "{x}, but --attribute-pattern has no group"),
        ({}, "(?P<time>", "no pattern that can be used"),
        ({}, "(?P<time>(a+)+b)", "no pattern that can be used: .* repeat"),
        ({}, r"\d{4}", "no named group"),
        ({}, "(?P<tme>x)", "the group tme, which nothing uses"),
    ],
)
def test_wrong_words_are_refused_and_it_is_said_what_to_do(given, pattern, message):
    with pytest.raises(UsageError, match=message) as caught:
        Attributes(given, pattern)
    assert caught.value.what_to_do


@pytest.mark.parametrize(
    ("given", "message"), [(["time"], "not NAME=VALUE"), (["depth=1", "depth=2"], "given twice")]
)
def test_what_is_no_attribute_on_the_command_line_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        split_attributes(given)


def test_they_are_refused_where_nobody_would_use_them(read, tree):
    warc = write_warc(tree / "w.warc.gz", [Page("http://h/x.pdf", b"x")])
    for source, name in ((warc, "auto"), (tree, "auto"), (tree, "crawl_data")):
        with pytest.raises(UsageError, match="would not be used"):
            read(source, Attributes({"depth": 2}), name)
    put(tree, "a.pdf")
    assert read(tree, Attributes({"depth": 2}))
    with pytest.raises(UsageError, match="would not be used"):
        read(tree, Attributes({"depth": 2}), "mirror")


def test_a_run_is_known_by_them_and_tells_which_paths_gave_nothing(tree, tmp_path):
    for name in ("2011-03-01/a.pdf", "b.pdf"):
        put(tree, name)
        (tree / name).write_bytes(paper_pdf(name))
    how = {"attributes": {"depth": 2}, "attribute_pattern": r"(?P<time>\d{4}-\d\d-\d\d)"}
    with sheaf.init(tmp_path / "lib") as library:
        summary = library.import_(tree, filter=False, text=False, **how)
        assert "1 of 2 files" in summary.notes[0]
        (run,) = library.run_log.runs()
        assert run.options["attributes"] == {"depth": "2"}
        assert run.options["attribute_pattern"] == how["attribute_pattern"]
        assert next(library.documents()).discovered.year == 2011


def test_an_interrupted_run_goes_on_only_with_the_same_attributes(tree, tmp_path):
    put(tree, "a.pdf", "b.pdf")

    def stop(progress):
        raise KeyboardInterrupt

    def go_on(depth):
        return library.import_(tree, filter=False, text=False, attributes={"depth": depth})

    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(KeyboardInterrupt):
            library.import_(tree, filter=False, text=False, attributes={"depth": 2}, report=stop)
        assert not go_on(3).resumed
        assert go_on(2).resumed


def test_on_the_command_line(sheaf_command, tree, tmp_path):
    sheaf.init(tmp_path / "lib").close()
    put(tree, "2011-03-01/a.pdf")
    (tree / "2011-03-01/a.pdf").write_bytes(paper_pdf("A paper"))
    done = sheaf_command(
        "import", tree, "-L", "lib", "--no-filter", "--no-text", "--json",
        "--attribute", "parent=http://h/{day}/", "--attribute", "depth=2",
        "--attribute-pattern", r"(?P<day>\d{4}-\d\d-\d\d)/",
    )  # fmt: skip
    assert json.loads(done.stdout)["outcomes"] == {"new": 1}
    with sheaf.open(tmp_path / "lib") as library:
        (document,) = library.documents()
    assert document.parent_url == "http://h/2011-03-01/"
