"""Throwaway PostgreSQL, MariaDB, Redis, sshd and SeaweedFS (S3) on free loopback ports.

    with Postgres(program) as server:
        url = server.fresh_database()

They run as root (the server drops to its service user) and as a plain user, keep everything in
one folder under /tmp, and trade durability for speed. Nothing outlives the process that started
them: leaving `with` stops the server, and if that process dies first the kernel signals it.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

STARTS_WITHIN = 60.0
STOPS_WITHIN = 20.0
PR_SET_PDEATHSIG = 1  # linux/prctl.h


class Server:
    """What they share: a folder, a port, a process, and its end."""

    service_user: ClassVar[str]
    # Also sent by the kernel when the tests die, so it has to mean: now, but cleanly.
    stop_signal: ClassVar[signal.Signals] = signal.SIGTERM

    def __init__(self, program: Path, *, survives_kills: bool = False) -> None:
        """One that `survives_kills` loses nothing that it has promised when it is killed."""
        self.program = program
        self.survives_kills = survives_kills
        self.port = free_port()
        self._numbers = itertools.count(1)

    @property
    def url(self) -> str:
        """A database that all tests of a session share."""
        raise NotImplementedError

    def fresh_database(self) -> str:
        """The URL of an empty database that nobody else uses."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Before the server starts: its files."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        return accepts_connections(self.port)

    def settle(self) -> None:
        """After the server has started: its users and databases."""

    def __enter__(self) -> Self:
        # Not TMPDIR: the path of a unix socket must stay below 108 characters.
        self.folder = Path(tempfile.mkdtemp(prefix="sheaf-test-", dir="/tmp"))
        try:
            self._own(self.folder)
            self.prepare()
            self._start()
            self.settle()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        process = getattr(self, "process", None)
        if process is not None and process.poll() is None:
            process.send_signal(self.stop_signal)
            try:
                process.wait(STOPS_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """As kill -9 does, in the middle of whatever it is at."""
        self.process.kill()
        self.process.wait()

    def start_again(self) -> None:
        """After a kill; what is left of it may have to end first."""
        deadline = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                self._start()
                return
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def call(self, *command: str | Path) -> None:
        """Run one of the server's own tools to its end, as the server's user."""
        done = subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=STARTS_WITHIN,
            cwd=self.folder,
            check=False,
            **self._as_service_user(),
        )
        if done.returncode != 0:
            raise RuntimeError(f"{command[0]} failed: {done.stdout.decode(errors='replace')}")

    def _start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                preexec_fn=_dies_with_parent(self.stop_signal),
                **self._as_service_user(),
            )
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                log_end = (self.folder / "log").read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{self.program} did not start: {log_end}")
            time.sleep(0.02)

    def _own(self, path: Path) -> None:
        if os.geteuid() == 0:
            user = self._user()
            os.chown(path, user.pw_uid, user.pw_gid)

    def _as_service_user(self) -> dict[str, Any]:
        """Arguments for Popen: database servers refuse to run as root."""
        if os.geteuid() != 0:
            return {}
        user = self._user()
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def _user(self) -> pwd.struct_passwd:
        try:
            return pwd.getpwnam(self.service_user)
        except KeyError:  # the server did not come from a Debian package
            return pwd.getpwnam("nobody")


