"""What `sheaf extract` has read of a file beside a library is kept, where that is wanted."""

import json

import pytest
from support.samples import paper_pdf

import sheaf
from sheaf.duplicates.stores import FOLDER, open_kept
from sheaf.workers.kept_papers import KIND, KeptPapers
from sheaf.workers.without_library import extract


@pytest.mark.parametrize("where", ["folder", "redis"])
def test_the_same_bytes_are_not_read_again(tmp_path, where, request):
    lines = ["[duplicates]", "kept_bytes = 10000000"]
    if where == "redis":
        pytest.importorskip("redis")
        url = request.getfixturevalue("redis_server").fresh_database()
        lines.append(f'redis = "{url}"')
    with sheaf.init(tmp_path / "lib"):
        (tmp_path / "lib" / "sheaf.toml").write_text("\n".join(lines) + "\n")
    file, bad = tmp_path / "a.pdf", tmp_path / "bad.pdf"
    file.write_bytes(paper_pdf())
    bad.write_bytes(b"%PDF-1.4\nnothing\n")
    with sheaf.open(tmp_path / "lib") as library:
        first, lost = library.extract([file, bad])
        assert lost["provenance"]["error"]
        kept = open_kept(library.folder / FOLDER, library.settings.duplicates)
        ours = KeptPapers(kept, library.settings.with_values("curate", filter=False))
        key = ours._key(str(file))
        (found,) = json.loads(kept.get(key, KIND))
        assert found["title"] == first["title"]
        assert kept.get(ours._key(str(bad)), KIND) is None, "it may be read next time"

        # That it is taken from there is seen by changing it there.
        kept.keep(key, KIND, json.dumps([{**found, "title": "From What Is Kept"}]).encode())
        moved = file.rename(tmp_path / "b.pdf")
        (again,) = library.extract([moved])
        assert again == {
            **first,
            "title": "From What Is Kept",
            "provenance": {**first["provenance"], "source": str(moved)},
        }
        # What is no paper there, other readers, or a no: it is read.
        assert next(library.extract([moved], reuse=False))["title"] == first["title"]
        other = library.settings.with_values("extract", annotators=("keyphrases",))
        assert next(extract([moved], other, library.folder))["title"] == first["title"]
        for damaged in (b"[7]", b"{", b'[{"title": "x"}]'):
            kept.keep(key, KIND, damaged)
            assert ours.find(capture_of(moved)) is None
        kept.close()


def capture_of(path):
    from sheaf.acquire.importers.contract import ImportContext
    from sheaf.acquire.importers.files.folder import FolderImporter

    (found,) = FolderImporter(ImportContext(path.parent)).captures(path)
    return found
