import { encodeAuthor } from "../../../protocol/canvas-view.ts";
import type { PageCanvas } from "../../../protocol/page.ts";

/** A canvas for tests of the board. */
export function sampleCanvas(given: Partial<PageCanvas> & { readonly id: string }): PageCanvas {
  return {
    title: `Canvas ${given.id}`,
    status: "draft",
    version: 1,
    revision: 1,
    updatedAt: "2026-11-16T10:00:00.000Z",
    createdAt: "2026-11-16T09:00:00.000Z",
    lastEditor: encodeAuthor("model"),
    words: 120,
    openProposals: 0,
    newEdits: 0,
    newComments: 0,
    newOthers: 0,
    waiting: null,
    ...given,
  };
}
