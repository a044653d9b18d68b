import { expect, test } from "vitest";
import { createFakeServer } from "../../host/fake-server.ts";
import { createFakeClock } from "../fake-clock.ts";
import { openWidget } from "../widget-rig.ts";

const TEXT = "One.\n\nTwo.\n";

async function two() {
  const server = createFakeServer();
  const clock = createFakeClock();
  const older = openWidget({ server, clock, widgetId: "older" });
  await older.write(TEXT);
  const newer = openWidget({ server, clock, widgetId: "newer" });
  return { server, clock, older, newer };
}

test("an older widget notices a newer write when it is looked at, and steps back", async () => {
  const { older, newer } = await two();
  await newer.write("One.\n\nTwo by the model.\n");
  expect(older.ready().superseded).toBeNull();
  await older.actions.returned();
  expect(older.ready()).toMatchObject({ superseded: 2, editing: false });
  expect(newer.ready().superseded).toBeNull();
});

test("before editing it looks once more, and does not edit an old text", async () => {
  const { older, newer } = await two();
  await newer.write("New.\n");
  await older.actions.startEditing();
  expect(older.ready()).toMatchObject({ superseded: 2, editing: false });
});

test("it tells the model once that it is superseded, when it had told it anything", async () => {
  const { older, newer, clock } = await two();
  older.actions.type("One by me.\n\nTwo.\n");
  await clock.advance(1_000);
  await newer.write("One by me.\n\nTwo by the model.\n");
  await older.actions.returned();
  await older.actions.returned();
  const said = older.host.contexts.filter((text) => text.includes("superseded by v3"));
  expect(said).toHaveLength(1);
  expect(older.host.contexts.at(-1)).toBe(said[0]);
});

test("Edit here takes over at the newest text", async () => {
  const { older, newer, clock, server } = await two();
  await newer.write("New.\n");
  await older.actions.returned();
  await older.actions.takeOver();
  expect(older.ready()).toMatchObject({ superseded: null, draft: "New.\n" });
  older.actions.type("New, by me.\n");
  await clock.advance(1_000);
  expect(server.record().document.content).toBe("New, by me.\n");
});

test("unsaved words never step back: they are merged where the person sees them", async () => {
  const { older, newer } = await two();
  older.actions.type("One by me.\n\nTwo.\n");
  await newer.write("One.\n\nTwo by the model.\n");
  await older.actions.returned();
  expect(older.ready()).toMatchObject({ superseded: null, draft: "One by me.\n\nTwo by the model.\n" });
});

test("what the person changed in another widget is simply taken over", async () => {
  const { older, newer, clock, server } = await two();
  await newer.replay(TEXT, { isError: false, text: "", meta: undefined });
  const other = openWidget({ server, clock, widgetId: "third" });
  await other.replay(TEXT, server.write(TEXT));
  other.actions.type("One elsewhere.\n\nTwo.\n");
  await clock.advance(1_000);
  await older.actions.returned();
  expect(older.ready()).toMatchObject({ superseded: null, draft: "One elsewhere.\n\nTwo.\n" });
});

test("on reload, a widget whose call is no longer the model's last one steps back", async () => {
  const server = createFakeServer();
  const first = server.write(TEXT);
  server.write("New.\n");
  const rig = openWidget({ server });
  await rig.replay(TEXT, first);
  expect(rig.ready().superseded).toBe(2);
});

test("two widgets typing at once lose nothing", async () => {
  const { older, clock, server } = await two();
  const other = openWidget({ server, clock, widgetId: "other" });
  await other.replay(TEXT, server.write(TEXT));
  older.actions.type("One from the older.\n\nTwo.\n");
  other.actions.type("One.\n\nTwo from the other.\n");
  await clock.advance(2_000);
  expect(server.record().document.content).toBe("One from the older.\n\nTwo from the other.\n");
});

test("where a host gives the whole window to one widget, that one takes what is newer", async () => {
  const server = createFakeServer();
  const clock = createFakeClock();
  const context = { displayMode: "fullscreen", displayModes: ["fullscreen"] } as const;
  const alone = openWidget({ server, clock, widgetId: "alone", context });
  await alone.write(TEXT);
  const chat = openWidget({ server, clock, widgetId: "chat" });
  await chat.write("One.\n\nTwo by the model.\n");
  await alone.actions.returned();
  expect(alone.ready()).toMatchObject({ superseded: null, draft: "One.\n\nTwo by the model.\n" });
});
