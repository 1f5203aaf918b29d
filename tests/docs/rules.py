"""Rules about the documentation: each a function from pages to a list of complaints."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import typer

from docs.pages import FENCE, ROOT, all_commands, blocks
from sheaf import cli, errors, settings
from sheaf.deposit.counters import LEAVES
from sheaf.records import FAILED, Outcome
from sheaf.workers.jobs.parameters import describe
from sheaf.workers.jobs.registry import find_kind, kind_names

Pages = dict[str, str]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
GENERATED = "docs/reference/"
LARGEST_PICTURE = 300_000
COMMANDS: dict[str, Any] = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]
# Exit codes that no error of ours has: done, and stopped by Ctrl-C.
WITHOUT_ERROR = {0, 130}


def by_hand(pages: Pages) -> Pages:
    return {name: text for name, text in pages.items() if not name.startswith(GENERATED)}


# -- what must be described ------------------------------------------------------------------------


def undocumented_settings(pages: Pages) -> list[str]:
    page = pages.get(f"{GENERATED}settings.md", "")
    return [
        f"[{section}] {name} is not on the page of settings"
        for section, model in settings.section_models().items()
        for name in model.model_fields
        if f"| `{settings.variable_name(section, name)}` |" not in page
    ]


def undocumented_commands(pages: Pages) -> list[str]:
    """Each has its place in the reference, and is shown at work on some page beside it."""
    reference = pages.get(f"{GENERATED}commands.md", "")
    shown = {words.split()[1] for page in by_hand(pages).values() for words in all_commands(page)
             if len(words.split()) > 1}  # fmt: skip
    sections = {words.split()[1] for words in re.findall(r"^## `(sheaf [^`]+)`", reference, re.M)}
    return [f"sheaf {name} has no section" for name in COMMANDS if name not in sections] + [
        f"sheaf {name} is on no page but the reference" for name in COMMANDS if name not in shown
    ]  # fmt: skip


def undocumented_outcomes(pages: Pages) -> list[str]:
    """One row each, with the right counter, below the right heading."""
    found = {}
    for part in re.split(r"^## ", pages.get("docs/outcomes.md", ""), flags=re.MULTILINE)[1:]:
        has_failed = part.startswith("Failed: something went wrong")
        for row in ROW.findall(part):
            cells = row.split(" | ")
            if len(cells) == 4:
                found[cells[0].strip("`")] = (cells[2].strip("`"), has_failed)
    leaves = {one: leaf for leaf, members in LEAVES.items() for one in members}
    return [
        f"{one.value} is described as {found.get(one.value)}"
        for one in Outcome
        if found.get(one.value) != (leaves[one], one in FAILED)
    ]


def wrong_exit_codes(pages: Pages) -> list[str]:
    page = pages.get("docs/operations/limits-and-safety.md", "").partition("## Exit codes")[2]
    rows = [[cell.strip() for cell in row.split("|")] for row in ROW.findall(page)]
    said = {int(row[0]): set(re.findall(r"\w+Error", row[2])) for row in rows if row[0].isdigit()}
    true: dict[int, set[str]] = {code: set() for code in WITHOUT_ERROR}
    for name, error in inspect.getmembers(errors, inspect.isclass):
        if not issubclass(error, errors.SheafError):
            continue  # imported there
        true.setdefault(error.exit_code, set()).add(name)
    return [
        f"exit code {code}: the page says {said.get(code)}, errors.py says {true.get(code)}"
        for code in sorted({*said, *true})
        if said.get(code) != true.get(code)
    ]


def undocumented_entry_points(pages: Pages) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = pages.get("CONTRIBUTING.md", "")
    return [
        f"{group} has no recipe"
        for group in project["entry-points"]
        if f'entry-points."{group}"' not in page
    ]


def undocumented_python(pages: Pages) -> list[str]:
    """What the Python on a page for users asks of `sheaf` or of a library is in the reference."""
    reference = pages.get(f"{GENERATED}python.md", "")
    return [
        f"{page}: {called} is not in the Python reference"
        for page, text in by_hand(pages).items()
        if page == "README.md" or page.startswith("docs/")
        for block in blocks(text)
        if block.kind == "python"
        for called in re.findall(r"(?<![\w.])(?:sheaf\.\w+(?=\()|library\.\w+(?=[.(]))", block.text)
        # A method, what stands behind an attribute, or a class.
        if not re.search(rf"^### `(?:{called}[.`]|{called.partition('.')[2]}`)", reference, re.M)
    ]


def undocumented_scripts(pages: Pages) -> list[str]:
    page = pages.get("CONTRIBUTING.md", "")
    return [
        f"scripts/{path.name} is not described"
        for path in sorted((ROOT / "scripts").iterdir())
        if f"| `scripts/{path.name}` |" not in page
    ]


def pages_missing_from_contents(pages: Pages) -> list[str]:
    listed = {(Path("docs") / link.partition("#")[0]).as_posix()
              for link in LINK.findall(pages.get("docs/index.md", ""))}  # fmt: skip
    return [
        f"{name} is not in docs/index.md"
        for name in pages
        if name.startswith("docs/") and name not in {*listed, "docs/index.md"}
    ]


def no_unreleased_changes(pages: Pages) -> list[str]:
    found = re.search(r"^## \[?Unreleased\]?", pages.get("CHANGELOG.md", ""), re.MULTILINE)
    return [] if found else ["CHANGELOG.md has no section Unreleased"]


def two_commands_missing(pages: Pages) -> list[str]:
    """The README promises that these two are all one needs."""
    promised = re.findall(r"^ {4}(scripts/\w+)$", pages.get("README.md", ""), re.MULTILINE)
    return [] if promised == ["scripts/demo", "scripts/test"] else [f"README shows {promised}"]


# -- what must be true -----------------------------------------------------------------------------


def broken_links(pages: Pages) -> list[str]:
    """Relative links lead to a file there is, and to a heading there is in it."""
    complaints = []
    for name, text in pages.items():
        for link in LINK.findall(FENCE.sub("", text)):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = os.path.normpath(Path(name).parent / path) if path else name
            is_there = target in pages or (ROOT / target).exists()
            if not is_there or (anchor and anchor not in anchors(pages.get(target, ""))):
                complaints.append(f"{name}: {link} leads nowhere")
    return complaints


def anchors(page: str) -> set[str]:
    """As GitHub makes them of headings."""
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(page))
    return {text.replace(" ", "-") for text in words}


def unknown_commands(pages: Pages) -> list[str]:
    """A `sheaf ...` on any page names a command that exists, with options that it has."""
    return [
        f"{name}: {words}: {fault}"
        for name, text in pages.items()
        for words in all_commands(text)
        if (fault := command_fault(words))
    ]


SHORT_FOR = {
    "crawl": "run",
    "index": "update",
    "links": "show",
    "corrections": "list",
    "collections": "list",
    "reports": "list",
    "jobs": "list",
    "schedules": "list",
    "blacklist": "list",
}


def _meant(words: list[str]) -> Any:
    """The command of a line. `sheaf crawl URL` is short for `sheaf crawl run URL`, and so is
    `sheaf index` for `sheaf index update`. None where a group has no such command."""
    command = COMMANDS[words[1]]
    inner = getattr(command, "commands", None)
    if not inner or (len(words) == 2 and words[1] not in SHORT_FOR):
        return command
    name = words[2] if len(words) > 2 else ""
    return inner.get(name) or inner.get(SHORT_FOR.get(words[1], ""))


def command_fault(line: str) -> str:
    words = shlex.split(line.partition(" -- ")[0].replace("'", "").replace('"', ""))
    if words[0] != "sheaf" or words[1:2] == ["..."]:
        return ""
    if words[1].startswith("-"):
        known = {"--help", "-h", "--version"}
    elif words[1] in COMMANDS:
        known = {"--help", "-h"}
        command = _meant(words)
        if command is None:
            return f"{words[1]} has no such command"
        for one in command.params:
            known |= {*one.opts, *one.secondary_opts}
        if words[1:3] == ["jobs", "submit"] and words[3:4] and words[3] in kind_names():
            known |= {field.option for field in describe(find_kind(words[3]).parameters)}
    else:
        return "no such command"
    options = [word.partition("=")[0].rstrip(".,)") for word in words[1:] if word[0] == "-"]
    unknown = [option for option in options if option not in known]
    return f"no such option: {', '.join(unknown)}" if unknown else ""


def unknown_scripts(pages: Pages) -> list[str]:
    return [
        f"{name}: {script} is not there, or cannot be run"
        for name, text in pages.items()
        for script in sorted(set(re.findall(r"\bscripts/[\w-]+\b", text)))
        if not os.access(ROOT / script, os.X_OK)
    ]


def wrong_toml(pages: Pages) -> list[str]:
    """Blocks of TOML can be read, and where they are settings, they are settings of ours."""
    complaints = []
    for name, text in pages.items():
        for block in blocks(text):
            if block.kind == "toml":
                try:
                    values = tomllib.loads(block.text)
                    if "project" not in values:
                        settings.Settings.model_validate(values)
                except ValueError as problem:
                    complaints.append(f"{name}: {problem}")
    return complaints


def bad_pictures(pages: Pages, folder: Path = ROOT / "docs" / "pictures") -> list[str]:
    """Each picture is shown somewhere, and small enough to be looked at over a slow line."""
    shown = {Path(link).name for text in pages.values() for link in LINK.findall(text)}
    return [
        f"{path.name} is shown nowhere or larger than {LARGEST_PICTURE} bytes"
        for path in sorted(folder.iterdir())
        if path.name not in shown or path.stat().st_size > LARGEST_PICTURE
    ]
