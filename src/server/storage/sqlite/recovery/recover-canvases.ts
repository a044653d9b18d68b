import { newCanvasKey } from "../../../../core/document/ids.ts";
import { type CanvasRecord, STATUSES } from "../../../../core/records/canvas.ts";
import { hashText } from "../../../../core/text/hash-text.ts";
import { decodeAuthor } from "../../../../protocol/canvas-view.ts";
import { recordFrom } from "../../rows.ts";
import type { SqlRow } from "../engine/adapter.ts";
import { type History, readHistory, type SoundVersion } from "./recover-history.ts";
import type { FoundValue } from "./recover-pages.ts";
import type { FoundRow, FoundRows } from "./recover-rows.ts";
import type { Loss } from "./recovery-report.ts";

export interface RecoveredCanvas {
  readonly seq: number;
  readonly record: CanvasRecord;
  readonly deletedAt: string | null;
  readonly fingerprint: string | null;
  /** The row as it was found, when nothing of it is missing. */
  readonly row: SqlRow | null;
}

export interface RecoveredId {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: string;
  readonly deletedAt: string | null;
  readonly changed: number;
  readonly meta: string;
}

export interface RecoveredCanvases {
  readonly canvases: readonly RecoveredCanvas[];
  readonly ids: readonly RecoveredId[];
  readonly losses: readonly Loss[];
  /** The highest number of a canvas that was ever seen: none of them is given again. */
  readonly lastSeq: number;
}

export interface RecoveryTools {
  readonly now: Date;
  readonly randomId: (length: number) => string;
}

/** Of an id whose canvas was missed in an earlier recovery: it is not missed again. */
const LOST = '{"lost":true}';
/** SQLite's own name for the index that keeps `canvases.id` unique. */
const BY_ID = "sqlite_autoindex_canvases_1";
const ID_LENGTH = 8;

/**
 * The canvases of a damaged file: as they were where all of them can be read, else put together from what is left: the columns
 * beside a damaged record (without its comments), the newest sound version where the text is damaged.
 */
