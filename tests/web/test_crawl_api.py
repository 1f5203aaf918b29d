"""getdocs and setdocs, as legacy extractors call them; every answer compared letter for letter."""

from __future__ import annotations

from typing import Any

import pytest

from sheaf.app import Library
from sheaf.records import IngestState

XML = "text/xml; charset=utf-8"


@pytest.fixture
def key(library: Library) -> str:
    library.add_user("ada", "correct horse battery", "admin")
    library.add_user("grace", "correct horse battery", "librarian")
    return library.keys.make("extractor", owner="grace", scopes=("ingest",)).secret


@pytest.fixture
def fresh(library: Library) -> list[int]:
    """All documents of the library, none of them ingested; the newest first."""
    numbers = [document.id for document in library.documents()]
    library.states.set(numbers, "not_ingested")
    return sorted(numbers, reverse=True)


def ask(browse: Any, path: str, **values: Any) -> str:
    answer = browse.get(path, values)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, XML)
    return str(answer.content.decode())


def states(library: Library) -> dict[int, IngestState]:
    return {one.id: one.state for one in library.documents()}


def path_of(library: Library, number: int) -> str:
    document = library.document(number)
    assert document is not None
    main = min(document.files, key=lambda path: (path.suffix != ".pdf", path.name))
    return str(main.relative_to(library.folder / "repository"))


@pytest.mark.parametrize("place", ["/api", "/apisub"])
def test_the_newest_documents_are_handed_out_once(
    library: Library, browse: Any, key: str, fresh: list[int], place: str
) -> None:
    first, second, *_ = fresh
    docs = "".join(f'<doc id="{n}">{path_of(library, n)}</doc>' for n in (first, second))
    said = ask(browse, f"{place}/getdocs.xml", key=key, n=2)
    assert said == f'<response location="{library.folder}/repository/">{docs}</response>'
    assert states(library)[first] is IngestState.HANDED_OUT
    again = ask(browse, f"{place}/getdocs.xml", key=key, n=1000)
    assert again.count("<doc ") == len(fresh) - 2
    rest = ask(browse, f"{place}/getdocs.xml", key=key, n=1)
    assert rest == f'<response location="{library.folder}/repository/"></response>'


def test_what_became_of_documents_is_set(
    library: Library, browse: Any, key: str, fresh: list[int]
) -> None:
    first, second, *_ = fresh
    said = ask(browse, "/api/setdocs.xml", key=key, ids=f"{first},{second},999999", state=1)
    assert said == (
        "<response><SubmittedDocNumber>3</SubmittedDocNumber><SuccessNumber>2</SuccessNumber>"
        "<FailNumber>1</FailNumber></response>"
    )
    assert states(library)[first] is IngestState.INGESTED
    ask(browse, "/api/setdocs.xml", key=key, ids=str(first), state=-1)
    assert states(library)[first] is IngestState.FAILED
    entry = library.history.list()[0]
    assert (entry.who, entry.way, entry.key) == ("grace", "key", "extractor")


@pytest.mark.parametrize(
    ("path", "values", "words"),
    [
        ("getdocs", {}, "missing api key"),
        ("setdocs", {"ids": "1", "state": "1"}, "missing api key"),
        ("getdocs", {"key": "wrong", "n": "1"}, "invalid api key"),
        ("getdocs", {"key": "KEY", "n": "many"}, "wrong parameters"),
        ("setdocs", {"key": "KEY", "state": "1"}, "wrong parameters"),
        ("setdocs", {"key": "KEY", "ids": "1"}, "wrong parameters"),
        ("setdocs", {"key": "KEY", "ids": "1,x", "state": "1"}, "wrong parameters"),
        (
            "setdocs",
            {"key": "KEY", "ids": "1", "state": "2"},
            "invalid state (must be 0, 1, or -1)",
        ),
    ],
)
def test_mistakes_are_answered_as_they_were(
    library: Library, browse: Any, key: str, path: str, values: dict[str, str], words: str
) -> None:
    before = states(library)
    given = {name: key if value == "KEY" else value for name, value in values.items()}
    said = ask(browse, f"/api/{path}.xml", **given)
    assert said == f"<response><error>{words}</error></response>"
    assert states(library) == before


def test_a_missing_number_has_words_of_its_own(browse: Any, key: str) -> None:
    assert ask(browse, "/api/getdocs.xml", key=key) == "Missing a number"


def test_a_key_needs_the_scope(library: Library, browse: Any, key: str) -> None:
    other = library.keys.make("reads", owner="grace", scopes=("read", "submit")).secret
    assert "invalid api key" in ask(browse, "/api/getdocs.xml", key=other, n=1)
    assert browse.post("/api/getdocs.xml", {"key": key, "n": 1}).status_code in (403, 405)