class Postgres(Server):
    service_user = "postgres"
    stop_signal = signal.SIGINT  # fast shutdown; SIGTERM would wait for the clients

    @property
    def url(self) -> str:
        return self._url("postgres")

    def fresh_database(self) -> str:
        name = f"fresh_{next(self._numbers)}"
        self.call(
            self._tool("createdb"), "-h", self.folder, "-p", str(self.port), "-U", "test", name
        )
        return self._url(name)

    def prepare(self) -> None:
        how = ["--username=test", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
        self.call(self._tool("initdb"), "-D", self.folder / "data", *how)

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            "synchronous_commit": "on" if self.survives_kills else "off",
            "full_page_writes": "off",
            "shared_buffers": "64MB",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self.program), "-D", str(self.folder / "data"), "-p", str(self.port), *options]

    def answers(self) -> bool:
        # The port opens before the server is ready to serve.
        ready = [str(self._tool("pg_isready")), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def _tool(self, name: str) -> Path:
        return self.program.resolve().with_name(name)

    def _url(self, database: str) -> str:
        return f"postgresql://test@127.0.0.1:{self.port}/{database}"


class MariaDB(Server):
    service_user = "mysql"

    @property
    def url(self) -> str:
        return self._url("test")

    def fresh_database(self) -> str:
        name = f"fresh_{next(self._numbers)}"
        self._sql(f"CREATE DATABASE {name} CHARACTER SET utf8mb4")
        return self._url(name)

    def prepare(self) -> None:
        self.call(
            *("mariadb-install-db", "--no-defaults", f"--datadir={self.folder / 'data'}"),
            *("--auth-root-authentication-method=normal", "--skip-test-db"),
        )

    def command(self) -> list[str]:
        flush = 2 if self.survives_kills else 0
        return [
            *(str(self.program), "--no-defaults", f"--datadir={self.folder / 'data'}"),
            *(f"--socket={self.folder / 'socket'}", f"--pid-file={self.folder / 'pid'}"),
            *(f"--port={self.port}", "--bind-address=127.0.0.1", "--skip-name-resolve"),
            *("--character-set-server=utf8mb4", "--skip-log-bin"),
            *(f"--innodb-flush-log-at-trx-commit={flush}", "--innodb-buffer-pool-size=64M"),
            *("--innodb-log-file-size=16M", "--innodb-flush-method=nosync", "--debug-no-sync"),
            "--innodb-file-per-table=0",  # every test makes some sixty tables
            *(() if self.survives_kills else ("--skip-innodb-doublewrite",)),
        ]

    def settle(self) -> None:
        # root@localhost does not match TCP under skip-name-resolve, so the tests get their own.
        self._sql(
            "CREATE USER test@'%' IDENTIFIED BY 'test'; GRANT ALL ON *.* TO test@'%';"
            "CREATE DATABASE test CHARACTER SET utf8mb4"
        )

    def _sql(self, statements: str) -> None:
        socket_option = f"--socket={self.folder / 'socket'}"
        self.call("mariadb", "--no-defaults", "--user=root", socket_option, "-e", statements)

    def _url(self, database: str) -> str:
        return f"mysql://test:test@127.0.0.1:{self.port}/{database}"


class Redis(Server):
    service_user = "redis"
    databases: ClassVar[int] = 10_000

    @property
    def url(self) -> str:
        return self._url(0)

    def fresh_database(self) -> str:
        return self._url(next(self._numbers))

    def command(self) -> list[str]:
        return [
            *(str(self.program), "--port", str(self.port), "--bind", "127.0.0.1"),
            *("--dir", str(self.folder), "--databases", str(self.databases)),
            *("--save", "", "--appendonly", "no"),
        ]

    def _url(self, database: int) -> str:
        return f"redis://127.0.0.1:{self.port}/{database}"


class SshServer(Server):
    """An sshd that lets this user in with a key. Its `home` has the key and knows the host: set
    HOME to it. Several at once are several hosts, with keys of their own."""

    @property
    def url(self) -> str:
        """Behind it comes an absolute path."""
        return f"sftp://{self.user}@127.0.0.1:{self.port}"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def user(self) -> str:
        return pwd.getpwuid(os.geteuid()).pw_name

    def prepare(self) -> None:
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # made by the service elsewhere
        keys = self.home / ".ssh"
        keys.mkdir(parents=True, mode=0o700)
        for path in (self.folder / "host_key", keys / "id_ed25519"):
            self.call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path)
        host_key = (self.folder / "host_key.pub").read_text()
        (keys / "known_hosts").write_text(f"[127.0.0.1]:{self.port} {host_key}")
        settings = {
            "ListenAddress": "127.0.0.1",
            "Port": str(self.port),
            "HostKey": str(self.folder / "host_key"),
            "AuthorizedKeysFile": str(keys / "id_ed25519.pub"),
            "PidFile": "none",
            "StrictModes": "no",  # it stands under /tmp
            "UsePAM": "no",
            "PermitRootLogin": "yes",
            "PasswordAuthentication": "yes",
            "Subsystem": "sftp internal-sftp",
        }
        lines = (f"{name} {value}\n" for name, value in settings.items())
        (self.folder / "config").write_text("".join(lines))

    def command(self) -> list[str]:
        return [str(self.program), "-D", "-e", "-f", str(self.folder / "config")]

    def _as_service_user(self) -> dict[str, Any]:
        return {}

    def _own(self, path: Path) -> None:
        """It stays ours: sshd becomes whoever logs in."""


