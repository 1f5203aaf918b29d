"""Files of machines that can be reached by SSH. Keys, agent and ~/.ssh/config serve as they do ssh.

The host must be known: sshfs by itself would trust any, so it is told not to.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import asyncssh
from fsspec.asyn import FSTimeoutError
from sshfs import SSHFileSystem

from sheaf.acquire.remote.address import Address
from sheaf.acquire.remote.store import (
    CHUNK,
    Changed,
    Facts,
    Reading,
    RemoteFile,
    compile_pattern,
    has_wildcard,
    nothing_there,
    pattern_depth,
    split_pattern,
)
from sheaf.errors import SourceError

KEEP_ALIVE = {"keepalive_interval": 15, "keepalive_count_max": 4}
LOGIN_SECONDS = 30
Info = dict[str, Any]


class SftpStore:
    def __init__(self, address: Address) -> None:
        self.address = address
        self._connection: SSHFileSystem | None = None

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection._finalize(connection.loop, connection._pool, connection._stack)

    def files(self) -> Iterator[RemoteFile]:
        with self._errors():
            path = self.address.path
            folder, pattern = split_pattern(path) if has_wildcard(path) else (path, "")
            info = self._host.info(folder or ".")
            if info["type"] == "file" and not pattern:
                above, name = os.path.split(path)
                yield self._file(above, name, info)
                return
            fits = compile_pattern(pattern) if pattern else None
            deepest = pattern_depth(pattern) if pattern else None
            found = False
            for name, info in self._walk(folder, "", deepest):
                if fits is None or fits.fullmatch(name):
                    found = True
                    yield self._file(folder, name, info)
            if not found:
                raise nothing_there(self.address.name)

    def look(self, file: RemoteFile) -> Facts:
        with self._errors(file.url):
            return _facts(self._host.info(file.key))

    @contextmanager
    def open(self, file: RemoteFile, start: int, known: Facts) -> Iterator[Reading]:
        with self._errors(file.url):
            facts = _facts(self._host.info(file.key))
            start = start if facts.is_same(known) else 0
            with self._host.open(file.key, "rb") as stream:
                yield Reading(facts, start, self._chunks(stream, start))
            if not _facts(self._host.info(file.key)).is_same(facts):
                raise Changed

    def _chunks(self, stream: Any, start: int) -> Iterator[bytes]:
        stream.seek(start)
        while chunk := stream.read(CHUNK):
            yield chunk

    @property
    def _host(self) -> SSHFileSystem:
        """Made anew after every failure: a connection that was lost stays lost."""
        if self._connection is None:
            address = self.address
            options: dict[str, Any] = {"known_hosts": (), "login_timeout": LOGIN_SECONDS}
            given = {"port": address.port, "username": address.user, "password": address.password}
            options |= {name: value for name, value in given.items() if value is not None}
            self._connection = SSHFileSystem(
                address.host,
                skip_instance_cache=True,
                sftp_client_kwargs={"path_errors": "surrogateescape"},
                connect_timeout=LOGIN_SECONDS,
                **KEEP_ALIVE,
                **options,
            )
        return self._connection

    def _walk(self, folder: str, start: str, deepest: int | None) -> Iterator[tuple[str, Info]]:
        """As with a local folder: sorted, one folder in memory at a time, links to folders are
        not followed, and no depth of them is too much."""
        open_folders = [self._entries(folder, start)]
        while open_folders:
            name, info = next(open_folders[-1], ("", None))
            if info is None:
                open_folders.pop()
            elif info["type"] == "directory":
                if deepest is None or name.count("/") < deepest:
                    open_folders.append(self._entries(folder, name))
            elif info["type"] == "link":
                with suppress(FileNotFoundError):
                    aim = self._host.info(info["name"])
                    if aim["type"] == "file":
                        yield name, aim
            elif info["type"] == "file":
                yield name, info

    def _entries(self, folder: str, below: str) -> Iterator[tuple[str, Info]]:
        entries = self._host.ls(os.path.join(folder, below) or ".", detail=True)
        for info in sorted(entries, key=lambda entry: os.fsencode(entry["name"])):
            base = os.path.basename(info["name"])
            if base not in ("", ".", ".."):  # no server of good faith lists these
                yield os.path.join(below, base), info

    def _file(self, folder: str, name: str, info: Info) -> RemoteFile:
        path = os.path.join(folder, name)
        url_of = self.address.url_of
        root = url_of(folder).rstrip("/") + "/"
        return RemoteFile(root, name, path, url_of(path), _facts(info))

    @contextmanager
    def _errors(self, name: str = "") -> Iterator[None]:
        name = name or self.address.name
        host = self.address.host
        try:
            yield
        except asyncssh.HostKeyNotVerifiable:
            port = f"-p {self.address.port} " if self.address.port else ""
            raise SourceError(
                f"{name}: the key of the host {host} is not known, or not the one that is.",
                f"Log in once with ssh and compare its fingerprint, or add it with "
                f"`ssh-keyscan {port}{host} >> ~/.ssh/known_hosts`.",
            ) from None
        except FileNotFoundError:
            raise nothing_there(name) from None
        except (PermissionError, asyncssh.SFTPPermissionDenied) as problem:
            raise SourceError(
                f"{name}: {host} refuses access.",
                "Check user and key: `ssh USER@HOST` must work without asking; "
                "ssh-agent, ~/.ssh/config and sftp://USER:PASSWORD@HOST/... serve too.",
            ) from problem
        except (TimeoutError, asyncssh.Error, FSTimeoutError) as problem:
            self.close()
            raise OSError(_describe(problem)) from problem
        except OSError:
            self.close()
            raise


def _describe(problem: Exception) -> str:
    return getattr(problem, "reason", "") or str(problem) or "no answer in time"


def _facts(info: Info) -> Facts:
    modified = info["mtime"]
    time = modified.timestamp() if modified else None
    return Facts(info["size"], f"{time}" if time is not None else "", time)
