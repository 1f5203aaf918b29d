"""Settings: the file, the variables, and messages that name the place of a mistake."""

import tomllib

import pytest

from sheaf import settings
from sheaf.errors import BadSettingError, UnknownSettingError


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
    settings.load(folder, {"SHEAF_LIBRARY": "/x", "SHEAF_REQUIRE_PARTS": "1"})


def test_the_command_line_changes_one_section():
    changed = settings.Settings().changed("workers", jobs=4, seconds=None)
    assert changed.workers.jobs == 4
    assert changed.workers.seconds == settings.Settings().workers.seconds
    with pytest.raises(BadSettingError, match="command line"):
        settings.Settings().changed("workers", jobs=-4)


def test_variables_hold_without_a_library_too():
    chosen = settings.without_library({"SHEAF_CURATE_THRESHOLD": "0.9"})
    assert chosen.curate.threshold == 0.9
