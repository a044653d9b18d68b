import { peopleInWords } from "../people/name-words.ts";
import type { HeardWords } from "../records/books.ts";
import type { Checkpoint, PersonMessage } from "../records/canvas.ts";
import { createLineIndex } from "../text/split-lines.ts";
import { describeComments } from "./describe-comments.ts";
import { describeEdits } from "./describe-edits.ts";
import { describeInteractions } from "./describe-interactions.ts";
import { describeProposals } from "./describe-proposals.ts";
import { approvedSince, describeMessages, describeRules, describeTakenBack } from "./describe-rest.ts";
import { type Item, type ItemKind, partMark, type ToldState, toldState } from "./item.ts";

/** Characters that the news may take when nobody says otherwise; messages of the person are told in full beside them. */
const DEFAULT_BUDGET = 8_000;
const MESSAGE_BUDGET = 24_000;
/** The longest single item, as a share of the budget; the rest of it is left to read_canvas. */
const LARGEST_ITEM = 0.5;
const MORE_LINE = 60;

/** What is said of a text that a widget kept, until the person works on it. */
export const KEPT = "kept from a stopped write";

export interface FeedbackRequest {
  readonly checkpoint: Checkpoint;
  readonly messages?: readonly PersonMessage[];
  readonly budget?: number;
  /** The version that the model is to name: one whose text can no longer change. The newest, unless said otherwise. */
  readonly baseVersion?: number;
}

/** How many there are of what a person would count. */
export interface Counts {
  readonly edits: number;
  readonly comments: number;
  /** Open suggestions and conflicts, and decisions. */
  readonly proposals: number;
  readonly suggestions: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly messages: number;
  /** What was done in blocks and dashboards. */
  readonly interactions: number;
  /** A title, an approval, a rule or a protected passage. */
  readonly others: number;
}

export interface Feedback {
  /** What the model is told. Its last line is `base_version: n`. */
  readonly text: string;
  /** What the model has not surely got. */
  readonly news: Counts;
  /** What it surely got and what still stands. */
  readonly before: Counts;
  /** How far the newest of it has come; "seen" where there is no news. */
  readonly told: ToldState;
  /** Fingerprints of what `text` tells. */
  readonly marks: readonly string[];
  /** The words of those among them that the person may take back. */
  readonly words: readonly HeardWords[];
  /** Fingerprints of all edits that stand, told or not. */
  readonly edits: readonly string[];
  /** Everything that stands, each with how far it has come: the first line of it. */
  readonly items: readonly { readonly text: string; readonly state: ToldState }[];
  /** Whether all news stands in `text`, none of it cut. */
  readonly isComplete: boolean;
  /** The same but for edits, which whoever gets the whole text has anyway. */
  readonly isCompleteButEdits: boolean;
}

/** What is done with once it arrived. */
const DONE: readonly ItemKind[] = ["message", "interaction", "decision", "notice"];

interface Standing {
  readonly item: Item;
  readonly state: ToldState;
}

/** All that stands between the model and the person: what it has not surely got first, then what it has. */
function standing({ checkpoint, messages = [] }: FeedbackRequest): {
  readonly all: Standing[];
  readonly news: Standing[];
  readonly before: Standing[];
  /** What is listed and never counted: the model's own suggestions, which wait for the person, and an approval that holds. */
  readonly own: Standing[];
} {
  const { document, told } = checkpoint;
  const lineOf = createLineIndex(document.content);
  const stateOf = toldState(told);
  const known = [...told.seen, ...told.offered];
  const standingNow = [
    ...describeMessages(messages),
    ...(checkpoint.interactions === undefined ? [] : describeInteractions(checkpoint.interactions)),
    ...(told.client === null ? [] : describeEdits(checkpoint.baseline, document.content, checkpoint.touches)),
    ...describeComments(checkpoint.comments, document.content, lineOf, known, told),
    ...describeProposals(checkpoint.proposals, document.content, { ...told, lineOf }),
    ...describeRules(checkpoint, lineOf),
  ];
  const items = [...standingNow, ...describeTakenBack(told.heard ?? [], standingNow)];
  const all = items.map((item) => ({ item, state: stateOf(item.mark) }));
  return {
    all,
    news: all.filter(({ item, state }) => state !== "seen" && item.isOwn !== true),
    before: all.filter(({ item, state }) => state === "seen" && !DONE.includes(item.kind) && item.isAnswered !== true),
    own: all.filter(
      ({ item, state }) => item.isOwn === true || (state === "seen" && item.mark.startsWith("approval:")),
    ),
  };
}

