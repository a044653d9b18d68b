import { snippetOf } from "../../core/markdown/snippet.ts";
import type { PageCanvas, PageList, PageListQuery } from "../../protocol/page.ts";
import type { ServerDeps } from "../mcp/tool.ts";
import { listingOf, wordsOf } from "../storage/listing.ts";
import { foundRecord, type Wait } from "../storage/ports.ts";
import { pageCanvasOf } from "./page-canvas.ts";

const DEFAULT_LIMIT = 50;

/** One page of the person's canvases, the last changed first; with the first page all that an agent waits for. */
export async function listForPerson(
  deps: ServerDeps,
  asked: { readonly [Key in keyof PageListQuery]: PageListQuery[Key] | undefined },
): Promise<PageList> {
  const { store, owner } = deps;
  const { query, status, except, cursor, limit } = asked;
  const page = await store.canvases.list(owner, {
    limit: limit ?? DEFAULT_LIMIT,
    ...(status === undefined ? {} : { status }),
    ...(except === undefined ? {} : { except }),
    ...(query === undefined || query.trim() === "" ? {} : { query, passages: true }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const waits = await store.waits.list(owner);
  const words = wordsOf(query);
  const canvases = page.canvases.map((listing): PageCanvas => {
    const found = listing.passage === undefined ? null : snippetOf(listing.passage, words);
    return { ...pageCanvasOf(listing, waits), ...(found === null ? {} : { found }) };
  });
  return {
    canvases,
    total: page.total,
    notice: await store.notice(),
    ...(page.next === undefined ? {} : { next: page.next }),
    ...(cursor === undefined ? { waiting: await awaited(deps, waits, canvases) } : {}),
  };
}

/** Those that are not on the page are loaded one by one: few agents wait at a time. */
async function awaited(
  { store, owner }: ServerDeps,
  waits: readonly Wait[],
  listed: readonly PageCanvas[],
): Promise<readonly PageCanvas[]> {
  const ids = [...new Set(waits.map(({ canvasId }) => canvasId))];
  const all = await Promise.all(
    ids.map(async (id) => {
      const known = listed.find((canvas) => canvas.id === id);
      if (known !== undefined) return known;
      const record = foundRecord(await store.canvases.find(owner, id));
      return record === null ? null : pageCanvasOf(listingOf(record), waits);
    }),
  );
  return all.filter((canvas) => canvas !== null);
}
