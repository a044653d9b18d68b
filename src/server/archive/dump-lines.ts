import { z } from "zod";
import { parseCanvasId } from "../../core/document/ids.ts";
import { STATUSES } from "../../core/records/canvas.ts";
import { atLeast, isRecord } from "../../protocol/partial-check.ts";
import type { PackedRecord } from "../storage/record-json.ts";
import { DumpError } from "./dump-error.ts";
import { author, content, count, id, name, number, owner, record, time } from "./record-schema.ts";

/**
 * The form of a dump: lines of JSON in UTF-8. The first says what it is. Then come the people whom the store has
 * seen, and, owner by owner, the secret, the audit, each canvas with its versions, points, other moments and events behind it, and the ids
 * of which nothing else is left; last, how many of each there were and a SHA-256 of all lines before. A program that knows
 * no people and no audit leaves out their lines and says so: they stand where no canvas is before them. Texts behind a canvas are whole (`content`), or a patch on the text of the line
 * before (`patch`): the first of them on the canvas's own.
 */
export const DUMP_KIND = "writing-canvas dump";
export const DUMP_FORMAT = 1;

const patch = z.array(z.tuple([count, count, z.string()]));

const HEAD = atLeast({
  kind: z.literal(DUMP_KIND),
  format: z.literal(DUMP_FORMAT),
  version: name,
  storeId: owner,
  /** Of one person's data alone. */
  owner: owner.optional(),
  owners: count,
  at: time,
});

const CANVAS = z.object({
  kind: z.literal("canvas"),
  owner,
  content,
  record,
  meta: z.record(z.string(), z.unknown()),
  fingerprint: name.optional(),
  deletedAt: time.optional(),
  sealed: count,
  events: count,
});