export function recoverCanvases(found: FoundRows, tools: RecoveryTools): RecoveredCanvases {
  const ids = new Map(found.of("ids").flatMap((row) => idFrom(row)));
  const seqs = new Map<string, number>();
  for (const { values } of found.of(BY_ID)) {
    if (typeof values.id === "string" && typeof values.seq === "number") seqs.set(values.id, values.seq);
  }
  const idOf = new Map([...seqs].map(([id, seq]) => [seq, id]));
  const histories = historiesOf(found);
  const canvases: RecoveredCanvas[] = [];
  const losses: Loss[] = [];
  const taken = new Set<string>();
  const take = (canvas: RecoveredCanvas, loss: Loss | null): void => {
    taken.add(canvas.record.document.id);
    canvases.push(canvas);
    if (loss !== null) losses.push(loss);
  };

  const rows = bestRows(found.of("canvases"));
  for (const [seq, row] of rows) {
    const id = textIn(row.values, "id") ?? idOf.get(seq) ?? null;
    if (id === null || taken.has(id)) continue;
    const known = ids.get(id);
    // It was removed for ever, and only its page was not used again yet.
    if (row.isStray && known?.deletedAt != null && textIn(row.values, "deleted_at") === null) continue;
    const made = fromRow({ seq, id, known, row: row.values, history: histories.get(seq) ?? NO_HISTORY }, tools);
    if (made !== null) take(made.canvas, made.loss);
  }

  const createdAt = new Map([...ids.values()].map((each) => [each.createdAt, each.id]));
  const begun = new Map(
    found.of("events").flatMap(({ values }) => (values.sequence === 1 ? [[values.canvas, values.at] as const] : [])),
  );
  for (const [seq, history] of histories) {
    const { newest } = history;
    if (newest === null || canvases.some((canvas) => canvas.seq === seq)) continue;
    const begunAt = begun.get(seq);
    const id = idOf.get(seq) ?? (typeof begunAt === "string" ? createdAt.get(begunAt) : undefined);
    const known = id === undefined ? undefined : ids.get(id);
    if ((id !== undefined && taken.has(id)) || known?.deletedAt != null) continue;
    if (id === undefined && !found.isFreeSpaceKnown) continue;
    const named = id ?? freshId(tools, (each) => ids.has(each) || taken.has(each) || seqs.has(each));
    take(
      {
        seq,
        record: putBack(fromVersion(named, known, newest, history, tools), newest.revision),
        deletedAt: null,
        fingerprint: null,
        row: null,
      },
      { kind: "older", id: named, title: newest.title, version: newest.version, isNewId: id === undefined },
    );
  }

  const missing = new Set([...ids.keys(), ...seqs.keys()].filter((id) => !taken.has(id)));
  for (const id of missing) {
    const known = ids.get(id);
    if (known !== undefined && (known.deletedAt !== null || known.meta === LOST)) continue;
    const seq = seqs.get(id);
    const title = seq === undefined ? null : (titleOf(rows.get(seq)) ?? histories.get(seq)?.newest?.title ?? null);
    losses.push({ kind: "canvas", id, title });
    const owner = known?.owner ?? [...ids.values()][0]?.owner ?? canvases[0]?.record.owner ?? "local";
    const at = tools.now.toISOString();
    ids.set(id, { ...(known ?? { id, owner, createdAt: at, deletedAt: null, changed: 0 }), meta: LOST });
  }
  for (const { record, deletedAt } of canvases) {
    const { id, createdAt: at } = record.document;
    if (!ids.has(id)) ids.set(id, { id, owner: record.owner, createdAt: at, deletedAt, changed: 0, meta: "{}" });
  }
  // Whatever canvas there was is named in one of them.
  if (!found.isWhole("ids") && !found.isWhole(BY_ID)) losses.push({ kind: "unknown" });
  const versionsLost = countLostVersions(canvases, histories);
  if (versionsLost > 0) losses.push({ kind: "versions", count: versionsLost });
  const lastSeq = Math.max(0, ...rows.keys(), ...idOf.keys(), ...histories.keys(), sequenceOf(found));
  return { canvases, ids: [...ids.values()], losses, lastSeq };
}

const NO_HISTORY: History = { newest: null, sound: new Set(), last: 0, oldestKept: 1 };

interface RowParts {
  readonly seq: number;
  readonly id: string;
  readonly known: RecoveredId | undefined;
  readonly row: FoundRow["values"];
  readonly history: History;
}

function fromRow(
  parts: RowParts,
  tools: RecoveryTools,
): { readonly canvas: RecoveredCanvas; readonly loss: Loss | null } | null {
  const { seq, id, known, row, history } = parts;
  const { newest } = history;
  const deletedAt = textIn(row, "deleted_at") ?? (row.deleted_at === undefined ? (known?.deletedAt ?? null) : null);
  const beside = { seq, deletedAt, fingerprint: textIn(row, "fingerprint") };
  const version = numberIn(row, "version") ?? 0;
  // A row that its own history has left behind is an old one, of a page that was not used again yet.
  const isOld = history.last > version;
  const record = isOld ? null : recordIn({ ...row, id });
  if (record !== null && record.document.id === id) {
    return { canvas: { ...beside, record, row: wholeRow(row) }, loss: null };
  }
  const content = textIn(row, "content");
  if (content !== null && !(isOld && newest !== null && newest.version > version)) {
    const rebuilt = fromColumns(parts, content, tools);
    const loss = recordLoss(row, id, rebuilt.document.title);
    return { canvas: { ...beside, record: rebuilt, row: null }, loss };
  }
  if (newest !== null) {
    const older = fromVersion(id, known, newest, history, tools);
    const document = {
      ...older.document,
      version: Math.max(version, older.document.version),
      revision: Math.max((numberIn(row, "revision") ?? 0) + 1, older.document.revision),
    };
    const { title } = document;
    return {
      canvas: {
        ...beside,
        record: putBack({ ...older, owner: textIn(row, "owner") ?? older.owner, document }, newest.revision),
        row: null,
      },
      // The version in force was sealed: its text is that of today.
      loss:
        newest.version === version
          ? recordLoss(row, id, title)
          : { kind: "older", id, title, version: newest.version, isNewId: false },
    };
  }
  const cut = row.content;
  if (typeof cut !== "object" || cut === null) return null;
  const rebuilt = fromColumns(parts, cut.beginning, tools);
  return {
    canvas: { ...beside, record: putBack(rebuilt, 0), row: null },
    loss: { kind: "cut", id, title: rebuilt.document.title, characters: cut.beginning.length },
  };
}

