import { isAttached } from "../comments/map-anchors.ts";
import { approvalState } from "../people/approval-state.ts";
import { nameInWords, peopleInWords, possessive, withNames } from "../people/name-words.ts";
import { personOf } from "../people/person-of.ts";
import type { HeardWords } from "../records/books.ts";
import type { Approval, Checkpoint, PersonMessage } from "../records/canvas.ts";
import { quoted } from "../text/quote-text.ts";
import { placesOf } from "./changed-words.ts";
import { type Item, plainItem } from "./item.ts";
import { markOf } from "./mark.ts";

/** What the person said outside of text and comments. */
export function describeMessages(messages: readonly PersonMessage[]): Item[] {
  return messages.map(({ id, text, by }) => plainItem("message", messageMark(id), `- Says: ${quoted(text)}`, by));
}

export function messageMark(id: string): string {
  return markOf("message", id);
}

export function titleMark(title: string): string {
  return markOf("title", title);
}

/** What holds for the whole canvas: its name, approval, how to change it, what must stay, and who else wrote in it. */
export function describeRules(checkpoint: Checkpoint, lineOf: (offset: number) => number): Item[] {
  const { document, settings, protections, told } = checkpoint;
  const items: Item[] = [];
  const known = [...told.seen, ...told.offered];
  const byId = new Map(checkpoint.proposals.map((proposal) => [proposal.id, proposal]));
  const knowsSomeTitle = known.some((mark) => mark.startsWith("title:"));
  if (document.titleGiven && knowsSomeTitle) {
    const line = `- Named the canvas ${quoted(document.title, 240)}`;
    items.push(plainItem("notice", titleMark(document.title), line, checkpoint.namedBy));
  }
  items.push(...describeApprovals(checkpoint));
  const suggests = markOf("rule", "suggest");
  if (settings.suggestOnly) {
    const line = '- Wants suggestions instead of changes: use edit_canvas with mode "suggest"';
    items.push(plainItem("rule", suggests, line));
  } else if (known.includes(suggests)) {
    items.push(
      plainItem("notice", markOf("rule", "apply"), "- No longer wants suggestions only: edits are applied again"),
    );
  }
  for (const { id, anchor, by } of protections) {
    const where = isAttached(anchor, document.content) ? ` (line ${lineOf(anchor.offset)})` : "";
    const who = by === undefined ? "" : `, by ${nameInWords(by.name)}`;
    const line = `- Protected ${quoted(anchor.quotedText, 160)}${where}${who}: leave these words exactly as they are`;
    const words = JSON.stringify([`protection ${id}`, ""]);
    const people = by === undefined ? {} : { people: [by] };
    items.push({ ...plainItem("rule", markOf("protection", id), line), words, ...people });
  }
  for (const id of told.reopened ?? []) {
    const proposal = byId.get(id);
    if (proposal?.state !== "open") continue;
    const line = `- Took back their decision on ${proposal.kind} ${id}: it waits again`;
    items.push(plainItem("notice", `reopened:${id}`, line));
  }
  for (const { version, client, by } of told.others ?? []) {
    const program = client === "" ? "" : ` (${quoted(client, 60)})`;
    const isOthers = by !== undefined && by.subject !== told.subject;
    const who = isOthers ? `${possessive(by.name)} model${program}` : `Another model${program}, not the person,`;
    const line = `- ${who} wrote v${version}: read_canvas shows its text`;
    items.push({ ...plainItem("notice", markOf("other", String(version), client), line), people: [] });
  }
  return items;
}

/** The approval; where several are asked and not all have approved yet, what each of them has. */
function describeApprovals(checkpoint: Checkpoint): Item[] {
  const { document, approval, approvals = [] } = checkpoint;
  const { asked, isComplete } = approvalState(checkpoint);
  const said = ({ note }: Approval): string => (note ? `: ${quoted(note)}` : "");
  const markFor = ({ revision }: Approval): string => markOf("approval", String(revision));
  if (approval !== null) {
    const together = isComplete ? approvals.filter(({ version }) => version === approval.version) : [approval];
    const people = together.flatMap(({ by }) => personOf(by) ?? []);
    const notes = together.length < 2 ? said(approval) : together.map(noteWithName).join("");
    const line = withNames(`- Approved v${approval.version}`, people);
    const item = plainItem("notice", markFor(approval), `${line}${notes}`);
    return [people.length === 0 ? item : { ...item, people }];
  }
  const waiting = asked.filter(({ state }) => state !== "approved").map(({ person }) => person);
  const current = approvals.filter(({ version }) => version === document.version);
  return current.map((each) => {
    const line = `- Approved v${each.version} (waiting for ${peopleInWords(waiting)})${said(each)}`;
    return plainItem("notice", markFor(each), line, personOf(each.by));
  });
}

function noteWithName({ note, by }: Approval): string {
  return note ? `; ${nameInWords(by.name ?? "somebody")}: ${quoted(note)}` : "";
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
    const line = `- ${what}: ${text.replace(/^- (Protected )?/, "").replace(/: leave these words.*$/, "")}`;
    return [{ ...plainItem("notice", `back:${mark}`, line), people: [] }];
  });
}

/** What to say behind the status: nothing, or that another version than this one was approved. */
export function approvedSince(approved: number | undefined, version: number): string {
  return approved === undefined || approved === version ? "" : ` (v${approved}, changed since)`;
}
