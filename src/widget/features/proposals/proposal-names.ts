import { listNames } from "../../../core/people/name-words.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import type { Touch } from "../../../core/records/sharing.ts";
import { type Access, authorName, isMine, personName } from "../../people/who.ts";
import { peopleWords, proposalWords as words } from "../../words.ts";

/** Whose texts a proposal is between, in words. */
export interface ProposalNames {
  /** A suggestion of whoever looks: they can only take it back. */
  readonly isOwn: boolean;
  readonly suggests: string;
  /** Of a conflict. */
  readonly title: string;
  readonly inForce: string;
  readonly offered: string;
  readonly keep: string;
  readonly take: string;
}

export interface Named {
  readonly assistant: string;
  /** Who looks, as far as the server knows; undefined: it knows nobody. */
  readonly access?: Access;
  /** Whose words in the text are whose. */
  readonly touches?: readonly Touch[] | undefined;
}

export function namesOf(proposal: Proposal, { assistant, access, touches = [] }: Named): ProposalNames {
  const { by, kind, anchor } = proposal;
  const isOwn = kind === "suggestion" && isMine(by, access);
  if (access === undefined) {
    return {
      isOwn,
      suggests: isOwn ? words.youSuggest : words.suggests(assistant),
      title: words.bothChanged,
      inForce: words.yours,
      offered: by.kind === "person" ? words.otherText : words.theirs(assistant),
      keep: words.keepMine,
      take: words.takeTheirs(assistant),
    };
  }
  const offeredBy = authorName(by, access, assistant);
  const touch = touches.find((one) => touchesAnchor(one, anchor.offset, anchor.offset + anchor.length));
  const isMyText = touch !== undefined && touch.by.subject === access.me.subject;
  const writer = touch === undefined ? null : personName(touch.by);
  const others = [
    ...(isMine(by, access) ? [] : [offeredBy]),
    ...(writer === null || isMyText || writer === offeredBy ? [] : [writer]),
  ];
  const isBetweenMe = isMyText || isMine(by, access);
  return {
    isOwn,
    suggests: isOwn ? words.youSuggest : words.suggests(offeredBy),
    title: words.changedBy(
      isBetweenMe ? `${others.length === 0 ? peopleWords.somebody : listNames(others)} and you` : listNames(others),
    ),
    inForce: isMyText ? words.yours : writer === null ? words.inForce : words.inForceOf(writer),
    offered: isMine(by, access) ? words.yoursOffered : words.theirs(offeredBy),
    keep: isMyText ? words.keepMine : words.keepText,
    take: isMine(by, access) ? words.takeMine : words.takeTheirs(offeredBy),
  };
}

function touchesAnchor({ offset, length }: Touch, from: number, to: number): boolean {
  return offset <= to && offset + length >= from;
}
