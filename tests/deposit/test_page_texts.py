"""Pages are read where they stand, and nothing is left or lost there."""

import tempfile

from sheaf.deposit.page_texts import read_stored_page


def test_a_file_in_the_folder_for_scratch_files_stays_there(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    page = tmp_path / "page.html"
    page.write_text("<html><title>Papers of Ada</title><p>Some words.</p></html>")
    found = read_stored_page(tmp_path, "", page.name, "http://a.test/page.html")
    assert (found.title, found.problem) == ("Papers of Ada", "")
    assert list(tmp_path.iterdir()) == [page]
