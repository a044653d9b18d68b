import { type ChainSize, takesPatch } from "../../core/document/versions/chain.ts";
import { contentRevision } from "../../core/document/versions/past-texts.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { MomentRecord } from "../../core/records/history.ts";
import { type LineRow, rowOfPoint, rowOfText, withBody } from "./line-row.ts";
import type { HistoryEntry } from "./ports.ts";

type Entry = Extract<HistoryEntry, { readonly kind: "point" | "moment" }>;

/** Makes the rows of lines that are put in as a whole, in their order. `before`: the text of the version before. */
export function lineWriter(): (entry: Entry, before: string | null) => LineRow {
  let behind: MomentRecord | null = null;
  let chain: ChainSize = START;
  return (entry, before) => {
    const moment = entry.kind === "point" ? entry.point : entry.moment;
    const previous = behind?.version === moment.version ? behind : null;
    if (previous === null) chain = START;
    behind = moment;
    const row = rowOfText(moment, previous, before);
    if (entry.kind === "point") {
      chain = START;
      return withBody(row, rowOfPoint(entry.point, before));
    }
    const size = row.step?.length ?? 0;
    if (previous !== null && takesPatch(chain, size, moment.content.length)) {
      chain = { bodies: chain.bodies + 1, patches: chain.patches + size };
      return row;
    }
    chain = START;
    return rowOfText(moment, null, before);
  };
}

/** Whatever stands for itself, or on the text of the version before alone. */
const START: ChainSize = { bodies: 1, patches: 0 };

/** With the text in force, on which the next moment of an open version builds: an archive has it with the record. */
export function* withOwnMoment(history: Iterable<HistoryEntry>, record: CanvasRecord): Iterable<HistoryEntry> {
  yield* history;
  const { head, document } = record;
  const revision = contentRevision(record);
  if (head.sealed || head.line?.revision !== revision) return;
  const at = head.contentAt ?? document.updatedAt;
  yield { kind: "moment", moment: { version: document.version, revision, at, content: document.content } };
}

/** Whether a moment belongs to what there was when this record was read, and is not the text in force. */
export function isOfArchived({ revision }: Pick<MomentRecord, "revision">, record: CanvasRecord): boolean {
  return revision < contentRevision(record);
}

/** A moment as an entry of the archive. */
export function entryOf({ row, content }: { readonly row: LineRow; readonly content: string }): Entry {
  const { version, revision, at, reason, wordsAdded, wordsRemoved } = row;
  return reason === "moment"
    ? { kind: "moment", moment: { version, revision, at, content } }
    : { kind: "point", point: { version, revision, at, reason, wordsAdded, wordsRemoved, content } };
}
