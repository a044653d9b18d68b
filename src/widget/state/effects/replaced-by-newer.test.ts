import { expect, test } from "vitest";
import { META_KEY } from "../../../protocol/names.ts";
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

test("an older widget notices a newer write when it is looked at, shows it and says so", async () => {
  const { older, newer } = await two();
  await newer.write("One.\n\nTwo by the model.\n");
  expect(older.ready().superseded).toBeNull();
  await older.actions.returned();
  expect(older.ready()).toMatchObject({ superseded: 2, draft: "One.\n\nTwo by the model.\n", unsure: false });
  expect(older.ready().marked.marks).toMatchObject([{ was: "" }]);
  expect(newer.ready().superseded).toBeNull();
  older.actions.supersededRead();
  expect(older.ready().superseded).toBeNull();
});

test.each(["looks", "is loaded again"])(
  "what the person accepts is no writing of the model's to a widget that %s",
  async (how) => {
    const server = createFakeServer();
    const clock = createFakeClock();
    const first = server.write(TEXT);
    const older = openWidget({ server, clock, widgetId: "older" });
    await older.replay(TEXT, first);
    const asked = server.edit([{ find: "Two.", replace: "2." }], "suggest");
    const other = openWidget({ server, clock, widgetId: "other" });
    await other.replay(TEXT, asked);
    const { id } = other.ready().view.checkpoint.proposals[0]!;
    await other.actions.decide([{ id, decision: "accept" }]);
    await clock.advance(1_000);
    expect(server.record().document).toMatchObject({ version: 2, content: "One.\n\n2.\n" });
    const seen = how === "looks" ? older : openWidget({ server, clock, widgetId: "again" });
    if (how === "looks") await older.actions.returned();
    else await seen.replay(TEXT, first);
    expect(seen.ready()).toMatchObject({ superseded: null, draft: "One.\n\n2.\n" });
  },
);

test("before editing it looks once more, and the newest text is edited", async () => {
  const { older, newer, clock, server } = await two();
  await newer.write("New.\n");
  await older.actions.startEditing();
  expect(older.ready()).toMatchObject({ superseded: 2, editing: true, draft: "New.\n" });
  older.actions.type("New, by me.\n");
  expect(older.ready().superseded).toBeNull();
  await clock.advance(1_000);
  expect(server.record().document.content).toBe("New, by me.\n");
});

test("a widget that cannot ask does not pass its text off as the newest, until it can", async () => {
  const { older, newer } = await two();
  older.host.reachable = false;
  await older.actions.returned();
  expect(older.ready()).toMatchObject({ unsure: true, draft: TEXT });
  older.host.reachable = true;
  await older.actions.returned();
  expect(older.ready().unsure).toBe(false);
  await newer.write("New.\n");
  await older.actions.returned();
  expect(older.ready()).toMatchObject({ unsure: false, draft: "New.\n" });
});

test("in a host that lets no widget call, no text passes for the newest but one just written", async () => {
  const server = createFakeServer();
  const result = server.write(TEXT);
  const clock = createFakeClock();
  const written = Date.parse(server.record().document.updatedAt);
  await clock.advance(Math.max(0, written - clock.now()));
  const open = async (widgetId: string) => {
    const rig = openWidget({ server, clock, widgetId, abilities: { serverTools: false } });
    await rig.replay(TEXT, result);
    return rig.ready();
  };
  expect(await open("one")).toMatchObject({ home: "browser", unsure: false });
  await clock.advance(10 * 60_000);
  expect(await open("two")).toMatchObject({ home: "browser", unsure: true });
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

test("unsaved words are merged where the person sees them", async () => {
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

test("on reload, a widget whose call is no longer the model's last one shows the newest and says so", async () => {
  const server = createFakeServer();
  const first = server.write(TEXT);
  server.write("New.\n");
  const rig = openWidget({ server });
  await rig.replay(TEXT, first);
  expect(rig.ready()).toMatchObject({ superseded: 2, draft: "New.\n" });
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

test("a text from the conversation becomes the canvas once the server can be reached again", async () => {
  const server = createFakeServer();
  const { meta: _, ...result } = server.write(TEXT);
  const key = { storeId: "store", owner: "local", key: "secret", canvasId: "HN8B" };
  const rig = openWidget({ server });
  rig.host.reachable = false;
  await rig.replay(TEXT, { ...result, meta: { [META_KEY]: { kind: "key", ...key } } });
  expect(rig.canvas()).toMatchObject({ phase: "detached", reason: "unreachable" });
  rig.host.reachable = true;
  await rig.actions.returned();
  expect(rig.ready()).toMatchObject({ draft: TEXT, unsure: false });
});
