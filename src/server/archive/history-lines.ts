import { checkText } from "../../core/document/check-text.ts";
import type { CanvasEvent, VersionRecord } from "../../core/records/history.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import type { ArchivedCanvas, HistoryEntry } from "../storage/ports.ts";
import { packRecord, unpackRecord } from "../storage/record-json.ts";
import { applyPatch, type Patch, patchBetween } from "../storage/version-text.ts";
import { DumpError } from "./dump-error.ts";
import type { CanvasLine, DumpLine, EventLine, MomentLine, PointLine, VersionLine } from "./dump-lines.ts";

export function canvasLine({ record, ...rest }: ArchivedCanvas): CanvasLine {
  const { owner, meta, document } = record;
  return { kind: "canvas", owner, ...rest, meta, record: packRecord(record), content: document.content };
}

export function canvasFrom({ kind: _, owner, meta, record, content, ...rest }: CanvasLine): ArchivedCanvas {
  const { fingerprint, deletedAt, sealed, events } = rest;
  return {
    record: unpackRecord(record, { content, owner, meta }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(deletedAt === undefined ? {} : { deletedAt }),
    sealed,
    events,
  };
}

/** Gives the lines of a canvas's history, one after another: each text is measured against the one before. */
export function historyWriter(canvas: ArchivedCanvas): (entry: HistoryEntry) => DumpLine {
  let before = canvas.record.document.content;
  const text = (content: string): { readonly content: string } | { readonly patch: [number, number, string][] } => {
    const patch = patchBetween(before, content);
    before = content;
    const isSmaller = JSON.stringify(patch).length < JSON.stringify(content).length;
    return isSmaller ? { patch: patch.map(([from, to, insert]) => [from, to, insert]) } : { content };
  };
  return (entry) => {
    switch (entry.kind) {
      case "version": {
        const { content, sealed: _sealed, points: _points, moments: _moments, ...summary } = entry.version;
        return { kind: "version", ...summary, ...text(content) };
      }
      case "point": {
        const { content, ...summary } = entry.point;
        return { kind: "point", ...summary, ...text(content) };
      }
      case "moment": {
        const { version, revision, at, content } = entry.moment;
        return { kind: "moment", version, revision, at, ...text(content) };
      }
      case "event": {
        const { kind, ...rest } = entry.event;
        return { kind: "event", event: kind, ...rest };
      }
    }
  };
}

/** Points and other moments come in the one order of their texts. */
const PLACES = { version: 0, point: 1, moment: 1, event: 2 } as const;
const PLACE_NAMES = ["version", "point", "event"] as const;
type HistoryLine = VersionLine | PointLine | MomentLine | EventLine;

export function isHistoryLine(line: DumpLine): line is HistoryLine {
  return line.kind in PLACES;
}

/** Reads the lines behind a canvas, one after another. Throws a DumpError at the first that does not belong there. */
export function historyReader(canvas: ArchivedCanvas): (line: HistoryLine, number: number) => HistoryEntry {
  const { content, version: newest, revision: last } = canvas.record.document;
  let before = content;
  let [place, version, point, sequence]: [number, number, { version: number; revision: number }, number] = [
    0,
    0,
    { version: 0, revision: 0 },
    0,
  ];
  const textOf = ({ content, patch }: VersionLine | PointLine | MomentLine, number: number): string => {
    if ((content === undefined) === (patch === undefined)) {
      throw new DumpError(number, "must have either `content` or `patch`.");
    }
    const text = content ?? patched(before, patch ?? [], number);
    before = text;
    return text;
  };
  return (line, number) => {
    const at = PLACES[line.kind];
    if (at < place)
      throw new DumpError(number, `is out of order: a ${line.kind} comes before a ${PLACE_NAMES[place]}.`);
    place = at;
    switch (line.kind) {
      case "version": {
        if (line.version <= version || line.version > Math.min(newest, canvas.sealed)) {
          throw new DumpError(number, `is out of order: version ${line.version} after version ${version}.`);
        }
        version = line.version;
        const { kind: _, content: _content, patch: _patch, label, ...summary } = line;
        const labelled = label === undefined ? {} : { label };
        const record: VersionRecord = { ...summary, ...labelled, sealed: true, content: textOf(line, number) };
        return { kind: "version", version: record };
      }
      case "point":
      case "moment": {
        const isLater =
          line.version > point.version || (line.version === point.version && line.revision > point.revision);
        if (!isLater || line.version > newest || line.revision > last) {
          throw new DumpError(number, `is out of order: revision ${line.revision} of version ${line.version}.`);
        }
        point = line;
        const content = textOf(line, number);
        const { version, revision, at } = line;
        if (line.kind === "moment") return { kind: "moment", moment: { version, revision, at, content } };
        const { reason, wordsAdded, wordsRemoved } = line;
        return { kind: "point", point: { version, revision, at, reason, wordsAdded, wordsRemoved, content } };
      }
      case "event": {
        if (line.sequence <= sequence || line.sequence > canvas.events) {
          throw new DumpError(number, `is out of order: event ${line.sequence} after event ${sequence}.`);
        }
        sequence = line.sequence;
        const { event, ...rest } = line;
        return { kind: "event", event: { ...rest, kind: event as CanvasEvent["kind"] } };
      }
    }
  };
}

/** All texts are checked by what they are in the end: a patch may be small, and what it makes too large. */
function patched(before: string, patch: Patch, number: number): string {
  let at = 0;
  for (const [from, to] of patch) {
    if (from < at || to < from || to > before.length) throw new DumpError(number, "patches what is not there.");
    at = to;
  }
  const text = applyPatch(before, patch);
  const refusal = checkText("its text", text, MAX_CONTENT_BYTES);
  if (refusal !== null) throw new DumpError(number, `cannot be used: ${refusal.message}`);
  return text;
}
