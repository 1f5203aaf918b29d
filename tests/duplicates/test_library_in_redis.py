"""A library whose fingerprints lie in a Redis finds the same as one that has them in its folder."""

import pytest
from support.samples import paper_pdf

import sheaf
from sheaf.errors import StorageError


@pytest.fixture
def make_library(tmp_path):
    def make(name, url, **more):
        with sheaf.init(tmp_path / name):
            pass
        lines = [f'redis = "{url}"', *(f'{key} = "{value}"' for key, value in more.items())]
        (tmp_path / name / "sheaf.toml").write_text("\n".join(["[duplicates]", *lines]) + "\n")
        return tmp_path / name

    return make


@pytest.fixture
def papers(tmp_path):
    (tmp_path / "papers").mkdir()
    for name in ("1", "2"):
        data = paper_pdf() + b"\n% " + name.encode() + b"\n"
        (tmp_path / "papers" / f"{name}.pdf").write_bytes(data)
    return tmp_path / "papers"


def test_near_copies_are_found_by_fingerprints_in_redis(make_library, papers, redis_server):
    pytest.importorskip("redis")
    import redis

    url = redis_server.fresh_database()
    with sheaf.open(make_library("one", url)) as library:
        library.import_(papers / "1.pdf")
        library.import_(papers / "2.pdf")
        assert library.paper(2)["provenance"]["reused_from"]["bits"] == 0
        library.index()
        assert [near.document_id for _, near in library.near_copies(1)] == [2]
        (same,) = library.extract([papers / "2.pdf"])
        assert same["provenance"]["reused_from"]["bits"] == 0
        files = {path.name for path in (library.folder / "near-copies").iterdir()}
    assert files == {"redis-owner", "sketches-1"}
    with redis.Redis.from_url(url) as client:
        names = {key.decode().rsplit(":", 1)[0] for key in client.keys("*:about")}
    versions = {name.removeprefix("sheaf:near:library:") for name in names}
    assert versions == {"words-1", "opening-1", "titles-1"}

    # Its numbers mean other documents, so another library is not let in under that name.
    with sheaf.open(make_library("two", url)) as library:
        with pytest.raises(StorageError, match="library is another library") as refused:
            library.import_(papers / "1.pdf")
        assert "redis_name" in refused.value.what_to_do
        assert list(library.catalogue.documents()) == []
    with sheaf.open(make_library("three", url, redis_name="three")) as library:
        assert list(library.near_copies()) == []


def test_a_redis_that_cannot_be_reached_is_said_before_anything_is_done(make_library, papers):
    pytest.importorskip("redis")
    with sheaf.open(make_library("lib", "redis://:secret@127.0.0.1:1/0")) as library:
        for ask in (
            lambda: library.import_(papers),
            library.index,
            lambda: list(library.near_copies()),
            lambda: list(library.extract([papers / "1.pdf"])),
        ):
            with pytest.raises(StorageError, match=r"Redis at 127.0.0.1:1/0 cannot be reached"):
                ask()
        assert list(library.catalogue.documents()) == []
        assert [run.state for run in library.runs()] == []
