"""The commands that show: serve, and users for who may log in there."""

from __future__ import annotations

import getpass
import sys
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

import typer

from sheaf.deposit.rights.contract import Role
from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    answers,
    find_library,
    messages,
    one_line,
    write_json,
)

app = typer.Typer()
LONGEST_PASSWORD = 4096


class Action(StrEnum):
    ADD = "add"
    PASSWORD = "password"  # noqa: S105 - a word of the command line
    ROLE = "role"
    REMOVE = "remove"


@app.command()
def serve(
    library: LibraryOption = None,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on.", show_default="web.host")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port; 0 takes a free one.", show_default="web.port"),
    ] = None,
) -> None:
    """Serve search and console to the browser, until Ctrl-C."""
    from sheaf.app import serve_in_browser

    serve_in_browser(find_library(library), host=host, port=port)
    messages.print("Stopped.")


@app.command()
def mcp(
    library: LibraryOption = None,
    http: Annotated[
        bool, typer.Option("--http", help="Answer by HTTP, until Ctrl-C; else by stdio.")
    ] = False,
    host: Annotated[str, typer.Option(help="With --http: address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="With --http: port; 0 takes a free one.")
    ] = 8643,
) -> None:
    """Let assistants search and read the library, by the Model Context Protocol (MCP).

    Nothing can be changed by it. An assistant that speaks stdio starts this command by itself.
    """
    from sheaf.app import serve_assistants

    serve_assistants(find_library(library), http=http, host=host, port=port)


@app.command()
def users(
    action: Annotated[
        Action | None, typer.Argument(help="add, password, role or remove; none lists the users.")
    ] = None,
    name: Annotated[str | None, typer.Argument(help="The name of the user.")] = None,
    library: LibraryOption = None,
    role: Annotated[
        Role | None,
        typer.Option(help="With role, and with add (else librarian): what the user may do."),
    ] = None,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Read the password from the first line of stdin.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List who may log in to what `sheaf serve` shows; add, change or remove a user.

    A viewer reads, a librarian brings in and takes back, an admin says who may do what. The first
    user is an admin, and the last admin stays one. `sheaf users add NAME` and `sheaf users password
    NAME` ask for a password twice. Who gets a new one, or is removed, is logged out everywhere.
    """
    from sheaf.app import Library

    if action is not None and name is None:
        raise UsageError("Which user?", f"Say sheaf users {action} NAME.")
    if action is Action.ROLE and role is None:
        raise UsageError("Which role?", f"Say sheaf users role {name} --role librarian.")
    if role is not None and action not in (Action.ADD, Action.ROLE):
        raise UsageError("--role goes with add and role.", "`sheaf users role NAME --role ROLE`")
    with Library.open(find_library(library)) as opened:
        if action is None or name is None:
            _list_users(opened, as_json=as_json)
        elif action is Action.ADD:
            opened.add_user(name, _ask_password(name, from_stdin=stdin), role)
            messages.print(f"{name} can log in now.")
        elif action is Action.ROLE and role is not None:
            opened.set_role(name, role)
            messages.print(f"{name}: {role} from now on.")
        elif action is Action.PASSWORD:
            _refuse_unknown(opened, name)
            opened.set_password(name, _ask_password(name, from_stdin=stdin))
            messages.print(f"{name} has a new password, and must log in again.")
        else:
            opened.remove_user(name)
            messages.print(f"{name} is no user any more.")


def _refuse_unknown(opened: Any, name: str) -> None:
    """Before a password is asked for in vain."""
    if name not in {one.name for one in opened.users()}:
        raise UsageError(f"There is no user {name!r}.", "`sheaf users` lists them.")


def _list_users(opened: Any, *, as_json: bool) -> None:
    found = opened.users()
    for one in found:
        if as_json:
            write_json(asdict(one))
        else:
            login = f"last login {_day(one.last_login)}" if one.last_login else "never logged in"
            answers.print(f"{one_line(one.name)}  {one.role}, made {_day(one.joined)}, {login}")
    if not found:
        messages.print("No user yet: sheaf users add NAME, or the link that sheaf serve prints.")


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def _ask_password(name: str, *, from_stdin: bool) -> str:
    """Asked for twice, unseen. A password on the command line would stand in everybody's list of
    processes: there is no such option."""
    if from_stdin:
        return sys.stdin.readline(LONGEST_PASSWORD).rstrip("\r\n")
    if not sys.stdin.isatty():
        raise UsageError("There is no terminal to ask on.", "Hand the password in with --stdin.")
    given = getpass.getpass(f"Password for {one_line(name)}: ")
    if getpass.getpass("The same once more: ") != given:
        raise UsageError("The two passwords are not the same.", "Nothing was changed: try again.")
    return given
