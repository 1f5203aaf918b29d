"""The one place that sets Django up, and gives each open library a connection of its own."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import django
from django.apps import apps
from django.db import DatabaseError as DjangoDatabaseError
from django.db import InterfaceError, connections
from django.db.utils import NotSupportedError

from sheaf.errors import BadSettingError, DatabaseError, MissingPartError, StorageError
from sheaf.files import make_private_file

_aliases = count(1)
CONNECT_SECONDS = 10
SQLITE_START = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
# While much is written at random places: pages in memory, and in the log before they are moved.
LARGE_CACHE = {"cache_size": -256 * 1024, "wal_autocheckpoint": 64_000}


def set_up_django() -> None:
    """Once per process; calling it again, or while Django is at it, does nothing."""
    if not (apps.ready or apps.loading):
        # Whatever a shell exports for another program of its user.
        os.environ["DJANGO_SETTINGS_MODULE"] = "sheaf.deposit.django_settings"
        django.setup()


class ServedLibraryRouter:
    """Sends Django's own tables (users, sessions) to the library that this process serves.

    Catalogue code never needs it: it always says which database it means.
    """

    served: str | None = None

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return self.served

    def db_for_write(self, model: Any, **hints: Any) -> str | None:
        return self.served


def connect(url: str, folder: Path) -> str:
    """The alias under which the database of a library is now known."""
    set_up_django()
    alias = f"library{next(_aliases)}"
    connections.databases[alias] = {**_defaults(), **_parameters(url, folder)}
    try:
        with connections[alias].cursor():
            pass
    except (DjangoDatabaseError, NotSupportedError) as problem:
        if is_of_the_disk(problem):
            raise StorageError(f"The catalogue cannot be opened: {problem}.") from None
        raise DatabaseError(f"The catalogue cannot be opened: {problem}", advice(url)) from None
    return alias


def advice(url: str) -> str | None:
    if sqlite_path(url, Path()) is None:
        return None
    return "Check the file, its folder and who may write them; a damaged one is in your backup."


def disconnect(alias: str) -> None:
    """Let go of a connection and of its alias: a process may open many libraries in its life."""
    if alias in connections.databases:
        connections[alias].close()
        del connections[alias]
        del connections.databases[alias]


def close_in_thread(alias: str) -> None:
    """Connections belong to threads; this one's goes, whether the library is still open or not."""
    with suppress(Exception):
        connections[alias].close()


@contextmanager
def large_cache(alias: str) -> Iterator[None]:
    """SQLite's own is two megabytes: indexes of millions of rows are read again and again then."""
    if connections[alias].vendor != "sqlite":
        yield
        return
    with connections[alias].cursor() as cursor:
        former = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in LARGE_CACHE}
        for name, size in LARGE_CACHE.items():
            cursor.execute(f"PRAGMA {name} = {size}")
    try:
        yield
    finally:
        with connections[alias].cursor() as cursor:
            for name, size in former.items():
                cursor.execute(f"PRAGMA {name} = {size}")


