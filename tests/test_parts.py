"""The machinery under the other tests: servers that answer, parts that are asked for, the guard."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pymysql
import pytest
import redis
from support import loopback, parts
from support.parts import Part, require_part
from support.servers import MariaDB, Postgres, Redis, accepts_connections, free_port


def connect_mariadb(url: str) -> pymysql.Connection:
    port, name = url.rpartition(":")[2].split("/")
    return pymysql.connect(
        host="127.0.0.1", port=int(port), user="test", password="test", database=name
    )


def test_postgres_answers_and_fresh_databases_are_separate(postgres: Postgres) -> None:
    first, second = postgres.fresh_database(), postgres.fresh_database()
    with psycopg.connect(first) as connection:
        connection.execute("CREATE TABLE paper (title text)")
    with psycopg.connect(second) as connection:
        found = connection.execute("SELECT to_regclass('paper')").fetchone()
    assert found == (None,)
    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)


def test_mariadb_answers_and_fresh_databases_are_separate(mariadb: MariaDB) -> None:
    first, second = mariadb.fresh_database(), mariadb.fresh_database()
    with connect_mariadb(first) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE paper (title text)")
    with connect_mariadb(second) as connection, connection.cursor() as cursor:
        assert cursor.execute("SHOW TABLES") == 0
    with connect_mariadb(mariadb.url) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT @@character_set_database")
        assert cursor.fetchone() == ("utf8mb4",)


def test_redis_answers_and_fresh_databases_are_separate(redis_server: Redis) -> None:
    first, second = redis_server.fresh_database(), redis_server.fresh_database()
    with redis.Redis.from_url(first) as client:
        client.set("paper", "here")
    with redis.Redis.from_url(second) as client:
        assert client.get("paper") is None
    with redis.Redis.from_url(redis_server.url) as client:
        assert client.ping()


def test_a_server_ends_with_its_block() -> None:
    with Redis(require_part("redis")) as server:
        assert accepts_connections(server.port)
    assert not accepts_connections(server.port)
    assert not server.folder.exists()


def test_a_server_ends_when_the_tests_are_killed() -> None:
    program = require_part("redis")
    script = (
        "import sys, time; from pathlib import Path; from support.servers import Redis\n"
        "with Redis(Path(sys.argv[1])) as server:\n"
        "    print(server.port, server.folder, flush=True); time.sleep(60)"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(program)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
    )
    assert child.stdout is not None
    with child.stdout:
        port, folder = child.stdout.readline().split()
    child.send_signal(signal.SIGKILL)
    child.wait()
    deadline = time.monotonic() + 10
    while accepts_connections(int(port)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not accepts_connections(int(port))
    # Nobody was left to sweep up.
    (Path(folder) / "log").unlink()
    Path(folder).rmdir()


def test_a_server_that_cannot_start_says_why() -> None:
    with pytest.raises(RuntimeError, match="did not start"), Redis(Path("/bin/false")):
        pass


@pytest.mark.parametrize(
    ("part", "says"),
    [
        pytest.param("ghostscript", "", marks=pytest.mark.parts("ghostscript")),
        pytest.param("tesseract", "tesseract", marks=pytest.mark.parts("tesseract")),
        pytest.param("chromium", "Chromium", marks=pytest.mark.parts("chromium")),
        pytest.param("java", "javac", marks=pytest.mark.parts("java")),
    ],
)
def test_a_program_answers(part: str, says: str) -> None:
    done = subprocess.run(
        [require_part(part), "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert says in done.stdout + done.stderr
    assert any(character.isdigit() for character in done.stdout + done.stderr)


@pytest.fixture
def missing_part(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(parts.PARTS, "unicorn", Part("no-such-program", "unicorn-server"))
    return "unicorn"


def test_a_missing_part_skips_and_says_how_to_get_it(
    missing_part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHEAF_REQUIRE_PARTS", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"scripts/parts.*unicorn-server"):
        require_part(missing_part)


def test_a_missing_part_fails_where_parts_are_required(
    missing_part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEAF_REQUIRE_PARTS", "1")
    with pytest.raises(pytest.fail.Exception, match=r"unicorn.*scripts/parts"):
        require_part(missing_part)


def test_a_file_that_a_program_reads_need_not_be_one(tmp_path: Path) -> None:
    (tmp_path / "lucene.jar").touch(mode=0o644)
    place = f"{tmp_path}/lucene.jar"
    assert Part("lucene.jar", "", place).find() is None
    assert Part("lucene.jar", "", place, is_program=False).find() == Path(place)


def test_the_newest_of_several_installed_is_taken(tmp_path: Path) -> None:
    for version in ("9", "15", "14"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "postgres").touch(mode=0o755)
    found = Part("postgres", "postgresql", f"{tmp_path}/*/postgres").find()
    assert found == tmp_path / "15" / "postgres"


def test_connections_beyond_loopback_are_refused() -> None:
    for connect in ("connect", "connect_ex"):
        with socket.socket() as sock, pytest.raises(loopback.BeyondLoopbackError):
            getattr(sock, connect)(("192.0.2.1", 80))
    datagrams = socket.socket(type=socket.SOCK_DGRAM)
    with datagrams, pytest.raises(loopback.BeyondLoopbackError):
        datagrams.sendto(b"?", ("192.0.2.1", 53))


def test_names_beyond_loopback_are_not_looked_up() -> None:
    with pytest.raises(loopback.BeyondLoopbackError):
        socket.getaddrinfo("example.org", 80)
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("nowhere.invalid", 80)
    assert socket.getaddrinfo("127.0.0.1", 80)


def test_loopback_and_unix_sockets_are_open(tmp_path: Path) -> None:
    with socket.socket() as sock:
        assert sock.connect_ex(("127.0.0.1", free_port())) != 0  # refused by nobody, not by us
    with socket.socket(socket.AF_UNIX) as sock, pytest.raises(FileNotFoundError):
        sock.connect(str(tmp_path / "socket"))
