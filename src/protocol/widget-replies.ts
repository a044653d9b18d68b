import { z } from "zod";
import { STATUSES, type Status, type TextMark } from "../core/records/canvas.ts";
import type { PointSummary, VersionSummary } from "../core/records/history.ts";
import { packedView } from "./canvas-view.ts";
import type { ErrorCode } from "./errors.ts";
import type { PageCanvas } from "./page.ts";
import { atLeast, enoughOf } from "./partial-check.ts";

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

export const viewReply = atLeast({
  kind: z.literal("view"),
  view: packedView,
  merged: z.boolean().optional(),
  /** This store never had the text that the widget named: an older copy has taken its place. */
  putBack: z.literal(true).optional(),
  conflicts: number.optional(),
  notes: enoughOf<readonly string[]>(z.array(text)).optional(),
  /**
   * The host asked for this canvas just now and replays no old result: it need not be asked for again. The texts that the
   * canvas had last, and the revision in which it got the one that it has, are there to be held against the widget's own.
   */
  newest: atLeast({ contentRevision: number, pastTexts }).optional(),
});
export type ViewReply = z.infer<typeof viewReply>;
export type NewestTexts = NonNullable<ViewReply["newest"]>;

/** A write's result, when the checkpoint is too big to ride along: load it with this key. */
export const keyReply = atLeast({ kind: z.literal("key"), canvasId: text, key: text, storeId: text, owner: text });

export const unchangedReply = atLeast({ kind: z.literal("unchanged"), state: text });

export const versionsReply = atLeast({
  kind: z.literal("versions"),
  versions: enoughOf<readonly VersionSummary[]>(z.array(versionSummary)),
  more: z.boolean(),
});

/** With `point`: the content is that of the point, which stood inside the version. */
export const versionReply = atLeast({
  kind: z.literal("version"),
  version: enoughOf<VersionSummary>(versionSummary),
  point: enoughOf<PointSummary>(atLeast({ revision: number, at: text })).optional(),
  content: text,
});

export const boardReply = atLeast({ kind: z.literal("board"), board: boardView });

export const movedReply = atLeast({ kind: z.literal("moved"), canvas: pageCanvas });

/** Every tool's, when it refused. A newer server may have more codes than this release knows. */
export const errorReply = atLeast({ kind: z.literal("error"), code: enoughOf<ErrorCode>(text), message: text });
export type ErrorReply = z.infer<typeof errorReply>;
