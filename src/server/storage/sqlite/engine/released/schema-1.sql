PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE store (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO store VALUES('id','73681a94-361e-492d-9881-7b79ecd35576');
CREATE TABLE ids (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, created_at TEXT NOT NULL, deleted_at TEXT, meta TEXT NOT NULL DEFAULT '{}'
  ) WITHOUT ROWID;
INSERT INTO ids VALUES('AAAA','local','2026-01-01T00:00:00.000Z',NULL,'{}');
INSERT INTO ids VALUES('BBBB','local','2026-01-01T00:00:00.000Z','2026-01-01T00:01:40.000Z','{}');
INSERT INTO ids VALUES('CCCC','ann','2026-01-01T00:00:00.000Z',NULL,'{}');
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
INSERT INTO canvases VALUES(1,'AAAA','local','Über','draft',3,3,'2026-01-01T00:00:00.000Z','2026-01-01T00:00:03.000Z','user',2,0,0,1,'f1','{}','{"comments":[],"proposals":[],"protections":[],"approval":null,"settings":{"suggestOnly":false},"told":{"offeredRevision":0,"seenRevision":0,"marks":[]},"widgetKey":"key","head":{"by":{"kind":"person","client":"widget"},"openedAt":"2026-01-01T00:00:03.000Z","sealed":false},"document":{"id":"AAAA","title":"Über","titleGiven":false,"status":"draft","createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:03.000Z","version":3,"revision":3,"lastEditor":"user"}}',replace(replace('# Über\r\n\r\nthird','\r',char(13)),'\n',char(10)),replace(replace('über\n# über\r\n\r\nthird','\r',char(13)),'\n',char(10)),replace(replace('# Über ''quotes''\r\n\r\nfirst','\r',char(13)),'\n',char(10)));
INSERT INTO canvases VALUES(3,'CCCC','ann','Untitled','draft',1,1,'2026-01-01T00:00:00.000Z','2026-01-01T00:00:00.000Z','claude',1,0,0,0,NULL,'{}','{"comments":[],"proposals":[],"protections":[],"approval":null,"settings":{"suggestOnly":false},"told":{"offeredRevision":0,"seenRevision":0,"marks":[]},"widgetKey":"key","head":{"by":{"kind":"model","client":"test"},"openedAt":"2026-01-01T00:00:00.000Z","sealed":false},"document":{"id":"CCCC","title":"Untitled","titleGiven":false,"status":"draft","createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z","version":1,"revision":1,"lastEditor":"claude"}}','hers',NULL,NULL);
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
INSERT INTO versions VALUES(1,1,'local',1,'Über','draft','{"kind":"model","client":"test"}','2026-01-01T00:00:00.000Z',1,0,NULL,'{}','05625d162b032055178430384d3c0c9c',1,'"# Über ''quotes''\r\n\r\nfirst"');
INSERT INTO versions VALUES(1,2,'local',2,'Über','draft','{"kind":"person","client":"widget"}','2026-01-01T00:00:02.000Z',1,0,NULL,'{}','0d6b2ed65799c9526cf19610f43386f1',2,'"# Über\r\n\r\nsecond"');
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
INSERT INTO events VALUES(1,1,'local','created','{"kind":"model","client":"test"}','2026-01-01T00:00:00.000Z',1,'{}','{}');
INSERT INTO events VALUES(1,2,'local','saved','{"kind":"person","client":"widget"}','2026-01-01T00:00:02.000Z',2,'{"revision":2}','{}');
INSERT INTO events VALUES(1,3,'local','saved','{"kind":"person","client":"widget"}','2026-01-01T00:00:03.000Z',3,'{"revision":3}','{}');
INSERT INTO events VALUES(3,1,'ann','created','{"kind":"model","client":"test"}','2026-01-01T00:00:00.000Z',1,'{}','{}');
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
INSERT INTO once VALUES('local','','k1','f1','AAAA','2026-01-01T00:01:40.000Z','{}');
INSERT INTO once VALUES('local','AAAA','econd','g','AAAA','2026-01-01T00:01:40.000Z','{}');
INSERT INTO once VALUES('local','AAAA','third','g','AAAA','2026-01-01T00:01:40.000Z','{}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('canvases',3);
CREATE INDEX canvases_by_time ON canvases (owner, updated_at, seq);
CREATE INDEX canvases_by_fingerprint ON canvases (owner, fingerprint, created_at) WHERE fingerprint IS NOT NULL;
CREATE UNIQUE INDEX versions_by_number ON versions (canvas, version);
CREATE INDEX once_by_time ON once (at);
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 1467106145;
