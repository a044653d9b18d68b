import { expect, test } from "vitest";
import { LEAVING_BYTES, type LeftSave } from "../../../../protocol/left-save.ts";
import type { Api, CallOptions } from "../access/gate.ts";
import { sendLeft } from "./use-hosted-canvas.ts";

const save: LeftSave = { canvas_id: "HN8B", key: "key", save_key: "once", base_revision: 1 };
const typed = (insert: string): LeftSave => ({ ...save, change: { from: 0, to: 0, insert, base_mark: "mark" } });

async function sent(saves: readonly LeftSave[], leaves: boolean) {
  const requests: { request: unknown; how: CallOptions | undefined }[] = [];
  const api = {
    async call(_: string, request: unknown, how?: CallOptions) {
      requests.push({ request, how });
      return { ok: true, value: {} };
    },
  } as unknown as Api;
  await sendLeft(api, saves, leaves);
  return requests[0];
}

const LARGE = "語".repeat(LEAVING_BYTES / 3);

test.each([
  ["a page that goes sends it to the end", [typed("word")], true, [typed("word")], true],
  [
    "without what only a merge would need, where that is too much",
    [{ ...typed("word"), base_content: LARGE }],
    true,
    [typed("word")],
    true,
  ],
  ["what the browser would refuse is at least tried", [typed(LARGE)], true, [typed(LARGE)], false],
  [
    "a page that stays sends all of it",
    [{ ...typed("word"), base_content: LARGE }],
    false,
    [{ ...typed("word"), base_content: LARGE }],
    false,
  ],
])("%s", async (_, saves, leaves, expected, outlivesPage) => {
  expect(await sent(saves, leaves)).toEqual({ request: { saves: expected }, how: { outlivesPage } });
});