function recordLoss(row: FoundRow["values"], id: string, title: string): Loss {
  const wasShared = (numberIn(row, "shared") ?? 0) > 0 ? { wasShared: true as const } : {};
  return { kind: "record", id, title, comments: numberIn(row, "open_comments") ?? 0, ...wasShared };
}

function fromColumns({ row, id, known, history }: RowParts, content: string, tools: RecoveryTools): CanvasRecord {
  const { newest, last } = history;
  const at = textIn(row, "updated_at") ?? newest?.at ?? tools.now.toISOString();
  const version = Math.max(numberIn(row, "version") ?? 1, last + 1);
  return plainRecord(
    {
      id,
      title: textIn(row, "title") ?? newest?.title ?? "Untitled",
      titleGiven: true,
      content,
      status: STATUSES.find((each) => each === row.status) ?? "draft",
      createdAt: textIn(row, "created_at") ?? known?.createdAt ?? at,
      updatedAt: at,
      version,
      // One more than what browsers may know: their next save is compared, never taken for the one that follows.
      revision: (numberIn(row, "revision") ?? newest?.revision ?? version) + 1,
      lastEditor: decodeAuthor(row.last_editor),
    },
    textIn(row, "owner") ?? known?.owner ?? "local",
    metaIn(row),
    tools,
  );
}

function fromVersion(
  id: string,
  known: RecoveredId | undefined,
  { title, content, status, at, by, revision }: SoundVersion,
  { last }: History,
  tools: RecoveryTools,
): CanvasRecord {
  return plainRecord(
    {
      id,
      title,
      titleGiven: true,
      content,
      // Nobody has approved that this text is in force again.
      status: status === "approved" ? "draft" : status,
      createdAt: known?.createdAt ?? at,
      updatedAt: tools.now.toISOString(),
      version: last + 1,
      revision: revision + 1,
      lastEditor: by.kind,
    },
    known?.owner ?? "local",
    {},
    tools,
  );
}

/** What came after `since` is lost: a widget that still has it is told so, instead of seeing it taken out. */
function putBack(record: CanvasRecord, since: number): CanvasRecord {
  const { content, revision } = record.document;
  const hash = hashText(content);
  return {
    ...record,
    pastTexts: [
      { revision: since, hash },
      { revision, hash },
    ],
  };
}

/** A canvas of which only the document is known. */
function plainRecord(
  document: CanvasRecord["document"],
  owner: string,
  meta: CanvasRecord["meta"],
  { randomId }: RecoveryTools,
): CanvasRecord {
  const { status, version, revision, updatedAt: at } = document;
  return {
    document,
    comments: [],
    proposals: [],
    protections: [],
    books: [],
    approval: status === "approved" ? { version, revision, at, by: { kind: "person" } } : null,
    settings: { suggestOnly: false },
    owner,
    widgetKey: newCanvasKey(randomId),
    head: { by: { kind: "person", client: "recovery" }, openedAt: document.updatedAt, sealed: false },
    meta,
  };
}

