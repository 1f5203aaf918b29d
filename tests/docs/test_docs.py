"""The documentation keeps the rules and tells the truth; each rule sees a page that does not."""

import ast
import importlib.util
import subprocess
import sys
import tomllib

import pytest
from support.samples import paper_pdf

import sheaf
from docs import replay, rules
from docs.pages import ROOT, all_pages, blocks
from sheaf import plugins
from sheaf.workers.jobs.contract import JobContext
from sheaf.workers.jobs.parameters import read_parameters
from sheaf.workers.jobs.registry import find_kind

RULES = [
    rules.undocumented_settings,
    rules.undocumented_commands,
    rules.undocumented_outcomes,
    rules.wrong_exit_codes,
    rules.undocumented_entry_points,
    rules.undocumented_python,
    rules.undocumented_scripts,
    rules.pages_missing_from_contents,
    rules.no_unreleased_changes,
    rules.two_commands_missing,
    rules.broken_links,
    rules.unknown_commands,
    rules.unknown_scripts,
    rules.wrong_toml,
    rules.bad_pictures,
]


@pytest.fixture(scope="module")
def pages():
    return all_pages()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_documentation_keeps(rule, pages):
    complaints = rule(pages)
    assert not complaints, "\n".join(complaints)


# A page, what to change in it, and the rule that must see it.
SPOILT = {
    "a setting left out": (
        rules.undocumented_settings, "docs/reference/settings.md", "SHEAF_WORKERS_JOBS", "X",
    ),
    "a command left out": (
        rules.undocumented_commands, "docs/reference/commands.md", "## `sheaf undo`", "## undo",
    ),
    "an outcome left out": (rules.undocumented_outcomes, "docs/outcomes.md", "| `bomb` |", "| |"),
    "a wrong counter": (
        rules.undocumented_outcomes, "docs/outcomes.md", "`failed_Unpack`", "`failed_Other`",
    ),
    "a failure taken for a judgement": (
        rules.undocumented_outcomes, "docs/outcomes.md", "## Failed: something went wrong", "",
    ),
    "an exit code left out": (
        rules.wrong_exit_codes, "docs/operations/limits-and-safety.md", "| 10 |", "| ten |",
    ),
    "an exit code of another error": (
        rules.wrong_exit_codes, "docs/operations/limits-and-safety.md", "`StorageError`",
        "`SourceError`",
    ),
    "an entry point left out": (
        rules.undocumented_entry_points, "CONTRIBUTING.md", "sheaf.stages", "sheaf.questions",
    ),
    "a method that the tutorial uses left out": (
        rules.undocumented_python, "docs/reference/python.md", "### `library.documents`", "###",
    ),
    "a script left out": (rules.undocumented_scripts, "CONTRIBUTING.md", "| `scripts/pin` |", ""),
    "a page left out": (
        rules.pages_missing_from_contents, "docs/index.md", "(glossary.md)", "(words.md)",
    ),
    "no section for changes": (rules.no_unreleased_changes, "CHANGELOG.md", "## Unreleased", ""),
    "a promise not made": (rules.two_commands_missing, "README.md", "    scripts/demo\n", ""),
    "a link to no file": (rules.broken_links, "README.md", "docs/tutorial.md", "docs/lesson.md"),
    "a link to no heading": (rules.broken_links, "docs/library.md", "#the-files", "#the-fields"),
    "a command that is none": (
        rules.unknown_commands, "README.md", "sheaf verify -L", "sheaf varify -L",
    ),
    "an option that is none": (
        rules.unknown_commands, "docs/tutorial.md", "undo 1 --dry-run", "undo 1 --try",
    ),
    "an option of another command": (
        rules.unknown_commands, "docs/library.md", "index --rebuild", "index --no-filter",
    ),
    "a script that is none": (rules.unknown_scripts, "README.md", "scripts/test", "scripts/exam"),
    "a setting that is none": (rules.wrong_toml, "docs/tutorial.md", "threshold =", "treshold ="),
    "TOML that is none": (rules.wrong_toml, "docs/tutorial.md", "[curate]\nthr", "[curate\nthr"),
    "a picture shown nowhere": (rules.bad_pictures, "README.md", "dashboard.png", "other.png"),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "name", "old", "new"), SPOILT.values(), ids=SPOILT)
