"""A mirror and its crawl.log: every rule of the MirrorWriter, and the file known by its digest."""

import base64
import csv
import errno
import hashlib
import tarfile
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import Page, write_warc

import sheaf
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.heritrix import mirror_paths
from sheaf.acquire.importers.heritrix.mirror import (
    FoundFile,
    MirrorFiles,
    MirrorImporter,
    find_jobs,
)
from sheaf.acquire.importers.heritrix.mirror_paths import MirrorRules, NotWritten, PathKind
from sheaf.acquire.importers.logs.heritrix_log import CrawlLogLine, read_log
from sheaf.errors import SourceError
from sheaf.records import Aside, Capture, Outcome


class PaperTree:
    """A mirror that is only a list of its files."""

    def __init__(self, *files):
        self.files = set(files)

    def kind(self, path):
        if path in self.files:
            return PathKind.FILE
        is_folder = any(file.startswith(path + "/") for file in self.files)
        return PathKind.DIRECTORY if is_folder else PathKind.ABSENT

    def similar_names(self, folder, name):
        depth = folder.count("/") + 1
        below = {file.split("/")[depth] for file in self.files if file.startswith(folder + "/")}
        return [one for one in sorted(below) if one.lower() == name.lower() and one != name]


def path_of(url, mime_type=None, **rules):
    found = mirror_paths.expected_path(url, mime_type, MirrorRules(**rules))
    assert not isinstance(found, NotWritten), found.reason
    return found.path


def found_in(url, *files, **rules):
    place = mirror_paths.expected_path(url, None, MirrorRules(**rules))
    candidates = mirror_paths.possible_files(place, PaperTree(*files))
    return [(one.path, one.by_rule) for one in candidates]


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://h/", "h/index.html"),
        ("http://h", "h/index.html"),
        ("http://H/a/b.tar.gz", "h/a/b.tar.gz"),
        ("https://h:8443/a/", "h/a/index.html"),
        ("http://u:p@h/a", "h/a"),
        ("http://h/get.php?id=3", "h/getid=3.php"),
        ("http://h/get?id=3", "h/getid=3"),
        ("http://h/?a=b", "h/indexa=b.html"),
        ("http://h/a?", "h/a"),
        ("http://h/a?x?y", "h/ax?y"),
        ("http://h/~u/x%20y.pdf", "h/~u/x y.pdf"),
        ("http://h/a+b.pdf?c%3Dd", "h/a+bc=d.pdf"),
        ("http://h/%E6%B1%9F/%C4.html", "h/江/\ufffd.html"),
        ("http://h/a%252Fb", "h/a%2Fb"),
        ("http://h/a%2Fb.pdf", "h/a/b.pdf"),
        ("http://h/a//b", "h/a/b"),
        ("http://h/.x/f", "h/%2Ex/f"),
        ("http://h/.htaccess", "h/%2Ehtaccess"),
        ("http://h/..%2f..%2fetc/passwd", "h/%2E./%2E./etc/passwd"),
        ("http://h/a./b.", "h/a./b."),
        ("http://h/a.b/c", "h/a.b/c"),
        ("http://h/A/B.PDF", "h/A/B.PDF"),
    ],
)
def test_names_by_the_default_rules(url, path):
    assert path_of(url) == path


@pytest.mark.parametrize(
    ("url", "rules", "path"),
    [
        ("http://h/a", {"host_directory": False}, "a"),
        ("http://h:81/a", {"port_directory": True}, "h/81/a"),
        ("http://h/a", {"port_directory": True}, "h/a"),
        ("http://Www.H/a", {"host_map": {"www.h": "h"}}, "h/a"),
        ("http://h/a/", {"directory_file": ".dir.htm"}, "h/a/.dir.htm"),
        ("http://h/.a", {"dot_begin": "_"}, "h/_a"),
        ("http://h/a./b.", {"dot_end": "%2E"}, "h/a%2E/b."),
        ("http://h/a:b.p:s?c:d", {"character_map": {":": "%3A"}}, "h/a%3Abc%3Ad.p%3As"),
        ("http://h/get.php?id=3", {"suffix_at_end": False}, "h/get.phpid=3"),
        ("http://h/aux/aux", {"underscore_set": frozenset({"aux"})}, "h/_aux/aux"),
        ("http://h/AUX/a", {"underscore_set": frozenset({"aux"})}, "h/_AUX/a"),
    ],
)
def test_names_by_other_settings(url, rules, path):
    assert path_of(url, **rules) == path


