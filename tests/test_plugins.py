"""Parts that plug in, and those that cannot be loaded."""

from __future__ import annotations

import sys

import pytest

import sheaf
from sheaf import plugins
from sheaf.errors import MissingPartError, UsageError


@pytest.fixture
def install(tmp_path, monkeypatch):
    def put(module, group="stages"):
        (tmp_path / "somebodys_part.py").write_text(module)
        information = tmp_path / "somebodys-0.1.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: somebodys\nVersion: 0.1\n"
        )
        (information / "entry_points.txt").write_text(
            f"[sheaf.{group}]\nsomething = somebodys_part:Something\n"
        )
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "somebodys_part", raising=False)
        plugins.names.cache_clear()

    yield put
    plugins.names.cache_clear()


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("import a_package_that_is_not_there", "ModuleNotFoundError: No module named 'a_package"),
        ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines."),
        ("raise SystemExit(4)", "SystemExit: 4."),
        ("Other = 1", "AttributeError: "),
        ("def Something(:", "SyntaxError: "),
    ],
)
def test_one_that_cannot_be_loaded_is_named_with_package_and_reason(install, module, reason):
    install(module)
    for load in (lambda: plugins.load("stages", "something"), lambda: plugins.load_all("stages")):
        with pytest.raises(MissingPartError) as told:
            load()
        assert "The stage 'something' of somebodys cannot be loaded: " in str(told.value)
        assert reason in str(told.value)
        assert "something = somebodys_part:Something" in told.value.what_to_do
        assert "pip uninstall somebodys" in told.value.what_to_do


def test_one_that_can_be_is(install):
    install("Something = 7")
    assert plugins.load("stages", "something") == 7
    assert plugins.load_all("stages") == {"something": 7}


def test_an_unknown_name_is_answered_with_those_there_are(install):
    install("Something = 7")
    with pytest.raises(UsageError, match=r"no stage called 'other'. Known: something"):
        plugins.load("stages", "other")


CANNOT_START = "class Something:\n    def __init__(self, *_):\n        raise KeyError('colour')\n"


@pytest.mark.parametrize("format_name", ["auto", "something"])
def test_an_importer_that_cannot_be_started_stops_an_import(install, tmp_path, format_name):
    install(CANNOT_START, "importers")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(MissingPartError) as told:
            library.import_(tmp_path / "a.pdf", format=format_name)
        words = "The importer 'something' of somebodys cannot be started: KeyError: 'colour'."
        assert str(told.value) == words
        assert told.value.exit_code == 3


def test_an_extractor_that_cannot_be_started_stops_an_import(install, tmp_path, monkeypatch):
    install(CANNOT_START, "extractors")
    monkeypatch.setenv("SHEAF_EXTRACT_EXTRACTOR", "something")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    failure = pytest.raises(MissingPartError, match="of somebodys cannot be started: KeyError")
    with sheaf.init(tmp_path / "lib") as library, failure:
        library.import_(tmp_path / "a.pdf")


RECOGNISES_NOTHING = """
class Something:
    def __init__(self, context): pass
    def recognises(self, source, head): {recognises}
    def captures(self, source): {captures}
"""


@pytest.mark.parametrize(
    ("recognises", "captures"), [("return head[9999]", "yield"), ("return True", "yield {}[1]")]
)
def test_an_importer_that_fails_is_named(install, tmp_path, recognises, captures):
    install(RECOGNISES_NOTHING.format(recognises=recognises, captures=captures), "importers")
    (tmp_path / "a.txt").write_bytes(b"words")
    failure = pytest.raises(MissingPartError, match="'something' of somebodys cannot read")
    with sheaf.init(tmp_path / "lib") as library, failure:
        library.import_(tmp_path / "a.txt", format="something" if "{}" in captures else "auto")
