"""What serving remembers outside the library: sessions, and the key that signs them. So neither a
copy of the folder nor a dump of the catalogue opens a door.

$XDG_STATE_HOME/sheaf/serve/DIGEST/     for one user and one library, by the path of its folder
    secret.key, sheaf_session_...
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from sheaf.files import make_private_folder

KEY_FILE = "secret.key"
OURS = Path("sheaf", "serve")
IN_FILES = "sheaf.web.sessions"
IN_MEMORY = "django.contrib.sessions.backends.cache"


def keep_sessions(library: Path) -> None:
    """From now on Django keeps its sessions for this library. Where no folder can be had, they
    last as long as the process."""
    try:
        folder = open_state_folder(library)
        settings.SECRET_KEY = secret_key(folder)
        _remove_expired(folder)
    except (OSError, RuntimeError):  # the second: nobody knows where this user is at home
        settings.SECRET_KEY = secrets.token_urlsafe(50)
        settings.SESSION_ENGINE = IN_MEMORY
    else:
        settings.SESSION_FILE_PATH = str(folder)
        settings.SESSION_ENGINE = IN_FILES
    with suppress(OSError):
        (library / KEY_FILE).unlink()  # an older Sheaf kept its key there


def open_state_folder(library: Path) -> Path:
    given = os.environ.get("XDG_STATE_HOME", "")
    base = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "state"
    digest = hashlib.sha256(os.fsencode(library.resolve())).hexdigest()[:16]
    folder = base / OURS / digest
    make_private_folder(folder)
    for each in (base / OURS.parts[0], base / OURS, folder):
        # What another could exchange or read is no place for keys.
        if each.stat().st_uid != os.geteuid():
            raise PermissionError(f"{each} belongs to another user")
        each.chmod(0o700)
    return folder


def _remove_expired(folder: Path) -> None:
    oldest = time.time() - settings.SESSION_COOKIE_AGE
    for path in folder.glob("sheaf_session_*"):
        with suppress(OSError):  # another server of this library clears too
            if path.stat().st_mtime < oldest:
                path.unlink()


# -- the key: made once, read by its owner ---------------------------------------------------------


def secret_key(folder: Path) -> str:
    path = folder / KEY_FILE
    try:
        return path.read_text(encoding="ascii").strip() or _make_key(path)
    except FileNotFoundError:
        return _make_key(path)


def _make_key(path: Path) -> str:
    key = secrets.token_urlsafe(50)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(key)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(part, path)  # unlike a rename, refuses where another process was first
    except FileExistsError:
        if kept := path.read_text(encoding="ascii").strip():
            return kept
        os.replace(part, path)  # what stood there was empty
    finally:
        part.unlink(missing_ok=True)
    return key
