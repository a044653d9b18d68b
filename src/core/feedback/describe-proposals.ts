import { isAttached } from "../comments/map-anchors.ts";
import { nameInWords, possessive, withNames } from "../people/name-words.ts";
import { personOf } from "../people/person-of.ts";
import type { Told } from "../records/books.ts";
import type { Proposal, ProposalState } from "../records/canvas.ts";
import type { Person } from "../records/sharing.ts";
import { quoted } from "../text/quote-text.ts";
import { isOfReader } from "./describe-comments.ts";
import type { Item } from "./item.ts";
import { markOf } from "./mark.ts";

const MAX_TEXT = 400;

/** Whom the words are for: "your suggestion" is that of its own program, and its own person's. */
interface Reader extends Pick<Told, "client" | "subject"> {
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
    const people = peopleOf(proposal);
    const item: Item = {
      kind,
      text: `- ${text}`,
      short: `- ${short}${isCut}`,
      mark,
      about: proposal.kind,
      ...(people === null ? {} : { people }),
    };
    return [isOwn ? { ...item, isOwn } : item];
  });
}

/** Whose news it is; null: that of a person who is not known. */
function peopleOf({ by, state, settledBy }: Proposal): readonly Person[] | null {
  if (state === "open" && by.kind === "model") return [];
  const person = state === "open" ? personOf(by) : settledBy;
  return person === null || person === undefined ? null : [person];
}

function describeOpen(proposal: Proposal, content: string, reader: Reader, max: number): string {
  const { anchor, id } = proposal;
  const line = reader.lineOf(anchor.offset);
  const offered = shown(proposal.text, max);
  if (proposal.kind === "conflict") {
    const whose =
      proposal.by.kind === "person" ? `another text of ${whoseOf(proposal, reader)},` : whoseOf(proposal, reader);
    return `Conflict ${id} at line ${line}: ${shown(anchor.quotedText, max)} stays in the text; ${whose} ${offered} waits for the person's decision`;
  }
  const change = anchor.quotedText === "" ? `put in ${offered}` : `${shown(anchor.quotedText, max)} → ${offered}`;
  if (proposal.by.kind === "person") {
    const person = personOf(proposal.by);
    const author = person === null ? "the person" : nameInWords(person.name);
    return `Suggestion ${id} of ${author} at line ${line}: ${change}. Make this edit if you agree, or answer in a comment`;
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
      ? `Settled: ${whoseOf(proposal, reader)} suggestion ${offered} is in the text`
      : null;
  }
  const whose = whoseOf(proposal, reader);
  const was = proposal.anchor.quotedText;
  const suggestion = `${whose} suggestion: ${was === "" ? "" : `${shown(was, max)} → `}${offered}`;
  const decided = decision(state, { whose, offered, suggestion, used: shown(proposal.used ?? was, max) });
  return decided === null ? null : withNames(decided, proposal.settledBy === undefined ? [] : [proposal.settledBy]);
}

function decision(
  state: Exclude<ProposalState, "open">,
  { whose, offered, suggestion, used }: Readonly<Record<"whose" | "offered" | "suggestion" | "used", string>>,
): string | null {
  switch (state) {
    case "kept":
      return `Kept their own text instead of ${whose} ${offered}`;
    case "taken":
      return `Took ${whose} ${offered}`;
    case "both":
      return `Kept both their text and ${whose} ${offered}`;
    case "edited":
      return `Wrote ${used} instead of ${whose} ${offered}`;
    case "rejected":
      return `Rejected ${suggestion}`;
    case "accepted":
      return `Accepted ${suggestion}`;
    case "withdrawn":
      return null;
  }
}

function whoseOf({ by }: Proposal, reader: Reader): string {
  if (by.kind === "person") return by.subject === undefined ? "the person's" : possessive(by.name ?? by.subject);
  const isProgram = (by.client ?? "") === (reader.client ?? "");
  if (!isOfReader(by, reader)) {
    const program = by.client ? `${quoted(by.client, 60)}'s` : "model's";
    return `${possessive(by.name ?? "another person")} ${program}`;
  }
  return isProgram ? "your" : `${by.client ? quoted(by.client, 60) : "another model"}'s`;
}

function shown(text: string, max: number): string {
  return text === "" ? "(nothing: the text removed)" : quoted(text, max);
}
