"""The benchmark of search measures what it says: same documents, same questions, same answers."""

import asyncio
import sys
from contextlib import closing
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from _search_documents import FIELDS, KINDS, _make_part, make_questions, read_lines
from _search_fts5 import ask_fts5, index_fts5
from _search_http import ask_pages, make_library, served
from _search_lucene import ask_lucene, index_lucene
from _search_ours import TOP, Texts, as_typed, ask_ours, growth, index_ours

from sheaf.search.contract import SearchRequest
from sheaf.search.searcher import Searcher

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "search.py"
# By its place: there are tests of that name.
bench = module_from_spec(spec := spec_from_file_location("benchmark_of_search", FILE))
sys.modules[spec.name] = bench
spec.loader.exec_module(bench)

COUNT = 150


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("bench")
    _make_part(made / "documents", 0, COUNT, COUNT)
    return made


@pytest.fixture(scope="module")
def indexed(folder):
    return index_ours(folder / "documents", folder / "ours")


def test_documents_have_what_the_fields_say(folder):
    lines = list(read_lines(folder / "documents"))
    assert [line.key for line in lines] == list(range(1, COUNT + 1))
    with (folder / "documents").open() as file:
        assert len(next(file).split("\t")) == 1 + len(FIELDS.split(","))
    assert all(line.title in line.content and line.url.startswith("http") for line in lines)


def test_questions_are_the_same_each_time_and_have_answers(folder, indexed):
    assert indexed["documents"] == COUNT
    assert indexed["cpu_seconds"] > 0
    assert indexed["bytes"] > 10_000
    with closing(Texts(folder / "documents")) as texts:
        searcher = Searcher(folder / "ours", texts)
        for kind in KINDS:
            questions = make_questions(kind, 10, COUNT)
            assert questions == make_questions(kind, 10, COUNT)
            for question in questions:
                request = SearchRequest(as_typed(kind, question), scope="pages")
                assert searcher.search(request).total > 0, request


def test_times_tell_the_engine_from_the_rest(folder, indexed):
    questions = make_questions("or", 5, COUNT)
    times = ask_ours(folder / "ours", folder / "documents", "or", questions, by_cpu=True)
    for taken in (times.engine, times.whole, times.python, times.ranking):
        assert len(taken) == 5
    assert all(0 < one < whole for one, whole in zip(times.python, times.whole, strict=True))
    assert all(0 < one < whole for one, whole in zip(times.ranking, times.whole, strict=True))


def test_fts5_answers_the_same_questions(folder):
    told = index_fts5(folder / "documents", folder / "fts5.db")
    assert told["documents"] == COUNT
    for kind in KINDS:
        assert len(ask_fts5(folder / "fts5.db", kind, make_questions(kind, 5, COUNT), TOP)) == 5


@pytest.mark.parts("java", "lucene")
def test_lucene_answers_the_same_questions_round_by_round(folder, monkeypatch):
    monkeypatch.setattr("_search_lucene.INDEXINGS", 2)
    monkeypatch.setattr("_search_lucene.WARM_UP", 1)
    told = index_lucene(folder / "documents", folder / "lucene")
    assert [one["documents"] for one in told] == [COUNT, COUNT]
    for kind in KINDS:
        questions = make_questions(kind, 5, COUNT)
        rounds = ask_lucene(folder / "lucene", kind, questions, TOP, by_cpu=False)
        assert [len(one) for one in rounds] == [5, 5]
        assert min(map(min, rounds)) > 0


def test_pages_are_asked_of_a_server_that_ends_with_it(folder, tmp_path):
    assert make_library(tmp_path / "library", folder / "documents")["indexed"] == COUNT
    asked = [(kind, question) for kind in KINDS for question in make_questions(kind, 3, COUNT)]
    with served(tmp_path / "library") as port:
        times = ask_pages(port, asked, rate=50)
    assert len(times) == 9
    assert min(times) > 0
    with pytest.raises(OSError):
        asyncio.run(asyncio.open_connection("127.0.0.1", port))


def test_growth_is_the_last_tenth_over_the_middle_one():
    steps = [(count, float(count)) for count in range(0, 21, 1)]
    assert growth(steps) == 1.0
    assert growth([*steps[:-2], (19, 19.0), (20, 24.0)]) == 3.0
    assert growth([(count, float(count**2)) for count in range(101)]) > 1.8
    assert growth(steps[:5]) == 0.0


def told(**changed):
    asked = {f"{who}_{share}": 1.0 for who in ("engine", "lucene", "python", "ranking")
             for share in ("p50", "p99")}  # fmt: skip
    asked |= {f"lucene_cold_{share}": 2.0 for share in ("p50", "p99")}
    engine = {"cpu_seconds": 1.0, "bytes": 1.0}
    return {
        "index": {"ours": engine, "lucene": engine, "lucene_cold": engine},
        "ask": dict.fromkeys(KINDS, asked | changed),
        "http": {"http_p99": 1.0},
        "large": {"seconds": 1.0, "peak_mib": 1.0, "last_over_middle": 1.0},
    }


def test_what_was_not_measured_is_not_passed():
    judged = bench.judge(told())
    assert len(judged) == len(bench.limits())
    assert all(value <= most for value, most in judged.values())
    without = told()
    del without["large"]
    assert len(bench.judge(without)) < len(bench.limits())


def test_what_is_too_slow_is_told():
    judged = bench.judge(told(engine_p99=1.5))
    assert judged["or_p99_times_lucene"] == [1.5, 1.3]
    assert judged["and_p99_times_lucene"] == [1.5, 1.8]
    assert bench.judge(told(python_p50=1.2))["or_python_ms"][0] == 1.2
