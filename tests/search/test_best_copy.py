"""Where one result stands for a work, it is the best version of those that were found."""

from __future__ import annotations

import json

from support.library_of import put_papers
from typer.testing import CliRunner

from sheaf.app import Library
from sheaf.cli import app

TITLE = "Lazy agendas for ambiguous grammars"
PEOPLE = [{"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}]


def test_the_published_version_stands_for_the_preprint(tmp_path):
    with Library.init(tmp_path / "lib") as library:
        preprint = {"title": TITLE, "authors": PEOPLE, "abstract": "lazy " * 30}
        published = {**preprint, "abstract": "lazy", "venue": "J. Gramm.", "year": 2011}
        put_papers(library, {1: preprint, 2: {**preprint, "abstract": ""}, 3: published})
        library.index()
        (hit,) = library.search("lazy").hits
        assert (hit.id, set(hit.versions)) == (3, {1, 2})
        assert list(library.find_all("lazy")) == [3, *hit.versions]
    shown = CliRunner().invoke(app, ["versions", "1", "-L", str(tmp_path / "lib")])
    assert "the best: it was published: it names its venue" in shown.output
    told = CliRunner().invoke(app, ["versions", "show", "1", "--json", "-L", str(tmp_path / "lib")])
    found = json.loads(told.stdout)
    assert found["versions"][0]["document_id"] == 3
    assert found["votes"]["venue"][0]["documents"] == [3]