@contextmanager
def released_if_not_opened(alias: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        disconnect(alias)
        raise


def _defaults() -> dict[str, Any]:
    return {
        "ATOMIC_REQUESTS": False,
        "AUTOCOMMIT": True,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {},
        "TIME_ZONE": None,
        "NAME": "",
        "USER": "",
        "PASSWORD": "",
        "HOST": "",
        "PORT": "",
        "TEST": {"CHARSET": None, "COLLATION": None, "MIGRATE": True, "MIRROR": None, "NAME": None},
    }


def _parameters(url: str, folder: Path) -> dict[str, Any]:
    kinds: dict[str, Callable[[str, Path], dict[str, Any]]] = {
        "sqlite": _sqlite,
        "postgresql": _postgresql,
        "postgres": _postgresql,
        "mysql": _mysql,
        "mariadb": _mysql,
    }
    scheme = url.split(":", 1)[0]
    if scheme not in kinds:
        raise BadSettingError(
            f"[deposit] database = {url!r}: the part before :// must be one of {', '.join(kinds)}."
        )
    return kinds[scheme](url, folder)


def sqlite_path(url: str, folder: Path) -> Path | None:
    """The file of an embedded catalogue, None for a server's."""
    scheme, _, rest = url.partition(":///")
    return folder / rest if scheme == "sqlite" else None


def _sqlite(url: str, folder: Path) -> dict[str, Any]:
    path = sqlite_path(url, folder)
    if path is None or path == folder:
        raise BadSettingError(f"[deposit] database = {url!r}: write it as sqlite:///catalogue.db.")
    options: dict[str, Any] = {
        "timeout": 30,
        "transaction_mode": "IMMEDIATE",
        "init_command": SQLITE_START,
    }
    name = str(path)
    if path.exists() and not os.access(path.parent, os.W_OK):
        # On a medium that cannot be written the library can still be read and searched.
        name = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
        options = {"uri": True}
    else:
        with suppress(OSError):  # SQLite says it better
            make_private_file(path)
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": options}


def _server(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as problem:
        raise BadSettingError(f"[deposit] database: {problem}.") from None
    return {
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(port or ""),
    }


def _postgresql(url: str, folder: Path) -> dict[str, Any]:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise MissingPartError(
            "PostgreSQL needs the package psycopg.", "Install it: pip install 'sheaf[postgres]'"
        ) from None
    options = {"connect_timeout": CONNECT_SECONDS}  # libpq's own patience has no end
    return {"ENGINE": "django.db.backends.postgresql", "OPTIONS": options, **_server(url)}


def _mysql(url: str, folder: Path) -> dict[str, Any]:
    try:
        import pymysql
    except ImportError:
        raise MissingPartError(
            "MySQL and MariaDB need the package PyMySQL.",
            "Install it: pip install 'sheaf[mysql]'",
        ) from None
    # Django asks for mysqlclient by version; PyMySQL is its drop-in in pure Python.
    pymysql.version_info = (2, 2, 8, "final", 0)
    pymysql.install_as_MySQLdb()
    options = {
        "charset": "utf8mb4",
        "isolation_level": "read committed",
        "init_command": "SET sql_mode='STRICT_TRANS_TABLES'",
    }
    return {"ENGINE": "django.db.backends.mysql", **_server(url), "OPTIONS": options}


def bring_up_to_date(alias: str, backup: Path | None) -> None:
    """Create or migrate the tables; an embedded catalogue of an older schema is copied first."""
    from django.core.management import call_command

    applied, known = _applied_migrations(alias), _known_migrations()
    if applied - known:
        raise DatabaseError(
            "This library was written by a newer Sheaf "
            f"(it has {', '.join(sorted(applied - known))}).",
            "Install that version or a later one.",
        )
    if applied == known:
        return
    if applied and backup is not None:
        _copy(backup, backup.with_suffix(f".before-{max(applied)}.db"))
    call_command("migrate", database=alias, verbosity=0, interactive=False)


def _copy(source: Path, target: Path) -> None:
    """By SQLite itself: part of a catalogue in use stands in its log, beside the file."""
    make_private_file(target)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        # An older Sheaf kept the sessions there; a copy is to open no door.
        if new.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_session'").fetchone():
            new.execute("PRAGMA secure_delete = ON")
            new.execute("DELETE FROM django_session")
            new.commit()


def is_empty(alias: str) -> bool:
    """Whether no library has ever been kept here."""
    return not _applied_migrations(alias)


def _known_migrations() -> set[str]:
    folder = Path(__file__).parent / "migrations"
    return {path.stem for path in folder.glob("0*.py")}


def _applied_migrations(alias: str) -> set[str]:
    from django.db.migrations.recorder import MigrationRecorder

    recorder = MigrationRecorder(connections[alias])
    return {name for app, name in recorder.applied_migrations() if app == "deposit"}


@contextmanager
def catalogue_errors(what: str) -> Iterator[None]:
    """Trouble with the database under our own name, with what was being done."""
    try:
        yield
    except DjangoDatabaseError as problem:
        if is_of_the_disk(problem):
            words = f"The catalogue cannot be written during {what}: {problem}."
            raise StorageError(words) from problem
        raise DatabaseError(f"The catalogue failed during {what}: {problem}") from problem
    except InterfaceError as problem:  # PyMySQL, of a connection that was lost before
        raise DatabaseError(f"The catalogue failed during {what}: {problem}") from problem


def is_of_the_disk(problem: DjangoDatabaseError) -> bool:
    """Whether the disk of an embedded catalogue is full or read-only."""
    return any(words in str(problem) for words in ("disk is full", "readonly", "disk I/O"))
