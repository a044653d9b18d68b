import type { Author, CanvasComment, CanvasDocument, Checkpoint } from "../core/records/canvas.ts";

/**
 * Who wrote what, as the first release said it: on the wire, in stores and in browsers' caches these words stay, so that
 * older and newer programs read each other. Only this file knows them: whatever is read there is decoded, whatever is written
 * there encoded. Decoding what was encoded gives back what it was; encoding what was decoded is the same to the byte.
 */
export type WireAuthor = "user" | "claude";

/** Something with its last editor: a document, with or without its text, or a line of a list. */
type Edited = { readonly lastEditor: Author["kind"] };
export type WireEdited<T extends Edited> = Omit<T, "lastEditor"> & { readonly lastEditor: WireAuthor };

export type WireDocument = WireEdited<CanvasDocument>;

/** Who wrote a comment is said twice: `author` says no more than the kind of `by`. */
export type WireComment = CanvasComment & { readonly author: WireAuthor };

/** The baseline is called `claudeContent`. */
export type WireCheckpoint = Omit<Checkpoint, "document" | "comments" | "baseline"> & {
  readonly document: WireDocument;
  readonly comments: readonly WireComment[];
  readonly claudeContent: string;
};

export function encodeAuthor(kind: Author["kind"]): WireAuthor {
  return kind === "person" ? "user" : "claude";
}

/** Any other word, as of a damaged row, counts as the person's: nothing of theirs is taken for a model's. */
export function decodeAuthor(word: unknown): Author["kind"] {
  return word === "claude" ? "model" : "person";
}

export function encodeEdited<T extends Edited>(edited: T): WireEdited<T> {
  return { ...edited, lastEditor: encodeAuthor(edited.lastEditor) };
}

export function decodeEdited<T extends { readonly lastEditor: WireAuthor }>(wire: T): Omit<T, "lastEditor"> & Edited {
  return { ...wire, lastEditor: decodeAuthor(wire.lastEditor) };
}

export function encodeComment({ id, anchor, body, question, by, ...rest }: CanvasComment): WireComment {
  const asked = question === undefined ? {} : { question };
  return { id, anchor, body, ...asked, author: encodeAuthor(by.kind), by, ...rest };
}

export function decodeComment({ author: _, ...comment }: WireComment): CanvasComment {
  return comment;
}

export function encodeCheckpoint({ baseline, ...rest }: Checkpoint): WireCheckpoint {
  const { document, comments } = rest;
  return {
    ...rest,
    document: encodeEdited(document),
    comments: comments.map(encodeComment),
    claudeContent: baseline,
  };
}

export function decodeCheckpoint({ claudeContent, ...rest }: WireCheckpoint): Checkpoint {
  const { document, comments } = rest;
  return {
    ...rest,
    document: decodeEdited(document),
    comments: comments.map(decodeComment),
    baseline: claudeContent,
  };
}

/** A checkpoint in two records, as browsers keep it. The baseline is null where it is the document's own text. */
export function encodeApart(checkpoint: Checkpoint) {
  const { document, ...rest } = encodeCheckpoint(checkpoint);
  const claudeContent = rest.claudeContent === document.content ? null : rest.claudeContent;
  return { document, rest: { ...rest, claudeContent } };
}

type Fields = Readonly<Record<string, unknown>>;

/** The two records as one checkpoint in the words of the wire. Nothing is checked: what a browser kept may be anything. */
export function joinApart(document: Fields, rest: Fields): Fields {
  return { ...rest, claudeContent: rest.claudeContent ?? document.content, document };
}