def test_a_type_may_decide_the_suffix():
    rules = {"content_type_map": (("text/html", "html"), ("text", "txt"))}
    assert path_of("http://h/get.php?id=3", "Text/HTML", **rules) == "h/getid=3.html"
    assert path_of("http://h/a", "text/plain", **rules) == "h/a.txt"
    assert path_of("http://h/a.php", "image/gif", **rules) == "h/a.php"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://h/a.pdf", "only http"),
        ("dns:h", "only http"),
        ("http:///a", "host"),
        ("http://../a", "host"),
        ("http://h/a%00b\0", "host"),
        ("http://h/a?next=/b", "query"),
        ("http://h/a?next=%2Fb", "query"),
        ("http://h:port/a", "no URL"),
        ("http://[h/a", "no URL"),
    ],
)
def test_what_is_never_written(url, reason):
    found = mirror_paths.expected_path(url)
    assert isinstance(found, NotWritten)
    assert reason in found.reason


def test_dots_that_were_left_alone_do_not_lead_out():
    rules = MirrorRules(dot_begin=".")
    assert isinstance(
        mirror_paths.expected_path("http://h/%2e%2e/%2e%2e/etc", rules=rules), NotWritten
    )
    assert mirror_paths.expected_path("http://h/.a", rules=rules).path == "h/.a"


def test_long_names_are_cut_query_first_then_main_part():
    name = path_of(f"http://h/{'a' * 200}.html?{'q' * 100}").removeprefix("h/")
    assert name == "a" * 200 + "q" * 49 + ".html"
    name = path_of(f"http://h/{'a' * 300}.html?{'q' * 100}").removeprefix("h/")
    assert name == "a" * 249 + ".html"
    name = path_of(f"http://h/ab.{'s' * 300}").removeprefix("h/")
    assert name == "a." + "s" * 252
    assert path_of(f"http://h/{'d' * 300}/f") == f"h/{'d' * 255}/f"


def test_an_escape_is_cut_as_a_whole():
    assert path_of(f"http://h/{'a' * 253}%25E4b/") == f"h/{'a' * 253}/index.html"
    colons = {"character_map": {":": "%3A"}}
    assert path_of(f"http://h/{'a' * 254}:/", **colons) == f"h/{'a' * 254}/index.html"


def test_a_number_takes_its_room_from_the_name():
    name = mirror_paths.expected_path(f"http://h/{'a' * 300}.pdf").name
    assert name.text(12) == "a" * 248 + "12.pdf"
    directory = mirror_paths.expected_path(f"http://h/{'d' * 300}/").directories[0]
    assert directory.text(7) == "d" * 254 + "7"
    assert directory.text(1000).endswith("d1,000")


def test_long_paths_go_to_one_directory():
    long = "/".join(["d" * 200] * 4)
    assert path_of(f"http://h/{long}/f.pdf") == "h/LONG/f.pdf"
    # Whether this one was too long depended on the length of the path to the mirror.
    borderline = "/".join(["d" * 200] * 3)
    url = f"http://h/{borderline}/f.pdf"
    assert found_in(url, f"h/{borderline}/f.pdf") == [(f"h/{borderline}/f.pdf", True)]
    assert found_in(url, "h/LONG/f.pdf") == [("h/LONG/f.pdf", False)]


@pytest.mark.parametrize(
    ("url", "files", "path"),
    [
        ("http://h/a/b", ["h/a", "h/a1/b"], "h/a1/b"),
        ("http://h/a/b", ["h/a", "h/a1", "h/a2/b"], "h/a2/b"),
        ("http://h/a", ["h/a/b", "h/a1"], "h/a1"),
        ("http://h/a.x?q", ["h/aq.x/b", "h/a1q.x"], "h/a1q.x"),
        ("http://h/a/b", ["h/a/b", "h/a1/b"], "h/a/b"),
    ],
)
def test_what_stands_in_the_way_gives_the_later_one_a_number(url, files, path):
    assert found_in(url, *files)[0] == (path, True)


