import { expect, test } from "vitest";
import type { PageCanvas, PageListQuery } from "../../../../protocol/page.ts";
import type { Api } from "../access/gate.ts";
import { askBoard } from "./ask-board.ts";

const canvas = (id: string, status: PageCanvas["status"]) => ({ id, status }) as PageCanvas;

function apiWith(answer: (asked: PageListQuery) => unknown): Api {
  return { call: async (_route: string, asked: unknown) => answer(asked as PageListQuery) } as unknown as Api;
}

test("every status has its newest and its count, however many there are of another", async () => {
  const api = apiWith(({ status, query }) => {
    expect(query).toBe("plan");
    const isDraft = status === "draft";
    return {
      ok: true,
      value: {
        canvases: [canvas(`${status}`, status!), canvas("moved", status!)],
        total: isDraft ? 543 : 2,
        notice: null,
        waiting: [canvas("old", "approved")],
        ...(isDraft ? { next: "cursor" } : {}),
      },
    };
  });
  const answer = await askBoard(api, { query: "plan" });
  expect(answer).toMatchObject({
    ok: true,
    value: { total: 549, totals: { draft: 543, in_review: 2, approved: 2, archived: 2 }, next: "cursor" },
  });
  if (!answer.ok) return;
  expect(answer.value.canvases.map(({ id }) => id)).toEqual(["draft", "moved", "in_review", "approved", "archived"]);
  expect(answer.value.waiting).toHaveLength(1);
});

test("one failure is the answer", async () => {
  const failure = { ok: false, kind: "unreachable", code: "unreachable", message: "away" };
  const api = apiWith(({ status }) =>
    status === "approved" ? failure : { ok: true, value: { canvases: [], total: 0, notice: null } },
  );
  expect(await askBoard(api, {})).toEqual(failure);
});
