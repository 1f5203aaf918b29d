"""Rules about imports: to the left, without cycles or rings of folders, Django in two rooms,
training and evaluation apart."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from architecture.source import Import, Module, Source, room_of

# The flow of data, left to right; listed alphabetically the folders stand in this order.
STEPS = ("acquire", "curate", "deposit", "duplicates", "extract", "graph", "search", "web")
SHARED = frozenset(
    {
        *(
            "client",
            "records",
            "settings",
            "setting_checks",
            "crawl_settings",
            "charsets",
            "patterns",
        ),
        *("csv_tables", "errors", "files", "plugins", "programs", "terminal", "urls", "words"),
    }
)
WIRING = frozenset({"app", "pipeline"})
SEES_ALL = WIRING | {"cli", "demo", "web", "workers", "", "__main__"}
FOLDERS = frozenset({*STEPS, "words", "workers", "world"})
FILES = (SHARED | SEES_ALL) - FOLDERS

# The packages beside the product, and which of the others each may import.
BESIDE = {
    "corpora": frozenset[str](),
    "training": frozenset({"corpora"}),
    "evaluation": frozenset({"corpora"}),
    "crossvalidation": frozenset({"corpora", "training", "evaluation"}),
}

# What pages may import beside the Library: it knows no library, or Django needs it.
PAGES_MAY = {
    "sheaf.acquire.crawl.control.metrics": "writes a status for Prometheus",
    "sheaf.acquire.crawl.control.crawl_screen": "how sizes are written",
    "sheaf.acquire.crawl.frontier.status": "the record that says how a crawl stands",
    "sheaf.acquire.crawl.visits": "how fetches end, and what that means",
    "sheaf.curate.mime_type": "the names of types",
    "sheaf.curate.own_blacklist": "what is an entry of a blacklist, and the note behind it",
    "sheaf.deposit.by_hand.contract": "the records of what people say of documents",
    "sheaf.deposit.by_hand.reports.contract": "the records of what readers report",
    "sheaf.deposit.by_hand.seeing": "who sees collections, in a request",
    "sheaf.deposit.counters": "what counters are called, and which outcomes they sum up",
    "sheaf.deposit.database": "which database Django's own tables are in, and its errors",
    "sheaf.deposit.jobs.contract": "the records of jobs and schedules",
    "sheaf.deposit.links.contract": "the states of links",
    "sheaf.deposit.places.contract": "the records of hosts, parents and hubs",
    "sheaf.deposit.rights.contract": "the roles, and the records of users and changes",
    "sheaf.deposit.rights.history": "who acts in a request",
    "sheaf.deposit.rights.users": "the role of who is logged in: Django knows the user",
    "sheaf.deposit.retrieval.conditions": "the conditions of a sample, and what is wrong with them",
    "sheaf.deposit.retrieval.containers": "the forms in which samples are copied",
    "sheaf.deposit.retrieval.options": "what conditions say of themselves",
    "sheaf.deposit.uploads": "the record of an upload",
    "sheaf.extract.formats": "writes a Paper in a format",
    "sheaf.graph.contract": "the records of works, citations, authors and venues",
    "sheaf.graph.versions.copies": "what versions say in a field, in words",
    "sheaf.graph.versions.telling": "tells versions of a work apart, for programs and pages",
    "sheaf.graph.telling": "writes works and who cites them for programs",
    "sheaf.search.contract": "the records of a search: what is asked, what is answered",
    "sheaf.search.fields": "the table of the fields that a question may name",
    "sheaf.search.marking": "which words of a text to mark",
}
# A command may also import its own folder: its options, screens and forms.
COMMANDS_MAY = {
    "sheaf.acquire.import_screen": "the tables of a run, which crawls and imports show alike",
    "sheaf.curate.filter.judgement": "the names of files within archives",
    "sheaf.extract.screen": "writes long texts to standard output, piece by piece",
}
LIBRARY_PARTS = frozenset({"catalogue", "index_folder", "run_log", "searcher"})

DJANGO = frozenset({"django"})
DJANGO_ROOMS = frozenset({"deposit", "web"})
DJANGO_STARTS_IN = "sheaf.deposit.database"


def unknown_rooms(source: Source) -> list[str]:
    """A new folder or file at the top has no place in the flow until it is given one here."""
    complaints = []
    for module in source:
        is_folder = (source.folder / module.room).is_dir() and module.room != ""
        if module.room not in (FOLDERS if is_folder else FILES):
            complaints.append(f"{module.name}: {module.room} is no step and no shared file")
    return complaints


def wrong_direction(source: Source) -> list[str]:
    """A step imports the shared files, its own folder, and steps to its left."""
    return [
        f"{module.name}:{item.line} imports {item.target}: {fault}"
        for module in source
        for item, target in source.inner(module)
        if (fault := _fault(module, item, target))
    ]


def _fault(module: Module, item: Import, target: str) -> str:
    if target.endswith(".commands") and module.room != "cli":
        return "only cli.py collects commands"
    if module.is_commands and room_of(target) in WIRING and not _costs_nothing(item):
        return "a commands.py imports app and pipeline inside its functions"
    if module.room in SEES_ALL or _may_import(module, item, target):
        is_between_steps = room_of(target) not in {module.room, *WIRING}
        if item.type_checking and module.room not in SEES_ALL and is_between_steps:
            return "TYPE_CHECKING hides an import between steps; make it a plain one"
        return ""
    return f"{module.room} may not see {room_of(target) or 'the whole package'}"


def _costs_nothing(item: Import) -> bool:
    """Only when it is called, or only for the type checker: `sheaf --help` stays quick."""
    return item.inside_function or item.type_checking


def _may_import(module: Module, item: Import, target: str) -> bool:
    room = room_of(target)
    if room in SHARED or item.target == "sheaf.__version__":
        return True
    if module.is_commands and room in WIRING:
        return True
    return module.room not in SHARED and room in (module.room, *_left_of(module.room))


def _left_of(room: str) -> tuple[str, ...]:
    return STEPS[: STEPS.index(room)] if room in STEPS else ()


def cycles(source: Source) -> list[str]:
    """Modules that import each other, directly or around a corner, when they are loaded."""
    graph = {module.name: set(_loaded_with(source, module)) for module in source}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [" <- ".join(error.args[1])]
    return []


def _loaded_with(source: Source, module: Module) -> Iterator[str]:
    if module.room == "":
        return  # the package's front door
    for item, target in source.inner(module):
        if not item.inside_function and target != module.name:
            yield target


def rings_of_folders(source: Source) -> list[str]:
    """Inside a step, what stands in one folder (files and sub-folders) imports in one direction."""
    folders: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module in source:
        for _, target in source.inner(module):
            folder, child, other = _parting(module.name, target)
            if folder.count(".") >= 1 and child and other:
                folders[folder][child].add(other)
    complaints = []
    for folder, graph in sorted(folders.items()):
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            complaints.append(f"{folder}: " + " <- ".join(error.args[1]))
    return complaints


def _parting(name: str, other: str) -> tuple[str, str, str]:
    """The folder that holds both modules, and the children of it that lead to each."""
    ours, theirs = name.split("."), other.split(".")
    at = 0
    while at < min(len(ours), len(theirs)) and ours[at] == theirs[at]:
        at += 1
    return ".".join(ours[:at]), "".join(ours[at : at + 1]), "".join(theirs[at : at + 1])


def django_outside_its_rooms(source: Source) -> list[str]:
    return [
        f"{module.name}:{item.line} imports {item.target}"
        for module in source
        for item in module.imports
        if item.target.split(".")[0] in DJANGO and module.room not in DJANGO_ROOMS
    ]


def past_the_library(source: Source) -> list[str]:
    """Pages and commands ask the Library; of the steps they import only what asks no library."""
    complaints = []
    for module in source:
        if module.room != "web" and not module.is_commands:
            continue
        for item, target in source.inner(module):
            if room_of(target) in STEPS and not _asks_no_library(module, target):
                complaints.append(f"{module.name}:{item.line} imports {target}, not the Library")
        complaints += [
            f"{module.name}:{node.lineno} reaches for .{node.attr}"
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Attribute) and node.attr in LIBRARY_PARTS
        ]
    return complaints


def _asks_no_library(module: Module, target: str) -> bool:
    folder = module.name.rpartition(".")[0]
    if room_of(target) == module.room and (module.room == "web" or target.startswith(folder)):
        return True
    may = PAGES_MAY if module.room == "web" else COMMANDS_MAY
    return any(target == name or target.startswith(f"{name}.") for name in may)


def packages_not_kept_apart(root: Path) -> list[str]:
    """What is scored must not depend on what is learnt, nor the product on either."""
    packages = [Source(root / name, name) for name in BESIDE] + [Source(root / "src" / "sheaf")]
    return [
        f"{module.name}:{item.line} imports {item.target}"
        for source in packages
        for module in source
        for item in module.imports
        if (target := item.target.split(".")[0]) in BESIDE
        and target not in {source.package, *BESIDE.get(source.package, ())}
    ]