/** The news for one model: what it has not surely got yet, in whole items as far as there is room; the rest is counted. */
export function buildFeedback(request: FeedbackRequest): Feedback {
  const { checkpoint, budget = DEFAULT_BUDGET } = request;
  const all = standing(request);
  const news = countsOf(all.news);
  const before = countsOf(all.before);
  const head = headline(checkpoint, all.news);
  const foot = [...toldBefore(before), `base_version: ${request.baseVersion ?? checkpoint.document.version}`].join(
    "\n",
  );
  const told = fill(all.news, checkpoint, budget - head.length - foot.length - 2);
  const isTold = new Set(told.marks);
  return {
    text: [head, ...told.lines, foot].join("\n"),
    news,
    before,
    told: all.news.some(({ state }) => state === "pending") ? "pending" : all.news.length > 0 ? "offered" : "seen",
    marks: told.marks,
    words: all.news.flatMap(({ item: { mark, words, short } }) =>
      words !== undefined && isTold.has(mark) ? [{ mark, text: firstLine(short).slice(0, 240), words }] : [],
    ),
    edits: [...all.news, ...all.before].flatMap(({ item }) => (item.kind === "edit" ? item.mark : [])),
    items: [...all.news, ...all.before].map(({ item, state }) => ({
      text: firstLine(item.short).slice(2),
      state,
    })),
    isComplete: told.isComplete,
    isCompleteButEdits: told.isCompleteButEdits,
  };
}

/** How much of it is news. */
export function newsFor(request: FeedbackRequest): Counts {
  return countsOf(standing(request).news);
}

/** Everything that stands between the model's text and the person's, in parts that can be paged; never cut. */
export function listFeedback(request: FeedbackRequest): {
  readonly head: string;
  readonly items: readonly { readonly text: string; readonly mark: string }[];
  readonly foot: string;
} {
  const { all, news, before, own } = standing(request);
  const isListed = new Set([...news, ...before, ...own]);
  const isNew = new Set(news);
  // In one order whatever was told, and last what is done with once it arrived: asking for the next page proves that this
  // one came, and must not move what stands there.
  const last = (one: Standing): number => Number(DONE.includes(one.item.kind));
  const items = all
    .filter((one) => isListed.has(one))
    .toSorted((a, b) => last(a) - last(b))
    .map((one) => ({
      text: isNew.has(one) ? one.item.text : one.item.text.replace("- ", "- (told before) "),
      mark: one.item.mark,
    }));
  const isMixed = news.length > 0 && news.length < items.length;
  return {
    head: headline(request.checkpoint, news, isMixed ? "From" : "New from"),
    items,
    foot: `base_version: ${request.baseVersion ?? request.checkpoint.document.version}`,
  };
}

function headline({ document, approval, kept }: Checkpoint, news: readonly Standing[], from = "New from"): string {
  const { id, version, status } = document;
  const since = approvedSince(approval?.version, version);
  const state = status === "archived" ? "archived (read-only until the person reopens it)" : `${status}${since}`;
  const origin = kept ? `, ${KEPT}` : "";
  return `Canvas ${id} v${version}, ${state}${origin}. ${news.length > 0 ? `${from} ${sendersOf(news)}:` : "Nothing new from the person."}`;
}

/** By name as far as they are known. */
function sendersOf(news: readonly Standing[]): string {
  const people = news.flatMap(({ item }) => item.people ?? []);
  if (people.length === 0) return "the person";
  const isAll = news.every(({ item }) => item.people !== undefined);
  return `${peopleInWords(people)}${isAll ? "" : " and others"}`;
}

