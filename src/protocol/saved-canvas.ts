import { z } from "zod";
import { mapComments, mapProposals, mapProtections } from "../core/comments/map-anchors.ts";
import { composeChanges } from "../core/diff/compose-changes.ts";
import type { TextChange } from "../core/diff/hunk.ts";
import { applyChanges, shortChanges } from "../core/diff/text-changes.ts";
import { refineTouching, touchesAfter } from "../core/people/touches.ts";
import type { Checkpoint, Proposal, Protection, TextMark } from "../core/records/canvas.ts";
import {
  type CanvasView,
  decodeComment,
  decodeEdited,
  encodeComment,
  encodeEdited,
  type PackedView,
  packView,
  type WireComment,
  type WireDocument,
} from "./canvas-view.ts";
import { atLeast, enoughOf, isRecord } from "./partial-check.ts";

/**
 * A canvas after a save, as what is different from what the widget knows by itself: from the canvas that it has, with its own
 * changes made to the text, and all that is attached to the text moved along.
 */
export interface SavedCanvas {
  readonly state: string;
  /** Of the text in force: the widget need not read its text for it. */
  readonly mark: TextMark & { readonly length: number };
  /** What makes the text in force of the one that the save made; none: it is that one. */
  readonly text: readonly TextChange[];
  readonly document: Omit<WireDocument, "content">;
  readonly comments: ListPatch<WireComment>;
  readonly proposals: ListPatch<Proposal>;
  readonly protections: ListPatch<Protection>;
  readonly baseline: readonly TextChange[];
  /** All other fields that are not as they were. */
  readonly fields: Fields;
  /** Those that are there no more. */
  readonly gone: readonly string[];
  /** Left out: as before. Null: there is none. */
  readonly access?: CanvasView["access"] | null;
}

type Fields = Readonly<Record<string, unknown>>;
type Item = { readonly id: string };

interface ListPatch<T extends Item = Item> {
  /** New ones, and those that are not as expected. */
  readonly put: readonly T[];
  /** All of them by id, where they are not the old ones in their order and then the new ones. */
  readonly order?: readonly string[];
}

const change = atLeast({ from: z.number(), to: z.number(), insert: z.string() });
const list = atLeast({ put: z.array(atLeast({ id: z.string() })), order: z.array(z.string()).optional() });

/** Checked as far as the widget has to stand on it. */
export const savedCanvas = enoughOf<SavedCanvas>(
  atLeast({
    state: z.string(),
    mark: atLeast({ revision: z.number(), hash: z.string(), length: z.number() }),
    text: z.array(change),
    document: atLeast({ id: z.string(), title: z.string(), version: z.number(), revision: z.number() }),
    comments: list,
    proposals: list,
    protections: list,
    baseline: z.array(change),
    fields: atLeast({}),
    gone: z.array(z.string()),
  }),
);

/** A save, and the canvas that it was made on. */
interface Saving {
  /** The canvas before, as both sides have it. */
  readonly before: CanvasView;
  /** What the save changed in its text. */
  readonly sent: readonly TextChange[];
}

/** What a save was, for its answer. */
export interface AnsweredSave {
  /** The state that the widget named, and the changes that it sent. */
  readonly since?: string | undefined;
  readonly changes?: readonly TextChange[] | undefined;
  /** The canvas that it was made on; null: the same save was made before. */
  readonly before: CanvasView | null;
  /** The text that it grew from, and the one that it brought; none: the text stayed. */
  readonly base?: string | undefined;
  readonly text?: string | undefined;
}

/** The canvas after it, in as few words as the widget needs. `mark`: of the text in force. */
export function answerSave(
  { since, changes, before, base, text }: AnsweredSave,
  after: CanvasView,
  mark: TextMark,
):
  | { readonly kind: "saved"; readonly saved: SavedCanvas }
  | { readonly kind: "view"; readonly view: PackedView; readonly tookChanges?: true } {
  const stood = before?.checkpoint.document.content;
  const isKnown = before !== null && since === before.state && (text === undefined || base === stood);
  if (isKnown && (text === undefined || changes !== undefined)) {
    const saving = { before, sent: text === undefined ? [] : (changes ?? []) };
    return {
      kind: "saved",
      saved: packSaved(saving, { after, sentText: text ?? before.checkpoint.document.content, mark }),
    };
  }
  if (changes === undefined) return { kind: "view", view: packView(after, null) };
  return { kind: "view", view: packView(after, text ?? null, true), tookChanges: true };
}

