"""The benchmark of the citation graph knows what is true, and what is too slow."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "graph.py"
sys.path.append(str(FILE.parent))

# By its place: there are tests of that name.
bench = module_from_spec(spec := spec_from_file_location("benchmark_of_graph", FILE))
sys.modules[spec.name] = bench
spec.loader.exec_module(bench)

GOOD = {
    "seconds": 299.0,
    "new_paper_ms": {"median": 90.0, "most": 300.0, "references": 19.0},
    "precision": 1.0,
    "recall": 0.99,
}


def test_papers_cite_each_other_and_what_is_missing_the_same_each_time():
    corpus, again = bench.Corpus(100, 500), bench.Corpus(100, 500)
    papers = [corpus.paper(number) for number in range(100)]
    assert papers == [again.paper(number) for number in range(100)]
    assert sum(len(one["references"]) for one in papers) == 500
    cited = {one for number in range(100) for one in corpus.cited(number)}
    assert min(cited) < 100 <= max(cited)


def test_what_is_too_slow_or_wrong_is_told():
    assert bench.passes(bench.judge(GOOD))
    slow = {"new_paper_ms": {"references": 21.0}}
    for worse in ({"seconds": 301.0}, {"precision": 0.98}, {"recall": 0.9}, slow):
        assert not bench.passes(bench.judge(GOOD | worse))
