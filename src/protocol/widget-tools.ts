import { z } from "zod";
import { STATUSES, type Status, type TextMark } from "../core/records/canvas.ts";
import type { MomentSummary, VersionSummary } from "../core/records/history.ts";
import { packedView } from "./canvas-view.ts";
import type { ErrorCode } from "./errors.ts";
import { META_KEY, type WidgetTool } from "./names.ts";
import type { PageCanvas } from "./page.ts";
import { atLeast, enoughOf, isRecord } from "./partial-check.ts";
import { savedCanvas } from "./saved-canvas.ts";
import {
  listBoardInput,
  listVersionsInput,
  loadCanvasInput,
  loadVersionInput,
  moveOnBoardInput,
  noteExportInput,
  openFromBoardInput,
  restoreVersionInput,
  saveCanvasInput,
  shareCanvasInput,
} from "./widget-inputs.ts";

/**
 * What results carry for the widget under `_meta[META_KEY]`, a kind each. What is checked is what the widget cannot do
 * without: an older widget goes on with what a newer server adds.
 */

/** All canvases by status, as the widget gets them. */
export interface BoardView {
  readonly storeId: string;
  readonly owner: string;
  readonly key: string;
  /** What was searched for; empty: nothing. */
  readonly query: string;
  /** The column that was asked for. */
  readonly status?: Status;
  /** The newest of every status. */
  readonly canvases: readonly PageCanvas[];
  /** How many there are of each status. */
  readonly totals: Readonly<Record<Status, number>>;
  /** What the person must know about the store itself, or null. */
  readonly notice: string | null;
}

const number = z.number();
const text = z.string();

const versionSummary = atLeast({
  version: number,
  revision: number,
  title: text,
  by: atLeast({ kind: text }),
  at: text,
  points: z.array(atLeast({ revision: number, at: text })).optional(),
  moments: number.optional(),
});

const pageCanvas = enoughOf<PageCanvas>(
  atLeast({
    id: text,
    title: text,
    status: z.enum(STATUSES),
    version: number,
    revision: number,
    updatedAt: text,
    words: number,
    openProposals: number,
    newEdits: number,
    newComments: number,
    waiting: atLeast({ since: text }).nullable(),
  }),
);

const boardView = enoughOf<BoardView>(
  atLeast({
    key: text,
    query: text,
    canvases: z.array(pageCanvas),
    totals: atLeast(Object.fromEntries(STATUSES.map((status) => [status, number]))),
  }),
);

const pastTexts = enoughOf<readonly TextMark[]>(z.array(atLeast({ revision: number, hash: text })));

/**
 * The texts that the canvas had last, and the revision in which it got the one that it has, to be held against the widget's
 * own.
 */
const knownTexts = atLeast({ contentRevision: number, pastTexts });

const viewReply = atLeast({
  kind: z.literal("view"),
  view: packedView,
  /** The save's `changes` were read: a server that knows none has taken no text. */
  tookChanges: z.literal(true).optional(),
  merged: z.boolean().optional(),
  /** This store never had the text that the widget named: an older copy has taken its place. */
  putBack: z.literal(true).optional(),
  conflicts: number.optional(),
  notes: enoughOf<readonly string[]>(z.array(text)).optional(),
  /** Where a link that was just made leads. It is told once, and kept nowhere. */
  link: text.optional(),
  /** The host asked for this canvas just now and replays no old result: it need not be asked for again. */
  newest: knownTexts.optional(),
  /** In the result of a model's call, which a host may replay later: the same, and only good while the call is new. */
  texts: knownTexts.optional(),
});
export type ViewReply = z.infer<typeof viewReply>;
export type NewestTexts = NonNullable<ViewReply["newest"]>;

/** A write's result, when the checkpoint is too big to go along: load it with this key. */
const keyReply = atLeast({ kind: z.literal("key"), canvasId: text, key: text, storeId: text, owner: text });

/** The answer to a save that named the state that the widget has: only what is different from it. */
const savedReply = atLeast({
  kind: z.literal("saved"),
  saved: savedCanvas,
  merged: z.boolean().optional(),
  conflicts: z.number().optional(),
  notes: enoughOf<readonly string[]>(z.array(text)).optional(),
});

const unchangedReply = atLeast({ kind: z.literal("unchanged"), state: text });

const versionsReply = atLeast({
  kind: z.literal("versions"),
  versions: enoughOf<readonly VersionSummary[]>(z.array(versionSummary)),
  more: z.boolean(),
  /** So many sealed versions the server keeps at least; left out: all. */
  kept: number.optional(),
});

