import { STATUSES, type Status } from "../../core/records/canvas.ts";
import type { BoardView } from "../../protocol/widget-replies.ts";
import { pageCanvasOf } from "../person/page-canvas.ts";
import { boardKeyOf } from "./board-key.ts";
import { nextTurn } from "./next-turn.ts";
import type { ServerDeps } from "./tool.ts";

interface BoardAsked {
  readonly query?: string | undefined;
  readonly status?: Status | undefined;
}

/** The newest canvases of every status, up to `limit` of each. */
export async function boardViewOf(deps: ServerDeps, asked: BoardAsked, limit: number): Promise<BoardView> {
  const { store, owner } = deps;
  const query = asked.query?.trim() ?? "";
  const pages: Awaited<ReturnType<typeof store.list>>[] = [];
  for (const status of STATUSES) {
    pages.push(await store.list(owner, { status, limit, ...(query === "" ? {} : { query }) }));
    // A search reads every text.
    if (query !== "") await nextTurn();
  }
  const waits = await store.waits(owner);
  const total = (status: Status) => pages[STATUSES.indexOf(status)]?.total ?? 0;
  return {
    storeId: store.storeId,
    owner,
    key: await boardKeyOf(deps),
    query,
    ...(asked.status === undefined ? {} : { status: asked.status }),
    canvases: pages.flatMap(({ canvases }) => canvases.map((listing) => pageCanvasOf(listing, waits))),
    totals: {
      draft: total("draft"),
      in_review: total("in_review"),
      approved: total("approved"),
      archived: total("archived"),
    },
    notice: await store.notice(),
  };
}
