"""--set on the command line: any setting of any section, before the file and the variables."""

from __future__ import annotations

import json

import pytest
from typer.main import get_command

from sheaf import settings
from sheaf.cli import app

COMMANDS = ("import", "extract", "reread", "judge", "index", "search", "serve", "settings", "demo")


def test_it_goes_before_file_and_variables(sheaf_here):
    sheaf_here("init", "lib", check=0)
    words = ("--library", "lib", "--json", "--set", "crawl.politeness.min_delay=7",
             "--set", "curate.ocr_languages=deu, eng", "--set", 'crawl.fetch.headers={ X = "y" }',
             "--set", "workers.jobs=1")  # fmt: skip
    done = sheaf_here("settings", *words, check=0, SHEAF_CRAWL_POLITENESS_MIN_DELAY="3")
    shown = json.loads(done.stdout)
    assert shown["crawl"]["politeness"]["min_delay"] == 7
    assert shown["crawl"]["fetch"]["headers"] == {"X": "y"}
    assert shown["crawl"]["limits"]["pages"] == 1000
    assert shown["curate"]["ocr_languages"] == ["deu", "eng"]
    assert shown["workers"]["jobs"] == 1


def test_a_list_may_be_written_as_in_the_file(sheaf_here):
    words = ("--json", "--set", 'curate.mime_types=["text/html", "text/plain"]',
             "--set", "web.allowed_hosts=[::1], localhost")  # fmt: skip
    shown = json.loads(sheaf_here("settings", *words, check=0).stdout)
    assert shown["curate"]["mime_types"] == ["text/html", "text/plain"]
    assert shown["web"]["allowed_hosts"] == ["[::1]", "localhost"]


def test_a_variable_of_ours_that_names_nothing_is_passed_over(monkeypatch):
    for names in ("crawl.limits.pages", "crawl.x.y", "x"):
        monkeypatch.setenv("SHEAF_SET", names)
        assert settings.settings_of_command("crawl") == {}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("curate.threshold=x", "--set: curate.threshold: a number is expected"),
        ("curate.treshold=1", "did you mean threshold?"),
        ("acquire.tries=3", "crawl.politeness.retries now"),
        ("threshold=1", "SECTION.NAME=VALUE"),
        ("curate.threshold", "SECTION.NAME=VALUE"),
    ],
)
def test_what_cannot_be_set_is_told(sheaf_here, given, words):
    assert words in sheaf_here("settings", "--set", given, check=2).stderr


def test_every_command_that_reads_settings_has_it():
    commands = get_command(app).commands
    commands["index"] = commands["index"].commands["update"]  # which it is short for
    for name in (*COMMANDS, "status", "verify", "undo"):
        assert "--set" in {option for each in commands[name].params for option in each.opts}, name
    for name, command in commands["crawl"].commands.items():
        assert "--set" in {option for each in command.params for option in each.opts}, name


def test_every_setting_can_be_read_from_a_string(monkeypatch):
    for section, model in settings.section_models().items():
        for name in model.model_fields:
            monkeypatch.delenv(settings.variable_name(section, name), raising=False)
            found = settings.parse_variable(
                settings.variable_name(section, name), settings._names(), ()
            )
            assert found == (section, name)
