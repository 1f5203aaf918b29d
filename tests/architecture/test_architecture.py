"""Sheaf keeps the rules; each rule sees a tree that does not."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from architecture import imports, safety, shape
from architecture.source import Source
from architecture.walks import SECTION, wrong_walks
from architecture.words import forbidden_words

ROOT = Path(__file__).resolve().parents[2]
Rule = Callable[[Source], list[str]]
RULES: list[Rule] = [
    imports.unknown_rooms,
    imports.wrong_direction,
    imports.cycles,
    imports.rings_of_folders,
    imports.django_outside_its_rooms,
    imports.past_the_library,
    shape.long_files,
    shape.long_functions,
    shape.long_parameter_lists,
    shape.repeated_lines,
    shape.repeated_class_names,
    shape.crowded_folders,
    shape.forked_migrations,
    shape.undocumented_modules,
    shape.folders_without_introduction,
    safety.dangerous_calls,
    safety.pickles_received,
    safety.programs_started_elsewhere,
    safety.django_started_elsewhere,
]


@pytest.fixture(scope="module")
def sheaf() -> Source:
    return Source(ROOT / "src" / "sheaf")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_sheaf_keeps(rule: Rule, sheaf: Source) -> None:
    complaints = rule(sheaf)
    assert not complaints, "\n".join(complaints)


def test_folders_listed_alphabetically_stand_in_the_order_of_the_flow() -> None:
    assert list(imports.STEPS) == sorted(imports.STEPS)
    assert imports.STEPS[-1] < "workers" < "world"


def make_tree(folder: Path, files: dict[str, str]) -> Source:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Source(folder)


DEPOSIT_AND_SEARCH = {"deposit/catalogue.py": "", "search/index.py": ""}
APP_AND_PIPELINE = {"app.py": "", "pipeline.py": ""}
GOOD_IMPORTS = {
    "a step to the left": ("search/index.py", "from sheaf.deposit.catalogue import x"),
    "a shared file": ("deposit/catalogue.py", "from sheaf import records"),
    "its own folder": ("deposit/rows.py", "from . import catalogue"),
    "everything, from app": ("app.py", "from sheaf.search import index"),
    "everything, from a worker": ("workers/job.py", "import sheaf.app"),
    "the version": ("deposit/catalogue.py", "from sheaf import __version__"),
    "app, inside a command": ("deposit/commands.py", "def verify():\n    from sheaf.app import x"),
    "a library": ("deposit/catalogue.py", "import json, hashlib"),
}
BAD_IMPORTS = {
    "a step to the right": ("deposit/catalogue.py", "from sheaf.search import index"),
    "right, relatively": ("deposit/catalogue.py", "from ..search.index import x"),
    "right, when called": ("deposit/catalogue.py", "def f():\n    import sheaf.search.index"),
    "right, by name": ("deposit/catalogue.py", "x = importlib.import_module('sheaf.search.index')"),
    "right, for types only": (
        "deposit/catalogue.py",
        "if TYPE_CHECKING:\n    from sheaf.search.index import x",
    ),
    "left, for types only": (
        "search/index.py",
        "if typing.TYPE_CHECKING:\n    from sheaf.deposit.catalogue import x",
    ),
    "a step, from a shared file": ("records.py", "from sheaf.deposit import catalogue"),
    "a step, from the world": ("world/server.py", "from sheaf.deposit import catalogue"),
    "the workers, from a step": ("search/index.py", "from sheaf.workers import job"),
    "app, from a step": ("deposit/catalogue.py", "def f():\n    from sheaf.app import Library"),
    "app, as a command is loaded": ("deposit/commands.py", "from sheaf.app import Library"),
    "pipeline, as a command is loaded": ("web/commands.py", "import sheaf.pipeline"),
    "right, from a command": ("deposit/commands.py", "def f():\n    import sheaf.search.index"),
    "commands, from a step": ("web/views.py", "from sheaf.deposit import commands"),
    "commands, from app": ("app.py", "from sheaf.deposit.commands import verify"),
    "the whole package, from a step": ("deposit/catalogue.py", "import sheaf"),
}
SURROUNDINGS = {
    "__init__.py": "",
    "records.py": "",
    "deposit/__init__.py": "",
    "deposit/commands.py": "",
    "workers/job.py": "",
    **DEPOSIT_AND_SEARCH,
    **APP_AND_PIPELINE,
}


@pytest.mark.parametrize(("place", "text"), GOOD_IMPORTS.values(), ids=GOOD_IMPORTS)
def test_may_import(place: str, text: str, tmp_path: Path) -> None:
    assert imports.wrong_direction(make_tree(tmp_path, {**SURROUNDINGS, place: text})) == []


@pytest.mark.parametrize(("place", "text"), BAD_IMPORTS.values(), ids=BAD_IMPORTS)
def test_may_not_import(place: str, text: str, tmp_path: Path) -> None:
    complaints = imports.wrong_direction(make_tree(tmp_path, {**SURROUNDINGS, place: text}))
    assert len(complaints) == 1


BROKEN: dict[str, tuple[Rule, dict[str, str]]] = {
    "an unknown folder": (imports.unknown_rooms, {"utils/strings.py": ""}),
    "an unknown file": (imports.unknown_rooms, {"helpers.py": ""}),
    "a cycle": (
        imports.cycles,
        {
            "curate/a.py": "from sheaf.curate import b",
            "curate/b.py": "from sheaf.curate.c import x",
            "curate/c.py": "if TYPE_CHECKING:\n    import sheaf.curate.a",
        },
    ),
    "Django in a third room": (
        imports.django_outside_its_rooms,
        {"curate/a.py": "def f():\n    from django.db import models"},
    ),
    "a page that asks the frontier": (
        imports.past_the_library,
        {
            "acquire/crawl/frontier/orders.py": "",
            "web/pages.py": "from sheaf.acquire.crawl.frontier.orders import give_order",
        },
    ),
    "a page that asks the catalogue": (
        imports.past_the_library,
        {"web/pages.py": "x = served().catalogue.document(1)"},
    ),
    "a command that asks another step": (
        imports.past_the_library,
        {
            "deposit/catalogue.py": "",
            "search/commands.py": "def f():\n    from sheaf.deposit.catalogue import Catalogue",
        },
    ),
    "a command that asks the log of runs": (
        imports.past_the_library,
        {"deposit/commands.py": "def f(opened):\n    return opened.run_log.captures(1)"},
    ),
    "a ring of folders": (
        imports.rings_of_folders,
        {
            "acquire/crawl/a.py": "from sheaf.acquire.remote import b",
            "acquire/remote/b.py": "x = 1",
            "acquire/remote/c.py": "def f():\n    from sheaf.acquire.crawl.d import x",
            "acquire/crawl/d.py": "x = 1",
        },
    ),
    "a long file": (shape.long_files, {"urls.py": "x = 1\n" * 501}),
    "a function of many parameters": (
        shape.long_parameter_lists,
        {"urls.py": "def f(a, b, c, d, *, e, g, h, i, j): ..."},
    ),
    "a crowded folder": (
        shape.crowded_folders,
        {f"curate/stage_{number}.py": "" for number in range(33)},
    ),
    "the same ten lines twice": (
        shape.repeated_lines,
        {
            name: "\n".join(f"x = {number}" for number in range(10))
            for name in ("curate/a.py", "curate/b.py")
        },
    ),
    "two classes of one name": (
        shape.repeated_class_names,
        {"curate/a.py": "class Limits: ...", "search/b.py": "class Limits: ..."},
    ),
    "two steps after one": (
        shape.forked_migrations,
        {
            "deposit/migrations/0001_a.py": "",
            "deposit/migrations/0002_b.py": 'dependencies = [("deposit", "0001_a")]',
            "deposit/migrations/0002_c.py": 'dependencies = [("deposit", "0001_a")]',
        },
    ),
    "a long function": (shape.long_functions, {"urls.py": "def f():\n" + "    x = 1\n" * 51}),
    "a silent module": (shape.undocumented_modules, {"urls.py": "x = 1"}),
    "a folder without introduction": (shape.folders_without_introduction, {"curate/a.py": ""}),
    "the same further down": (
        shape.folders_without_introduction,
        {"curate/__init__.py": "", "curate/ocr/a.py": "", "curate/ocr/b.py": ""},
    ),
    "a shell": (safety.dangerous_calls, {"programs.py": "subprocess.run('ls', shell=True)"}),
    "a hidden shell": (safety.dangerous_calls, {"programs.py": "run('ls', shell=how)"}),
    "os.system": (safety.dangerous_calls, {"urls.py": "os.system('ls')"}),
    "eval": (safety.dangerous_calls, {"urls.py": "eval('1')"}),
    "pickle.load": (safety.pickles_received, {"urls.py": "pickle.load(file)"}),
    "pickle.loads by another way": (
        safety.pickles_received,
        {"urls.py": "from pickle import loads"},
    ),
    "a pickle in numpy": (
        safety.pickles_received,
        {"urls.py": "numpy.load(file, allow_pickle=True)"},
    ),
    "recv": (safety.pickles_received, {"workers/a.py": "self.connection.recv()"}),
    "multiprocessing": (
        safety.pickles_received,
        {"workers/a.py": "from multiprocessing.connection import Connection"},
    ),
    "shelve": (safety.pickles_received, {"urls.py": "import shelve"}),
    "xml.etree": (safety.dangerous_calls, {"urls.py": "from xml.etree import ElementTree"}),
    "subprocess in a step": (
        safety.programs_started_elsewhere,
        {"curate/a.py": "import subprocess"},
    ),
    "a program through asyncio": (
        safety.programs_started_elsewhere,
        {"curate/a.py": "asyncio.create_subprocess_exec('ls')"},
    ),
    "django.setup": (safety.django_started_elsewhere, {"web/a.py": "django.setup()"}),
    "settings.configure": (safety.django_started_elsewhere, {"web/a.py": "settings.configure()"}),
}


@pytest.mark.parametrize(("rule", "files"), BROKEN.values(), ids=BROKEN)
def test_is_seen(rule: Rule, files: dict[str, str], tmp_path: Path) -> None:
    assert len(rule(make_tree(tmp_path, files))) == 1


LONG = "\n".join(f"x = {number}" for number in range(500))
COMMAND = "def f(" + ", ".join(f"a{number}: WaitOption" for number in range(9)) + "): ...\n"


def test_rules_are_silent_about_a_good_tree(tmp_path: Path) -> None:
    docstring = '"""What it is for."""\n'
    files = {
        "curate/__init__.py": docstring,
        "curate/stages.py": docstring + "from sheaf.urls import canonical\nmodel.eval()\n",
        "deposit/__init__.py": docstring,
        "deposit/database.py": docstring + "import django\ndjango.setup()\n",
        "deposit/migrations/__init__.py": "",
        "deposit/migrations/0001_initial.py": "x = 1\n" * 600,
        "deposit/models/__init__.py": docstring + "class Paper: ...\n",
        "extract/__init__.py": docstring + "class Paper: ...\n",
        "records.py": docstring + "# This file is long because the nouns stand together.\n" + LONG,
        "deposit/commands.py": docstring + COMMAND,
        "programs.py": docstring + "import subprocess\nsubprocess.run([], shell=False)\n",
        "urls.py": docstring + "def f():\n" + "".join(f"    y = {at}\n" for at in range(50)),
    }
    source = make_tree(tmp_path, files)
    assert [complaint for rule in RULES for complaint in rule(source)] == []


def test_training_and_evaluation_are_kept_apart() -> None:
    complaints = imports.packages_not_kept_apart(ROOT)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    ("place", "text", "complaints"),
    [
        ("training/fit.py", "from corpora.documents import x\nfrom training import crf", 0),
        ("evaluation/header.py", "from corpora import shared\nimport sheaf.app", 0),
        ("crossvalidation/header.py", "import training.fit\nfrom evaluation import run", 0),
        ("training/fit.py", "from evaluation.matching import f1", 1),
        ("evaluation/header.py", "def f():\n    from training.fit import fit", 1),
        ("evaluation/scorers.py", "from crossvalidation import header", 1),
        ("corpora/shared.py", "import training", 1),
        ("src/sheaf/app.py", "import corpora.shared", 1),
    ],
)
def test_packages_that_see_too_much_are_seen(
    place: str, text: str, complaints: int, tmp_path: Path
) -> None:
    make_tree(tmp_path, {place: text})
    assert len(imports.packages_not_kept_apart(tmp_path)) == complaints


def test_the_walks_of_the_architecture_page_can_be_followed(sheaf: Source) -> None:
    complaints = wrong_walks((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), sheaf)
    assert not complaints, "\n".join(complaints)


WALK = "1. `app.py` `Library.open`: opens\n2. `urls.py` `canonical`: ends\n"
TITLES = ("One", "Two", "Three", "Four", "Five")
GOOD_WALKS = "\n".join(
    (SECTION, *(f"\n### {title}\n{WALK}" for title in TITLES), "## Rules\n### x\n")
)


@pytest.mark.parametrize(
    ("page", "complaints"),
    [
        (GOOD_WALKS, 0),
        (GOOD_WALKS.replace("### Two\n", ""), 1),
        (GOOD_WALKS.replace("`canonical`", "`canonise`", 1), 1),
        (GOOD_WALKS.replace("`Library.open`", "`Library.shut`", 1), 1),
        (GOOD_WALKS.replace("`urls.py`", "`links.py`", 1), 1),
        (GOOD_WALKS.replace("2. `urls.py` `canonical`", "2. The end", 1), 2),
        (GOOD_WALKS.replace(WALK, "".join(f"{at}. `app.py` `f`\n" for at in range(13)), 1), 1),
        ("no walks at all", 1),
    ],
)
def test_a_wrong_turn_is_seen(page: str, complaints: int, tmp_path: Path) -> None:
    files = {
        "app.py": "class Library:\n    def open(self): ...\n\n\ndef f(): ...\n",
        "urls.py": "def canonical(): ...\n",
    }
    assert len(wrong_walks(page, make_tree(tmp_path, files))) == complaints


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a git checkout knows its files")
def test_the_repository_mentions_no_machine_registry_or_tracker() -> None:
    complaints = forbidden_words(ROOT)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("pip install -i https://{}.org/simple".format("pypi"), 1),
        ("see /{}/notes.md".format("work"), 1),
        ("HOME=/{}".format("root"), 1),
        ("this closes {}".format("#12"), 1),
        ("http://example.org/work/1, tmp/work, /workers, #12, issue 4(2)", 0),
    ],
)
def test_forbidden_words_are_seen(text: str, complaints: int, tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    subprocess.run([git, "init", "-q", tmp_path], check=True)
    (tmp_path / "notes.md").write_text(text)
    (tmp_path / "scan.pdf").write_bytes(b"\xff\xfe " + "/{}".format("root").encode())
    (tmp_path / ".gitignore").write_text("local\n")
    (tmp_path / "local").write_text("/{}".format("root"))
    assert len(forbidden_words(tmp_path)) == complaints
