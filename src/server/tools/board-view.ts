import { STATUSES, type Status } from "../../core/document/records.ts";
import type { BoardView } from "../../protocol/widget-tools.ts";
import { pageCanvasOf } from "../person/page-canvas.ts";
import { boardKeyOf } from "./board-key.ts";
import type { ServerDeps } from "./tool.ts";

interface BoardAsked {
  readonly query?: string | undefined;
  readonly status?: Status | undefined;
}

/** The newest canvases of every status, up to `limit` of each. */
export async function boardViewOf(deps: ServerDeps, asked: BoardAsked, limit: number): Promise<BoardView> {
  const { store, owner } = deps;
  const query = asked.query?.trim() ?? "";
  const pages = await Promise.all(
    STATUSES.map((status) => store.list(owner, { status, limit, ...(query === "" ? {} : { query }) })),
  );
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
