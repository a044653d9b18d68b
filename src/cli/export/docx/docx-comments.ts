import { type ICommentOptions, Paragraph } from "docx";
import { isRightToLeft } from "../../../core/markdown/direction.ts";
import type { CanvasComment, CanvasRecord, Proposal } from "../../../core/records/canvas.ts";
import { plainRuns } from "./inline-runs.ts";
import type { PlacedNote } from "./place-notes.ts";
import { xmlText } from "./xml-text.ts";

export interface DocxComments {
  readonly comments: readonly ICommentOptions[];
  readonly places: readonly PlacedNote[];
}

/** Open threads with their answers as Word's comments, and of open suggestions and conflicts what the text does not show. */
export function docxComments(record: CanvasRecord, isShown: (proposal: Proposal) => boolean): DocxComments {
  const comments: ICommentOptions[] = [];
  const places: PlacedNote[] = [];
  const add = (note: Note, place: { readonly from: number; readonly to: number }, parentId?: number): number => {
    const id = comments.length;
    comments.push(commentOf(id, note, parentId));
    places.push({ id, ...place });
    return id;
  };
  const living = record.comments.filter((comment) => comment.deleted !== true);
  for (const thread of living.filter((comment) => comment.replyTo === undefined && !comment.resolved)) {
    const place = placeOf(thread.anchor, record.document.content);
    const about = place === null && thread.anchor ? `On “${thread.anchor.quotedText}”: ` : "";
    const id = add(noteOf(thread, about), place ?? { from: 0, to: 0 });
    for (const reply of living.filter((each) => each.replyTo === thread.id))
      add(noteOf(reply), place ?? { from: 0, to: 0 }, id);
  }
  for (const proposal of record.proposals.filter(({ state }) => state === "open")) {
    // A change says itself what it is; only its reason is left to say.
    const body = isShown(proposal) ? proposal.reason : offerOf(proposal);
    if (body === undefined) continue;
    const place = placeOf(proposal.anchor, record.document.content) ?? { from: 0, to: 0 };
    add({ body, author: nameOf(proposal.by), at: proposal.createdAt }, place);
  }
  return { comments, places };
}

interface Note {
  readonly body: string;
  readonly author: string;
  readonly at: string;
}

function noteOf({ body, by, createdAt }: CanvasComment, about = ""): Note {
  return { body: about + body, author: nameOf(by), at: createdAt };
}

export function nameOf({ kind, name }: CanvasComment["by"]): string {
  return name ?? (kind === "model" ? "Claude" : "Author");
}

function offerOf({ anchor, text, reason }: Proposal): string {
  const offer =
    text === ""
      ? `Suggestion: leave out “${anchor.quotedText}”`
      : anchor.length === 0
        ? `Suggestion: insert “${text}”`
        : `Suggestion: “${text}” instead of “${anchor.quotedText}”`;
  return reason === undefined ? offer : `${offer}\n${reason}`;
}

function placeOf(anchor: CanvasComment["anchor"], content: string): { from: number; to: number } | null {
  if (!anchor || !content.startsWith(anchor.quotedText, anchor.offset)) return null;
  return { from: anchor.offset, to: anchor.offset + anchor.length };
}

function commentOf(id: number, { body, author, at }: Note, parentId: number | undefined): ICommentOptions {
  const children = body.split(/\r\n|\r|\n/).map((line) => {
    const bidirectional = isRightToLeft(line);
    return new Paragraph({ children: plainRuns(line, bidirectional), ...(bidirectional ? { bidirectional } : {}) });
  });
  return {
    id,
    author: xmlText(author),
    initials: xmlText([...author][0] ?? ""),
    date: new Date(at),
    children,
    ...(parentId === undefined ? {} : { parentId }),
  };
}