class S3Server(Server):
    """SeaweedFS: master, volume, filer and S3 gateway in one process."""

    stop_signal = signal.SIGKILL  # it takes long to say goodbye, and nothing is kept

    KEY: ClassVar[str] = "test-key"
    SECRET: ClassVar[str] = "test-secret"

    @property
    def url(self) -> str:
        """The endpoint."""
        return f"http://127.0.0.1:{self.port}"

    def fresh_bucket(self) -> str:
        name = f"fresh-{next(self._numbers)}"
        self.client.create_bucket(Bucket=name)
        return name

    def prepare(self) -> None:
        keys = {"accessKey": self.KEY, "secretKey": self.SECRET}
        rights = ["Admin", "Read", "List", "Tagging", "Write"]
        told = {"identities": [{"name": "test", "credentials": [keys], "actions": rights}]}
        (self.folder / "s3.json").write_text(json.dumps(told))
        (self.folder / "data").mkdir()

    def command(self) -> list[str]:
        # A port of gRPC is the other one plus 10,000 unless it is named, and that may be none.
        parts = ("master", "volume", "filer", "s3")
        ports = [f"-{part}.port.grpc={free_port()}" for part in parts]
        ports += [f"-{part}.port={free_port()}" for part in parts[:-1]]
        return [
            *(str(self.program), "-logtostderr=true", "server"),
            *(f"-dir={self.folder / 'data'}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"),
            *("-master.volumeSizeLimitMB=64", "-volume.max=1000", "-filer", "-s3"),
            *(f"-s3.port={self.port}", f"-s3.config={self.folder / 's3.json'}", *ports),
        ]

    def answers(self) -> bool:
        """When it takes an object, for which all four must have found each other."""
        if not accepts_connections(self.port):
            return False
        try:
            self.client.create_bucket(Bucket="ready")
            self.client.put_object(Bucket="ready", Key="ready", Body=b"ready")
        except Exception:
            return False
        return True

    @cached_property
    def client(self) -> Any:
        import botocore.config
        import botocore.session

        return botocore.session.get_session().create_client(
            "s3",
            endpoint_url=self.url,
            region_name="us-east-1",
            aws_access_key_id=self.KEY,
            aws_secret_access_key=self.SECRET,
            config=botocore.config.Config(retries={"max_attempts": 0}),
        )

    def stop(self) -> None:
        if "client" in self.__dict__:
            self.client.close()
        super().stop()

    def _as_service_user(self) -> dict[str, Any]:
        return {}

    def _own(self, path: Path) -> None:
        """It stays ours: the program may stand where no other user can go."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def accepts_connections(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _dies_with_parent(signal_number: int) -> Callable[[], None]:
    """For the child to call before it becomes the server: also a killed pytest leaves nothing."""
    libc = ctypes.CDLL(None)

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal_number)

    return ask_kernel
