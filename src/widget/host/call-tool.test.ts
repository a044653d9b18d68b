import { expect, test } from "vitest";
import { META_KEY } from "../../protocol/names.ts";
import { callTool } from "./call-tool.ts";
import { createFakeHost } from "./fake-host.ts";
import { createFakeServer } from "./fake-server.ts";
import type { ToolReply } from "./host-port.ts";

const CANVAS = { canvas_id: "HN8B", key: "secret" };
const hostThatAnswers = (reply: ToolReply) => createFakeHost({ answer: () => reply });
const saying = (said: unknown, text = "", isError = false): ToolReply => ({
  isError,
  text,
  meta: { [META_KEY]: said },
});

test("a canvas comes unpacked", async () => {
  const server = createFakeServer();
  server.write("# Plan\n");
  const answer = await callTool({ host: createFakeHost({ answer: server.answer }) }, "load_canvas", CANVAS);
  expect(answer).toMatchObject({
    ok: true,
    reply: { kind: "view", view: { checkpoint: { document: { content: "# Plan\n" }, baseline: "# Plan\n" } } },
  });
});

test("a refusal comes with its code and its words", async () => {
  const host = hostThatAnswers(saying({ kind: "error", code: "archived", message: "It is archived." }, "Error", true));
  const error = { kind: "refused", code: "archived", message: "It is archived." };
  expect(await callTool({ host }, "list_versions", CANVAS)).toEqual({ ok: false, error });
});

test("a server that cannot be reached is a value too", async () => {
  const host = hostThatAnswers(saying(null));
  host.reachable = false;
  const error = { kind: "unreachable", why: "connection lost" };
  expect(await callTool({ host }, "list_versions", CANVAS)).toEqual({ ok: false, error });
  expect(host.logs).toEqual([]);
});

test.each([
  ["of a kind that a newer server invented", { kind: "hologram" }],
  ["to another question", { kind: "unchanged", state: "1" }],
  ["without what it needs", { kind: "versions", more: false }],
  ["with nothing in it", undefined],
])("an answer %s is logged, without its words, and is of no use", async (_, said) => {
  const host = hostThatAnswers(saying(said, "Some words."));
  const error = { kind: "unusable", isError: false, text: "Some words." };
  expect(await callTool({ host }, "list_versions", CANVAS)).toEqual({ ok: false, error });
  expect(host.logs).toEqual(["warning: list_versions: an answer that this widget cannot use"]);
});
