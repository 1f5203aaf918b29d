"""Blacklists: what an entry blocks, in which form, and mistakes by file and line."""

import threading
import time
import tracemalloc
from dataclasses import replace

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf import settings
from sheaf.curate import blacklist_files
from sheaf.curate.blacklist import LONGEST_URL, Blacklist
from sheaf.curate.stages import capture_stages
from sheaf.errors import BadSettingError
from sheaf.records import Candidate, Capture, Dropped, Location, Outcome


@pytest.fixture
def blocked(tmp_path, moment):
    """Whether the lines of a file block a URL; the reason where they do."""

    def ask(lines, url, name="mine"):
        (tmp_path / name.split(":")[-1]).write_text(lines)
        capture = Capture(url, moment, Location("s", "0"))
        answer = Blacklist.load(name, folder=tmp_path)(Candidate(capture))
        if isinstance(answer, Dropped):
            assert answer.outcome is Outcome.BLACKLISTED
            return answer.reason
        return ""

    return ask


OWN = [
    ("example.org", "http://example.org/a", True),
    ("example.org", "https://www.EXAMPLE.org:8080/a", True),
    ("example.org", "http://notexample.org/", False),
    (".edu", "http://www.example.edu/", True),
    ("=example.org", "http://example.org/", True),
    ("=example.org", "http://www.example.org/", False),
    ("bücher.example", "http://www.xn--bcher-kva.example/", True),
    ("http://BÜCHER.example/*", "http://xn--bcher-kva.example/a", True),
    ("example.org:8080", "http://www.example.org:8080/a", True),
    ("example.org:8080", "http://example.org/a", False),
    ("example.org:80", "http://example.org/a", True),
    ("example.org:80", "https://example.org/a", False),
    ("=example.org:443", "https://example.org/", True),
    ("=example.org:443", "https://www.example.org/", False),
    ("[2001:db8::1]:81", "http://[2001:db8::1]:81/a.pdf", True),
    ("192.0.2.1", "http://192.0.2.1/a.pdf", True),
    ("[2001:db8::1]", "http://[2001:db8::1]/a.pdf", True),
    ("*.ps.gz", "http://h.org/a.PS.gz", True),
    ("*.ps.gz", "http://h.org/a.ps.gz?x", False),
    ("http://h.org/~ada/*", "http://h.org/%7Eada/a.pdf", True),  # compared in canonical form
    ("http://h.org/~ada/*", "https://h.org/~ada/a.pdf", False),
    ("h.org/~ada/*", "https://h.org/~ada/a.pdf", True),
    ("h.org/~ada/*", "https://www.h.org/~ada/a.pdf", False),
    ("*/cgi-bin/*?id=*", "http://h.org/cgi-bin/get?id=7", True),
    ("*/cgi-bin/*?id=*", "http://h.org/cgi-bin/getXid=7", False),
    ("http://h.org/a.pdf", "http://h.org/a.pdf", True),
    ("http://h.org/a.pdf", "http://h.org/axpdf", False),
    (r"/\/private\/.*\.pdf$/", "http://h.org/x/private/y.pdf", True),
    (r"/\/private\/.*\.pdf$/", "http://h.org/x/private/y.ps", False),
    ("/(a)(b)\\2/", "http://h.org/abb", True),
    ("/(?-i:A)x/", "http://h.org/ax", False),
    ("# example.org", "http://example.org/", False),
    ("example.org  # why", "http://example.org/", True),
    ("example.org# why", "http://example.org/", True),
]


@pytest.mark.parametrize(("line", "url", "is_blocked"), OWN)
def test_our_own_form(blocked, line, url, is_blocked):
    assert bool(blocked(f"\ufeffother.net\r\n\r\n{line}\r\n", url)) == is_blocked


