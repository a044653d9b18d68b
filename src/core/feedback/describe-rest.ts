import { isAttached } from "../comments/map-anchors.ts";
import type { HeardWords } from "../records/books.ts";
import type { Checkpoint, PersonMessage } from "../records/canvas.ts";
import { quoted } from "../text/quote-text.ts";
import { placesOf } from "./changed-words.ts";
import { type Item, plainItem } from "./item.ts";
import { markOf } from "./mark.ts";

/** What the person said outside of text and comments. */
export function describeMessages(messages: readonly PersonMessage[]): Item[] {
  return messages.map(({ id, text }) => plainItem("message", messageMark(id), `- Says: ${quoted(text)}`));
}

export function messageMark(id: string): string {
  return markOf("message", id);
}

export function titleMark(title: string): string {
  return markOf("title", title);
}

/** What holds for the whole canvas: its name, approval, how to change it, what must stay, and who else wrote in it. */
export function describeRules(checkpoint: Checkpoint, lineOf: (offset: number) => number): Item[] {
  const { document, approval, settings, protections, told } = checkpoint;
  const items: Item[] = [];
  const known = [...told.seen, ...told.offered];
  const byId = new Map(checkpoint.proposals.map((proposal) => [proposal.id, proposal]));
  const knowsSomeTitle = known.some((mark) => mark.startsWith("title:"));
  if (document.titleGiven && knowsSomeTitle) {
    const line = `- Named the canvas ${quoted(document.title, 240)}`;
    items.push(plainItem("notice", titleMark(document.title), line));
  }
  if (approval) {
    const note = approval.note ? `: ${quoted(approval.note)}` : "";
    const mark = markOf("approval", String(approval.revision));
    items.push(plainItem("notice", mark, `- Approved v${approval.version}${note}`));
  }
  const suggests = markOf("rule", "suggest");
  if (settings.suggestOnly) {
    const line = '- Wants suggestions instead of changes: use edit_canvas with mode "suggest"';
    items.push(plainItem("rule", suggests, line));
  } else if (known.includes(suggests)) {
    items.push(
      plainItem("notice", markOf("rule", "apply"), "- No longer wants suggestions only: edits are applied again"),
    );
  }
  for (const { id, anchor } of protections) {
    const where = isAttached(anchor, document.content) ? ` (line ${lineOf(anchor.offset)})` : "";
    const line = `- Protected ${quoted(anchor.quotedText, 160)}${where}: leave these words exactly as they are`;
    const words = JSON.stringify([`protection ${id}`, ""]);
    items.push({ ...plainItem("rule", markOf("protection", id), line), words });
  }
  for (const id of told.reopened ?? []) {
    const proposal = byId.get(id);
    if (proposal?.state !== "open") continue;
    const line = `- Took back their decision on ${proposal.kind} ${id}: it waits again`;
    items.push(plainItem("notice", `reopened:${id}`, line));
  }
  for (const { version, client } of told.others ?? []) {
    const who = client === "" ? "Another model" : `Another model (${quoted(client, 60)})`;
    const line = `- ${who}, not the person, wrote v${version}: read_canvas shows its text`;
    items.push(plainItem("notice", markOf("other", String(version), client), line));
  }
  return items;
}

/** What the model has heard of and what stands no more, unless something else took its place. */
export function describeTakenBack(heard: readonly HeardWords[], standing: readonly Item[]): Item[] {
  const marks = new Set(standing.map(({ mark }) => mark));
  const gone = heard.filter(({ mark }) => !marks.has(mark));
  if (gone.length === 0) return [];
  const isElsewhere = placesOf(standing.flatMap(({ words }) => words ?? []));
  return gone.flatMap(({ mark, text, words }) => {
    if (isElsewhere(words)) return [];
    const what = mark.startsWith("protection:") ? "No longer protects" : "Took back";
    return [
      plainItem(
        "notice",
        `back:${mark}`,
        `- ${what}: ${text.replace(/^- (Protected )?/, "").replace(/: leave these words.*$/, "")}`,
      ),
    ];
  });
}

/** What to say behind the status: nothing, or that another version than this one was approved. */
export function approvedSince(approved: number | undefined, version: number): string {
  return approved === undefined || approved === version ? "" : ` (v${approved}, changed since)`;
}
