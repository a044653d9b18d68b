import { expect, test } from "vitest";
import type { PageCanvas, PageList } from "../../../../protocol/page.ts";
import { type ListScope, withWaiting } from "./use-list.ts";

const canvas = (id: string, sharedBy?: string) =>
  ({ id, ...(sharedBy === undefined ? {} : { sharedBy }) }) as PageCanvas;
const answer: PageList = {
  canvases: [canvas("a")],
  total: 1,
  notice: null,
  waiting: [canvas("a"), canvas("mine"), canvas("theirs", "Bob")],
};

test.each<[Partial<ListScope>, string]>([
  [{}, "mine theirs a"],
  [{ whose: "own" }, "mine a"],
  [{ whose: "shared" }, "theirs a"],
  [{ query: "plan" }, "a"],
  [{ status: "draft" }, "a"],
])("where %j is looked for, agents wait for %j", (scope, ids) => {
  const shown = withWaiting(answer, { query: "", status: null, whose: "all", board: false, ...scope });
  expect(shown.map(({ id }) => id).join(" ")).toBe(ids);
});