/** Null: what is kept beside the text, or the text, is damaged. */
function recordIn(row: FoundRow["values"]): CanvasRecord | null {
  const { record, content, meta, owner, baseline = null } = row;
  if ([record, content, meta, owner].some((value) => typeof value !== "string")) return null;
  try {
    return recordFrom({ ...row, baseline: textIn({ baseline }, "baseline") } as SqlRow);
  } catch {
    // Only the row can be at fault.
    return null;
  }
}

function wholeRow(row: FoundRow["values"]): SqlRow | null {
  return Object.values(row).every((value) => value !== undefined && (value === null || typeof value !== "object"))
    ? (row as SqlRow)
    : null;
}

/** Of several rows of one canvas that which is in force, else the newest. */
function bestRows(rows: readonly FoundRow[]): Map<number, FoundRow> {
  const best = new Map<number, FoundRow>();
  for (const row of rows) {
    const { seq, revision } = row.values;
    if (typeof seq !== "number") continue;
    const other = best.get(seq);
    const isBetter =
      other === undefined || (other.isStray && Number(revision ?? 0) > Number(other.values.revision ?? 0));
    if (isBetter) best.set(seq, row);
  }
  return best;
}

function historiesOf(found: FoundRows): ReadonlyMap<number, History> {
  const bySeq = new Map<number, FoundRow[]>();
  for (const row of found.of("versions")) {
    const { canvas } = row.values;
    if (typeof canvas !== "number") continue;
    const rows = bySeq.get(canvas);
    if (rows === undefined) bySeq.set(canvas, [row]);
    else rows.push(row);
  }
  return new Map([...bySeq].map(([seq, rows]) => [seq, readHistory(rows)]));
}

/** Every version below that in force was sealed once; what was forgotten since is not lost. */
function countLostVersions(canvases: readonly RecoveredCanvas[], histories: ReadonlyMap<number, History>): number {
  let lost = 0;
  for (const { seq, record } of canvases) {
    const { sound, oldestKept } = histories.get(seq) ?? NO_HISTORY;
    const before = record.document.version - 1;
    const found = [...sound].filter((version) => version >= oldestKept && version <= before).length;
    lost += Math.max(0, before - oldestKept + 1 - found);
  }
  return lost;
}

function idFrom({ values }: FoundRow): [string, RecoveredId][] {
  const { id, owner, created_at: createdAt } = values;
  if (typeof id !== "string" || typeof owner !== "string" || typeof createdAt !== "string") return [];
  const deletedAt = textIn(values, "deleted_at");
  const changed = numberIn(values, "changed") ?? 0;
  return [[id, { id, owner, createdAt, deletedAt, changed, meta: textIn(values, "meta") ?? "{}" }]];
}

function sequenceOf(found: FoundRows): number {
  const row = found.of("sqlite_sequence").find(({ values }) => values.name === "canvases");
  return numberIn(row?.values ?? {}, "seq") ?? 0;
}

function freshId({ randomId }: RecoveryTools, isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = randomId(ID_LENGTH);
    if (!isTaken(id)) return id;
  }
}

function metaIn(row: FoundRow["values"]): CanvasRecord["meta"] {
  try {
    const meta: unknown = JSON.parse(textIn(row, "meta") ?? "{}");
    return typeof meta === "object" && meta !== null ? (meta as CanvasRecord["meta"]) : {};
  } catch {
    // Only the text can be at fault: it is no JSON.
    return {};
  }
}

const titleOf = (row: FoundRow | undefined): string | null => textIn(row?.values ?? {}, "title");

function textIn(row: Readonly<Record<string, FoundValue>>, column: string): string | null {
  const value = row[column];
  return typeof value === "string" ? value : null;
}

function numberIn(row: Readonly<Record<string, FoundValue>>, column: string): number | null {
  const value = row[column];
  return typeof value === "number" ? value : null;
}
