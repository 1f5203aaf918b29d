"""A backup has the files; of a catalogue on a server it says how to dump it. On all three."""

from sheaf.deposit.backup.backup import MARK


def test_what_a_copy_lacks_is_told_and_what_was_dumped_stays(library, tmp_path):
    url = library.settings.deposit.database
    target = tmp_path / "copy"
    done = library.backup(target)
    assert (target / "sheaf.toml").read_text() == (library.folder / "sheaf.toml").read_text()
    assert (target / MARK).is_file()
    if url.startswith("sqlite"):
        assert done.notes == []
        return
    assert "dump" in done.notes[0]
    assert url not in done.notes[0]
    dump = target / "catalogue.dump"
    dump.write_bytes(b"PGDMP")
    assert library.backup(target).removed == 0
    assert dump.is_file()