const text = { content: content.optional(), patch: patch.optional() };
const LINE = z.discriminatedUnion("kind", [
  CANVAS,
  z.object({
    kind: z.literal("version"),
    version: number,
    revision: count,
    title: name,
    status: z.enum(STATUSES),
    by: author,
    at: time,
    wordsAdded: count,
    wordsRemoved: count,
    label: name.optional(),
    ...text,
  }),
  z.object({
    kind: z.literal("point"),
    version: number,
    revision: count,
    at: time,
    reason: z.enum(["removal", "rest", "left", "interval"]),
    wordsAdded: count,
    wordsRemoved: count,
    ...text,
  }),
  z.object({ kind: z.literal("moment"), version: number, revision: count, at: time, ...text }),
  z.object({
    kind: z.literal("event"),
    sequence: number,
    event: name.min(1),
    by: author,
    at: time,
    version: count,
    payload: z.record(z.string(), z.unknown()),
  }),
  // Also of nobody.
  z.object({ kind: z.literal("used"), owner: name, id, createdAt: time, deletedAt: time.optional() }),
  z.object({ kind: z.literal("secret"), owner, secret: name.min(1) }),
  z.object({
    kind: z.literal("people"),
    people: z.array(z.object({ subject: owner, name, email: name.optional() })),
  }),
  z.object({
    kind: z.literal("audit"),
    owner,
    lines: z.array(
      z.object({
        canvasId: id,
        title: name,
        kind: name.min(1),
        by: author,
        at: time,
        payload: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  z.object({
    kind: z.literal("end"),
    lines: count,
    canvases: count,
    versions: count,
    points: count,
    events: count,
    used: count,
    secrets: count,
    // Not in dumps of programs that knew none of them.
    moments: count.default(0),
    people: count.default(0),
    audit: count.default(0),
    sha256: z.string(),
  }),
]);

export type DumpHead = z.infer<typeof HEAD>;
type Read = z.infer<typeof LINE>;
export type DumpLine =
  | Exclude<Read, { kind: "canvas" }>
  | (Omit<Extract<Read, { kind: "canvas" }>, "record"> & { readonly record: PackedRecord });
export type CanvasLine = Extract<DumpLine, { readonly kind: "canvas" }>;
export type VersionLine = Extract<DumpLine, { readonly kind: "version" }>;
export type PointLine = Extract<DumpLine, { readonly kind: "point" }>;
export type MomentLine = Extract<DumpLine, { readonly kind: "moment" }>;
export type EventLine = Extract<DumpLine, { readonly kind: "event" }>;
export type PeopleLine = Extract<DumpLine, { readonly kind: "people" }>;
export type ReadAuditLine = Extract<DumpLine, { readonly kind: "audit" }>["lines"][number];
export type EndLine = Extract<DumpLine, { readonly kind: "end" }>;
/** How many of each are in a dump. */
export type DumpCounts = Omit<EndLine, "kind" | "lines" | "sha256">;
export const NO_COUNTS: DumpCounts = {
  canvases: 0,
  versions: 0,
  points: 0,
  moments: 0,
  events: 0,
  used: 0,
  secrets: 0,
  people: 0,
  audit: 0,
};

/** With this line, too. */
export function counted(counts: DumpCounts, line: DumpLine | DumpHead): DumpCounts {
  switch (line.kind) {
    case "canvas":
      return { ...counts, canvases: counts.canvases + 1 };
    case "version":
      return { ...counts, versions: counts.versions + 1 };
    case "point":
      return { ...counts, points: counts.points + 1 };
    case "moment":
      return { ...counts, moments: counts.moments + 1 };
    case "event":
      return { ...counts, events: counts.events + 1 };
    case "used":
      return { ...counts, used: counts.used + 1 };
    case "secret":
      return { ...counts, secrets: counts.secrets + 1 };
    case "people":
      return { ...counts, people: counts.people + line.people.length };
    case "audit":
      return { ...counts, audit: counts.audit + line.lines.length };
    case DUMP_KIND:
    case "end":
      return counts;
  }
}

/** What one line says, checked by itself. Throws a DumpError that names it. */
export function parseLine(text: string, line: number): DumpLine {
  const json = parseJson(text, line);
  const read = LINE.safeParse(json);
  if (!read.success) throw new DumpError(line, whyNot(read.error));
  if (read.data.kind !== "canvas") return read.data;
  // As it came: nothing of it is left out or put in another order.
  return { ...read.data, record: (json as { readonly record: PackedRecord }).record };
}

/** What a line that cannot be used seems to be about; null: that cannot be told. */
export function guessLine(text: string): { readonly kind: string | null; readonly id: string | null } {
  const nothing = { kind: null, id: null };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return nothing;
  }
  if (!isRecord(json)) return nothing;
  const { document } = isRecord(json.record) ? json.record : {};
  const said = isRecord(document) ? document.id : json.id;
  return {
    kind: typeof json.kind === "string" ? json.kind : null,
    id: typeof said === "string" ? parseCanvasId(said) : null,
  };
}

/** The first line. Whatever is wrong with it, the file is no dump that can be read. */
export function parseHead(text: string): DumpHead {
  const json = parseJson(text, 1);
  const said = z.looseObject({ kind: z.literal(DUMP_KIND), format: z.number(), version: z.string() }).safeParse(json);
  if (!said.success) throw new DumpError(null, NO_DUMP);
  const { format, version } = said.data;
  if (format !== DUMP_FORMAT) {
    throw new DumpError(
      null,
      `It was written by writing-canvas ${JSON.stringify(version)} in format ${format}, and this one reads format ${DUMP_FORMAT}. Update writing-canvas, and load it again.`,
    );
  }
  const read = HEAD.safeParse(json);
  if (!read.success) throw new DumpError(null, `Line 1 ${whyNot(read.error)}`);
  return read.data;
}

export const NO_DUMP = "It is no dump of writing-canvas: its first line does not say so.";

function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Its own words would quote the line.
    if (line === 1) throw new DumpError(null, NO_DUMP);
    throw new DumpError(line, "is no JSON.");
  }
}

/** Names the field, and says nothing of what it holds. */
function whyNot({ issues }: z.ZodError): string {
  const [first] = issues;
  const at = first === undefined || first.path.length === 0 ? "" : ` in ${first.path.join(".")}`;
  const why = first?.message ?? "it is not what a dump holds";
  return `cannot be used${at}: ${why.endsWith(".") ? why : `${why}.`}`;
}
