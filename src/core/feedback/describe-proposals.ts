import { isAttached } from "../comments/map-anchors.ts";
import type { Proposal, ProposalState } from "../records/canvas.ts";
import { quoted } from "../text/quote-text.ts";
import type { Item } from "./item.ts";
import { markOf } from "./mark.ts";

const MAX_TEXT = 400;

/** Whom the words are for: "your suggestion" is that of its own program. */
interface Reader {
  readonly client: string | null;
  readonly lineOf: (offset: number) => number;
}

/** Open conflicts and suggestions, and what the person decided on those that are settled. */
export function describeProposals(proposals: readonly Proposal[], content: string, reader: Reader): Item[] {
  return proposals.flatMap((proposal): Item[] => {
    const { id, state } = proposal;
    const describe = (max: number): string | null =>
      state === "open" ? describeOpen(proposal, content, reader, max) : describeSettled(proposal, state, reader, max);
    const text = describe(Number.POSITIVE_INFINITY);
    if (text === null) return [];
    const short = describe(MAX_TEXT) ?? text;
    const kind = state === "open" ? "proposal" : "decision";
    const isCut = short.length < text.length ? ' (cut: read_canvas part "feedback" has all of it)' : "";
    const isOwn = state === "open" && proposal.kind === "suggestion" && whoseOf(proposal, reader) === "your";
    const mark = markOf("proposal", id, state);
    const item: Item = { kind, text: `- ${text}`, short: `- ${short}${isCut}`, mark, about: proposal.kind };
    return [isOwn ? { ...item, isOwn } : item];
  });
}

function describeOpen(proposal: Proposal, content: string, reader: Reader, max: number): string {
  const { anchor, id } = proposal;
  const line = reader.lineOf(anchor.offset);
  const offered = shown(proposal.text, max);
  if (proposal.kind === "conflict") {
    const whose = proposal.by.kind === "person" ? "another text of the person's," : whoseOf(proposal, reader);
    return `Conflict ${id} at line ${line}: ${shown(anchor.quotedText, max)} stays in the text; ${whose} ${offered} waits for the person's decision`;
  }
  const change = anchor.quotedText === "" ? `put in ${offered}` : `${shown(anchor.quotedText, max)} → ${offered}`;
  if (proposal.by.kind === "person") {
    return `Suggestion ${id} of the person at line ${line}: ${change}. Make this edit if you agree, or answer in a comment`;
  }
  const gone =
    anchor.quotedText === "" || isAttached(anchor, content) ? "" : ", though those words are no longer in the text";
  return `Not decided yet, ${whoseOf(proposal, reader)} suggestion ${id} at line ${line}: ${change}${gone}`;
}

function describeSettled(
  proposal: Proposal,
  state: Exclude<ProposalState, "open">,
  reader: Reader,
  max: number,
): string | null {
  const offered = shown(proposal.text, max);
  if (proposal.by.kind === "person") {
    // What the person made of their own text is in the text; only what a model made is worth a line.
    return proposal.kind === "suggestion" && state === "accepted"
      ? `Settled: the person's suggestion ${offered} is in the text`
      : null;
  }
  const whose = whoseOf(proposal, reader);
  const was = proposal.anchor.quotedText;
  const suggestion = `${whose} suggestion: ${was === "" ? "" : `${shown(was, max)} → `}${offered}`;
  switch (state) {
    case "kept":
      return `Kept their own text instead of ${whose} ${offered}`;
    case "taken":
      return `Took ${whose} ${offered}`;
    case "both":
      return `Kept both their text and ${whose} ${offered}`;
    case "edited":
      return `Wrote ${shown(proposal.used ?? was, max)} instead of ${whose} ${offered}`;
    case "rejected":
      return `Rejected ${suggestion}`;
    case "accepted":
      return `Accepted ${suggestion}`;
    case "withdrawn":
      return null;
  }
}

function whoseOf({ by }: Proposal, { client }: Reader): string {
  if (by.kind === "person") return "the person's";
  return (by.client ?? "") === (client ?? "") ? "your" : `${by.client ? quoted(by.client, 60) : "another model"}'s`;
}

function shown(text: string, max: number): string {
  return text === "" ? "(nothing: the text removed)" : quoted(text, max);
}
