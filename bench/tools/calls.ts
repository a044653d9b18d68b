import type { CallToolResult } from "@modelcontextprotocol/server";
import { hashText } from "../../src/core/text/hash-text.ts";
import { reworded } from "./documents.ts";
import { CLIENT, type FullCanvas } from "./full-canvas.ts";

/** What a call is made on: a canvas of its own, so that none finds what another left. */
export interface Place {
  readonly id: string;
  readonly canvas: FullCanvas;
  readonly boardKey: string;
}

/** One call of a tool that is measured. */
export interface MeasuredCall {
  readonly tool: string;
  readonly what: string;
  /** The canvas that it needs, where the full one does not do. */
  readonly on?: (canvas: FullCanvas) => FullCanvas;
  /** How many canvases it needs beside its own. */
  readonly others?: true;
  readonly args: (place: Place) => Record<string, unknown>;
  /** Whether being refused is an answer as good as any. */
  readonly mayBeRefused?: true;
}

const KEY = "key";
const MOST_EDITS = 500;

/** Sentences of the text, spread over all of it, without those that are protected or that others have suggested to change. */
function places({ record, open }: FullCanvas, most: number): RegExpMatchArray[] {
  const all = [...record.document.content.matchAll(/Item\d+ \w+ \w+ \w+ \w+/g)];
  const count = Math.min(most, open.length);
  return Array.from(
    { length: count },
    (_, n) => all[Math.min(all.length - 1, Math.floor(((n + 0.5) / count) * all.length))]!,
  );
}

const edits = (canvas: FullCanvas): { find: string; replace: string }[] =>
  places(canvas, MOST_EDITS).map(([find]) => ({ find, replace: `${find} once more` }));

const asPerson = ({ id }: Place, more: Record<string, unknown>): Record<string, unknown> => ({
  canvas_id: id,
  key: KEY,
  save_key: `save-${id}`,
  ...more,
});

const bare = (canvas: FullCanvas): FullCanvas => ({
  ...canvas,
  record: { ...canvas.record, protections: [], proposals: [] },
});
const free = (canvas: FullCanvas): FullCanvas => ({ ...canvas, record: { ...canvas.record, protections: [] } });
const suggestOnly = (canvas: FullCanvas): FullCanvas => ({
  ...canvas,
  record: { ...canvas.record, protections: [], settings: { suggestOnly: true } },
});
const uncommented = (canvas: FullCanvas): FullCanvas => ({ ...canvas, record: { ...canvas.record, comments: [] } });
const answered = (canvas: FullCanvas): FullCanvas => ({
  ...canvas,
  record: {
    ...canvas.record,
    review: { number: 1, kind: "sent", at: canvas.record.document.updatedAt, version: 2, revision: 2 },
  },
});
/** The model knows all that there is, and has proven it. */
const told = (canvas: FullCanvas): FullCanvas => ({
  ...canvas,
  record: {
    ...canvas.record,
    books: canvas.record.books.map((book) => ({
      ...book,
      seen: Array.from({ length: Math.round(canvas.open.length * 24) }, (_, n) => `edit:${n.toString(36)}`),
    })),
  },
});

const text = ({ canvas }: Place): string => canvas.record.document.content;

