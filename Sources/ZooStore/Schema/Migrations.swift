/// One change of the database's layout.
package struct Migration: Sendable {
    /// Never changed once it has been released, as stores remember the names.
    package let name: String
    package let statements: String
}

extension Migration {
    /// All changes, in the order in which they are made.
    ///
    /// Only ever added to: a released migration is never edited, reordered or removed, since stores out there have
    /// gone through it.
    package static let all: [Migration] = [
        Migration(
            name: "2026-11-30 animals, photos, failures",
            statements: """
                -- A folder that was scanned. Photos are remembered by their place below it, so that it can move.
                CREATE TABLE root (
                    number INTEGER PRIMARY KEY,
                    path BLOB NOT NULL UNIQUE,
                    -- Scans are counted, and one that was cut short is known by its mark.
                    pass INTEGER NOT NULL DEFAULT 0,
                    is_passing INTEGER NOT NULL DEFAULT 0
                ) STRICT;

                -- What gave labels: a model, and the options that its labels depend on.
                CREATE TABLE labeller (
                    number INTEGER PRIMARY KEY,
                    name TEXT NOT NULL,
                    sha256 TEXT NOT NULL,
                    settings TEXT NOT NULL,
                    UNIQUE (name, sha256, settings)
                ) STRICT;

                -- One record for each photo's content, however many files hold it.
                CREATE TABLE animal (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    -- SHA-256 of the photo's bytes; the record's id is made of it.
                    content BLOB NOT NULL CHECK (length(content) = 32),
                    perceptual_hash INTEGER NOT NULL,
                    label TEXT COLLATE NOCASE,
                    description TEXT,
                    confidence REAL,
                    -- classifier, rollup, unknown or person; NULL until a label was looked for.
                    source TEXT,
                    wnid TEXT,
                    labeller INTEGER REFERENCES labeller,
                    is_loved INTEGER NOT NULL DEFAULT 0,
                    -- Milliseconds since 1970, UTC.
                    scanned_at INTEGER NOT NULL,
                    -- ISO 8601, in the camera's own time; NULL where the photo does not say.
                    taken_at TEXT,
                    width INTEGER NOT NULL,
                    height INTEGER NOT NULL,
                    is_truncated INTEGER NOT NULL,
                    byte_count INTEGER NOT NULL,
                    -- The photo's copy in the store, if it has one.
                    kept TEXT,
                    predictions TEXT NOT NULL
                ) STRICT;
                -- As much of the digest as an id holds: an index of half the size, in which nothing lies in order.
                CREATE UNIQUE INDEX animal_content ON animal (substr(content, 1, 16));
                CREATE INDEX animal_newest ON animal (scanned_at, number);
                CREATE INDEX animal_label ON animal (label, scanned_at, number);
                CREATE INDEX animal_loved ON animal (scanned_at, number) WHERE is_loved;
                CREATE INDEX animal_unknown ON animal (scanned_at, number) WHERE source = 'unknown';
                CREATE INDEX animal_unlabelled ON animal (number) WHERE source IS NULL;

                CREATE TABLE thumbnail (
                    animal INTEGER PRIMARY KEY REFERENCES animal ON DELETE CASCADE,
                    jpeg BLOB NOT NULL
                ) STRICT;

                -- The files that hold a photo. Size and time of change tell whether one must be read again.
                CREATE TABLE photo (
                    root INTEGER NOT NULL REFERENCES root,
                    path BLOB NOT NULL,
                    animal INTEGER NOT NULL REFERENCES animal ON DELETE CASCADE,
                    byte_count INTEGER NOT NULL,
                    modified INTEGER NOT NULL,
                    PRIMARY KEY (root, path)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX photo_animal ON photo (animal);

                CREATE TABLE failure (
                    root INTEGER NOT NULL REFERENCES root,
                    path BLOB NOT NULL,
                    code TEXT NOT NULL,
                    message TEXT NOT NULL,
                    -- In how many scans it failed; one that was cut short and taken up again is one.
                    attempts INTEGER NOT NULL,
                    pass INTEGER NOT NULL,
                    failed_at INTEGER NOT NULL,
                    PRIMARY KEY (root, path)
                ) STRICT, WITHOUT ROWID;
                """),
        Migration(
            name: "2026-12-01 names of uploads, wordings",
            statements: """
                -- The file name under which an uploaded photo came; NULL for one that was scanned.
                ALTER TABLE animal ADD COLUMN name TEXT;
                CREATE INDEX animal_name ON animal (name) WHERE name IS NOT NULL;

                -- Each label with each of its descriptions, however many records have them: what a search for text looks
                -- through. Some may be in no record any more.
                CREATE TABLE wording (
                    label TEXT NOT NULL,
                    description TEXT NOT NULL,
                    PRIMARY KEY (label, description)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO wording
                    SELECT DISTINCT label COLLATE BINARY, coalesce(description, '') FROM animal WHERE label IS NOT NULL;
                """),
    ]
}
