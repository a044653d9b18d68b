import { STATUSES, type Status } from "../../../../core/records/canvas.ts";
import type { PageCanvas, PageList, PageListQuery } from "../../../../protocol/page.ts";
import type { Api, ApiAnswer } from "../access/gate.ts";

export type BoardList = PageList & { readonly totals: Readonly<Partial<Record<Status, number>>> };

/** Of each status: so that no column is empty for the newest canvases being all of another. */
const EACH = 100;

/** The newest canvases of every status, and how many there are of each. */
export async function askBoard(
  api: Api,
  query: Pick<PageListQuery, "query" | "whose">,
  signal?: AbortSignal,
): Promise<ApiAnswer<BoardList>> {
  const answers = await Promise.all(
    STATUSES.map((status) => api.call("/api/list", { limit: EACH, status, ...query }, { signal })),
  );
  const lists: PageList[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    lists.push(answer.value);
  }
  // One that was moved between two of the answers stands in both: as it was found last.
  const canvases = new Map<string, PageCanvas>();
  for (const canvas of lists.flatMap((list) => list.canvases)) canvases.set(canvas.id, canvas);
  const next = lists.find((list) => list.next !== undefined)?.next;
  return {
    ok: true,
    value: {
      canvases: [...canvases.values()],
      total: lists.reduce((sum, list) => sum + list.total, 0),
      totals: Object.fromEntries(STATUSES.map((status, at) => [status, lists[at]?.total ?? 0])),
      notice: lists.find((list) => list.notice !== null)?.notice ?? null,
      ...(next === undefined ? {} : { next }),
      waiting: lists[0]?.waiting ?? [],
    },
  };
}
