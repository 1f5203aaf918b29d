"""Settings: the file, the variables, and messages that name the place of a mistake."""

import tomllib

import pytest

from sheaf import settings
from sheaf.acquire.crawl.profiles import with_default_profile
from sheaf.errors import BadSettingError, UnknownSettingError, UsageError
from sheaf.setting_checks import OLD_NAMES


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sheaf.toml").write_text(settings.as_toml(shown()))
    return tmp_path


def shown():
    return with_default_profile(settings.Settings())


def write(folder, text):
    (folder / "sheaf.toml").write_text(text)


def test_a_new_file_changes_nothing_and_shows_everything(folder):
    assert settings.load(folder, {}) == settings.Settings()
    text = (folder / "sheaf.toml").read_text()
    for section, model in settings.section_models().items():
        part = text[text.index(f"\n[{section}]\n") :]
        for name in model.model_fields:
            assert f"# {name} = " in part


def test_every_commented_default_is_the_default(folder):
    text = (folder / "sheaf.toml").read_text()
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line
        for line in text.splitlines()
        if not line.startswith("# ") or line.split(" = ")[0].removeprefix("# ").isidentifier()
    )
    read = settings.Settings.model_validate(tomllib.loads(uncommented))
    depth = read.crawl.limits.model_copy(update={"depth": None})  # the rules of the profile say it
    crawl = read.crawl.model_copy(update={"limits": depth})
    assert read.model_copy(update={"crawl": crawl}).model_dump() == shown().model_dump()
    assert read.crawl.limits.depth == 5


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
        ("[search]\nmemory = 99999999999999\n", BadSettingError, "search.memory"),
        ("[workers]\njobs = 99999999999999\n", BadSettingError, "workers.jobs"),
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
    changed = settings.Settings().with_values("workers", jobs=4, seconds=None)
    assert changed.workers.jobs == 4
    assert changed.workers.seconds == settings.Settings().workers.seconds
    with pytest.raises(BadSettingError, match="command line"):
        settings.Settings().with_values("workers", jobs=-4)


def test_variables_hold_without_a_library_too():
    chosen = settings.load_defaults({"SHEAF_CURATE_THRESHOLD": "0.9"})
    assert chosen.curate.threshold == 0.9


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "[crawl.limits]\n\npages = 'x'\n",
            "line 3: crawl.limits.pages: a whole number",
        ),
        ("[crawl.limits]\npage = 3\n", r"line 2: .*'crawl.limits.page' \(did you mean pages\?\)"),
        ("[crawl.limit]\npages = 3\n", "line 1: there is no setting 'crawl.limit'"),
        ("[crawl]\npages = 3\n", r"line 2: .*pages stands in \[crawl.limits\]"),
        ("pages = 3\n", r"line 1: .*pages stands in \[crawl.limits\]"),
        ("[wrokers]\njobs = 3\n", r"line 1: .*did you mean workers\?"),
        ("[curate]\nmime_types = 'a/b'\n", r'a list is expected, like \["a/b"\]'),
        ("[curate]\njudge = 'modle'\n", r"'model', 'extractor-regex', 'cdi-score' \(did you mean"),
        ("[curate]\nacademic_kinds = ['papr']\n", "curate.academic_kinds: 'papr' is none of"),
        ("[curate]\nthreshold = 3\n", "at most 1, and 3 is not"),
        ("[workers]\nmemory = 3\n", "at least 67,108,864"),
        ("[crawl.links]\npdf = 'perhaps'\n", "true or false is expected, not 'perhaps'"),
        ("[crawl.hubs]\npattern = '('\n", "line 2: crawl.hubs.pattern: "),
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
        ("fetch.proxy", "nonsense", False),
        ("fetch.proxy", "http://proxy.example.org", False),
        ("fetch.proxy", "ftp://h:21", False),
        ("fetch.proxy", "http://h:port", False),
        ("fetch.proxy", "http://:3128", False),
        ("fetch.proxy", "http://h:3128", True),
        ("fetch.proxy", "socks5h://me:secret@h:1080", True),
        ("fetch.proxy", "http://[::1]:3128", True),
        ("fetch.proxy", "", True),
        ("agent.contact", "not a contact", False),
        ("agent.contact", "https://", False),
        ("agent.contact", "me@example.org", True),
        ("agent.contact", "mailto:me@example.org", True),
        ("agent.contact", "https://library.example.org/crawling", True),
        ("agent.contact", "", True),
    ],
)
def test_who_crawls_and_through_what_is_checked(name, value, is_right):
    section, key = name.split(".")
    if is_right:
        chosen = settings.Settings().override({f"crawl.{name}": value})
        assert getattr(getattr(chosen.crawl, section), key) == value
        return
    with pytest.raises(BadSettingError, match=f"crawl.{name}"):
        settings.Settings().override({f"crawl.{name}": value})


def test_a_wrong_proxy_does_not_tell_its_password(folder):
    write(folder, "[crawl.fetch]\nproxy = 'http://me:hunter2@h'\n")
    with pytest.raises(BadSettingError, match="SCHEME://HOST:PORT") as caught:
        settings.load(folder, {})
    assert "hunter2" not in str(caught.value)


