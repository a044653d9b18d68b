import { isAttached } from "../../comments/map-anchors.ts";
import { composeChanges } from "../../diff/compose-changes.ts";
import type { TextChange } from "../../diff/hunk.ts";
import { createPositionMap } from "../../diff/position-map.ts";
import { applyChanges } from "../../diff/text-changes.ts";
import { personOf } from "../../people/person-of.ts";
import type { Author, Proposal, ProposalKind, ProposalState } from "../../records/canvas.ts";
import type { ProposalDecision, SettlingDecision } from "../../records/operations.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { moveBaselineUnheard } from "../books/move-baseline.ts";
import { amend, type Draft, logEvent } from "../draft.ts";
import { putContent } from "../put-content.ts";
import { MOST_OPEN, openProposals } from "./raise-proposals.ts";
import { reopenProposals } from "./reopen-proposals.ts";
import { settleInText } from "./settle-in-text.ts";

/** What decisions put into a text: changes of the text before, and by the proposal's id where its words stand after all of them. */
export interface MadeText {
  readonly changes: readonly TextChange[];
  readonly places: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
}

/**
 * The person's decisions on conflicts and suggestions, in their order. One already settled (in another widget) is left,
 * and said; of several decisions in a row on one proposal the last stands. Those whose words are in the text already
 * (`inText`) put nothing in.
 */
export function decideProposals(
  draft: Draft,
  decisions: readonly ProposalDecision[],
): Result<{ readonly draft: Draft; readonly notes: readonly string[]; readonly made: MadeText }> {
  const known = new Map(draft.record.proposals.map((proposal) => [proposal.id, proposal]));
  const unknown = decisions.find((decision) => !known.has(decision.id));
  if (unknown !== undefined) {
    return refuse("unknown_proposal", `There is no suggestion or conflict ${unknown.id}. Load the canvas again.`);
  }
  let decided = draft;
  let made = NOTHING_MADE;
  const notes: string[] = [];
  for (const run of runsOf(decisions)) {
    const taken = run.reopens ? reopen(decided, run.decisions) : settle(decided, run.decisions);
    decided = taken.draft;
    made = joined(made, taken.made);
    notes.push(...taken.notes);
  }
  return { ok: true, draft: decided, notes, made };
}

interface Taken {
  readonly draft: Draft;
  readonly notes: readonly string[];
  readonly made: MadeText;
}

const NOTHING_MADE: MadeText = { changes: [], places: new Map() };

function joined(first: MadeText, second: MadeText): MadeText {
  if (second.changes.length === 0) return first;
  const { mapRange } = createPositionMap(second.changes);
  const moved = [...first.places].map(([id, { from, to }]) => [id, mapRange(from, to)] as const);
  return {
    changes: composeChanges(first.changes, second.changes),
    places: new Map([...moved, ...second.places]),
  };
}

type Run =
  | { readonly reopens: true; readonly decisions: ProposalDecision[] }
  | { readonly reopens: false; readonly decisions: SettlingDecision[] };

/** Decisions of one sort that follow each other. */
function runsOf(decisions: readonly ProposalDecision[]): readonly Run[] {
  const runs: Run[] = [];
  for (const decision of decisions) {
    const last = runs.at(-1);
    if (decision.decision === "reopen") {
      if (last?.reopens === true) last.decisions.push(decision);
      else runs.push({ reopens: true, decisions: [decision] });
    } else if (last?.reopens === false) last.decisions.push(decision);
    else runs.push({ reopens: false, decisions: [decision] });
  }
  return runs;
}

function reopen(draft: Draft, decisions: readonly ProposalDecision[]): Taken {
  const states = new Map(draft.record.proposals.map(({ id, state }) => [id, state]));
  const ids = [...new Set(decisions.map(({ id }) => id))];
  const reopened = reopenProposals(draft, ids);
  const open = new Set(openProposals(reopened.record).map(({ id }) => id));
  return {
    draft: reopened,
    made: NOTHING_MADE,
    notes: ids.flatMap((id) => {
      if (states.get(id) === "open") return [`${id} is open already.`];
      return open.has(id) ? [] : [`${id} stays settled: ${MOST_OPEN} others wait. Decide on some of them first.`];
    }),
  };
}

function settle(draft: Draft, decisions: readonly SettlingDecision[]): Taken {
  const states = new Map(draft.record.proposals.map(({ id, state }) => [id, state]));
  const last = [...new Map(decisions.map((decision) => [decision.id, decision])).values()];
  const settled = last.filter(({ id }) => states.get(id) !== "open");
  const open = last.filter((decision) => !settled.includes(decision));
  const inText = open.filter((decision) => decision.inText !== undefined);
  let rest = open.filter((decision) => decision.inText === undefined);
  let decided = inText.length === 0 ? draft : settleInText(draft, inText, settledAs);
  let made = NOTHING_MADE;
  while (rest.length > 0) {
    const round = apart(decided, rest);
    const taken = decideRound(decided, round);
    decided = taken.draft;
    made = joined(made, taken.made);
    rest = rest.filter((decision) => !round.includes(decision));
  }
  return { draft: decided, made, notes: settled.map(({ id }) => `${id} was already settled (${states.get(id)}).`) };
}

