import { isAttached } from "../document/map-anchors.ts";
import type { Proposal, ProposalState } from "../document/records.ts";
import type { Item } from "./fill-budget.ts";
import { markOf } from "./mark.ts";
import { quoted } from "./quote-text.ts";

const MAX_TEXT = 400;

/** Open conflicts and suggestions, and decisions that the model has not been told yet. */
export function describeProposals(
  proposals: readonly Proposal[],
  content: string,
  told: ReadonlySet<string>,
): readonly Item[] {
  const items: Item[] = [];
  for (const proposal of proposals) {
    const mark = markOf("proposal", proposal.id, proposal.state);
    const isNew = !told.has(mark);
    if (proposal.state !== "open" && !isNew) continue;
    const text =
      proposal.state === "open" ? describeOpen(proposal, content) : describeSettled(proposal, proposal.state);
    if (text === null) continue;
    items.push({ text: `- ${text} (proposal ${proposal.id})`, mark, isNew });
  }
  return items;
}

function describeOpen(proposal: Proposal, content: string): string {
  const { anchor } = proposal;
  const line = content.slice(0, anchor.offset).split("\n").length;
  const offered = shown(proposal.text);
  if (proposal.kind === "conflict") {
    const whose = proposal.by.kind === "person" ? "another text of theirs," : "your";
    return `Conflict at line ${line}: the user's ${shown(anchor.quotedText)} stands; ${whose} ${offered} waits for the user's decision`;
  }
  if (proposal.by.kind === "person") {
    const what = anchor.quotedText === "" ? `put in ${offered}` : `${shown(anchor.quotedText)} → ${offered}`;
    return `The user suggests at line ${line}: ${what}. Make this edit if you agree, or answer in a comment`;
  }
  if (anchor.quotedText === "") return `Suggested at line ${line}, not decided yet: put in ${offered}`;
  const gone = isAttached(anchor, content) ? "" : ", though those words are no longer in the text";
  return `Suggested at line ${line}, not decided yet: ${shown(anchor.quotedText)} → ${offered}${gone}`;
}

function describeSettled(proposal: Proposal, state: Exclude<ProposalState, "open">): string | null {
  const offered = shown(proposal.text);
  if (proposal.by.kind === "person") {
    // What the person made of their own text is in the text; only what the model made is worth a line.
    return proposal.kind === "suggestion" && state === "accepted"
      ? `The user's suggestion ${offered} is in the text`
      : null;
  }
  switch (state) {
    case "kept":
      return `The user kept their own text instead of your ${offered}`;
    case "taken":
      return `The user took your ${offered}`;
    case "both":
      return `The user kept both their text and your ${offered}`;
    case "edited":
      return `The user settled your ${offered} by writing ${shown(proposal.used ?? proposal.anchor.quotedText)}`;
    case "rejected":
      return `The user rejected your suggestion ${offered}`;
    case "accepted":
      return `The user accepted your suggestion ${offered}`;
  }
}

function shown(text: string): string {
  return text === "" ? "(nothing: the text removed)" : quoted(text, MAX_TEXT);
}
