"""Which importer reads a source. Somebody else's can do all that ours can."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from support.elsewhere import WebFiles

import sheaf
from sheaf import plugins
from sheaf.acquire.importers import registry, remote_source, sources
from sheaf.acquire.importers.contract import ImportContext, Importer, Reads
from sheaf.errors import SourceError, UsageError
from sheaf.records import Aside, Capture
from sheaf.settings import Acquire

# A format of nobody's: a file that begins with NOTES has a document in each line. The same in a
# folder, where `notes.index` says so.
NOTES = """
from datetime import UTC, datetime
from sheaf.acquire.importers.contract import Reads
from sheaf.records import Aside, Capture, Location, Payload

def lines_of(path):
    return path.read_text().splitlines()[1:]

class Notes:
    reads = Reads({reads})

    def __init__(self, context):
        self.context = context
        self.within = ()

    def recognises(self, source, head):
        return head.startswith(b"NOTES") or (source / "notes.index").exists()

    def captures(self, source):
        files = [source] if source.is_file() else sorted(source.glob("*.notes"))
        yield Aside("log" if self.context.log else "no_log")
        yield Aside(f"{{len(self.within)}} others")
        for path in files:
            for number, line in enumerate(lines_of(path), 1):
                location = Location(str(path.absolute()), f"line {{number}}")
                url = (self.context.base_url or "http://notes/") + line
                yield Capture(url, datetime.fromtimestamp(0, UTC), location,
                              Payload(data=line.encode()))
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package with the importer where Python finds it, as pip would."""

    def put(reads="", name="notes"):
        folder = tmp_path / "packages"
        information = folder / "notes-0.1.dist-info"
        information.mkdir(parents=True)
        (folder / "notes_importer.py").write_text(NOTES.format(reads=reads))
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: notes\nVersion: 0.1\n")
        (information / "entry_points.txt").write_text(
            f"[sheaf.importers]\n{name} = notes_importer:Notes\n"
        )
        monkeypatch.syspath_prepend(folder)
        monkeypatch.delitem(sys.modules, "notes_importer", raising=False)
        plugins.names.cache_clear()

    yield put
    plugins.names.cache_clear()


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.notes").write_text("NOTES\nant\nbee\n")
    return folder


def read(given, tmp_path, format_name="auto", **more):
    context = ImportContext(tmp_path, **more)
    settings = Acquire(allow_private_sources=True)
    with sources.Sources([given], context, format_name, settings, tmp_path / "incoming") as opened:
        return list(opened)


def urls(items):
    return [item.url for item in items if isinstance(item, Capture)]


def kinds(items):
    return [item.kind for item in items if isinstance(item, Aside)]


def test_a_file_is_recognised_alone_and_in_a_folder(install, notes, tmp_path):
    install()
    expected = ["http://notes/ant", "http://notes/bee"]
    assert urls(read(notes / "a.notes", tmp_path)) == expected
    assert urls(read(notes, tmp_path)) == expected
    assert urls(read(notes / "a.notes", tmp_path, "notes")) == expected


def test_it_is_given_the_other_importers_for_files_in_its_folder(install, notes, tmp_path):
    install()
    others = len(plugins.load_all("importers")) - 1
    assert f"{others} others" in kinds(read(notes / "a.notes", tmp_path))
    assert "0 others" in kinds(read(notes / "a.notes", tmp_path, "notes"))


def test_the_one_with_precedence_is_asked_first(install, notes, tmp_path):
    install("precedence=1", name="zz")
    (notes / "notes.index").touch()
    (notes / "a.pdf.met").write_text("<CrawlData><url>http://h/a.pdf</url></CrawlData>")
    assert urls(read(notes, tmp_path)) == ["http://notes/ant", "http://notes/bee"]


def test_the_one_without_comes_behind_ours_by_its_name(install, notes, tmp_path):
    install(name="zz")
    (notes / "notes.index").touch()
    (notes / "a.pdf.met").write_text("<CrawlData><url>http://h/a.pdf</url></CrawlData>")
    assert "http://h/a.pdf" in urls(read(notes, tmp_path))


def test_an_archive_is_read_in_a_tree_that_came_from_a_server(install, notes, tmp_path):
    install("is_archive=True")
    (notes / "c.pdf").write_bytes(b"%PDF")
    found = urls(read(notes, tmp_path, base_url="http://h/"))
    assert found == ["http://h/ant", "http://h/bee", "http://h/c.pdf"]


def test_a_log_is_refused_where_it_declares_that_it_uses_none(install, notes, tmp_path):
    log = tmp_path / "crawl.log"
    log.write_text("")
    install("uses_log=False")
    with pytest.raises(UsageError, match="would not be used"):
        read(notes / "a.notes", tmp_path, log=log)


def test_a_log_is_given_to_it_otherwise(install, notes, tmp_path):
    log = tmp_path / "crawl.log"
    log.write_text("")
    install()
    assert "log" in kinds(read(notes / "a.notes", tmp_path, log=log))


def test_archives_in_its_folders_are_a_use_for_a_log(install, notes, tmp_path):
    log = tmp_path / "crawl.log"
    log.write_text("")
    install("uses_log=False, opens_archives=True, precedence=1")
    (notes / "notes.index").touch()
    with pytest.raises(UsageError, match="would not be used"):
        read(notes, tmp_path, log=log)
    (notes / "a.warc").write_bytes(b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n")
    assert "log" in kinds(read(notes, tmp_path, log=log))


@pytest.mark.parametrize("format_name", ["auto", "notes"])
def test_a_file_elsewhere_is_read_by_itself(install, notes, tmp_path, format_name):
    install()
    with WebFiles(notes) as web:
        found = read(web.url, tmp_path, format_name)
    assert urls(found) == ["http://notes/ant", "http://notes/bee"]
    assert {item.location.source for item in found if isinstance(item, Capture)} == {
        f"{web.url}/a.notes"
    }


@pytest.mark.parametrize(
    ("format_name", "reads"),
    [
        ("notes", "single_files=False"),
        ("auto", "single_files=False, together=lambda names: 'notes.index' in names"),
    ],
)
def test_files_elsewhere_that_belong_together_are_fetched_first(
    install, notes, tmp_path, format_name, reads
):
    install(reads)
    (notes / "b.notes").write_text("NOTES\ncat\n")
    (notes / "notes.index").touch()
    with WebFiles(notes) as web:
        found = read(web.url, tmp_path, format_name)
    assert urls(found) == ["http://notes/ant", "http://notes/bee", "http://notes/cat"]


def test_a_file_elsewhere_that_is_a_capture_itself_goes_by_its_url(install, notes, tmp_path):
    install("plain_files=True")
    (notes / "a.notes").write_text("NOTES\nant\n")
    with WebFiles(notes) as web:
        assert urls(read(web.url, tmp_path)) == [f"{web.url}/a.notes"]
        assert urls(read(web.url, tmp_path, base_url="ftp://h/")) == ["ftp://h/a.notes"]


def test_a_library_as_a_whole_is_no_source(tmp_path):
    with sheaf.init(tmp_path / "other") as other, sheaf.init(tmp_path / "lib") as library:
        for folder in (other.folder, library.folder):
            with pytest.raises(SourceError, match="is a library") as caught:
                library.import_(folder)
            assert f"{folder}/repository" in caught.value.what_to_do
        assert not list(library.runs())
        assert library.import_(other.folder / "repository").captures == 0
        assert library.import_(tmp_path).captures == 0, "among other files it is passed over"


def test_what_nobody_recognises_is_a_file_as_it_is(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    (capture,) = read(tmp_path / "a.txt", tmp_path)
    assert capture.url == (tmp_path / "a.txt").as_uri()


def test_nothing_above_the_rooms_names_an_importer():
    ours = {kind.__name__ for kind in plugins.load_all("importers").values()}
    for module in (sources, registry, remote_source):
        tree = ast.parse(Path(module.__file__).read_text())
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        imported = {node.name for node in ast.walk(tree) if isinstance(node, ast.alias)}
        assert not ours & (names | imported)


def test_the_contract_is_two_methods_and_a_declaration():
    methods = [name for name in vars(Importer) if not name.startswith("_")]
    assert methods == ["recognises", "captures"]
    assert Reads() == registry.reads_of(object())