/** As many decisions as can be made at once: on ranges that do not touch each other. The first always is among them. */
function apart(draft: Draft, decisions: readonly SettlingDecision[]): SettlingDecision[] {
  const ranged = decisions
    .map((decision) => ({ decision, ...rangeOf(draft, proposalOf(draft, decision)) }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const chosen: SettlingDecision[] = [];
  let end = -1;
  for (const { decision, from, to } of ranged) {
    if (from <= end) continue;
    chosen.push(decision);
    end = to;
  }
  return chosen;
}

function decideRound(draft: Draft, decisions: readonly SettlingDecision[]): Pick<Taken, "draft" | "made"> {
  const { content } = draft.record.document;
  const changes: TextChange[] = [];
  const authors: Author[] = [];
  const accepted: TextChange[] = [];
  const places = new Map<string, { readonly from: number; readonly to: number }>();
  let growth = 0;
  for (const decision of decisions) {
    const proposal = proposalOf(draft, decision);
    const range = rangeFor(content, proposal, decision, rangeOf(draft, proposal), decisions.length === 1);
    const insert = textAfter(content, proposal, decision, range);
    if (insert === null) continue;
    changes.push({ ...range, insert });
    const from = range.from + growth;
    places.set(proposal.id, { from, to: from + insert.length });
    growth += insert.length - (range.to - range.from);
    authors.push(["take", "accept"].includes(decision.decision) ? proposal.by : draft.moment.by);
    // Accepted words are the model's own: baselines get them, so that they do not show as the person's.
    if (proposal.by.kind === "model") {
      accepted.push({ ...range, insert: decision.decision === "edit" ? proposal.text : insert });
    }
  }
  const written = putContent(settledAs(draft, decisions), applyChanges(content, changes), { changes, authors });
  return {
    draft: accepted.length === 0 ? written : moveBaselineUnheard(written, content, accepted),
    made: { changes, places },
  };
}

/** The proposals as they are once these decisions are made; the text stays. */
function settledAs(draft: Draft, decisions: readonly SettlingDecision[]): Draft {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const states = new Map<string, ProposalState>();
  const person = personOf(draft.moment.by);
  const proposals = draft.record.proposals.map((proposal) => {
    const decision = byId.get(proposal.id);
    if (decision === undefined) return proposal;
    const state = stateAfter(proposal, decision);
    states.set(proposal.id, state);
    return {
      ...proposal,
      state,
      settledAt: draft.moment.now,
      ...(person === null ? {} : { settledBy: person }),
      ...(decision.decision === "edit" ? { used: decision.text } : {}),
    };
  });
  return logEvent(amend(draft, { proposals }), "proposal", {
    settled: Object.fromEntries(states),
    kinds: kindsOf(draft, [...states.keys()]),
  });
}

/** Of these proposals, by their ids. */
function kindsOf(draft: Draft, ids: readonly string[]): Readonly<Record<string, ProposalKind>> {
  const { proposals } = draft.record;
  return Object.fromEntries(proposals.flatMap(({ id, kind }) => (ids.includes(id) ? [[id, kind]] : [])));
}

function proposalOf(draft: Draft, decision: ProposalDecision): Proposal {
  const proposal = draft.record.proposals.find((candidate) => candidate.id === decision.id);
  if (proposal === undefined) throw new Error(`Proposal ${decision.id} vanished while it was decided`);
  return proposal;
}

/** What the proposal would replace; where that is gone, the place of the gap. */
function rangeOf(draft: Draft, { anchor }: Proposal): { readonly from: number; readonly to: number } {
  const { content } = draft.record.document;
  const from = Math.min(anchor.offset, content.length);
  return { from, to: isAttached(anchor, content) ? from + anchor.length : from };
}

function stateAfter(proposal: Proposal, { decision }: SettlingDecision): ProposalState {
  const isConflict = proposal.kind === "conflict";
  switch (decision) {
    case "keep":
    case "reject":
      return isConflict ? "kept" : "rejected";
    case "take":
    case "accept":
      return isConflict ? "taken" : "accepted";
    case "both":
      return "both";
    case "edit":
      return "edited";
  }
}

function textAfter(
  content: string,
  proposal: Proposal,
  decision: SettlingDecision,
  range: { readonly from: number; readonly to: number },
): string | null {
  switch (decision.decision) {
    case "keep":
    case "reject":
      return null;
    case "take":
    case "accept":
      return proposal.text;
    case "edit":
      return decision.text;
    case "both":
      return bothTexts(content, range, proposal.text);
  }
}

/** An item that goes beside one whose line has grown stands on a line of its own: behind that whole line, if nothing else is decided there. */
function rangeFor(
  content: string,
  { text }: Proposal,
  { decision }: SettlingDecision,
  range: { readonly from: number; readonly to: number },
  isAlone: boolean,
): { readonly from: number; readonly to: number } {
  const rest = /[^\r\n]*/y;
  rest.lastIndex = range.to;
  const end = range.to + (rest.exec(content)?.[0].length ?? 0);
  const isItem = ITEM.test(text) && ITEM.test(content.slice(range.from, range.to));
  return decision === "both" && isAlone && isItem ? { from: range.from, to: end } : range;
}

const ITEM = /^\s*(?:[-*+|>]|\d+[.)])/;

/** Mine, then theirs: paragraphs apart, items and rows on their own lines, words in one line. */
function bothTexts(content: string, range: { readonly from: number; readonly to: number }, theirs: string): string {
  const mine = content.slice(range.from, range.to);
  if (mine === "" || theirs === "") return mine + theirs;
  if (/\s$/.test(mine) || /^\s/.test(theirs)) return mine + theirs;
  const startsLine = range.from === 0 || content[range.from - 1] === "\n";
  const endsLine = range.to === content.length || /[\r\n]/.test(content[range.to]!);
  if (!startsLine || !endsLine) return `${mine} ${theirs}`;
  const newline = content.includes("\r\n") ? "\r\n" : "\n";
  return ITEM.test(theirs) ? mine + newline + theirs : mine + newline + newline + theirs;
}
