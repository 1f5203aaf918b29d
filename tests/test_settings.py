"""Settings: the file, the variables, and messages that name the place of a mistake."""

import tomllib

import pytest

from sheaf import settings
from sheaf.errors import BadSettingError, UnknownSettingError, UsageError


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sheaf.toml").write_text(settings.as_toml())
    return tmp_path


def write(folder, text):
    (folder / "sheaf.toml").write_text(text)


def test_a_new_file_changes_nothing_and_shows_everything(folder):
    assert settings.load(folder, {}) == settings.Settings()
    text = (folder / "sheaf.toml").read_text()
    for section in settings.Settings.model_fields:
        for name in settings.section_fields(section):
            assert f"# {name} = " in text


def test_every_commented_default_is_the_default(folder):
    text = (folder / "sheaf.toml").read_text()
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line
        for line in text.splitlines()
        if not line.startswith("# ") or line.split(" = ")[0].removeprefix("# ").isidentifier()
    )
    read = settings.Settings.model_validate(tomllib.loads(uncommented))
    assert read == settings.Settings()


def test_file_then_variables(folder):
    write(folder, "[workers]\njobs = 3\nseconds = 5\n")
    chosen = settings.load(
        folder, {"SHEAF_WORKERS_JOBS": "7", "SHEAF_CURATE_MIME_TYPES": "a/b, c/d", "HOME": "/x"}
    )
    assert chosen.workers.jobs == 7
    assert chosen.workers.seconds == 5
    assert chosen.curate.mime_types == ("a/b", "c/d")


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("[workers]\njbos = 3\n", UnknownSettingError, "workers.jbos"),
        ("[wrokers]\njobs = 3\n", UnknownSettingError, "wrokers"),
        ("[workers]\njobs = 'many'\n", BadSettingError, "workers.jobs"),
        ("[workers]\njobs = -1\n", BadSettingError, "workers.jobs"),
        ("[workers\n", BadSettingError, "not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(folder, text, error, words):
    write(folder, text)
    with pytest.raises(error, match=words) as caught:
        settings.load(folder, {})
    assert "sheaf.toml" in str(caught.value)
    assert caught.value.exit_code == 2
    assert caught.value.what_to_do


def test_an_unknown_variable_is_named(folder):
    with pytest.raises(UnknownSettingError, match="SHEAF_WORKERS_JBOS"):
        settings.load(folder, {"SHEAF_WORKERS_JBOS": "3"})


def test_variables_that_are_no_settings_are_left_alone(folder):
    others = {"SHEAF_LIBRARY": "/x", "SHEAF_REQUIRE_PARTS": "1"}
    assert settings.load(folder, others) == settings.load(folder, {})


def test_the_command_line_changes_one_section():
    changed = settings.Settings().changed("workers", jobs=4, seconds=None)
    assert changed.workers.jobs == 4
    assert changed.workers.seconds == settings.Settings().workers.seconds
    with pytest.raises(BadSettingError, match="command line"):
        settings.Settings().changed("workers", jobs=-4)


def test_variables_hold_without_a_library_too():
    chosen = settings.without_library({"SHEAF_CURATE_THRESHOLD": "0.9"})
    assert chosen.curate.threshold == 0.9


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[acquire]\n\npages = 'lots'\n", "line 3: acquire.pages: a whole number is expected"),
        ("[acquire]\npage = 3\n", r"line 2: .*'acquire.page' \(did you mean pages\?\)"),
        ("pages = 3\n", r"line 1: .*pages stands in \[acquire\]"),
        ("[wrokers]\njobs = 3\n", r"line 1: .*did you mean workers\?"),
        ("[curate]\nmime_types = 'a/b'\n", r'a list is expected, like \["a/b"\]'),
        ("[curate]\njudge = 'modle'\n", r"'model', 'extractor-regex', 'cdi-score' \(did you mean"),
        ("[curate]\nacademic_kinds = ['papr']\n", "curate.academic_kinds: 'papr' is none of"),
        ("[curate]\nthreshold = 3\n", "at most 1, and 3 is not"),
        ("[workers]\nmemory = 3\n", "at least 67,108,864"),
        ("[acquire]\nobey_robots = 'perhaps'\n", "true or false is expected, not 'perhaps'"),
        ("acquire = 3\n", "acquire: a section with settings is expected"),
        ("curate.threshold = 'x'\n", "line 1: curate.threshold: a number is expected"),
        ("[workers]\nseconds = 0\njobs = -1\n", "more than 0.* And 1 more"),
    ],
)
def test_a_mistake_is_told_in_plain_words(folder, text, words):
    write(folder, text)
    with pytest.raises(UsageError, match=words) as caught:
        settings.load(folder, {})
    assert "Input should" not in str(caught.value)
    assert "docs/" not in caught.value.what_to_do


@pytest.mark.parametrize(
    ("name", "value", "is_right"),
    [
        ("proxy", "nonsense", False),
        ("proxy", "http://proxy.example.org", False),
        ("proxy", "ftp://h:21", False),
        ("proxy", "http://h:port", False),
        ("proxy", "http://:3128", False),
        ("proxy", "http://h:3128", True),
        ("proxy", "socks5h://me:secret@h:1080", True),
        ("proxy", "http://[::1]:3128", True),
        ("proxy", "", True),
        ("contact", "not a contact", False),
        ("contact", "https://", False),
        ("contact", "me@example.org", True),
        ("contact", "mailto:me@example.org", True),
        ("contact", "https://library.example.org/crawling", True),
        ("contact", "", True),
    ],
)
def test_who_crawls_and_through_what_is_checked(name, value, is_right):
    if is_right:
        assert getattr(settings.Settings().changed("acquire", **{name: value}).acquire, name) == (
            value
        )
        return
    with pytest.raises(BadSettingError, match=f"acquire.{name}"):
        settings.Settings().changed("acquire", **{name: value})


def test_a_wrong_proxy_does_not_tell_its_password(folder):
    write(folder, "[acquire]\nproxy = 'http://me:hunter2@h'\n")
    with pytest.raises(BadSettingError, match="SCHEME://HOST:PORT") as caught:
        settings.load(folder, {})
    assert "hunter2" not in str(caught.value)


def test_what_is_wrong_is_marked_and_the_rest_holds(folder):
    write(folder, "[acquire]\npages = 'lots'\ndepth = 2\n[wrokers]\njobs = 1\n")
    variables = {"SHEAF_WORKERS_JOBS": "x", "SHEAF_LIBARY": "/x", "SHEAF_CURATE_THRESHOLD": "0.9"}
    chosen, wrong = settings.load_marked(folder, variables)
    assert (chosen.acquire.pages, chosen.acquire.depth) == (1000, 2)
    assert (chosen.workers.jobs, chosen.curate.threshold) == (0, 0.9)
    assert [one.setting for one in wrong] == [
        "acquire.pages",
        "wrokers",
        "SHEAF_LIBARY",
        "workers.jobs",
    ]
    assert "did you mean SHEAF_LIBRARY?" in wrong[2].words


def test_a_file_that_is_no_toml_is_marked_as_a_whole(folder):
    write(folder, "[workers\n")
    chosen, wrong = settings.load_marked(folder, {})
    assert chosen == settings.Settings()
    assert "not valid TOML" in wrong[0].words


def test_nothing_is_marked_where_nothing_is_wrong(folder):
    assert settings.load_marked(folder, {}) == (settings.Settings(), [])
