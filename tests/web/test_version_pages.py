"""What librarians say of versions on the page of a paper."""

from __future__ import annotations

from typing import Any

from support.library_of import put_papers

from sheaf.app import Library
from web.graph_scene import LAZY, PAPERS


def test_a_librarian_joins_and_parts_versions_on_the_page_of_a_paper(
    library: Library, logged_in: Any, browse: Any
) -> None:
    put_papers(library, {21: PAPERS[1], 23: PAPERS[3], 25: PAPERS[1]})
    library.graph.update()
    page = logged_in.get("/paper/21").content.decode()
    assert "Another work" in page
    assert "Another work" not in browse.get("/paper/21").content.decode()

    def say(**given: Any) -> str:
        answer = logged_in.post("/paper/21/versions", given, follow=True)
        assert answer.redirect_chain == [("/paper/21#versions", 302)]
        library.graph.update()
        return str(answer.content.decode())

    assert "Documents 21 and 25 are different works." in say(say="part", other="25")
    assert "ada has said that documents 21 and 25 are" in say(say="part", other="25")
    assert "To say otherwise, take that back first" in say(say="join", other="25")
    assert "There is no document 0" in say(say="join", other="x")
    say(say="join", other="23")
    shown = logged_in.get("/paper/21").content.decode().partition('id="versions"')[2]
    assert "Later studies" in shown.partition("</section>")[0]
    for one in library.versions.list():
        assert "It is no longer said" in say(say="undo", statement=str(one.number))
    assert LAZY in logged_in.get("/paper/21").content.decode().partition('id="versions"')[2]