/** Messages first, then the rest in its order; what is long in short; what has no room is counted. */
function fill(
  news: readonly Standing[],
  { told }: Checkpoint,
  budget: number,
): { readonly lines: string[]; readonly marks: string[] } & Pick<Feedback, "isComplete" | "isCompleteButEdits"> {
  const lines: string[] = [];
  const marks: string[] = [];
  const known = new Set([...told.seen, ...told.offered]);
  const left: Item[] = [];
  let isComplete = (told.others ?? []).length === 0;
  let isCompleteButEdits = true;
  // With the line about what has no room.
  let room = budget - MORE_LINE;
  let messageRoom = MESSAGE_BUDGET;
  for (const { item } of byLength(news, budget)) {
    if (item.kind === "message") {
      if (lines.length > 0 && item.text.length > messageRoom) left.push(item);
      else {
        lines.push(item.text);
        marks.push(item.mark);
        messageRoom -= item.text.length;
      }
      continue;
    }
    const fits = item.text.length <= Math.min(room, budget * LARGEST_ITEM);
    // What was told in short is not told at length again: one line reminds of it.
    const short = known.has(partMark(item.mark)) ? `${firstLine(item.short)} (told in part)` : item.short;
    const text = fits ? item.text : short;
    if (text.length > room) {
      left.push(item);
      continue;
    }
    const isWhole = fits || item.short === item.text;
    lines.push(text);
    marks.push(isWhole ? item.mark : partMark(item.mark));
    isComplete = isComplete && isWhole;
    isCompleteButEdits &&= isWhole || item.kind === "edit";
    room -= text.length + 1;
  }
  if (left.length > 0) {
    isComplete = false;
    isCompleteButEdits &&= left.every(({ kind }) => kind === "edit");
    lines.push(`- ${left.length} more: read_canvas part "feedback" has ${left.length === 1 ? "it" : "them"}.`);
  }
  return { lines, marks, isComplete, isCompleteButEdits };
}

/** In the given order; where not all of it has room, what was never told and what is short comes first. */
function byLength(news: readonly Standing[], budget: number): readonly Standing[] {
  const total = news.reduce((sum, { item }) => sum + item.text.length + 1, 0);
  if (total <= budget) return news;
  const rank = ({ item, state }: Standing): number =>
    item.kind === "message" ? 0 : (state === "pending" ? 1 : 3) + (item.kind === "edit" ? 1 : 0);
  return news.toSorted((a, b) => rank(a) - rank(b));
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function countsOf(all: readonly Standing[]): Counts {
  const counts = new Map<ItemKind, number>();
  for (const { item } of all) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
  const count = (...kinds: readonly ItemKind[]): number =>
    kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  const open = (about: Item["about"]): number =>
    all.filter(({ item }) => item.kind === "proposal" && item.about === about).length;
  return {
    edits: count("edit"),
    comments: count("comment"),
    proposals: count("proposal", "decision"),
    suggestions: open("suggestion"),
    conflicts: open("conflict"),
    decisions: count("decision"),
    messages: count("message"),
    interactions: count("interaction"),
    others: count("rule", "notice"),
  };
}

function toldBefore({ edits, comments, suggestions, conflicts, decisions, others }: Counts): string[] {
  const parts = [
    ...(edits > 0 ? [counted(edits, "edit")] : []),
    ...(comments > 0 ? [counted(comments, "open comment")] : []),
    ...(suggestions > 0 ? [counted(suggestions, "open suggestion")] : []),
    ...(conflicts > 0 ? [counted(conflicts, "open conflict")] : []),
    ...(decisions > 0 ? [counted(decisions, "decision")] : []),
    ...(others > 0 ? [counted(others, "rule")] : []),
  ];
  return parts.length === 0 ? [] : [`Told before: ${parts.join(", ")} (read_canvas part "feedback").`];
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