def test_is_seen(rule, name, old, new, pages):
    assert old in pages[name]
    assert rule({**pages, name: pages[name].replace(old, new)})


def test_a_command_shown_nowhere_is_seen(pages):
    reference = {name: text for name, text in pages.items() if name.startswith(rules.GENERATED)}
    assert len(rules.undocumented_commands(reference)) == len(rules.COMMANDS)


def test_a_picture_too_large_is_seen(tmp_path):
    (tmp_path / "big.png").write_bytes(bytes(rules.LARGEST_PICTURE + 1))
    assert rules.bad_pictures({"README.md": "![a picture](docs/pictures/big.png)"}, tmp_path)


# -- the reference ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date():
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_a_reference_out_of_date_is_seen(generate, monkeypatch, tmp_path):
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    assert generate.stale() == ["settings.md", "commands.md", "python.md"]
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    with pytest.raises(SystemExit, match="1"):
        generate.main()
    monkeypatch.setattr(sys, "argv", ["generate.py"])
    generate.main()
    assert generate.stale() == []
    (tmp_path / "python.md").write_text("old")
    assert generate.stale() == ["python.md"]


def test_the_reference_does_not_depend_on_the_terminal(generate, monkeypatch):
    made = generate.pages()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert generate.pages() == made
    assert "\x1b" not in "".join(made.values())


# -- what is printed -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md"])
def test_the_page_prints_what_it_says(name, pages):
    complaints = replay.complaints(pages[name])
    assert not complaints, "\n\n".join(complaints)


PAGE = """
```console
$ mkdir lib
$ ls
lib
...
```

<!-- not replayed: it is no program -->
```console
$ frobnicate
```

```python
print(1 + 1)
```

```output
2
```
"""


def test_a_page_that_prints_something_else_is_seen():
    assert replay.complaints(PAGE) == []
    spoilt = PAGE.replace("\nlib\n", "\nlab\n").replace("\n2\n", "\n3\n")
    assert len(replay.complaints(spoilt)) == 2
    assert replay.rewritten(spoilt.replace("...\n", "")) == PAGE.replace("...\n", "")
    with pytest.raises(RuntimeError, match="cannot replay"):
        replay.complaints(PAGE.replace("mkdir", "frobnicate"))


# -- the recipes -----------------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package where Python finds it, as pip would: a module, and its entry points."""

    def put(pyproject, **modules):
        place = tmp_path / "packages"
        place.mkdir(exist_ok=True)
        for name, text in modules.items():
            (place / f"{name}.py").write_text(text)
        information = place / "recipe-0.1.dist-info"
        information.mkdir()
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: recipe\nVersion: 0.1\n")
        groups = tomllib.loads(pyproject)["project"]["entry-points"]
        (information / "entry_points.txt").write_text(
            "".join(
                f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
                for group, points in groups.items()
            )
        )
        monkeypatch.syspath_prepend(place)
        plugins.names.cache_clear()

    yield put
    plugins.names.cache_clear()


@pytest.fixture
def recipe(pages, install):
    """Installs a recipe of CONTRIBUTING.md: the Python block below a heading, and its TOML."""

    def follow(heading):
        section = pages["CONTRIBUTING.md"].partition(f"### {heading}\n")[2].partition("\n### ")[0]
        python, toml = (next(one.text for one in blocks(section) if one.kind == kind)
                        for kind in ("python", "toml"))  # fmt: skip
        name = python.partition("\n")[0].removeprefix("# ").removesuffix(".py")
        install(toml, **{name: python})

    return follow


