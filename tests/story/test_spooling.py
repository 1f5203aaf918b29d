"""Large payloads are spooled, and no spooled file outlives its capture."""

import contextlib

from support.samples import Page, paper_pdf, write_warc

import sheaf


def test_spooled_payloads_are_let_go(tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_ACQUIRE_HAND_OVER_BYTES", "100")
    pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Title Number {n}")) for n in range(4)]
    pages += [Page("http://h/x", b"x" * 5000, "text/html", 404), Page("http://h/y", b"y" * 5000)]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    with sheaf.init(tmp_path / "lib") as library:

        def interrupt(progress):
            raise KeyboardInterrupt

        with contextlib.suppress(KeyboardInterrupt):
            library.import_([archive], report=interrupt)
        summary = library.import_([archive])
        assert summary.resumed
        assert summary.outcomes == {"new": 4, "bad_status": 1, "not_what_it_claims": 1}
        assert [path for path in (library.folder / "tmp").rglob("*") if path.is_file()] == []
