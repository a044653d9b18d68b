import { expect, test } from "vitest";
import { META_KEY } from "../../../protocol/names.ts";
import { saveCanvasInput } from "../../../protocol/widget-inputs.ts";
import { createFakeServer, type FakeServer } from "../../host/fake-server.ts";
import { readPending } from "../kept-records.ts";
import { openWidget } from "../widget-rig.ts";

const MOST = 20;
const WHY = "With this change the canvas would be larger than 20 bytes, the limit of this server.";

/** Takes no text of more than so many characters. */
function strictServer(most = { characters: MOST }): FakeServer {
  const server = createFakeServer();
  const error = { kind: "error", code: "content_too_large", message: WHY };
  return {
    ...server,
    answer: (tool, args) =>
      tool === "save_canvas" && lengthAfter(server, args) > most.characters
        ? { isError: true, text: WHY, meta: { [META_KEY]: error } }
        : server.answer(tool, args),
  };
}

function lengthAfter(server: FakeServer, args: Readonly<Record<string, unknown>>): number {
  const { changes = [] } = saveCanvasInput.parse(args);
  const growth = changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
  return server.record().document.content.length + growth;
}

async function typedTooMuch(server = strictServer()) {
  const rig = openWidget({ server });
  await rig.write("short");
  rig.actions.type("x".repeat(MOST + 5));
  await rig.clock.advance(1_000);
  expect(rig.saves()).toHaveLength(1);
  return rig;
}
const pending = (rig: Awaited<ReturnType<typeof typedTooMuch>>) =>
  readPending(JSON.parse(rig.storage.read("canvas:pending:HN8B:widget-1") ?? "null"));

test("a text that is too long is said to be so, stays on screen and in the browser, and is not sent again and again", async () => {
  const rig = await typedTooMuch();
  expect(rig.ready().save).toEqual({ kind: "failed", why: WHY, kept: true, gone: false, tooLong: true });
  expect(rig.ready().draft).toBe("x".repeat(MOST + 5));
  expect(pending(rig)?.content).toBe("x".repeat(MOST + 5));
  await rig.clock.advance(600_000);
  expect(rig.saves()).toHaveLength(1);
});

test("whoever types on is told again, kept in the browser, and asks the server nothing", async () => {
  const rig = await typedTooMuch();
  for (let more = 6; more < 30; more++) {
    rig.actions.type("x".repeat(MOST + more));
    await rig.clock.advance(1_000);
    expect(rig.ready().save).toMatchObject({ kind: "failed", why: WHY, tooLong: true });
  }
  expect(rig.saves()).toHaveLength(1);
  expect(pending(rig)?.content).toBe("x".repeat(MOST + 29));
});

test("once it is short enough it is saved, with all that was typed", async () => {
  const rig = await typedTooMuch();
  rig.actions.type("y".repeat(MOST + 2));
  await rig.clock.advance(1_000);
  expect(rig.saves()).toHaveLength(2);
  rig.actions.type("y".repeat(MOST));
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe("y".repeat(MOST));
  expect(rig.ready().save).toEqual({ kind: "saved" });
  expect(pending(rig)).toBeNull();
});

test("what else the person does is tried, and Try again always asks: the limit may be another by now", async () => {
  const most = { characters: MOST };
  const rig = await typedTooMuch(strictServer(most));
  rig.actions.rename("Another name");
  await rig.clock.advance(1_000);
  expect(rig.saves()).toHaveLength(2);
  expect(rig.ready().save).toMatchObject({ kind: "failed", tooLong: true });
  most.characters = 1_000;
  rig.actions.retrySave();
  await rig.clock.advance(0);
  expect(rig.ready().save).toEqual({ kind: "saved" });
  expect(rig.server.record().document).toMatchObject({ content: "x".repeat(MOST + 5), title: "Another name" });
});

test("after a reload it is brought back, said again, and asked about once", async () => {
  const server = strictServer();
  const before = openWidget({ server });
  const result = server.write("short");
  await before.replay("short", result);
  before.actions.type("x".repeat(MOST + 5));
  before.actions.rename("Another name");
  await before.clock.advance(1_000);
  before.stop();

  const after = openWidget({ server, storage: before.storage, clock: before.clock, widgetId: "widget-2" });
  await after.replay("short", result);
  await after.clock.advance(20_000);
  expect(after.ready().draft).toBe("x".repeat(MOST + 5));
  expect(after.ready().save).toMatchObject({ kind: "failed", why: WHY, kept: true, tooLong: true });
  const asked = after.saves().length;
  await after.clock.advance(600_000);
  expect(after.saves()).toHaveLength(asked);
  after.actions.type("x".repeat(MOST));
  await after.clock.advance(1_000);
  expect(server.record().document).toMatchObject({ content: "x".repeat(MOST), title: "Another name" });
});