@pytest.mark.parametrize(
    ("url", "files", "path"),
    [
        ("http://h/get.php?id=3", ["h/get.php"], "h/get.php"),
        ("http://h/a/b", ["h/a2/b"], "h/a2/b"),
        ("http://h/a.pdf", ["h/a1.pdf"], "h/a1.pdf"),
        ("http://h/A/b.pdf", ["h/a/B.PDF"], "h/a/B.PDF"),
        ("http://h/a.pdf", ["h/a.pdfN"], "h/a.pdfN"),
    ],
)
def test_guesses_are_marked_as_such(url, files, path):
    assert found_in(url, *files) == [(path, False)]


def test_guessing_numbers_has_an_end():
    pages = [f"h/page{n}.html" for n in range(1, 100)]
    assert len(found_in("http://h/page.html", *pages)) == mirror_paths.NUMBERS_GUESSED


@given(st.text(), st.text(max_size=300))
def test_no_url_leads_out_of_its_host(path, query):
    found = mirror_paths.expected_path(f"http://h/{path}?{query}")
    if not isinstance(found, NotWritten):
        parts = found.path.split("/")
        assert parts[0] == "h"
        assert not {"", ".", ".."} & set(parts)
        assert len(found.name.text()) <= 254


def sha1(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def row(url, data=b"x", *, status=200, size=None, digest=None, hops="L", via="http://h/"):
    size = len(data) if size is None else size
    digest = sha1(data) if digest is None else digest
    return (
        f"2013-02-22T05:34:44.123Z {status:5} {size:>10} {url} {hops} {via} application/pdf #001 "
        f"20130222053443900+210 {digest} - -\n"
    )


@pytest.fixture
def job(tmp_path):
    """Makes a job folder out of files and log rows."""

    def make(files, *rows, name="job"):
        folder = tmp_path / name
        for path, data in files.items():
            (folder / "mirror" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "mirror" / path).write_bytes(data)
        (folder / "logs").mkdir(parents=True, exist_ok=True)
        (folder / "logs" / "crawl.log").write_text("".join(rows))
        return folder

    return make


@pytest.fixture
def importer(tmp_path):
    return MirrorImporter(ImportContext(tmp_path))


def rows_of(importer, folder):
    """What the log's rows became, without the files that none of them claims."""
    found = importer.captures(folder)
    return [one for one in found if not is_unlisted(one)]


def is_unlisted(one):
    return isinstance(one, Capture) and one.location.position.startswith("unlisted:")


def test_a_row_becomes_a_capture(job, importer):
    folder = job({"h/a.pdf": b"one"}, row("http://h/a.pdf", b"one", hops="LL"))
    (capture,) = importer.captures(folder)
    assert capture.url == "http://h/a.pdf"
    assert capture.time.isoformat() == "2013-02-22T05:34:43.900000+00:00"
    assert (capture.parent_url, capture.mime_type) == ("http://h/", "application/pdf")
    assert (capture.status, capture.depth, capture.is_seed) == (200, 2, False)
    assert capture.payload.path == str(folder / "mirror" / "h" / "a.pdf")
    assert (capture.payload.length, capture.lost) == (3, None)
    assert (capture.location.source, capture.location.position) == (
        str(folder / "mirror"),
        "crawl.log:1",
    )


def test_a_seed_has_no_parent(job, importer):
    folder = job({"h/index.html": b"x"}, row("http://h/", hops="-", via="-"))
    (capture,) = importer.captures(folder)
    assert (capture.depth, capture.is_seed, capture.parent_url) == (0, True, None)


def test_every_line_is_accounted_for(job, importer):
    rows = [
        row("dns:h", status=1),
        row("http://h/robots.txt", status=-9998),
        row("whois://w/h", status=2001),
        "\n",
        "noise\n",
        row("http://h/a"),
    ]
    found = list(importer.captures(job({"h/a": b"x"}, *rows)))
    kinds = [one.kind if isinstance(one, Aside) else one.lost for one in found]
    assert kinds[:4] == ["dns", "not_fetched", "whois", "blank"]
    assert found[4].lost.outcome is Outcome.DAMAGED
    assert "line 5" in found[4].lost.reason
    assert found[4].location.position == "crawl.log:5"
    assert found[5].lost is None


def test_the_digest_settles_who_is_who(job, importer):
    files = {"h/a/x": b"folder", "h/a1": b"file", "h/a2": b"other"}
    rows = [row("http://h/a", b"file"), row("http://h/a", b"other"), row("http://h/a", b"gone")]
    first, second, third = rows_of(importer, job(files, *rows))
    assert first.payload.path.endswith("h/a1")
    assert second.payload.path.endswith("h/a2")
    assert third.lost.outcome is Outcome.MISSING_BYTES
    assert "h/a1, h/a2" in third.lost.reason


def test_the_later_version_that_could_not_be_renamed(job, importer):
    files = {"h/a": b"old", "h/aN": b"new"}
    old, new = importer.captures(job(files, row("http://h/a", b"old"), row("http://h/a", b"new")))
    assert old.payload.path.endswith("h/a")
    assert new.payload.path.endswith("h/aN")


def test_changed_line_ends_are_put_back(job, importer):
    sent_crlf, sent_lf = b"a\r\nb\r\n", b"a\nc\n"
    files = {"h/crlf": b"a\nb\n", "h/lf": b"a\r\nc\r\n"}
    rows = [row("http://h/crlf", sent_crlf), row("http://h/lf", sent_lf)]
    first, second = importer.captures(job(files, *rows))
    assert first.payload.data == sent_crlf
    assert second.payload.data == sent_lf


def test_large_files_are_not_read_to_put_line_ends_back(job, tmp_path):
    folder = job({"h/a": b"a\nb\n"}, row("http://h/a", b"a\r\nb\r\n"))
    (capture,) = rows_of(MirrorImporter(ImportContext(tmp_path, hand_over_bytes=3)), folder)
    assert capture.lost.outcome is Outcome.MISSING_BYTES


def test_a_file_too_large_for_a_document_is_not_read_for_its_digest(job, tmp_path):
    """Its size and place are enough for who counts it as a bomb."""
    folder = job({"h/a": b"12345"}, row("http://h/a", b"other", size=5))
    importer = MirrorImporter(ImportContext(tmp_path, largest_document=4))
    (capture,) = rows_of(importer, folder)
    assert (capture.lost, capture.payload.length) == (None, 5)


def test_without_a_digest_name_and_size_must_fit(job, importer):
    files = {"h/a": b"12345", "h/b": b"12345", "h/c1": b"12345", "h/d": b"12345"}
    rows = [
        row("http://h/a", size=5, digest="-"),
        row("http://h/b", size=6, digest="-"),
        row("http://h/c", size=5, digest="-"),
        row("http://h/d", size="-", digest="-"),
    ]
    lost = [capture.lost is not None for capture in rows_of(importer, job(files, *rows))]
    assert lost == [False, True, True, False]


def test_a_missing_file_is_lost_and_a_missing_error_page_is_not(job, importer):
    rows = [row("http://h/a.pdf"), row("http://h/b.pdf", status=404), row("ftp://h/c.pdf")]
    found, error, ftp = rows_of(importer, job({"h/z": b"x"}, *rows))
    assert found.lost.outcome is Outcome.MISSING_BYTES
    assert "h/a.pdf" in found.lost.reason
    assert (error.lost, error.status, error.payload.path) == (None, 404, None)
    assert "only http" in ftp.lost.reason


def test_an_error_page_that_was_stored_comes_along(job, importer):
    (capture,) = importer.captures(job({"h/a": b"no"}, row("http://h/a", b"no", status=404)))
    assert (capture.status, capture.payload.length) == (404, 2)


def test_an_empty_body_has_no_file_and_is_not_lost(job, importer):
    (capture,) = rows_of(importer, job({"h/z": b"x"}, row("http://h/a", b"")))
    assert (capture.payload.data, capture.lost) == (b"", None)


def test_a_file_that_cannot_be_read_says_so(job, importer, monkeypatch):
    def refuse(*arguments):
        raise PermissionError(errno.EACCES, "Permission denied")

    folder = job({"h/a": b"x"}, row("http://h/a"))
    # Root, who runs the tests in a container, could read any file.
    monkeypatch.setattr(hashlib, "file_digest", refuse)
    (capture,) = rows_of(importer, folder)
    assert "h/a (Permission denied)" in capture.lost.reason


def test_files_that_no_row_claims_come_last(job, importer):
    files = {
        "h/a.pdf": b"x",
        "h/a.pdfN": b"y",
        "h/Thumbs.db": b"y",
        "h/b c/100%.pdf": b"y",
        "www.example.org/%2Ewell/known.pdf": b"y",
        "h/index.html": b"other than the log says",
        "notes.txt": b"y",
        "state/je.properties": b"y",
    }
    rows = [row("http://h/a.pdf"), row("http://h/")]
    found = list(importer.captures(job(files, *rows)))
    assert Counter(one.kind for one in found if isinstance(one, Aside)) == {"leftover": 4}
    unlisted = {one.location.position: one for one in found if is_unlisted(one)}
    assert {position: one.url for position, one in unlisted.items()} == {
        "unlisted:h/b c/100%.pdf": "http://h/b%20c/100%25.pdf",
        "unlisted:h/index.html": "http://h/index.html",
        "unlisted:www.example.org/%2Ewell/known.pdf": "http://www.example.org/.well/known.pdf",
    }
    assert [is_unlisted(one) for one in found if isinstance(one, Capture)] == [False] * 2 + [
        True
    ] * 3
    one = unlisted["unlisted:h/b c/100%.pdf"]
    assert (one.payload.length, one.status, one.lost) == (1, None, None)


def test_the_log_in_a_mirror_is_no_file_of_it(job, importer):
    folder = job({"h/a": b"x"}, row("http://h/a"))
    for name in ("crawl.log", "crawl.log.cp00001-20130101000000"):
        (folder / "mirror" / name).write_text(row("http://h/a"))
    found = list(importer.captures(folder / "mirror"))
    assert [one.url for one in found] == ["http://h/a"] * 2


def test_a_cut_body_is_told(job, importer):
    rows = [
        row("http://h/a").replace("- -\n", "- 2t,lenTrunc\n"),
        row("http://h/a").replace("- -\n", "- timeTrunc\n"),
        row("http://h/a").replace("- -\n", "- headerTrunc,3t\n"),
        row("http://h/a").replace("- -\n", "- notATrunc\n"),
    ]
    found = importer.captures(job({"h/a": b"x"}, *rows))
    assert [one.truncated for one in found] == ["length", "time", "header", None]


def test_rotated_logs_are_one_log(job, importer):
    folder = job({"h/a": b"x", "h/b": b"x"}, row("http://h/b"))
    (folder / "logs" / "crawl.log.cp00001-20130101000000").write_text(row("http://h/a"))
    found = list(importer.captures(folder))
    assert [one.url for one in found] == ["http://h/a", "http://h/b"]
    assert len({one.location.position for one in found}) == 2


def test_the_layouts_of_heritrix_are_recognised(job, importer, tmp_path):
    folder = job({"h/a": b"x"}, row("http://h/a"), name="job/20130222053443")
    (folder.parent / "latest").symlink_to(folder)
    for source in (folder, folder / "mirror", folder.parent):
        assert importer.recognises(source, b"")
        assert [one.url for one in importer.captures(source)] == ["http://h/a"]
    (folder / "logs" / "crawl.log").rename(folder / "mirror" / "crawl.log")
    assert importer.recognises(folder / "mirror", b"")


def test_a_named_log_is_the_log(job, tmp_path):
    folder = job({"h/a": b"x"})
    log = tmp_path / "elsewhere.log"
    log.write_text(row("http://h/a"))
    named = MirrorImporter(ImportContext(tmp_path, log=log))
    assert named.recognises(folder / "mirror", b"")
    assert find_jobs(folder, log)[0].mirror == folder / "mirror"
    assert [one.payload.length for one in named.captures(folder)] == [1]


def test_a_log_beside_warc_files_makes_no_mirror(tmp_path, importer):
    write_warc(tmp_path / "crawl.warc.gz", [Page("http://h/a", b"x")])
    (tmp_path / "crawl.log").write_text(row("http://h/a"))
    assert not importer.recognises(tmp_path, b"")
    assert not importer.recognises(tmp_path / "crawl.log", b"2013")
    assert not importer.recognises(tmp_path / "nowhere", b"")


def test_no_log_at_all_is_an_error(tmp_path, importer):
    (tmp_path / "a" / "h").mkdir(parents=True)
    assert not importer.recognises(tmp_path / "a", b"")
    with pytest.raises(SourceError, match=r"no crawl\.log"):
        list(importer.captures(tmp_path / "a"))
    named = MirrorImporter(ImportContext(tmp_path, log=tmp_path / "gone.log"))
    with pytest.raises(SourceError, match="cannot be read"):
        list(named.captures(tmp_path / "a"))


@pytest.fixture(scope="module")
def real_job(shared_data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    with tarfile.open(shared_data / "logs.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder / "logs"


@pytest.fixture(scope="module")
def real_log(real_job):
    return real_job / "files" / "MyHeritrix-163.com-crawl.log"


def expected_paths(real_job):
    """For each file that is included: its path, and the URLs that have its digest."""
    with (real_job / "mirror-expected.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.reader(table, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    for path, _, _, _, _, match, urls in rows:
        if (
            match != "none"
            and "AMBIGUOUS" not in urls
            and (real_job / "mirror-sample" / path).exists()
        ):
            yield path, urls.split()


@pytest.mark.shared
def test_the_real_mirror_is_found_as_expected(real_job, real_log):
    files = MirrorFiles(real_job / "mirror-sample", ImportContext(real_job))
    rows = (one for one in read_log(real_log) if isinstance(one, CrawlLogLine) and not one.aside)
    found = {one.url: files.find(one) for one in rows}
    places = {url: one.path for url, one in found.items() if isinstance(one, FoundFile)}
    expected = list(expected_paths(real_job))
    of_one_url: dict[str, set[str]] = {}
    for path, urls in expected:
        if len(urls) == 1:
            of_one_url.setdefault(urls[0], set()).add(path)
    assert len(of_one_url) > 150
    wrong = {
        url: places.get(url) for url, paths in of_one_url.items() if places.get(url) not in paths
    }
    assert wrong == {}
    # Of URLs with the same bytes each has its own file; what the writer left behind is a copy.
    unclaimed = {path for path, urls in expected if len(urls) > 1} - set(places.values())
    assert all(path.endswith("N") for path in unclaimed)


@pytest.mark.shared
def test_every_row_of_the_real_log_is_accounted_for(real_job, real_log, tmp_path):
    importer = MirrorImporter(ImportContext(tmp_path, log=real_log))
    assert importer.recognises(real_job / "mirror-sample", b"")
    found = list(importer.captures(real_job / "mirror-sample"))
    captures = [one for one in found if isinstance(one, Capture)]
    asides = Counter(one.kind for one in found if isinstance(one, Aside))
    unlisted = [one for one in captures if is_unlisted(one)]
    assert len(found) - len(unlisted) - asides.pop("leftover") == 4946
    assert asides == {"dns": 174, "not_fetched": 237}
    assert len({one.location.position for one in captures}) == len(captures)


@pytest.mark.shared
def test_files_of_the_real_mirror_that_come_unlisted_are_those_without_a_row(
    real_job, real_log, tmp_path
):
    importer = MirrorImporter(ImportContext(tmp_path, log=real_log))
    found = importer.captures(real_job / "mirror-sample")
    unlisted = {one.location.position.removeprefix("unlisted:") for one in found
                if is_unlisted(one)}  # fmt: skip
    with (real_job / "mirror-expected.tsv").open(encoding="utf-8", newline="") as table:
        rows = csv.reader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        matches = {path: match for path, _, _, _, _, match, _ in rows}
    assert len(unlisted) == 44
    assert {matches[path] for path in unlisted} == {"none"}


def test_a_link_out_of_the_mirror_is_not_read(job, importer, tmp_path):
    folder = job({"h/a": b"x"}, row("http://h/b", b"secret") + row("http://h/far/c", b"secret"))
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "c").write_bytes(b"secret")
    (folder / "mirror" / "h" / "b").symlink_to(tmp_path / "far" / "c")
    (folder / "mirror" / "h" / "far").symlink_to(tmp_path / "far")
    (folder / "mirror" / "h" / "unlisted").symlink_to(tmp_path / "far" / "c")
    got = {one.url: one.lost for one in importer.captures(folder)}
    assert got.pop("http://h/a") is None
    assert set(got) == {"http://h/b", "http://h/far/c", "http://h/unlisted"}
    assert all("leads out of the" in lost.reason for lost in got.values())


def test_a_log_by_itself_is_refused_with_what_to_name(tmp_path):
    log = tmp_path / "mine.log"
    log.write_text(row("http://h/a.pdf") + row("http://h/b.pdf"))
    notes = tmp_path / "notes.txt"
    notes.write_text("fetched 20 files today\n")
    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(SourceError, match="holds none of it") as caught:
            library.import_(log)
        assert f"--log {log}" in caught.value.what_to_do
        assert library.import_([log, notes]).captures == 2
        assert library.import_(log, format="folder").captures == 1