/** Every text that stood inside one version and is kept, newest first; the text in force is none of them. */
const momentsReply = atLeast({
  kind: z.literal("moments"),
  moments: enoughOf<readonly MomentSummary[]>(z.array(atLeast({ revision: number, at: text }))),
});

/** With `point`: the content is that of the point, which stood inside the version. */
const versionReply = atLeast({
  kind: z.literal("version"),
  version: enoughOf<VersionSummary>(versionSummary),
  point: enoughOf<MomentSummary>(atLeast({ revision: number, at: text })).optional(),
  content: text,
});

const notedReply = atLeast({ kind: z.literal("noted") });

const boardReply = atLeast({ kind: z.literal("board"), board: boardView });

const movedReply = atLeast({ kind: z.literal("moved"), canvas: pageCanvas });

/** Every tool's, when it refused. A newer server may have more codes than this release knows. */
const errorReply = atLeast({ kind: z.literal("error"), code: enoughOf<ErrorCode>(text), message: text });
export type ErrorReply = z.infer<typeof errorReply>;

const answersView = z.discriminatedUnion("kind", [viewReply, errorReply]);

/** The widget's tools: what each takes, and what its results carry for the widget. */
export const widgetTools = {
  load_canvas: {
    input: loadCanvasInput,
    reply: z.discriminatedUnion("kind", [viewReply, unchangedReply, errorReply]),
  },
  save_canvas: { input: saveCanvasInput, reply: z.discriminatedUnion("kind", [viewReply, savedReply, errorReply]) },
  list_versions: {
    input: listVersionsInput,
    reply: z.discriminatedUnion("kind", [versionsReply, momentsReply, errorReply]),
  },
  load_version: { input: loadVersionInput, reply: z.discriminatedUnion("kind", [versionReply, errorReply]) },
  restore_version: { input: restoreVersionInput, reply: answersView },
  share_canvas: { input: shareCanvasInput, reply: answersView },
  note_export: { input: noteExportInput, reply: z.discriminatedUnion("kind", [notedReply, errorReply]) },
  list_board: { input: listBoardInput, reply: z.discriminatedUnion("kind", [boardReply, errorReply]) },
  move_on_board: { input: moveOnBoardInput, reply: z.discriminatedUnion("kind", [movedReply, errorReply]) },
  open_from_board: { input: openFromBoardInput, reply: answersView },
} satisfies { readonly [Tool in WidgetTool]: { readonly input: z.ZodType; readonly reply: z.ZodType } };

export type Input<Tool extends WidgetTool> = z.infer<(typeof widgetTools)[Tool]["input"]>;
export type Reply<Tool extends WidgetTool> = z.infer<(typeof widgetTools)[Tool]["reply"]>;

/** What the results of the model's tools carry for the widget, and what a host that opens a canvas by itself hands it. */
const modelReply = z.discriminatedUnion("kind", [viewReply, keyReply, boardReply, errorReply]);
export type ModelReply = z.infer<typeof modelReply>;

/** `_meta[META_KEY]` of every result that the widget reads. */
export type WidgetReply = Reply<WidgetTool> | ModelReply;

/** What the tool's result carries for the widget under `_meta`, or null: nothing, or nothing that this release can use. */
export function readReply<Tool extends WidgetTool>(tool: Tool, meta: unknown): Reply<Tool> | null {
  const schema = widgetTools[tool].reply as unknown as z.ZodType<Reply<Tool>>;
  const read = schema.safeParse(carriedIn(meta));
  return read.success ? read.data : null;
}

/** The same for a result of a model's call. A canvas that cannot be read as it came is one to be loaded. */
export function readModelReply(meta: unknown): ModelReply | null {
  const carried = carriedIn(meta);
  const read = modelReply.safeParse(carried);
  if (read.success) return read.data;
  return isRecord(carried) && carried.kind === "view" ? keyOf(carried.view) : null;
}

/** Where a canvas can be loaded from that cannot be read as it came. */
export const viewsKey = atLeast({
  storeId: z.string(),
  owner: z.string(),
  key: z.string(),
  checkpoint: atLeast({ document: atLeast({ id: z.string() }) }),
});

/** Where to load a canvas whose text is not here. */
export function keyOf(view: unknown): Extract<ModelReply, { kind: "key" }> | null {
  const read = viewsKey.safeParse(view);
  if (!read.success) return null;
  const { storeId, owner, key, checkpoint } = read.data;
  return { kind: "key", canvasId: checkpoint.document.id, key, storeId, owner };
}

function carriedIn(meta: unknown): unknown {
  return isRecord(meta) ? meta[META_KEY] : undefined;
}
