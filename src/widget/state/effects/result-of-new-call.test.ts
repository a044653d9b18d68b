import { expect, test } from "vitest";
import { createFakeServer } from "../../host/fake-server.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { allSettled } from "../fake-clock.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

/** The result of a call that was seen to be written is the canvas; one that a host may have replayed is not. */

const TEXT = "# Plan\n\nOne.\n\nTwo.\n";
const NEXT = "# Plan\n\nOne.\n\nTwo, and more.\n";

const loads = (rig: WidgetRig): number => rig.host.calls.filter(({ tool }) => tool === "load_canvas").length;

/** A call of the model's, of which so many pieces come before it is whole. */
async function call(rig: WidgetRig, result: ToolReply, content: string, pieces: number): Promise<void> {
  for (let at = 1; at <= pieces; at++)
    rig.host.tell({
      kind: "partial",
      tool: "write_canvas",
      args: { canvas_id: "HN8B", content: content.slice(0, at * 5) },
    });
  rig.host.tell({ kind: "input", tool: "write_canvas", args: { canvas_id: "HN8B", content } });
  rig.host.tell({ kind: "result", result });
  await allSettled();
}

test.each([
  ["none: the host passes none on, or replays", 0, 1],
  ["one: a host that replays may pass on the last", 1, 1],
  ["several", 2, 0],
])("pieces that came before it was whole, %s", async (_, pieces, asked) => {
  const rig = openWidget();
  await call(rig, rig.server.write(TEXT), TEXT, pieces);
  expect(rig.ready()).toMatchObject({ draft: TEXT, home: "server", save: { kind: "saved" }, unsure: false });
  expect(loads(rig)).toBe(asked);
});

test("the same piece twice is one", async () => {
  const rig = openWidget();
  for (let at = 0; at < 2; at++)
    rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: TEXT.slice(0, 5) } });
  await call(rig, rig.server.write(TEXT), TEXT, 0);
  expect(loads(rig)).toBe(1);
});

test("a call that follows in the same widget has to be seen growing itself", async () => {
  const rig = openWidget();
  await call(rig, rig.server.write(TEXT), TEXT, 3);
  await call(rig, rig.server.write(NEXT), NEXT, 0);
  expect(rig.ready().draft).toBe(NEXT);
  expect(loads(rig)).toBe(1);
});

test("pieces of a call that was stopped are none of the next", async () => {
  const rig = openWidget();
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# A" } });
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# Another" } });
  rig.host.tell({ kind: "cancelled" });
  await call(rig, rig.server.write(TEXT), TEXT, 0);
  expect(loads(rig)).toBe(1);
});

test("a later write, in a widget of its own, is joined with what is typed in the one before", async () => {
  const first = openWidget();
  await call(first, first.server.write(TEXT), TEXT, 2);
  first.actions.type(TEXT.replace("One.", "One by me."));
  await first.clock.advance(1_000);
  first.stop();
  const next = openWidget({ server: first.server, storage: first.storage, clock: first.clock, widgetId: "widget-2" });
  await call(next, first.server.write(NEXT), NEXT, 2);
  expect(next.ready().draft).toBe(NEXT.replace("One.", "One by me."));
  expect(loads(next)).toBe(0);
});

test("of a browser that was away for several texts the server is asked whether they are of this store", async () => {
  const first = openWidget();
  await call(first, first.server.write(TEXT), TEXT, 2);
  first.stop();
  for (const more of ["a", "b", "c"]) first.server.write(`${TEXT}\n${more}\n`);
  const next = openWidget({ server: first.server, storage: first.storage, clock: first.clock, widgetId: "widget-2" });
  await call(next, first.server.write(NEXT), NEXT, 2);
  expect(next.ready().draft).toBe(NEXT);
  expect(loads(next)).toBe(1);
});

test("a write to an older copy of the store takes nothing from the screen", async () => {
  const rig = openWidget();
  await call(rig, rig.server.write(TEXT), TEXT, 2);
  const putBack = rig.server.backup();
  rig.actions.type(TEXT.replace("One.", "One by me."));
  await rig.clock.advance(1_000);
  putBack();
  await call(rig, rig.server.write(NEXT), NEXT, 2);
  await rig.clock.advance(1_000);
  expect(loads(rig)).toBe(1);
  expect(rig.store.state().notices.map(({ id }) => id)).toEqual(["put-back"]);
  expect(rig.server.record().document.content).toBe(NEXT.replace("One.", "One by me."));
});

test("what is typed while the result is on its way stays", async () => {
  const server = createFakeServer();
  const rig = openWidget({ server });
  await call(rig, server.write(TEXT), TEXT, 2);
  for (const end of [10, 20])
    rig.host.tell({
      kind: "partial",
      tool: "write_canvas",
      args: { canvas_id: "HN8B", content: NEXT.slice(0, end) },
    });
  const result = server.write(NEXT);
  rig.actions.type(TEXT.replace("One.", "One by me."));
  rig.host.tell({ kind: "input", tool: "write_canvas", args: { canvas_id: "HN8B", content: NEXT } });
  rig.host.tell({ kind: "result", result });
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe(NEXT.replace("One.", "One by me."));
});