export const CALLS: readonly MeasuredCall[] = [
  { tool: "read_me", what: "", args: () => ({}) },
  {
    tool: "write_canvas",
    what: "create, with comments",
    args: (place) => ({
      content: text(place),
      comments: places(place.canvas, MOST_EDITS).map(([quote], n) => ({ quote, body: `Is this so? ${n}` })),
    }),
  },
  {
    tool: "write_canvas",
    what: "rewrite, some of it",
    args: (place) => ({
      canvas_id: place.id,
      content: reworded(place.canvas.baseline, 50, 30, "newly"),
      base_version: 1,
    }),
  },
  {
    tool: "write_canvas",
    what: "rewrite, all of it",
    on: free,
    args: (place) => ({ canvas_id: place.id, content: reworded(text(place), 1, 0, "newly"), base_version: 2 }),
  },
  {
    tool: "write_canvas",
    what: "rewrite, protected",
    args: (place) => ({ canvas_id: place.id, content: reworded(text(place), 2, 0, "newly"), base_version: 2 }),
    mayBeRefused: true,
  },
  {
    tool: "write_canvas",
    what: "suggest only",
    on: suggestOnly,
    args: (place) => ({ canvas_id: place.id, content: reworded(text(place), 1, 0, "newly"), base_version: 2 }),
  },
  {
    tool: "write_canvas",
    what: "another text",
    on: bare,
    args: (place) => ({
      canvas_id: place.id,
      content: text(place).replace(/[aeiou]/g, "y"),
      base_version: 2,
      allow_removal: true,
    }),
  },
  { tool: "edit_canvas", what: "500 edits", args: (place) => ({ canvas_id: place.id, edits: edits(place.canvas) }) },
  {
    tool: "edit_canvas",
    what: "500 suggestions",
    on: (canvas) => ({ ...canvas, record: { ...canvas.record, proposals: [] } }),
    args: (place) => ({ canvas_id: place.id, edits: edits(place.canvas), mode: "suggest" }),
  },
  {
    tool: "edit_canvas",
    what: "500 that are not there",
    args: (place) => ({
      canvas_id: place.id,
      edits: edits(place.canvas).map(({ find, replace }) => ({ find: find.replace(/ \w+$/, " nowhere"), replace })),
    }),
    mayBeRefused: true,
  },
  {
    tool: "edit_canvas",
    what: "comments and addresses",
    on: (canvas) => ({
      ...canvas,
      record: { ...canvas.record, comments: canvas.record.comments.slice(0, canvas.record.comments.length * 0.9) },
    }),
    args: (place) => ({
      canvas_id: place.id,
      comments: places(place.canvas, MOST_EDITS).map(([quote], n) => ({ quote, body: `Is this so? ${n}` })),
      addresses: place.canvas.record.comments.slice(0, place.canvas.open.length).map(({ id }) => id),
    }),
  },
  {
    tool: "edit_canvas",
    what: "withdraw all",
    args: (place) => ({ canvas_id: place.id, withdraw: place.canvas.open }),
  },
  { tool: "read_canvas", what: "first page", args: ({ id }) => ({ canvas_id: id }) },
  { tool: "read_canvas", what: "all told before", on: told, args: ({ id }) => ({ canvas_id: id }) },
  { tool: "read_canvas", what: "feedback", args: ({ id }) => ({ canvas_id: id, part: "feedback" }) },
  { tool: "read_canvas", what: "outline", args: ({ id }) => ({ canvas_id: id, part: "outline" }) },
  { tool: "read_canvas", what: "older version", args: ({ id }) => ({ canvas_id: id, version: 1 }) },
  { tool: "list_canvases", what: "all", others: true, args: () => ({ limit: 200 }) },
  { tool: "list_canvases", what: "words", others: true, args: () => ({ query: "nowhere to be found" }) },
  { tool: "show_board", what: "", others: true, args: () => ({}) },
  { tool: "await_review", what: "answered", on: answered, args: ({ id }) => ({ canvas_id: id, timeout_s: 1 }) },
  { tool: "load_canvas", what: "", args: ({ id }) => ({ canvas_id: id, key: KEY }) },
  {
    tool: "save_canvas",
    what: "typed",
    args: (place) =>
      asPerson(place, { content: `${text(place)}More.\n`, base_revision: 2, base_hash: hashText(text(place)) }),
  },
  {
    tool: "save_canvas",
    what: "typed all over",
    args: (place) => asPerson(place, { content: reworded(text(place), 3, 1, "mine"), base_revision: 2 }),
  },
  {
    tool: "save_canvas",
    what: "merged",
    args: (place) =>
      asPerson(place, {
        content: reworded(place.canvas.baseline, 50, 20, "mine"),
        base_content: place.canvas.baseline,
        base_revision: 1,
      }),
  },
  {
    tool: "save_canvas",
    what: "5,000 comments",
    on: uncommented,
    args: (place) => {
      const found = places(place.canvas, MOST_EDITS);
      return asPerson(place, {
        base_revision: 2,
        comments: place.canvas.record.comments.map(({ body }, n) => {
          const { index: offset = 0, 0: quotedText } = found[n % found.length]!;
          return { op: "add", id: `n${n}`, body, anchor: { offset, length: quotedText.length, quotedText } };
        }),
      });
    },
  },
  {
    tool: "save_canvas",
    what: "resolve 5,000",
    args: (place) =>
      asPerson(place, { comments: place.canvas.record.comments.map(({ id }) => ({ op: "resolve", id })) }),
  },
  {
    tool: "save_canvas",
    what: "accept all",
    args: (place) => asPerson(place, { decisions: place.canvas.open.map((id) => ({ id, decision: "accept" })) }),
  },
  {
    tool: "save_canvas",
    what: "protect 500",
    on: free,
    args: (place) =>
      asPerson(place, {
        protect: places(place.canvas, MOST_EDITS).map((found, n) => ({
          op: "add",
          id: `n${n}`,
          offset: found.index!,
          length: found[0].length,
          quotedText: found[0],
        })),
      }),
  },
  { tool: "save_canvas", what: "sent", args: (place) => asPerson(place, { sent: true }) },
  {
    tool: "save_canvas",
    what: "suggested",
    args: (place) => asPerson(place, { content: reworded(text(place), 3, 1, "mine"), base_revision: 2, suggest: true }),
  },
  {
    tool: "save_canvas",
    what: "keep this text",
    args: (place) => ({ save_key: `keep-${place.id}`, content: text(place) }),
  },
  { tool: "list_versions", what: "", args: ({ id }) => ({ canvas_id: id, key: KEY }) },
  { tool: "load_version", what: "", args: ({ id }) => ({ canvas_id: id, key: KEY, version: 1 }) },
  { tool: "restore_version", what: "", args: (place) => asPerson(place, { version: 1 }) },
  { tool: "list_board", what: "", others: true, args: ({ boardKey }) => ({ key: boardKey }) },
  {
    tool: "move_on_board",
    what: "",
    args: ({ id, boardKey }) => ({ key: boardKey, canvas_id: id, to: "in_review", revision: 2 }),
  },
  { tool: "open_from_board", what: "", args: ({ id, boardKey }) => ({ key: boardKey, canvas_id: id }) },
];

/** What went wrong, where something did that is not measured. */
export function faultOf({ mayBeRefused }: MeasuredCall, { isError, content }: CallToolResult): string | null {
  if (isError !== true || mayBeRefused === true) return null;
  const [first] = content;
  return first?.type === "text" ? first.text.slice(0, 200) : "no words";
}

export { CLIENT };