OLD = [
    ("black_list", r"www\.ex", "http://www.example.org/", True),
    ("black_list", r"example", "http://www.example.org/", False),  # from the start of the host
    ("black_list", r".*\.(com|net)$", "http://www.x.com/", True),
    ("black_list", r"\.com", "http://h/a.com", False),  # the host, not the URL
    ("black_list", r"# no comment", "http://h/", False),
    ("black_list.exact", "www.example.org", "http://www.example.org/", True),
    ("black_list.exact", "example.org", "http://www.example.org/", False),
    ("black_list.dat", "WWW.example.org", "http://www.example.org/", True),
    ("black_list.dat", "example.org", "http://www.example.org/", False),
    ("black_list.dat", ".*.example.org", "http://www.example.org/", True),
    ("blacklist.domain.dat", "example.org", "http://www.example.org/", True),
    ("blacklist.domain.dat", "example.org", "http://myexample.org/", True),
    ("blacklist.domain.dat", ".example.org", "http://myexample.org/", False),
    ("syz:list.txt", r"www\d*\.", "http://www12.example.org/", True),
    ("syz-exact:list.txt", "www.example.org", "http://www.example.org/", True),
    ("cdi:list.txt", "www.example.org", "http://www.example.org/", True),
    ("cdi-domain:list.txt", ".org", "http://www.example.org/", True),
    ("sheaf:black_list", "example.org", "http://www.example.org/", True),
]


@pytest.mark.parametrize(("name", "line", "url", "is_blocked"), OLD)
def test_the_forms_of_the_older_crawlers(blocked, name, line, url, is_blocked):
    assert bool(blocked(f"\n{line}\nother.example.net\n", url, name)) == is_blocked


def test_the_reason_names_the_entry_and_the_file(blocked):
    lines = "a.org\n/(one)|(two(three))/\n/four/\n*.zip # archives\n"
    assert blocked(lines, "http://x.a.org/") == "a.org is on the blacklist mine"
    two = "/(one)|(two(three))/ (line 2) is on the blacklist mine"
    assert blocked(lines, "http://h/twothree") == two
    assert blocked(lines, "http://h/four") == "/four/ (line 3) is on the blacklist mine"
    assert blocked(lines, "http://h/x.zip") == "*.zip (line 4) is on the blacklist mine"
    assert blocked(lines, "http://h/zero") == ""


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        ("mine", "a.org\n/(unclosed/\n", r"mine, line 2: '\(unclosed' is no regular expression"),
        ("black_list", "ok\n\n*bad\n", "black_list, line 3: .* no regular expression"),
        ("mine", "not a host\n", "mine, line 1: 'not a host' is no host name"),
        ("mine", "a.org\n=\n", "line 2: '' is no host name"),
        ("mine", "a.org:port\n", "line 1"),
        ("black_list.dat", "a(b).org\n", "line 1"),
        ("blacklist.domain.dat", "x y\n", "line 1"),
        ("mine", "a.org\n" + "x" * 20_000 + "\n", "line 2: it is too long"),
    ],
)
def test_a_mistake_is_named_by_file_and_line(tmp_path, name, lines, words):
    (tmp_path / name).write_text(lines)
    with pytest.raises(BadSettingError, match=words) as caught:
        Blacklist.load(name, folder=tmp_path)
    assert caught.value.what_to_do


def test_a_file_in_another_encoding_is_a_mistake_too(tmp_path):
    (tmp_path / "mine").write_bytes("a.org\nbücher.de\n".encode("latin-1"))
    with pytest.raises(BadSettingError, match="not UTF-8"):
        Blacklist.load("mine", folder=tmp_path)


def test_a_pattern_without_end_costs_the_document_and_not_the_run(tmp_path, moment, monkeypatch):
    monkeypatch.setattr("sheaf.curate.blacklist.SECONDS", 0.2)
    (tmp_path / "mine").write_text("/(a+)+$/\n")
    stage = Blacklist.load("mine", folder=tmp_path)
    slow = Capture("http://h/" + "a" * 60 + "b", moment, Location("s", "0"))
    started = time.monotonic()
    answer = stage(Candidate(slow))
    assert time.monotonic() - started < 5
    assert answer.outcome is Outcome.TIMED_OUT
    assert isinstance(stage(Candidate(replace(slow, url="http://h/b"))), Candidate)