/** `sentText`: the text that the save made. */
function packSaved(
  { before, sent }: Saving,
  { after, sentText, mark }: { readonly after: CanvasView; readonly sentText: string; readonly mark: TextMark },
): SavedCanvas {
  const { content, ...document } = encodeEdited(after.checkpoint.document);
  const text = shortChanges(sentText, content);
  const expected = expectedAfter(before, sent, text, after.checkpoint.document);
  const was = restOf(expected);
  const is = restOf(after.checkpoint);
  const changed = Object.keys(is).filter((name) => !isSame(was[name], is[name]));
  const access = isSame(before.access, after.access) ? {} : { access: after.access ?? null };
  const { comments, proposals, protections } = after.checkpoint;
  const moved = patchOf(expected.comments, comments);
  return {
    state: after.state,
    mark: { ...mark, length: content.length },
    text,
    document,
    comments: { ...moved, put: moved.put.map(encodeComment) },
    proposals: patchOf(expected.proposals, proposals),
    protections: patchOf(expected.protections, protections),
    baseline: shortChanges(before.checkpoint.baseline, after.checkpoint.baseline),
    fields: Object.fromEntries(changed.map((name) => [name, is[name]])),
    gone: Object.keys(was).filter((name) => was[name] !== undefined && is[name] === undefined),
    ...access,
  };
}

/** The canvas after the save; null: what came does not fit what stands here, which then has to be loaded. */
export function unpackSaved({ before, sent }: Saving, saved: SavedCanvas, sentText: string): CanvasView | null {
  try {
    const { text, document, fields, gone, mark } = saved;
    const content = text.length === 0 ? sentText : applyChanges(sentText, text);
    if (content.length !== mark.length) return null;
    const expected = expectedAfter(before, sent, text, { content, revision: document.revision });
    const rest = Object.fromEntries(
      Object.entries({ ...expected, ...fields }).filter(([name]) => !gone.includes(name)),
    );
    const { baseline } = before.checkpoint;
    const comments = saved.comments.put.map(decodeComment);
    const checkpoint: Checkpoint = {
      ...(rest as unknown as Checkpoint),
      document: { ...decodeEdited(document), content },
      comments: patched(expected.comments, { ...saved.comments, put: comments }),
      proposals: patched(expected.proposals, saved.proposals),
      protections: patched(expected.protections, saved.protections),
      baseline: saved.baseline.length === 0 ? baseline : applyChanges(baseline, saved.baseline),
    };
    const { access: had, ...view } = before;
    const access = saved.access === undefined ? had : (saved.access ?? undefined);
    return { ...view, ...(access === undefined ? {} : { access }), state: saved.state, checkpoint };
  } catch (error) {
    // The changes are not of the texts that stand here.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What both sides know of the canvas after a save, from what they have. */
function expectedAfter(
  { checkpoint, access }: CanvasView,
  sent: readonly TextChange[],
  text: readonly TextChange[],
  { content: after, revision }: { readonly content: string; readonly revision: number },
): Checkpoint {
  const { content: before } = checkpoint.document;
  const changes = composeChanges(sent, text);
  const { comments, proposals, protections, touches = [] } = checkpoint;
  if (changes.length === 0) return checkpoint;
  const move = { before, changes, after, revision };
  const by = access?.me ?? null;
  const own =
    by === null
      ? []
      : refineTouching(
          before,
          changes.map((each) => ({ ...each, by })),
        );
  const touched = touchesAfter(touches, own, { content: after, revision });
  return {
    ...checkpoint,
    comments: mapComments(comments, move),
    proposals: mapProposals(proposals, move),
    protections: mapProtections(protections, move, "person"),
    ...(touched.length === 0 ? {} : { touches: touched }),
  };
}

/** All but what is packed in a way of its own. */
function restOf(checkpoint: Checkpoint): Fields {
  const { document: _, comments: _c, proposals: _p, protections: _r, baseline: _b, ...rest } = checkpoint;
  return rest;
}

function patchOf<T extends Item>(expected: readonly T[], all: readonly T[]): ListPatch<T> {
  const known = new Map(expected.map((item) => [item.id, item]));
  const put = all.filter((item) => !isSame(known.get(item.id), item));
  const usual = [...expected, ...all.filter(({ id }) => !known.has(id))];
  const isUsual = usual.length === all.length && usual.every(({ id }, at) => id === all[at]?.id);
  return isUsual ? { put } : { put, order: all.map(({ id }) => id) };
}

function patched<T extends Item>(items: readonly T[], { put, order }: ListPatch<T>): readonly T[] {
  if (put.length === 0 && order === undefined) return items;
  const fresh = new Map(put.map((item) => [item.id, item]));
  const known = new Set(items.map(({ id }) => id));
  const all = [...items.map((item) => fresh.get(item.id) ?? item), ...put.filter(({ id }) => !known.has(id))];
  if (order === undefined) return all;
  const byId = new Map(all.map((item) => [item.id, item]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return (isRecord(a) || Array.isArray(a)) && JSON.stringify(a) === JSON.stringify(b);
}
