import type { SqlDatabase } from "./adapter.ts";
import { inTransaction } from "./transaction.ts";

/** "WrCa": says that a file is ours. */
export const APPLICATION_ID = 0x57724361;

/**
 * Step n takes a file from schema n to n + 1. A step that was ever released is never changed: a new one is added.
 *
 * Comments, proposals and settings live in `canvases.record` as JSON: they are read and written only together with the
 * text that they anchor to, and the numbers that lists need stand in columns of their own.
 * `search` holds title and text in lower case, only where SQLite's LIKE (ASCII only) cannot fold them itself.
 * A row of `canvases` with `deleted_at` lies in the bin: everything reads the view `living`. `ids.deleted_at` outlives the row.
 * `ids.changed` counts up within an owner: the highest number belongs to the last change, also of a deleted canvas.
 * `versions.body` is JSON: a string is a full copy, a list is a patch on the version before; `base` is the full copy below.
 * `counts` says of each owner how many canvases there are of each status, in the bin and not; no row stands for none.
 * `readers` says for whom besides its owner a canvas is there: the subjects in its record's `sharing`, and its links. A row
 * with `is_reading` 0 says that it no longer is. `readers.changed` counts up within a subject as `ids.changed` does within
 * an owner. `audit` is the owner's, numbered within the owner; `people` are numbered in the order in which they first came.
 * `points` has every moment of a version's line; `reason` is "moment" of what is no recovery point. `body` is the same, but the
 * version before is all that its patch needs; or it is empty, and `step` a patch on the moment whose revision is `base`.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE store (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE ids (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, created_at TEXT NOT NULL, deleted_at TEXT, meta TEXT NOT NULL DEFAULT '{}'
  ) WITHOUT ROWID;
  CREATE TABLE canvases (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_editor TEXT NOT NULL,
    words INTEGER NOT NULL,
    open_comments INTEGER NOT NULL,
    open_proposals INTEGER NOT NULL,
    edited INTEGER NOT NULL,
    fingerprint TEXT,
    meta TEXT NOT NULL,
    record TEXT NOT NULL,
    content TEXT NOT NULL,
    search TEXT,
    baseline TEXT
  );
  CREATE INDEX canvases_by_time ON canvases (owner, updated_at, seq);
  CREATE INDEX canvases_by_fingerprint ON canvases (owner, fingerprint, created_at) WHERE fingerprint IS NOT NULL;
  CREATE TABLE versions (
    canvas INTEGER NOT NULL,
    version INTEGER NOT NULL,
    owner TEXT NOT NULL,
    revision INTEGER NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    words_added INTEGER NOT NULL,
    words_removed INTEGER NOT NULL,
    label TEXT,
    meta TEXT NOT NULL DEFAULT '{}',
    hash TEXT NOT NULL,
    base INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX versions_by_number ON versions (canvas, version);
  CREATE TABLE events (
    canvas INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    meta TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (canvas, sequence)
  ) WITHOUT ROWID;
  CREATE TABLE once (
    owner TEXT NOT NULL,
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    canvas_id TEXT NOT NULL,
    at TEXT NOT NULL,
    meta TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (owner, scope, key)
  ) WITHOUT ROWID;
  CREATE INDEX once_by_time ON once (at);
  `,
  `
  ALTER TABLE canvases ADD COLUMN deleted_at TEXT;
  CREATE INDEX canvases_binned ON canvases (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE VIEW living AS SELECT * FROM canvases WHERE deleted_at IS NULL;
  ALTER TABLE ids ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX ids_by_change ON ids (owner, changed);
  CREATE TABLE waits (
    wait_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    canvas_id TEXT NOT NULL,
    client TEXT,
    since TEXT NOT NULL,
    until TEXT NOT NULL,
    meta TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (owner, wait_id)
  ) WITHOUT ROWID;
  `,
  // A process of the first release may still have the file open: it knows neither the bin nor who listens for changes.
  `
  CREATE TRIGGER canvases_in_bin BEFORE UPDATE OF content, record ON canvases
    WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'This canvas was deleted'); END;
  CREATE TRIGGER canvases_change AFTER UPDATE OF record ON canvases
    BEGIN UPDATE ids SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM ids WHERE owner = NEW.owner)
      WHERE id = NEW.id AND owner = NEW.owner; END;
  CREATE TRIGGER ids_new AFTER INSERT ON ids WHEN NEW.changed = 0
    BEGIN UPDATE ids SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM ids WHERE owner = NEW.owner)
      WHERE id = NEW.id; END;
  CREATE TRIGGER ids_deleted AFTER UPDATE OF deleted_at ON ids WHEN NEW.changed = OLD.changed
    BEGIN UPDATE ids SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM ids WHERE owner = NEW.owner)
      WHERE id = NEW.id; END;
  `,
  // What is new to each model (listing.ts); the texts that models know moved into `record`, so `baseline` is only read.
  "ALTER TABLE canvases ADD COLUMN news TEXT;",
  // Texts that stood inside versions, and which version was approved. A process of an earlier release may still have the
  // file open, and purge canvases.
  `
  ALTER TABLE canvases ADD COLUMN approved INTEGER;
  UPDATE canvases SET approved = CASE WHEN json_valid(record) THEN json_extract(record, '$.approval.version') END;
  DROP VIEW living;
  CREATE VIEW living AS SELECT * FROM canvases WHERE deleted_at IS NULL;
  CREATE TABLE points (
    canvas INTEGER NOT NULL,
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    owner TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    words_added INTEGER NOT NULL,
    words_removed INTEGER NOT NULL,
    meta TEXT NOT NULL DEFAULT '{}',
    hash TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX points_by_revision ON points (canvas, version, revision);
  CREATE TRIGGER canvases_purged AFTER DELETE ON canvases
    BEGIN DELETE FROM points WHERE canvas = OLD.seq; END;
  `,
  // How many there are is counted when they change, not when somebody asks: triggers do it, also for a process of an earlier
  // release that has the file open. No conflict clause in them: that of the statement that sets them off would replace it.
  `
  CREATE TABLE counts (
    owner TEXT NOT NULL, status TEXT NOT NULL, is_binned INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (owner, status, is_binned)
  ) WITHOUT ROWID;
  INSERT INTO counts SELECT owner, status, deleted_at IS NOT NULL, count(*) FROM canvases GROUP BY 1, 2, 3;
  CREATE TRIGGER counts_made AFTER INSERT ON canvases BEGIN
    INSERT INTO counts SELECT NEW.owner, NEW.status, NEW.deleted_at IS NOT NULL, 0
      WHERE NOT EXISTS (SELECT 1 FROM counts WHERE owner = NEW.owner AND status = NEW.status AND is_binned = (NEW.deleted_at IS NOT NULL));
    UPDATE counts SET n = n + 1 WHERE owner = NEW.owner AND status = NEW.status AND is_binned = (NEW.deleted_at IS NOT NULL);
  END;
  CREATE TRIGGER counts_removed AFTER DELETE ON canvases BEGIN
    UPDATE counts SET n = n - 1 WHERE owner = OLD.owner AND status = OLD.status AND is_binned = (OLD.deleted_at IS NOT NULL);
    DELETE FROM counts WHERE owner = OLD.owner AND status = OLD.status AND is_binned = (OLD.deleted_at IS NOT NULL) AND n <= 0;
  END;
  CREATE TRIGGER counts_moved AFTER UPDATE OF owner, status, deleted_at ON canvases
    WHEN OLD.owner <> NEW.owner OR OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
    UPDATE counts SET n = n - 1 WHERE owner = OLD.owner AND status = OLD.status AND is_binned = (OLD.deleted_at IS NOT NULL);
    DELETE FROM counts WHERE owner = OLD.owner AND status = OLD.status AND is_binned = (OLD.deleted_at IS NOT NULL) AND n <= 0;
    INSERT INTO counts SELECT NEW.owner, NEW.status, NEW.deleted_at IS NOT NULL, 0
      WHERE NOT EXISTS (SELECT 1 FROM counts WHERE owner = NEW.owner AND status = NEW.status AND is_binned = (NEW.deleted_at IS NOT NULL));
    UPDATE counts SET n = n + 1 WHERE owner = NEW.owner AND status = NEW.status AND is_binned = (NEW.deleted_at IS NOT NULL);
  END;
  CREATE INDEX canvases_by_status ON canvases (owner, status, updated_at, seq) WHERE deleted_at IS NULL;
  CREATE INDEX canvases_by_owner ON canvases (owner) WHERE deleted_at IS NULL;
  CREATE INDEX canvases_by_title ON canvases (owner, title COLLATE NOCASE) WHERE deleted_at IS NULL;
  CREATE INDEX canvases_binned_by_owner ON canvases (owner, deleted_at, seq) WHERE deleted_at IS NOT NULL;
  CREATE TABLE used_ids (n INTEGER NOT NULL);
  INSERT INTO used_ids SELECT count(*) FROM ids;
  CREATE TRIGGER used_ids_more AFTER INSERT ON ids BEGIN UPDATE used_ids SET n = n + 1; END;
  CREATE TRIGGER used_ids_fewer AFTER DELETE ON ids BEGIN UPDATE used_ids SET n = n - 1; END;
  `,
  // Canvases that others may read, too. Triggers tell readers also of what a process of an earlier release writes, which has
  // the file open and keeps what it does not know of a record as it is. By owner and id: a canvas of somebody else's is looked
  // for as one that never was. No index has the shape of a table from which a recovery takes rows.
  `
  ALTER TABLE canvases ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
  DROP VIEW living;
  CREATE VIEW living AS SELECT * FROM canvases WHERE deleted_at IS NULL;
  CREATE UNIQUE INDEX canvases_of_owner ON canvases (owner, id);
  CREATE INDEX ids_deleted_of_owner ON ids (owner, id, deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE TABLE readers (
    subject TEXT NOT NULL,
    id TEXT NOT NULL,
    changed INTEGER NOT NULL,
    is_reading INTEGER NOT NULL,
    until TEXT,
    canvas INTEGER NOT NULL,
    PRIMARY KEY (subject, id)
  ) WITHOUT ROWID;
  CREATE INDEX readers_by_change ON readers (subject, changed);
  CREATE INDEX readers_by_canvas ON readers (id, is_reading);
  CREATE TRIGGER readers_told AFTER UPDATE OF changed ON ids WHEN NEW.changed <> OLD.changed
    BEGIN UPDATE readers SET changed =
      (SELECT coalesce(max(each.changed), 0) + 1 FROM readers AS each WHERE each.subject = readers.subject)
      WHERE id = NEW.id AND is_reading = 1; END;
  CREATE TRIGGER readers_ended AFTER DELETE ON canvases
    BEGIN UPDATE readers SET is_reading = 0, changed =
      (SELECT coalesce(max(each.changed), 0) + 1 FROM readers AS each WHERE each.subject = readers.subject)
      WHERE id = OLD.id AND is_reading = 1; END;
  CREATE TABLE people (
    subject TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    email TEXT,
    meta TEXT NOT NULL DEFAULT '{}'
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX people_by_number ON people (number);
  CREATE INDEX people_by_name ON people (name_key, number);
  CREATE INDEX people_by_email ON people (email, number) WHERE email IS NOT NULL;
  CREATE TABLE audit (
    owner TEXT NOT NULL,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    by TEXT NOT NULL,
    canvas_id TEXT NOT NULL,
    title TEXT NOT NULL,
    payload TEXT NOT NULL,
    meta TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (owner, number)
  ) WITHOUT ROWID;
  CREATE INDEX audit_by_canvas ON audit (owner, canvas_id, number);
  `,
  // What people did, by time: of an owner, and of one canvas. The kinds are those of PERSON_KINDS: another one needs other
  // indexes, and until they are there what asks for them fails. `counts`, from which a recovery takes no rows, is the only
  // table with the shape of one of them.
  `
  CREATE INDEX events_by_people ON events (owner, at, canvas, sequence)
    WHERE kind IN ('approved', 'changed', 'comment', 'created', 'interaction', 'message', 'proposal', 'protected',
      'renamed', 'restored', 'review_closed', 'sent', 'setting', 'status', 'ticked')
      AND instr(by, '"kind":"person"') > 0;
  CREATE INDEX events_by_people_in_canvas ON events (canvas, at, sequence)
    WHERE kind IN ('approved', 'changed', 'comment', 'created', 'interaction', 'message', 'proposal', 'protected',
      'renamed', 'restored', 'review_closed', 'sent', 'setting', 'status', 'ticked')
      AND instr(by, '"kind":"person"') > 0;
  `,
  // Every state inside a version, each by its changes. A process of an earlier release passes over what it has no reason for.
  "ALTER TABLE points ADD COLUMN base INTEGER; ALTER TABLE points ADD COLUMN step TEXT;",
];

export const SCHEMA_VERSION = STEPS.length;

export function schemaVersion(database: SqlDatabase): number {
  return Number(database.get("PRAGMA user_version")?.user_version ?? 0);
}

/** Takes the file to the newest schema, in one transaction; another process may have been faster. */
export function migrate(database: SqlDatabase, storeId: string): void {
  if (schemaVersion(database) === SCHEMA_VERSION) return;
  inTransaction(database, "IMMEDIATE", () => {
    const from = schemaVersion(database);
    for (const step of STEPS.slice(from)) database.exec(step);
    if (from === 0) database.run("INSERT INTO store (name, value) VALUES ('id', ?)", storeId);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}
