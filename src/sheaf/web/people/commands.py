"""The commands about people: users, keys for their programs, and the history of changes."""

from __future__ import annotations

import getpass
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

import typer

from sheaf.deposit.rights.contract import SCOPES, HistoryEntry, KeyInfo, NewKey, Role
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
LONGEST_NUMBER = 18  # digits


class Action(StrEnum):
    ADD = "add"
    PASSWORD = "password"  # noqa: S105 - a word of the command line
    ROLE = "role"
    REMOVE = "remove"


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


class KeyAction(StrEnum):
    ADD = "add"
    REVOKE = "revoke"


@app.command()
def keys(
    action: Annotated[
        KeyAction | None, typer.Argument(help="add or revoke; none lists the keys.")
    ] = None,
    name: Annotated[
        str | None, typer.Argument(help="With add: a name for the key; with revoke: its number.")
    ] = None,
    library: LibraryOption = None,
    owner: Annotated[str | None, typer.Option(help="The user that it acts for.")] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option(help=f"What it may do: {', '.join(SCOPES)}; repeatable. Without it: read."),
    ] = None,
    days: Annotated[int | None, typer.Option(help="It ends after so many days.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the API keys of programs; make or revoke one.

    A key acts for its owner, within its scopes and the owner's role. It is shown once, when it is
    made: `sheaf keys add NAME --owner USER --scope submit --days 90`.
    """
    from sheaf.app import Library

    if action is not None and name is None:
        raise UsageError("Which key?", f"Say sheaf keys {action} NAME.")
    with Library.open(find_library(library)) as opened:
        if action is None or name is None:
            _list_keys(opened.keys.list(owner=owner or ""), as_json=as_json)
        elif action is KeyAction.REVOKE:
            gone = opened.keys.revoke(_number(name), owner=owner or "")
            messages.print(f"The key {gone.name} of {gone.owner} opens nothing any more.")
        elif owner is None:
            raise UsageError("Whose key?", f"Say sheaf keys add {name} --owner USER.")
        else:
            _show_new_key(
                opened.keys.make(name, owner=owner, scopes=tuple(scope or ("read",)), days=days),
                as_json=as_json,
            )


def _show_new_key(made: NewKey, *, as_json: bool) -> None:
    messages.print("This is the key. It is not shown again:")
    if as_json:
        write_json({**asdict(made.info), "secret": made.secret})
    else:
        answers.print(made.secret)


def _number(given: str) -> int:
    if not given.isascii() or not given.isdigit() or len(given) > LONGEST_NUMBER:
        raise UsageError(f"{given!r} is no number of a key.", "`sheaf keys` lists them.")
    return int(given)


def _list_keys(found: list[KeyInfo], *, as_json: bool) -> None:
    for one in found:
        if as_json:
            write_json(asdict(one))
        else:
            used = f"last used {_day(one.last_used)}" if one.last_used else "never used"
            ends = f"ends {_day(one.expires)}" if one.expires else "has no end"
            terms = f"{', '.join(one.scopes)}; {used}, {ends}"
            answers.print(one_line(f"{one.number}  {one.owner}: {one.name}  {one.start}  {terms}"))
    if not found:
        messages.print("No key yet: sheaf keys add NAME --owner USER.")


@app.command()
def history(
    library: LibraryOption = None,
    who: Annotated[str, typer.Option(help="Only what this user did.")] = "",
    action: Annotated[
        str, typer.Option(help="Only this action, or all that begin so: run., user.add.")
    ] = "",
    target: Annotated[str, typer.Option(help="Only of this, or of all that begin so.")] = "",
    since: Annotated[
        str | None, typer.Option(help="Not before this day or time (UTC): 2024-05-31.")
    ] = None,
    until: Annotated[str | None, typer.Option(help="Before this day or time (UTC).")] = None,
    limit: Annotated[int, typer.Option(min=1, help="So many at the most.")] = 50,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write all that fits, as a table.")] = False,
) -> None:
    """Who changed what, the latest first: when, by what way, what was so before and after."""
    from sheaf.app import Library

    wanted: dict[str, Any] = {"who": who, "action": action, "target": target}
    wanted |= {"since": _read_time("--since", since), "until": _read_time("--until", until)}
    with Library.open(find_library(library)) as opened:
        if as_csv:
            answers.file.writelines(opened.history.write_table(**wanted))
        else:
            _show_history(opened.history.list(**wanted, limit=limit), as_json=as_json)


def _show_history(found: list[HistoryEntry], *, as_json: bool) -> None:
    for one in found:
        if as_json:
            write_json(asdict(one))
        else:
            way = f"{one.way} {one.key}" if one.key else one.way
            words = f"{one.who or 'a visitor'} ({way})  {one.action}  {one.target}"
            answers.print(one_line(f"{one.time:%Y-%m-%d %H:%M:%S}  {words}"))
    if not found:
        messages.print("Nothing of this kind was changed.")


def _read_time(option: str, given: str | None) -> datetime | None:
    if given is None:
        return None
    try:
        read = datetime.fromisoformat(given)
    except ValueError:
        raise UsageError(
            f"{option} {given}: this is no day and no time.", "Write 2024-05-31T18:00."
        ) from None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
