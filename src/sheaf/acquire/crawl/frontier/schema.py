"""The tables of a frontier, and how the file of an older version is brought up to date.

urls      every URL that entered the crawl, in the order it came; only ever added to
visits    how a URL ended, the last time it did, and what was last found there
counts    URLs and bytes by host and outcome, so that a status costs no walk over the visits
totals    the same by outcome alone, so that it costs no walk over the hosts either
hosts     names, until when a host wants to be left alone, what it has given of its budget, and how
          many of its URLs wait or have ended
state     how far the files are committed, and why the last run ended (run_end: empty while it runs,
          and where it was killed)
left_out  links that did not enter the crawl, by the rule that kept them out
imported  how far each WARC file has been imported into the library
orders    what other processes want of the crawl that is running
told      what the crawl was told when it was last run; made, where it is missing, by remembered.py
"""

from __future__ import annotations

import sqlite3

VERSION = 8
OLDER = (2, 3, 4, 5, 6, 7)
TABLES = """
CREATE TABLE hosts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    not_before REAL NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    host INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    via INTEGER,
    anchor_text TEXT NOT NULL,
    hops TEXT NOT NULL,
    seed INTEGER NOT NULL,
    redirects INTEGER NOT NULL,
    priority INTEGER NOT NULL
) STRICT;
CREATE TABLE visits (
    url INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    size INTEGER NOT NULL,
    ended REAL NOT NULL,
    digest TEXT,
    etag TEXT,
    last_modified TEXT,
    warc_file TEXT,
    warc_offset INTEGER,
    found REAL,
    reason TEXT
) STRICT;
CREATE TABLE counts (
    host INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    urls INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (host, outcome)
) STRICT, WITHOUT ROWID;
CREATE TABLE robots (site TEXT PRIMARY KEY, text BLOB NOT NULL, asked_at REAL NOT NULL) STRICT;
CREATE TABLE orders (id INTEGER PRIMARY KEY, word TEXT NOT NULL, url TEXT NOT NULL) STRICT;
CREATE TABLE state (
    round INTEGER NOT NULL,
    is_paused INTEGER NOT NULL,
    run_began REAL NOT NULL,
    run_updated REAL NOT NULL,
    fetches INTEGER NOT NULL,
    run_fetches INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    written INTEGER NOT NULL,
    warc_file TEXT,
    warc_size INTEGER NOT NULL,
    log_size INTEGER NOT NULL,
    log_lines TEXT NOT NULL,
    run_end TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO state VALUES (1, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, '', '');
-- Every URL with its end in words; without one it waits.
CREATE VIEW ends AS
SELECT urls.url AS url, hosts.name AS host, visits.outcome AS outcome, visits.status AS status,
       visits.warc_file AS warc_file, visits.warc_offset AS warc_offset
FROM urls JOIN hosts ON hosts.id = urls.host CROSS JOIN state
LEFT JOIN visits ON visits.url = urls.id AND visits.round = state.round;
"""
# What versions 2 and 3, then 4, and so on lack.
COLUMNS = {
    "state": ("run_end TEXT NOT NULL DEFAULT ''",),
    "visits": ("found REAL", "reason TEXT"),
    "hosts": (
        "pages INTEGER NOT NULL DEFAULT 0",
        "bytes INTEGER NOT NULL DEFAULT 0",
        "waiting INTEGER NOT NULL DEFAULT 0",
        "ended INTEGER NOT NULL DEFAULT 0",
    ),
}
SPENT_SO_FAR = """
UPDATE hosts SET bytes = (SELECT coalesce(sum(bytes), 0) FROM counts WHERE host = hosts.id),
    pages = (SELECT coalesce(sum(urls), 0) FROM counts WHERE host = hosts.id AND outcome IN
        ('fetched', 'too_large', 'redirect', 'bad_status', 'unchanged'))
"""
# All URLs of a host are counted under '' and, once they have ended, under their outcome too.
SUMS_SO_FAR = (
    "INSERT INTO totals SELECT outcome, sum(urls) FROM counts GROUP BY outcome",
    """
UPDATE hosts SET
    waiting = (SELECT coalesce(sum(iif(outcome = '', urls, -urls)), 0) FROM counts
        WHERE host = hosts.id),
    ended = (SELECT coalesce(sum(urls), 0) FROM counts WHERE host = hosts.id AND outcome <> '')
""",
)
# Every change of `counts` is carried over by the database itself: whoever changes them, in whatever
# way, the sums are those of the rows.
CARRY_OVER = """
CREATE TRIGGER {name} AFTER {event} ON counts BEGIN
    INSERT INTO totals VALUES ({row}.outcome, {more})
        ON CONFLICT DO UPDATE SET urls = urls + excluded.urls;
    UPDATE hosts SET waiting = waiting + iif({row}.outcome = '', {more}, -({more})),
        ended = ended + iif({row}.outcome = '', 0, {more}) WHERE id = {row}.host;
END
"""
IMPORTED = """
CREATE TABLE imported (
    warc_file TEXT PRIMARY KEY,
    run INTEGER NOT NULL,
    size INTEGER NOT NULL,
    ending BLOB NOT NULL,
    last_record TEXT NOT NULL,
    last_capture TEXT NOT NULL,
    kinds TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""
SET_VERSION = f"PRAGMA user_version = {VERSION}"
ADDED = (
    """
CREATE TABLE totals (outcome TEXT PRIMARY KEY, urls INTEGER NOT NULL) STRICT, WITHOUT ROWID
""",
    "CREATE INDEX hosts_in_order ON hosts (waiting DESC, ended DESC)",
    CARRY_OVER.format(name="counted", event="INSERT", row="new", more="new.urls"),
    CARRY_OVER.format(name="recounted", event="UPDATE", row="new", more="new.urls - old.urls"),
    CARRY_OVER.format(name="uncounted", event="DELETE", row="old", more="-old.urls"),
    """
CREATE TABLE left_out (reason TEXT PRIMARY KEY, links INTEGER NOT NULL) STRICT, WITHOUT ROWID
""",
    IMPORTED,
)


def create(connection: sqlite3.Connection) -> None:
    statements = "; ".join(ADDED)
    connection.executescript(f"BEGIN; {TABLES} {statements}; {SET_VERSION}; COMMIT;")


def bring_up_to_date(write: sqlite3.Connection) -> None:
    """Within a transaction; another process may have been quicker."""
    (version,) = write.execute("PRAGMA user_version").fetchone()
    if version == VERSION:
        return
    for table, columns in COLUMNS.items():
        known = {row[1] for row in write.execute(f"PRAGMA table_info({table})")}
        for column in columns:
            if column.split()[0] not in known:
                write.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    if version < 4:
        write.execute(SPENT_SO_FAR)
    for statement in (*ADDED, *SUMS_SO_FAR) if version < 5 else ():
        write.execute(statement)
    if 5 <= version < 8:
        # They did not say what kinds of records they had counted. Without a mark the file is read.
        write.execute("DROP TABLE imported")
        write.execute(IMPORTED)
    write.execute(SET_VERSION)
