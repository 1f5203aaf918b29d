"""The extraction service without HTTP: files come in, are read by real workers, and go in time."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha1
from pathlib import Path
from random import Random
from typing import Any

import pypdfium2
import pytest
import tasks
from support import samples
from support.rounds import rounds

from sheaf.errors import SheafError, StorageError, UsageError
from sheaf.settings import Settings
from sheaf.workers.process import WorkerProcess
from sheaf.workers.service.contract import (
    ALL_PARTS,
    BusyError,
    Part,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
    SentFile,
    UnknownTokenError,
)
from sheaf.workers.service.near import NearReadings, open_near
from sheaf.workers.service.queue import ReadingQueue
from sheaf.workers.service.resources import Resources
from sheaf.workers.service.service import ExtractionService

HEADER = ReadingWish(frozenset({Part.HEADER}))
PAPER = samples.paper_pdf()


def settings(**values: Any) -> Settings:
    return Settings().override({"workers.jobs": 2, "workers.seconds": 20.0, **values})


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExtractionService]:
    made = ExtractionService(settings(), tmp_path_factory.mktemp("service") / "kept")
    made.start()
    yield made
    made.close()


def read_text(service: ExtractionService, sent: SentFile) -> str:
    with service.open_text(sent) as stream:
        return stream.read().decode()


def refusal_of(service: ExtractionService, data: bytes, **more: Any) -> RefusalReason:
    with pytest.raises(RefusedFileError) as problem:
        service.upload([data], "a file", **more)
    assert str(problem.value)
    return problem.value.refusal


def files_below(service: ExtractionService) -> list[Path]:
    return [path for path in service.resources.folder.rglob("*") if "scratch-" not in str(path)]


def test_a_paper_is_sent_read_and_removed(service: ExtractionService) -> None:
    sent = service.upload([PAPER[:1000], PAPER[1000:]], "C:\\papers\\a.pdf")
    assert service.find(sent.token) == sent
    assert sent.name == "a.pdf"
    assert service.file(sent).read_bytes() == PAPER
    assert "Sparse Graphs" in read_text(service, sent)
    read = service.read(sent)
    assert read.paper["title"] == "Robust Estimation of Sparse Graphs"
    assert read.paper["references"]
    assert read.paper["provenance"]["source"] == "a.pdf"
    service.remove(sent.token)
    with pytest.raises(UnknownTokenError):
        service.find(sent.token)
    with pytest.raises(UnknownTokenError):
        service.remove(sent.token)


def test_only_the_parts_that_are_wanted_are_read(service: ExtractionService) -> None:
    other = samples.paper_pdf(title="A Paper of Parts")
    header = service.read_once([other], "a.pdf", HEADER).paper
    assert header["title"] == "A Paper of Parts"
    assert header["abstract"]
    assert not header["references"]
    assert not header["sections"]
    whole = service.read_once([other], "a.pdf", ReadingWish()).paper
    assert whole["references"]
    assert whole["sections"]
    # What was read whole is there in part too.
    assert not service.read_once([other], "a.pdf", HEADER).paper["references"]


def joined(*files: bytes) -> bytes:
    with pypdfium2.PdfDocument.new() as made:
        for data in files:
            with pypdfium2.PdfDocument(data) as source:
                made.import_pages(source)
        out = io.BytesIO()
        made.save(out)
    return out.getvalue()


def test_for_the_header_alone_the_first_pages_are_read(service: ExtractionService) -> None:
    long = joined(samples.paper_pdf("A Long Paper", pages=12), samples.paper_pdf("Another"))
    wish = replace(HEADER, is_filtered=False)
    header = service.read_once([long], "a.pdf", wish)
    assert (header.paper["title"], header.pages) == ("A Long Paper", 14)
    known = service.read_once([long], "a.pdf", wish)
    assert known == header
    boxes = service.places(header.sha1, header.paper).places
    assert {one.field for one in boxes} >= {"title", "author", "abstract"}
    whole = service.read_once([long], "a.pdf", ReadingWish(is_filtered=False))
    assert whole.words > header.words
    for field in ("title", "authors", "abstract", "keywords"):
        assert whole.paper[field] == header.paper[field], field
    # Once all was read, the header comes from there; and who asks whether it is a paper has all
    # of it looked at.
    assert service.read_once([long], "a.pdf", wish).words == whole.words
    other = joined(samples.paper_pdf("A Long Paper of Ours", pages=12))
    assert service.read_once([other], "a.pdf", HEADER).words > header.words


def test_pages_without_words_may_stand_before_the_paper(service: ExtractionService) -> None:
    late = joined(*[samples.drawing_pdf()] * 9, samples.paper_pdf("A Late Paper"))
    read = service.read_once([late], "a.pdf", replace(HEADER, is_filtered=False))
    assert read.pages == 11
    assert read.words > 100


def test_the_same_bytes_are_not_read_twice_unless_it_is_wished(service: ExtractionService) -> None:
    service.read_once([PAPER], "a.pdf", ReadingWish())
    done = service.queue.figures.done
    assert (
        service.read_once([PAPER], "b.pdf", ReadingWish()).paper["provenance"]["source"] == "b.pdf"
    )
    assert service.queue.figures.done == done
    service.read_once([PAPER], "a.pdf", ReadingWish(reextract=True))
    assert service.queue.figures.done == done + 1


def encrypted() -> bytes:
    """A PDF that asks for a password."""
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, encrypt=StandardEncryption("secret", canPrint=0))
    canvas.drawString(100, 700, "secret")
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"A few words are no paper.\n" * 5, RefusalReason.TOO_SHORT),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), RefusalReason.WRONG_TYPE),
        (b"", RefusalReason.DAMAGED),
        (b"%PDF-1.4\n" + b"nothing of the kind " * 100, RefusalReason.DAMAGED),
        (samples.cv_pdf(), RefusalReason.NOT_ACADEMIC),
        (samples.drawing_pdf(), RefusalReason.UNREADABLE),
    ],
)
def test_what_is_no_paper_is_refused_with_the_reason(
    service: ExtractionService, data: bytes, refusal: RefusalReason
) -> None:
    before = len(list((service.resources.folder / "tokens").iterdir()))
    assert refusal_of(service, data) is refusal
    assert len(list((service.resources.folder / "tokens").iterdir())) == before


def test_a_file_behind_a_password_and_one_that_is_too_large_are_refused(
    service: ExtractionService,
) -> None:
    assert refusal_of(service, encrypted()) is RefusalReason.ENCRYPTED
    assert refusal_of(service, PAPER, most=len(PAPER) - 1) is RefusalReason.TOO_LARGE
    assert service.upload([PAPER], "a.pdf", most=len(PAPER)).size == len(PAPER)


def test_without_the_filter_what_is_no_paper_is_read(service: ExtractionService) -> None:
    sent = service.upload([samples.cv_pdf()], "cv.pdf", is_filtered=False)
    assert "Curriculum" in read_text(service, sent)
    assert service.read(sent).paper["provenance"]


def test_one_bad_file_costs_its_own_request_only(service: ExtractionService) -> None:
    """While one hangs and one eats memory, others are read by the workers that are left."""
    bad = Settings().override({"workers.jobs": 2, "workers.seconds": 2.0})
    made = ExtractionService(bad, service.resources.folder.parent / "bad")
    titles = ["A Study of Trees", "A Study of Forests", "A Study of Woods"]
    with ThreadPoolExecutor(4) as threads:
        hangs = threads.submit(refusal_of, made, samples.pdf_that_spins())
        reads = [
            threads.submit(made.read_once, [samples.paper_pdf(title=title)], "p", ReadingWish())
            for title in titles
        ]
        assert hangs.result() is RefusalReason.TOO_COSTLY
        assert [one.result().paper["title"] for one in reads] == titles
    made.close()


def test_all_that_is_kept_is_for_its_owner(service: ExtractionService) -> None:
    sent = service.upload([PAPER], "a.pdf")
    service.read(sent)
    near = service.resources.folder / "near"
    for path in files_below(service):
        if path.is_file() and near in path.parents:
            continue  # nobody else comes into that folder
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_tokens_cannot_be_guessed_and_lead_nowhere_else(service: ExtractionService) -> None:
    tokens = {service.upload([PAPER], "a.pdf").token for _ in range(5)}
    assert len(tokens) == 5
    assert all(len(token) == 25 for token in tokens)
    for wrong in ("", "..", "../readings", "tmp", "tmp" + "a" * 22, f"{tokens.pop()}/..", "%00"):
        with pytest.raises(UnknownTokenError):
            service.find(wrong)


def age(path: Path, hours: float) -> None:
    then = time.time() - hours * 3600
    os.utime(path, (then, then))


def test_what_nobody_uses_expires_and_a_use_puts_it_off(tmp_path: Path) -> None:
    kept = Resources(tmp_path / "kept", expires=3600, total_bytes=10**9)
    used, unused = (kept.keep(kept.receive([b"a file"], "a", 100)) for _ in range(2))
    for one in (used, unused):
        age(kept.folder / "tokens" / one.token, 0.9)
    kept.find(used.token)
    for one in (used, unused):
        folder = kept.folder / "tokens" / one.token
        age(folder, (time.time() - folder.stat().st_mtime) / 3600 + 0.2)
    with pytest.raises(UnknownTokenError):
        kept.find(unused.token)
    assert kept.sweep() == 1
    assert kept.find(used.token) == used
    assert not (kept.folder / "tokens" / unused.token).exists()


def test_a_small_file_touches_the_disk_only_when_somebody_needs_it_there(tmp_path: Path) -> None:
    kept = Resources(tmp_path / "kept", expires=3600, total_bytes=10**9)
    small = kept.receive([b"a", b" file"], "a", 100)
    assert (small.size, small.sha1) == (6, sha1(b"a file").hexdigest())
    assert not list((kept.folder / "tokens").iterdir())
    assert small.path().read_bytes() == b"a file"
    pieces = [bytes([number]) * 300_000 for number in range(10)]
    large = kept.receive(iter(pieces), "b", 10**7)
    assert large.path().read_bytes() == b"".join(pieces)
    assert large.sha1 == sha1(b"".join(pieces)).hexdigest()
    for one in (small, large):
        one.drop()
    for wrong in ([], [b"x" * 101], [b"x" * 2**20, b"x" * 2**20]):
        with pytest.raises(RefusedFileError):
            kept.receive(iter(wrong), "c", 2**20 + 100 if len(wrong) == 2 else 100)
    assert not list((kept.folder / "tokens").iterdir())


def test_what_a_killed_process_has_left_is_swept(tmp_path: Path) -> None:
    kept = Resources(tmp_path / "kept", expires=3600, total_bytes=10**9)
    part = kept.receive([b"half"], "a", 100).path().parent
    kept.sweep()
    assert part.exists()  # it may still be under way
    age(part, 2)
    kept.sweep()
    assert not part.exists()
    made = kept.folder / "scratch-999999999"
    made.mkdir()
    service = ExtractionService(settings(), kept.folder)
    assert not made.exists()
    service.close()


def test_a_reading_in_use_is_not_swept(tmp_path: Path) -> None:
    kept = Resources(tmp_path / "kept", expires=3600, total_bytes=10**9)
    folder = kept.make_reading("key", lambda part: {})
    with kept.using("key"):
        age(folder, 2)
        kept.sweep()
        assert folder.is_dir()
    kept.sweep()
    assert not folder.exists()


def test_a_reading_is_replaced_under_the_eyes_of_who_reads_it(tmp_path: Path) -> None:
    kept = Resources(tmp_path / "kept", expires=3600, total_bytes=10**9)

    def fill(part: Path) -> dict[str, Any]:
        (part / "text.txt").write_bytes(b"x" * 10_000)
        return {"n": 1}

    folder = kept.make_reading("key", fill)
    (folder / "page-1.png").touch()
    ends = threading.Event()

    def make_anew() -> None:
        while not ends.is_set():
            kept.make_reading("key", fill, is_new=True)

    thread = threading.Thread(target=make_anew)
    thread.start()
    try:
        for _ in range(2000):
            found = kept.reading("key")
            assert found is not None
            assert len((found / "text.txt").read_bytes()) == 10_000
            assert json.loads((found / "about.json").read_text()) == {"n": 1}
    finally:
        ends.set()
        thread.join()
    assert sorted(path.name for path in folder.iterdir()) == ["about.json", "text.txt"]


def test_what_expires_while_it_is_read_is_read_all_the_same(tmp_path: Path) -> None:
    """Sweeps one after the other, with everything past its time."""
    service = ExtractionService(settings(**{"service.expires_hours": 1e-9}), tmp_path / "kept")
    ends = threading.Event()

    def sweep() -> None:
        while not ends.is_set():
            service.resources.sweep()

    thread = threading.Thread(target=sweep)
    thread.start()
    try:
        for _ in range(rounds(2, 50)):
            read = service.read_once([PAPER], "a.pdf", ReadingWish())
            assert read.paper["references"]
            service.places(read.sha1, read.paper)
    finally:
        ends.set()
        thread.join()
        service.close()


def test_a_full_store_forgets_readings_and_keeps_what_has_a_token(tmp_path: Path) -> None:
    kept = Resources(tmp_path / "kept", expires=3600, total_bytes=300_000)

    def fill(part: Path) -> dict[str, Any]:
        (part / "text.txt").write_bytes(b"x" * 100_000)
        return {}

    for name in ("first", "second", "third"):
        kept.make_reading(name, fill)
    age(kept.folder / "readings" / "second", 0.5)
    sent = kept.keep(kept.receive([b"a file"], "a", 100))
    assert kept.reading("second") is None
    assert kept.reading("first") is not None
    for _ in range(2):
        kept.keep(kept.receive([b"y" * 200_000], "b", 200_000))
    with pytest.raises(BusyError):
        kept.receive([b"one more"], "c", 100).path()
    assert kept.find(sent.token) == sent


def test_a_reading_that_is_damaged_is_made_anew(service: ExtractionService) -> None:
    sent = service.upload([samples.paper_pdf(title="A Damaged Reading")], "a.pdf")
    for path in (service.resources.folder / "readings").glob(f"{sent.sha1}-*/about.json"):
        path.write_text("{")
    assert service.read(sent).paper["title"] == "A Damaged Reading"


def test_who_finds_the_queue_full_is_told_when_to_come_again(tmp_path: Path) -> None:
    queue = ReadingQueue(settings(**{"workers.jobs": 1, "service.queue": 1}), tmp_path)
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda: answers.append(ask(queue, 1.0))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(1) == 2
    turned_away = [one for one in answers if isinstance(one, BusyError)]
    assert len(turned_away) == 2
    assert all(one.seconds >= 1 for one in turned_away)
    assert queue.load == 0
    queue.close()
    assert isinstance(ask(queue, 0), BusyError)


def ask(queue: ReadingQueue, seconds: float) -> Any:
    try:
        return queue.ask(tasks.sleep_for, seconds)
    except BusyError as problem:
        return problem


def test_who_waits_too_long_is_sent_away(tmp_path: Path) -> None:
    queue = ReadingQueue(settings(**{"workers.jobs": 1, "service.wait_seconds": 2.0}), tmp_path)
    first = threading.Thread(target=ask, args=(queue, 4.0))
    first.start()
    time.sleep(2)  # the worker has the first in hand
    began = time.monotonic()
    assert isinstance(ask(queue, 0.0), BusyError)
    assert time.monotonic() - began < 5
    first.join()
    assert ask(queue, 0.0) == 1
    queue.close()


@pytest.mark.parametrize("problem", [StorageError("No room."), BlockingIOError(11, "No room")])
def test_a_machine_that_starts_no_worker_fails_who_waits_and_nobody_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def refuse(*limits: Any) -> WorkerProcess:
        raise problem

    queue = ReadingQueue(settings(**{"workers.jobs": 1, "service.wait_seconds": 30.0}), tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(WorkerProcess, "start", refuse)
        with pytest.raises(SheafError, match="No room"):
            queue.ask(tasks.sleep_for, 0.0)
    assert ask(queue, 0.0) == 1
    queue.close()


def test_reference_strings_are_read_in_their_order(service: ExtractionService) -> None:
    strings = ["A. Turing. On Computable Numbers. 1936.", "K. Gödel. On Formally. 1931."]
    found = service.parse_references(strings)
    assert [one["year"] for one in found] == [1936, 1931]
    assert [one["raw"] for one in found] == strings
    json.dumps(found)


def near_copies() -> tuple[bytes, bytes, bytes]:
    """A paper, the same with another page number, and one of the same words with another title."""
    title, other = "A Long Study of Near Copies", "An Extended Study of Something Else"
    words = "We study how copies differ from each other when a publisher adds a line to each. " * 60
    text = f"{{}}\n\nAda Lovelace\n\nAbstract\n{words}\n\nReferences\n[1] A. Turing. 1936.\n"
    one = text.format(title)
    return one.encode(), f"{one}\nPage 17\n".encode(), text.format(other).encode()


def test_what_was_read_of_a_near_copy_is_used_again(service: ExtractionService) -> None:
    wish = ReadingWish(is_filtered=False)
    first, copy, other = near_copies()
    read = service.read_once([first], "a.txt", wish)
    assert not read.is_reused
    assert read.source == read.sha1
    reused = service.read_once([copy], "b.txt", wish)
    assert reused.is_reused
    assert reused.source == read.sha1
    assert reused.distance <= 3
    assert reused.sha1 != read.sha1
    assert reused.paper["title"] == read.paper["title"] == "A Long Study of Near Copies"
    assert reused.paper["provenance"]["source"] == "b.txt"
    # A title that does not stand on the first page is not taken over.
    titled = service.read_once([other], "c.txt", replace(wish, max_distance=8))
    assert not titled.is_reused
    assert titled.paper["title"] == "An Extended Study of Something Else"
    for asked in (replace(wish, max_distance=0), replace(wish, reextract=True)):
        again = service.read_once([copy], "b.txt", asked)
        assert not again.is_reused
        assert again.source == again.sha1


@pytest.fixture(params=["embedded", "redis"])
def near_at(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., NearReadings]:
    """What opens the store that is meant, again and again."""
    url = ""
    if request.param == "redis":
        pytest.importorskip("redis")
        url = request.getfixturevalue("redis_server").fresh_database()

    def opened(basis: str = "basis", expires: float = 3600.0) -> NearReadings:
        return open_near(tmp_path / "near", url, basis, expires=expires, most_bytes=10**9)

    return opened


@pytest.mark.parts("redis")
def test_near_readings_are_those_within_so_many_bits(near_at: Callable[..., NearReadings]) -> None:
    """Against looking at each; and the next process finds the same."""
    random, parts = Random(7), HEADER.parts
    prints = [random.getrandbits(64) for _ in range(60)]
    prints += [one ^ (1 << random.randrange(64)) for one in prints[:30]]
    names = [sha1(b"%d" % number).hexdigest() for number in range(len(prints))]
    near = near_at()
    for name, fingerprint in zip(names, prints, strict=True):
        near.remember(name, fingerprint, parts, {"title": name})
    for again in (near, near_at()):
        for at in range(0, 90, 7):
            found = list(again.find(names[at], prints[at], 3, parts))
            wanted = {
                names[n]
                for n, one in enumerate(prints)
                if n != at and (one ^ prints[at]).bit_count() <= 3
            }
            assert {one.sha1 for one in found} == wanted
            assert all(one.paper == {"title": one.sha1} for one in found)
            assert [one.distance for one in found] == sorted(one.distance for one in found)
        again.close()
    assert not list(near_at("another").find(names[0], prints[0], 3, parts))
    assert not list(near_at().find("f" * 40, prints[0], 3, frozenset({Part.BODY})))
    # What was read whole is there in part too.
    near.remember(names[0], prints[0], ALL_PARTS, {"title": "all of it"})
    [whole] = near.find("f" * 40, prints[0], 0, frozenset({Part.BODY}))
    assert whole.paper == {"title": "all of it"}


@pytest.mark.parts("redis")
def test_near_readings_expire(near_at: Callable[..., NearReadings]) -> None:
    near = near_at(expires=0.2)
    near.remember("a" * 40, 7, HEADER.parts, {})
    time.sleep(0.3)
    assert not list(near.find("b" * 40, 7, 3, HEADER.parts))
    assert near.forget_expired() == 1
    assert near.forget_expired() == 0


def test_what_is_no_url_of_a_redis_is_told_at_the_start(tmp_path: Path) -> None:
    pytest.importorskip("redis")
    with pytest.raises(UsageError, match="cannot be used"):
        ExtractionService(settings(**{"service.redis": "http://127.0.0.1/"}), tmp_path / "kept")


def test_a_store_that_does_not_answer_is_no_reason_not_to_read(tmp_path: Path) -> None:
    """A Redis that is not there, and a folder that is a file."""
    pytest.importorskip("redis")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "near").write_text("in the way")
    for url in ("redis://127.0.0.1:1/0", ""):
        chosen = settings(**{"workers.jobs": 1, "service.redis": url})
        service = ExtractionService(chosen, tmp_path / "kept")
        for data in near_copies()[:2]:
            read = service.read_once([data], "a.txt", ReadingWish(is_filtered=False))
            assert not read.is_reused
            assert read.paper["title"]
            shutil.rmtree(tmp_path / "kept" / "readings")
            (tmp_path / "kept" / "readings").mkdir()
        service.close()


def test_readings_are_found_again_by_the_next_process(tmp_path: Path) -> None:
    first, copy, _ = near_copies()
    wish = ReadingWish(is_filtered=False)
    for data, is_reused in ((first, False), (copy, True)):
        made = ExtractionService(settings(**{"workers.jobs": 1}), tmp_path / "kept")
        assert made.read_once([data], "a.txt", wish).is_reused is is_reused
        made.close()


def test_a_file_that_is_removed_while_it_is_read_is_not_there(
    service: ExtractionService, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = service.upload([PAPER], "a.pdf")

    def remove_first(*_: Any) -> Any:
        service.remove(sent.token)
        raise RefusedFileError(RefusalReason.FAULT, "there is no such file")

    monkeypatch.setattr(service, "_look", remove_first)
    with pytest.raises(UnknownTokenError):
        service.read(sent)
