"""The benchmark of the catalogue makes libraries that hold together, and knows what is too slow."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from sheaf.app import Library

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "catalogue.py"
sys.path.append(str(FILE.parent))

bench = module_from_spec(spec := spec_from_file_location("benchmark_of_catalogue", FILE))
sys.modules[spec.name] = bench
spec.loader.exec_module(bench)

DOCUMENTS = 5000
PAGE = {"opened_ms": 90.0, "p50_ms": 30.0, "worst_ms": 199.0, "changed_ms": 40.0}


def test_the_rows_are_a_library_and_its_jobs_find_their_work(tmp_path):
    size = bench.Size(DOCUMENTS)
    Library.init(tmp_path / "lib").close()
    bench.make_sqlite(tmp_path / "lib" / "catalogue.db", size)
    with Library.open(tmp_path / "lib") as library:
        status = library.status()
        assert status["documents"] == sum(status["kinds"].values()) == DOCUMENTS
        assert status["captures"] == sum(status["outcomes"].values()) == size.captures
        assert status["outcomes"]["new"] == DOCUMENTS
        assert status["parents"] == size.parents
        assert library.jobs.count_by_state()["failed"] == size.jobs // 50
        assert len(library.jobs.log(1)) == 5
        largest, *others = library.places.hosts(limit=20)
        assert largest.documents > 5 * others[-1].documents
        part = library.places.parents(host=largest.name)
        assert {parent.host for parent in part.parents} == {largest.name}
        document = library.catalogue.document(DOCUMENTS)
        assert document.parent_url.startswith(f"http://{document.url.split('/')[2]}/list/")
        assert library.catalogue.provenance(7).url == library.catalogue.document(7).url
    done = bench.clean_up(tmp_path / "lib")
    for name in ("documents", "parents without documents", "whitelist of parents"):
        assert done[name]["rows"] > 0
    assert done["documents"]["rows"] == done["documents, counted"]["rows"]


def test_what_is_too_slow_or_takes_more_memory_the_larger_it_is_is_told():
    def judged(**page):
        cleaning = {"opened_mib": 50.0, "documents": {"most_mib": page.pop("most", 80.0)}}
        small = {"opened_mib": 50.0, "documents": {"most_mib": 70.0}}
        return bench.judge(
            {"pages": {"jobs": PAGE | page}, "cleaning_1000": small, "cleaning_5000": cleaning},
            DOCUMENTS,
        )

    assert bench.passes(judged())
    for worse in ({"opened_ms": 201.0}, {"worst_ms": 250.0}, {"changed_ms": 300.0}, {"most": 90.0}):
        assert not bench.passes(judged(**worse))