def test_what_is_wrong_is_marked_and_the_rest_holds(folder):
    write(folder, "[crawl.limits]\npages = 'lots'\ndepth = 2\n[wrokers]\njobs = 1\n")
    variables = {"SHEAF_WORKERS_JOBS": "x", "SHEAF_LIBARY": "/x", "SHEAF_CURATE_THRESHOLD": "0.9"}
    chosen, wrong = settings.load_with_mistakes(folder, variables)
    assert (chosen.crawl.limits.pages, chosen.crawl.limits.depth) == (0, 2)
    assert (chosen.workers.jobs, chosen.curate.threshold) == (0, 0.9)
    assert [one.setting for one in wrong] == [
        "crawl.limits.pages",
        "wrokers",
        "SHEAF_LIBARY",
        "workers.jobs",
    ]
    assert "did you mean SHEAF_LIBRARY?" in wrong[2].words


def test_a_file_that_is_no_toml_is_marked_as_a_whole(folder):
    write(folder, "[workers\n")
    chosen, wrong = settings.load_with_mistakes(folder, {})
    assert chosen == settings.Settings()
    assert "not valid TOML" in wrong[0].words


def test_nothing_is_marked_where_nothing_is_wrong(folder):
    assert settings.load_with_mistakes(folder, {}) == (settings.Settings(), [])


# The settings of a crawl


def test_only_what_is_set_overrides_a_profile(folder):
    write(folder, "[crawl.politeness]\nmin_delay = 3\n")
    chosen = settings.load(folder, {"SHEAF_CRAWL_LIMITS_DEPTH": "2"})
    assert chosen.crawl.model_fields_set == {"politeness", "limits"}
    assert chosen.crawl.politeness.model_fields_set == {"min_delay"}
    changed = chosen.with_values("curate", threshold=0.4).with_values("crawl.fetch", seconds=5)
    assert changed.crawl.fetch.model_fields_set == {"seconds"}
    assert changed.crawl.politeness.model_fields_set == {"min_delay"}
    assert changed.crawl.limits.depth == 2


@pytest.mark.parametrize(
    ("variable", "value", "name", "read"),
    [
        ("SHEAF_CRAWL_POLITENESS_QUIET_HOURS", "08:00-09:00, 10:00-11:00", "politeness.quiet_hours",
         ("08:00-09:00", "10:00-11:00")),
        ("SHEAF_CRAWL_FETCH_HEADERS", '{ X-Note = "hello" }', "fetch.headers", {"X-Note": "hello"}),
        ("SHEAF_CRAWL_WRITE_FILE_BYTES", "1000", "write.file_bytes", 1000),
    ],
)  # fmt: skip
def test_variables_reach_every_setting_of_a_crawl(folder, variable, value, name, read):
    chosen = settings.load(folder, {variable: value}).crawl
    section, key = name.split(".")
    assert getattr(getattr(chosen, section), key) == read


@pytest.mark.parametrize(
    ("old", "words"),
    [
        ("tries = 3", r"line 2: acquire.tries is crawl.politeness.retries now .*retries = 2"),
        ("obey_robots = false", "is crawl.robots.policy now .*ignore"),
        ("verify_tls = true", "is crawl.fetch.check_certificates now"),
        ("pages = 10", "is crawl.limits.pages now"),
        ("contact = 'me@example.org'", "is crawl.agent.contact now"),
    ],
)
def test_an_old_setting_is_told_its_new_name(folder, old, words):
    write(folder, f"[acquire]\n{old}\n")
    with pytest.raises(UnknownSettingError, match=words):
        settings.load(folder, {})
    variable = f"SHEAF_ACQUIRE_{old.split()[0].upper()}"
    with pytest.raises(UnknownSettingError, match="is SHEAF_CRAWL_"):
        settings.load_defaults({variable: "1"})


def test_every_old_setting_has_a_new_one():
    names = {f"{section}.{name}" for section, model in settings.section_models().items()
             for name in model.model_fields}  # fmt: skip
    assert {old.name for old in OLD_NAMES.values()} <= names
    assert not OLD_NAMES.keys() & settings.Acquire.model_fields.keys()


def test_a_name_with_a_dot_is_told_like_any_other(tmp_path):
    (tmp_path / "sheaf.toml").write_text('[web]\n"a.b" = 3\n[crawl.limits]\npage = 1\n["x.y"]\n')
    _, wrong = settings.load_with_mistakes(tmp_path, {})
    assert {mistake.setting for mistake in wrong} == {"web.a.b", "crawl.limits.page", "x.y"}


@pytest.mark.parametrize(
    ("value", "words"), [("crawls", "no whole path"), ("//", "the whole machine")]
)
def test_folders_of_sources_are_whole_paths(folder, value, words):
    write(folder, f'[web]\nimport_roots = ["{value}"]\n')
    with pytest.raises(BadSettingError, match=words):
        settings.load(folder, {})
