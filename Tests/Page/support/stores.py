"""Stores with many records, made faster than any scan could."""

import sqlite3
from contextlib import closing
from pathlib import Path

from support.photos import CAT, noise
from support.server import run_zooscan

#: What is changed in each copy of the record; all else is as the program itself wrote it.
CHANGED = {
    "number": "?1 + n",
    "content": "randomblob(32)",
    "perceptual_hash": "n * 2654435761",
    "label": "'animal kind ' || (n % 40)",
    "is_loved": "n % 50 = 0",
    "scanned_at": "scanned_at - n * 60000",
    "width": "1600",
    "height": "1200",
    "kept": "NULL",
}


def make_store(folder: Path, count: int) -> None:
    """Makes a store of one cat and `count` more animals, each older than the one before, of 40 kinds; every 50th is
    loved. Their photos are not there, their small pictures are."""
    run_zooscan("scan", "--store", folder, CAT)
    with closing(sqlite3.connect(folder / "animals.sqlite")) as store, store:
        store.execute("PRAGMA synchronous = OFF")
        columns = [row[1] for row in store.execute("PRAGMA table_info(animal)")]
        cat, scanned_at = store.execute("SELECT number, scanned_at FROM animal").fetchone()
        values = ", ".join(CHANGED.get(column, column) for column in columns)
        numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)"
        store.execute(
            f"{numbers} INSERT INTO animal ({', '.join(columns)}) SELECT {values} FROM animal, numbers"
            " WHERE number = ?1 ORDER BY n",
            (cat, count),
        )
        store.execute(
            f"{numbers} INSERT INTO photo (root, path, animal, byte_count, modified)"
            " SELECT root, CAST('folder/photo ' || n || '.jpg' AS BLOB), ?1 + n, byte_count, modified"
            " FROM photo, numbers WHERE animal = ?1",
            (cat, count),
        )
        pictures = [noise(seed, 160, 120) for seed in range(20)]
        store.executemany(
            "INSERT INTO thumbnail (animal, jpeg) VALUES (?, ?)",
            ((cat + n, pictures[n % len(pictures)]) for n in range(1, count + 1)),
        )
