import { z } from "zod";
import type { TextChange } from "../core/diff/hunk.ts";
import { applyChanges, shortChanges } from "../core/diff/text-changes.ts";
import { markOf } from "../core/feedback/mark.ts";
import {
  type Author,
  type CanvasComment,
  type CanvasDocument,
  type Checkpoint,
  STATUSES,
} from "../core/records/canvas.ts";
import { atLeast, enoughOf } from "./partial-check.ts";
import type { CanvasAccess } from "./sharing.ts";

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

/** A canvas as the widget has it; on the way there it is packed. */
export interface CanvasView {
  readonly storeId: string;
  readonly owner: string;
  readonly key: string;
  /** Changes with every write to the canvas, comments included. */
  readonly state: string;
  /** Who they are to it, and who else is; left out where the server knows no people: then it is all theirs. */
  readonly access?: CanvasAccess;
  readonly checkpoint: Checkpoint;
}

/** Stands for the text that the call itself passed. `mark` tells whether the widget was handed that very text. */
export interface InputText {
  readonly of: "input";
  readonly mark: string;
  /** What makes the canvas's text of it; left out: it is that text. */
  readonly changes?: readonly PackedChange[];
}

/** [from, to, insert]: what stood from `from` to `to` gives way to `insert`. */
export type PackedChange = readonly [from: number, to: number, insert: string];

/** A canvas on its way to the widget: its text at most once, and not at all where the call's input holds it. */
export interface PackedView extends Omit<CanvasView, "checkpoint"> {
  readonly checkpoint: Omit<WireCheckpoint, "document" | "claudeContent"> & {
    readonly document: Omit<WireDocument, "content"> & { readonly content: string | InputText };
    /** The changes that turn the content into the baseline. Whole in results of before there were packed views. */
    readonly claudeContent: string | readonly PackedChange[];
  };
}

const anchor = atLeast({
  quotedText: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  offset: z.number(),
  length: z.number(),
});
const by = atLeast({});
const person = atLeast({ subject: z.string(), name: z.string() });
const told = atLeast({
  seen: z.array(z.unknown()),
  offered: z.array(z.unknown()),
  knownVersion: z.number(),
  writtenVersion: z.number().optional(),
  others: z.array(atLeast({ version: z.number() })).optional(),
});

/** Enough that showing and continuing the canvas cannot fail, with the two texts as the wire or a browser has them. */
function viewWith(content: z.ZodType, claudeContent: z.ZodType) {
  return atLeast({
    storeId: z.string(),
    owner: z.string(),
    key: z.string(),
    state: z.string(),
    access: enoughOf<CanvasAccess>(
      atLeast({
        standing: z.string(),
        me: person,
        owner: person,
        people: z.array(atLeast({ person, role: z.string() })),
      }),
    ).optional(),
    checkpoint: atLeast({
      document: atLeast({
        id: z.string(),
        title: z.string(),
        content,
        status: z.enum(STATUSES),
        version: z.number(),
        revision: z.number(),
      }),
      claudeContent,
      comments: z.array(atLeast({ id: z.string(), body: z.string(), by, anchor: anchor.nullable() })),
      proposals: z.array(atLeast({ id: z.string(), text: z.string(), by, anchor })),
      protections: z.array(atLeast({ id: z.string(), anchor })),
      told,
      settings: atLeast({}),
    }),
  });
}

/** A canvas with its texts, in the words of the wire. */
type WireView = Omit<CanvasView, "checkpoint"> & { readonly checkpoint: WireCheckpoint };
const wireView = enoughOf<WireView>(viewWith(z.string(), z.string()));

/** The canvas that is written here in the words of the wire, as a browser keeps it; null: it is none. */
export function readView(value: unknown): CanvasView | null {
  const read = wireView.safeParse(value);
  return read.success ? { ...read.data, checkpoint: decodeCheckpoint(read.data.checkpoint) } : null;
}

/** A canvas as results carry it. The changes are many at times, and `unpackView` reads each of them anyway. */
export const packedView = enoughOf<PackedView>(
  viewWith(
    z.union([
      z.string(),
      atLeast({
        of: z.literal("input"),
        mark: z.string(),
        changes: z.custom<readonly PackedChange[]>((value) => Array.isArray(value)).optional(),
      }),
    ]),
    z.union([z.string(), z.custom((value) => Array.isArray(value))]),
  ),
);

/**
 * `input`: the content that the call passed; null for a call that passed none. `grown`: where the text has become another, it is
 * said by what is different; releases before this one do not read that.
 */
export function packView(view: CanvasView, input: string | null, grown = false): PackedView {
  const { document, claudeContent, ...rest } = encodeCheckpoint(view.checkpoint);
  return {
    ...view,
    checkpoint: {
      ...rest,
      document: { ...document, content: packContent(document.content, input, grown) },
      claudeContent: packText(document.content, claudeContent),
    },
  };
}

function packContent(content: string, input: string | null, grown: boolean): string | InputText {
  if (input === null || (content !== input && !grown)) return content;
  const from = { of: "input", mark: markOfInput(input) } as const;
  return content === input ? from : { ...from, changes: packText(input, content) };
}

/** A text as what makes it of another. */
export function packText(before: string, after: string): readonly PackedChange[] {
  return shortChanges(before, after).map(({ from, to, insert }) => [from, to, insert] as const);
}

/** The canvas, or null: it stands on an input that is not this one, or its changes do not fit its text. */
export function unpackView(packed: PackedView, input: string | null): CanvasView | null {
  const { checkpoint } = packed;
  const { document } = checkpoint;
  const content = readContent(document.content, input);
  if (content === null) return null;
  const claudeContent = readBaseline(checkpoint.claudeContent, content);
  if (claudeContent === null) return null;
  return {
    ...packed,
    checkpoint: decodeCheckpoint({ ...checkpoint, document: { ...document, content }, claudeContent }),
  };
}

function markOfInput(input: string): string {
  return `${input.length}-${markOf("input", input)}`;
}

function readContent(packed: string | InputText, input: string | null): string | null {
  if (typeof packed === "string") return packed;
  if (input === null || packed.mark !== markOfInput(input)) return null;
  return packed.changes === undefined ? input : unpackText(input, packed.changes);
}

function readBaseline(packed: string | readonly PackedChange[], content: string): string | null {
  return typeof packed === "string" ? packed : unpackText(content, packed);
}

/** The text that the changes make of `content`; null: they do not fit it. */
export function unpackText(content: string, packed: readonly PackedChange[]): string | null {
  const changes: TextChange[] = [];
  let at = 0;
  for (const change of packed) {
    if (!isPackedChange(change)) return null;
    const [from, to, insert] = change;
    if (from < at || to < from || to > content.length) return null;
    changes.push({ from, to, insert });
    at = to;
  }
  return applyChanges(content, changes);
}

/** There may be very many of them, more than a schema reads in good time. */
function isPackedChange(value: unknown): value is PackedChange {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    Number.isInteger(value[0]) &&
    Number.isInteger(value[1]) &&
    typeof value[2] === "string"
  );
}