def test_the_recipe_for_a_stage_works(recipe, tmp_path):
    (tmp_path / "book.pdf").write_bytes(paper_pdf(pages=101))
    (tmp_path / "paper.pdf").write_bytes(paper_pdf("A Paper"))
    recipe("Add a stage")
    with sheaf.init(tmp_path / "lib") as library:
        library.settings = library.settings.with_values("curate", threshold=0)
        summary = library.import_([tmp_path / "book.pdf", tmp_path / "paper.pdf"])
        assert summary.outcomes == {"new": 1, "not_academic": 1}
        reasons = [one.reason for one in library.run_log.captures(summary.run)]
        assert reasons[0] == "the stage not-a-book says: a book: 101 pages"


def test_the_recipe_for_a_text_reader_works(recipe, monkeypatch, tmp_path):
    paper = tmp_path / "paper.rtf"
    words = "The committee heard a report about the harbour after the storm.\\par " * 9
    paper.write_text("{\\rtf1 " + words + "}")
    recipe("Add a text reader")
    monkeypatch.setenv("SHEAF_CURATE_MIME_TYPES", "application/rtf")
    (read,) = sheaf.extract_files(paper)
    assert read["provenance"]["text"]["reader"] == "rtf"


def test_the_recipe_for_an_extractor_works(recipe, monkeypatch, tmp_path):
    (tmp_path / "paper.pdf").write_bytes(paper_pdf("The First Line"))
    recipe("Add an extractor")
    monkeypatch.setenv("SHEAF_EXTRACT_EXTRACTOR", "first-line")
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([tmp_path / "paper.pdf"])
        paper = library.paper(1)
        assert paper["title"] == "The First Line"
        assert paper["provenance"]["extractor_version"] == "first-line-1"


def test_the_recipe_for_a_kind_of_job_works(recipe, tmp_path):
    recipe("Add a kind of job")
    kind = find_kind("longest-papers")
    with sheaf.init(tmp_path / "lib") as library:
        library.settings = library.settings.with_values("curate", filter=False)
        for pages in (2, 101):
            (tmp_path / f"{pages}.pdf").write_bytes(paper_pdf(pages=pages))
        library.import_([tmp_path / "2.pdf", tmp_path / "101.pdf"])
        context = JobContext(library, 1, "ann", tmp_path)
        result = kind.run(context, read_parameters(kind.parameters, {"least": "50"}))
    assert result.words == "1 long documents."
    assert (tmp_path / result.files[0]).read_text().startswith("101 file:")


def test_the_recipe_for_an_importer_makes_a_capture(pages):
    section = pages["CONTRIBUTING.md"].partition("### Add an importer\n")[2]
    text = next(one.text for one in blocks(section) if one.kind == "python")
    *imports, capture = ast.parse(text).body
    names = {}
    exec(compile(ast.Module(imports, []), "CONTRIBUTING.md", "exec"), names)
    made = eval(compile(ast.Expression(capture.value), "CONTRIBUTING.md", "eval"), names)
    assert made.payload.path == "files/a.pdf"


CSV = """url,file,time,parent
http://h/a.pdf,files/a.pdf,2024-05-01T12:00:00Z,http://h/
http://h/lost.pdf,files/lost.pdf,2024-05-01T12:00:05Z,
http://h/when.pdf,files/a.pdf,yesterday
http://h/copy.pdf,files/a.pdf,2024-05-01 13:00
"""


def test_the_example_importer_imports(install, tmp_path):
    example = ROOT / "examples" / "csv_importer"
    source = (example / "csv_importer.py").read_text()
    assert len(source.splitlines()) < 60
    install((example / "pyproject.toml").read_text(), csv_importer=source)
    (tmp_path / "list.csv").write_text(CSV)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.pdf").write_bytes(paper_pdf("From a List"))
    with sheaf.init(tmp_path / "lib") as library:
        summary = library.import_([tmp_path / "list.csv"])
        assert summary.outcomes == {
            "new": 1, "duplicate_content": 1, "damaged": 1, "missing_bytes": 1,
        }  # fmt: skip
        (document,) = library.catalogue.documents()
        assert (document.url, document.parent_url) == ("http://h/a.pdf", "http://h/")
        assert library.catalogue.provenance(document.id).position == "line 2"
        assert library.import_([tmp_path / "list.csv"], format="csv").outcomes["duplicate_url"] == 1