def test_stars_stay_quick_on_long_urls(blocked):
    assert LONGEST_URL >= 1000
    started = time.monotonic()
    blocked("*a*a*a*a*a*a*a*a*b\n", "http://h/" + "a" * 50_000)
    assert time.monotonic() - started < 2


def test_stars_see_where_a_long_url_ends(blocked):
    assert blocked("*.ps.gz", "http://h/" + "a" * 3000 + ".ps.gz")
    for length in range(1980, 2000):
        assert not blocked("*.ps.gz", "http://h/" + "a" * length + ".ps.gz.pdf")


def test_patterns_are_asked_outside_the_main_thread_too(blocked):
    found = []
    thread = threading.Thread(target=lambda: found.append(blocked("/x/\n", "http://h/x")))
    thread.start()
    thread.join()
    assert found[0]


def test_many_hosts_are_quick_and_fit_in_memory(tmp_path, moment):
    count = 100_000
    (tmp_path / "mine").write_text("".join(f"host{n}.example.org\n" for n in range(count)))
    tracemalloc.start()
    stage = Blacklist.load("mine", folder=tmp_path)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(stage.domains) == count
    assert held < 300 * count
    one = Candidate(Capture("http://a.b.c.d.example.net/x.pdf", moment, Location("s", "0")))
    started = time.monotonic()
    for _ in range(10_000):
        stage(one)
    assert time.monotonic() - started < 5


def test_several_files_and_a_single_name_in_the_settings(tmp_path):
    (tmp_path / "sheaf.toml").write_text('[curate]\nblacklist = "one"\n')
    assert settings.load(tmp_path, {}).curate.blacklist == ("one",)
    (tmp_path / "sheaf.toml").write_text('[curate]\nblacklist = ""\n')
    assert settings.load(tmp_path, {}).curate.blacklist == ()
    (tmp_path / "sheaf.toml").write_text('[curate]\nblacklist = ["one", "syz:two"]\n')
    chosen = settings.load(tmp_path, {}).curate
    assert chosen.blacklist == ("one", "syz:two")
    (tmp_path / "one").write_text("a.org\n")
    (tmp_path / "two").write_text("b\n")
    stage = capture_stages(chosen, tmp_path)[1]
    assert stage.domains == {"a.org": "one"}
    assert len(stage.host_patterns) == 1
    assert settings.load(tmp_path, {"SHEAF_CURATE_BLACKLIST": "x, y"}).curate.blacklist == (
        "x", "y",
    )  # fmt: skip


def test_a_name_on_the_command_line_is_relative_to_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert blacklist_files.make_absolute("list") == f"sheaf:{tmp_path}/list"
    assert blacklist_files.make_absolute("black_list") == f"syz:{tmp_path}/black_list"
    assert blacklist_files.make_absolute("cdi:x") == f"cdi:{tmp_path}/x"


def test_an_import_obeys_the_lists_of_its_library(tmp_path):
    pages = [Page(f"http://{host}/a.pdf", paper_pdf(f"On {host}")) for host in ("a.org", "b.org")]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    with sheaf.init(tmp_path / "lib") as library:
        folder = library.folder
    with (folder / "sheaf.toml").open("a") as stream:
        stream.write('\n[curate]\nblacklist = "black_list"\n')
    text = (folder / "sheaf.toml").read_text().replace("\n[curate]\n#", "\n#", 1)
    (folder / "sheaf.toml").write_text(text)
    (folder / "black_list").write_text("a\\.\n")
    with sheaf.open(folder) as library:
        assert library.import_([archive]).outcomes == {"new": 1, "blacklisted": 1}
        (one,) = library.run_log.captures(1, [Outcome.BLACKLISTED])
        assert one.reason == "a\\. (line 1) is on the blacklist black_list"


@pytest.mark.parametrize("lines", [None, "(((\n"])
def test_an_import_with_a_list_that_cannot_be_read_leaves_no_run(tmp_path, lines):
    blacklist = tmp_path / "list"
    if lines is not None:
        blacklist.write_text(lines)
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://a.org/a.pdf", paper_pdf("On A"))])
    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(BadSettingError, match="blacklist"):
            library.import_([archive], blacklist=[blacklist])
        assert not list(library.runs())
