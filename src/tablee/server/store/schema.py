"""The schema of both databases, as numbered steps that are taken once and never changed.

`{text}` and `{bytes}` are the types that the databases name differently; texts are compared byte by
byte, so that both order them alike. `{clustered}` keeps rows in the order of their key where the
database can do that. What begins with `{sqlite}` is not for the other one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping

from tablee.server.store.retention import SPOKE

LOG = logging.getLogger("tablee.store")

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE persons (
            id {text} PRIMARY KEY,
            name {text} NOT NULL,
            avatar {text} NOT NULL,
            created BIGINT NOT NULL,
            login {text} UNIQUE,
            password_hash {text},
            deleted BIGINT
        )""",
        """
        CREATE TABLE tokens (
            hash {bytes} PRIMARY KEY,
            person {text} NOT NULL REFERENCES persons (id),
            created BIGINT NOT NULL,
            last_used BIGINT NOT NULL,
            label {text} NOT NULL
        )""",
        "CREATE INDEX tokens_of ON tokens (person)",
        """
        CREATE TABLE passkeys (
            credential {bytes} PRIMARY KEY,
            person {text} NOT NULL REFERENCES persons (id),
            public_key {bytes} NOT NULL,
            sign_count BIGINT NOT NULL,
            name {text} NOT NULL,
            created BIGINT NOT NULL
        )""",
        "CREATE INDEX passkeys_of ON passkeys (person)",
        """
        CREATE TABLE entries (
            table_id {text} NOT NULL,
            seq BIGINT NOT NULL,
            at BIGINT NOT NULL,
            command {text} NOT NULL UNIQUE,
            body {bytes} NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) {clustered}""",
        """
        CREATE TABLE heads (
            table_id {text} PRIMARY KEY,
            seq BIGINT NOT NULL,
            game {text} NOT NULL,
            stage {text} NOT NULL,
            public BOOLEAN NOT NULL,
            created BIGINT NOT NULL,
            changed BIGINT NOT NULL,
            deadline BIGINT,
            bot_due BOOLEAN NOT NULL,
            persons {text} NOT NULL,
            to_act {text},
            summary {bytes} NOT NULL
        ) {clustered}""",
        "CREATE INDEX heads_open ON heads (created) WHERE public AND stage = 'lobby'",
        "CREATE INDEX heads_due ON heads (deadline) WHERE deadline IS NOT NULL",
        "CREATE INDEX heads_bots ON heads (changed) WHERE bot_due",
        """
        CREATE TABLE sitting (
            person {text} NOT NULL,
            table_id {text} NOT NULL,
            PRIMARY KEY (person, table_id)
        ) {clustered}""",
        "CREATE INDEX sitting_at ON sitting (table_id)",
        """
        CREATE TABLE results (
            table_id {text} NOT NULL UNIQUE,
            game {text} NOT NULL,
            at BIGINT NOT NULL,
            rated BOOLEAN NOT NULL,
            persons {text} NOT NULL,
            ranks {text} NOT NULL,
            scores {text} NOT NULL,
            number BIGINT PRIMARY KEY
        )""",
        "CREATE INDEX results_game ON results (game, number)",
        """
        CREATE TABLE played (
            person {text} NOT NULL,
            number BIGINT NOT NULL,
            PRIMARY KEY (person, number)
        ) {clustered}""",
        "CREATE TABLE alive (process {text} PRIMARY KEY, at BIGINT NOT NULL)",
    ),
    ("CREATE INDEX heads_played ON heads (changed) WHERE stage = 'playing'",),
    # SQLite kept entries in the order of their keys, which moved them about with every new one.
    (
        "{sqlite}ALTER TABLE entries RENAME TO old_entries",
        """{sqlite}
        CREATE TABLE entries (
            table_id {text} NOT NULL,
            seq BIGINT NOT NULL,
            at BIGINT NOT NULL,
            command {text} NOT NULL UNIQUE,
            body {bytes} NOT NULL,
            PRIMARY KEY (table_id, seq)
        )""",
        "{sqlite}INSERT INTO entries SELECT * FROM old_entries ORDER BY table_id, seq",
        "{sqlite}DROP TABLE old_entries",
    ),
    (
        """
        CREATE TABLE looking (
            table_id {text} NOT NULL,
            process {text} NOT NULL,
            person {text} NOT NULL,
            PRIMARY KEY (table_id, process, person)
        ) {clustered}""",
    ),
    (
        """
        CREATE TABLE attempts (
            key {bytes} PRIMARY KEY,
            count BIGINT NOT NULL,
            at BIGINT NOT NULL
        )""",
        "CREATE INDEX attempts_at ON attempts (at)",
    ),
    (
        """
        CREATE TABLE devices (
            hash {bytes} PRIMARY KEY,
            proven BIGINT NOT NULL,
            notices {text} NOT NULL
        )""",
    ),
    # To find what has been left alone for long; the last one knows chat by how its entries begin.
    (
        "CREATE INDEX heads_changed ON heads (changed, table_id)",
        "CREATE INDEX persons_guests ON persons (created, id)"
        " WHERE deleted IS NULL AND password_hash IS NULL",
        "CREATE INDEX persons_deleted ON persons (id) WHERE deleted IS NOT NULL",
        "CREATE INDEX entries_chat ON entries (at, table_id, seq)"
        " WHERE substr(body, 1, 15) = {spoke}",
    ),
    (
        """
        CREATE TABLE acts (
            id {text} PRIMARY KEY,
            at BIGINT NOT NULL,
            operator {text} NOT NULL,
            deed {text} NOT NULL,
            target {text} NOT NULL,
            reason {text} NOT NULL,
            until BIGINT
        )""",
        "CREATE INDEX acts_deed ON acts (deed)",
        """
        CREATE TABLE reports (
            id {text} PRIMARY KEY,
            at BIGINT NOT NULL,
            reporter {text} NOT NULL,
            person {text} NOT NULL,
            table_id {text} NOT NULL,
            seq BIGINT NOT NULL,
            about {text} NOT NULL,
            text {text} NOT NULL
        )""",
        "CREATE INDEX reports_at ON reports (at, id)",
        "CREATE INDEX reports_by ON reports (reporter)",
    ),
    (
        "CREATE TABLE names (person {text} PRIMARY KEY, skeleton {text} NOT NULL)",
        "CREATE INDEX names_alike ON names (skeleton)",
    ),
    ("ALTER TABLE results ADD COLUMN offline BOOLEAN NOT NULL DEFAULT FALSE",),
)

SKIP = "--"
SQLITE = {
    "text": "TEXT", "bytes": "BLOB", "clustered": "WITHOUT ROWID", "sqlite": "",
    "spoke": f"x'{SPOKE.hex()}'",
}  # fmt: skip
POSTGRES = {
    "text": 'TEXT COLLATE "C"', "bytes": "BYTEA", "clustered": "", "sqlite": SKIP,
    "spoke": f"'\\x{SPOKE.hex()}'::bytea",
}  # fmt: skip


def steps_after(version: int, words: Mapping[str, str]) -> Iterator[tuple[int, list[str]]]:
    """Yield what is still to be done with a database of that version, each step with its number.

    The caller asks for a step once the one before is done; after the last, that is logged.
    """
    for number, step in enumerate(STEPS[version:], version + 1):
        texts = [one.format_map(words) for one in step]
        yield number, [text for text in texts if not text.startswith(SKIP)]
    if version < len(STEPS):
        fields = {"before": version, "now": len(STEPS)}
        made = "a new database is made" if version == 0 else "the database is brought up to date"
        LOG.info("%s: version %d", made, len(STEPS), extra=fields)
