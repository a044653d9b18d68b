/** Which canvases the runtime takes. What it refuses, it refuses with the whole session. */
import type { Canvas, CanvasAction, CanvasOptions } from "@github/copilot-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing, type Runtime, startRuntime } from "./start-runtime.ts";
import { makeToy } from "./toy-canvas.ts";

describe.skipIf(missing !== null)(`declarations ${missing ?? ""}`, () => {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime();
  });
  afterAll(() => runtime?.close());

  /** As a program without types could declare it. */
  const toy = (id: unknown, more: object = {}) => makeToy(id as string, more as Partial<CanvasOptions>).canvas;
  const action = (name: string, more: object = {}) => ({
    actions: [{ name, handler: () => 1, ...more } as CanvasAction],
  });
  const NONSENSE = { inputSchema: { type: "nonsense" } };
  const declare = (canvases: Canvas[]) =>
    runtime.create({ requestCanvasRenderer: true, canvasProvider: { id: "app:toys", name: "Toys" }, canvases });

  test.each([
    ["a missing id", () => [toy(undefined)], "invalid canvas contributions: missing field `id`"],
    ["an empty id", () => [toy("")], "Canvas contributions must include an id."],
    ["an id twice", () => [toy("x"), toy("x")], `Canvas "app:toys/x" was declared more than once.`],
    ["a missing name", () => [toy("x", { displayName: undefined })], "missing field `displayName`"],
    ["a missing description", () => [toy("x", { description: undefined })], "missing field `description`"],
    [
      "an action of the runtime's own names",
      () => [toy("x", action("canvas.open"))],
      `Canvas action names beginning with "canvas." are reserved: canvas.open`,
    ],
    ["an impossible schema of open", () => [toy("x", NONSENSE)], `Failed to compile JSON schema for canvas "x".`],
    [
      "a schema that refers to nothing",
      () => [toy("x", { inputSchema: { $ref: "#/nowhere" } })],
      `Failed to compile JSON schema for canvas "x".`,
    ],
    [
      "an impossible schema of an action",
      () => [toy("x", action("do", NONSENSE))],
      `Failed to compile JSON schema for canvas "x".`,
    ],
    ["one bad among good", () => [toy("good"), toy("x", NONSENSE)], `Failed to compile JSON schema for canvas "x".`],
  ])("%s is refused", async (_, canvases, words) => {
    await expect(declare(canvases())).rejects.toThrow(words);
  });

  test.each([
    ["an id that begins as reserved action names do", () => toy("canvas.x")],
    ["an action whose name has a capital", () => toy("x", action("Canvas.open"))],
    ["an action twice", () => toy("x", { actions: [...action("do").actions, ...action("do").actions] })],
    ["an action without a name", () => toy("x", action(""))],
  ])("%s is taken", async (_, canvas) => {
    const declared = canvas();
    const { session } = await declare([declared]);
    const { canvases } = await session.rpc.canvas.list();
    expect(canvases).toMatchObject([
      { extensionId: "app:toys", extensionName: "Toys", canvasId: declared.declaration.id },
    ]);
  });

  test("who is in a session already is told of all canvases when a provider comes", async () => {
    const talk = await runtime.create();
    const { leave } = await runtime.join(talk, { canvases: [toy("x")], canvasProvider: { id: "app:toys" } });
    const { data } = await talk.waitFor("session.canvas.registry_changed", ({ data }) => data.canvases.length > 0);
    expect(data.canvases).toEqual((await talk.session.rpc.canvas.list()).canvases);
    await leave();
  });

  test("what another live provider has under the same extension id is refused, and stays that provider's", async () => {
    const mine = makeToy("x");
    const talk = await runtime.create({
      requestCanvasRenderer: true,
      canvases: [mine.canvas],
      canvasProvider: { id: "app:mine" },
    });
    const same = { canvases: [toy("x")], canvasProvider: { id: "app:mine" } };
    await expect(runtime.join(talk, same)).rejects.toThrow(`Canvas "app:mine/x" is already registered.`);
    await talk.session.rpc.canvas.open({ canvasId: "x", instanceId: "one" });
    expect(mine.opened).toHaveLength(1);
  });

  test("one extension id may have several connections, each with canvases of its own", async () => {
    const talk = await runtime.create({ canvases: [toy("x")], canvasProvider: { id: "app:mine" } });
    await runtime.join(talk, { canvases: [toy("y")], canvasProvider: { id: "app:mine" } });
    const { canvases } = await talk.session.rpc.canvas.list();
    expect(canvases.map(({ extensionId, canvasId }) => `${extensionId}/${canvasId}`)).toEqual([
      "app:mine/x",
      "app:mine/y",
    ]);
  });

  test.each([
    ["no provider id", {}],
    ["the reserved provider id", { canvasProvider: { id: "connection:7" } }],
    ["an extension's source and name", { extensionInfo: { source: "toys", name: "x" } }],
  ])("a connection with %s is known by its number alone", async (_, identity) => {
    const talk = await runtime.create({ canvases: [toy("x")], ...identity });
    const [canvas] = (await talk.session.rpc.canvas.list()).canvases;
    expect(canvas?.extensionId).toMatch(/^connection:\d+$/);
    expect(canvas?.extensionId).not.toBe("connection:7");
  });

  test.each(["a", "A-1_b.c", "7", "a".repeat(128)])("an instance may be called %s", async (instanceId) => {
    const { session } = await declare([toy("x")]);
    expect(await session.rpc.canvas.open({ canvasId: "x", instanceId })).toMatchObject({ instanceId });
  });

  test.each(["", "-a", "_", ".", "a b", "a:b", "a/b", "ä", "a".repeat(129)])(
    "an instance may not be called %j",
    async (instanceId) => {
      const { session } = await declare([toy("x")]);
      const opening = session.rpc.canvas.open({ canvasId: "x", instanceId });
      await expect(opening).rejects.toThrow(`Invalid canvas instance ID "${instanceId}".`);
    },
  );
});
