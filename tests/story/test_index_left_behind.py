"""A run that is stopped or killed before its index: what was kept is found all the same, or it is
said that it is not."""

import signal
import subprocess
import sys
import time

import pytest
from support.commands import ONE_WORKER, clean_environment
from support.samples import Page, paper_pdf, write_warc

import sheaf

SMALL_BATCHES = ONE_WORKER | {"SHEAF_DEPOSIT_BATCH": "1"}


@pytest.fixture
def archive(tmp_path):
    pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Study {n} of graphs", topic=f"topic {n}"))
             for n in range(40)]  # fmt: skip
    return write_warc(tmp_path / "a.warc.gz", pages)


@pytest.fixture
def folder(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        return library.folder


def start_import(archive, folder):
    """With Ctrl-C as on a terminal: who is started in the background of a shell has it off."""
    return subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", "import", str(archive), "-L", str(folder)],
        env=clean_environment() | SMALL_BATCHES, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip


def wait_for_documents(folder, process):
    with sheaf.open(folder) as library:
        while process.poll() is None and library.counts()["documents"] < 3:
            time.sleep(0.01)


def test_after_ctrl_c_what_was_kept_is_found(archive, folder):
    process = start_import(archive, folder)
    wait_for_documents(folder, process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "Bringing the index up to date" in said
    with sheaf.open(folder) as library:
        assert library.index_is_behind() == 0
        found = library.search("graphs", limit=100).total
        assert found == library.counts()["documents"] < 40


def test_an_index_that_is_behind_is_told_by_status_and_search(archive, folder, sheaf_command):
    sheaf_command("import", archive, "-L", folder, "--no-index", "--no-filter", check=0)
    status = sheaf_command("status", "-L", folder, check=0).stdout
    assert "The index is behind by 40 documents: sheaf index catches up." in status
    search = sheaf_command("search", "graphs", "-L", folder, check=0)
    assert "The index is behind by 40 documents: `sheaf index` catches up." in search.stderr
    sheaf_command("index", "-L", folder, check=0)
    assert "behind" not in sheaf_command("search", "graphs", "-L", folder, check=0).stderr
