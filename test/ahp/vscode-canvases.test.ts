import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ActionEnvelope, ChatState, OpenCanvasRef } from "../../src/surfaces/ahp/wire/types.ts";
import { answerOf, connectTo } from "../faults/word-writer.ts";
import type { McpWire } from "../host/mcp-wire.ts";
import { AhpDesk, actionsIn, answersTo, cut, mend, nameIn, saying } from "./ahp-desk.ts";
import type { VscodeOnLine } from "./vscode-client.ts";

/** Any word that proposal 297 adds to the protocol. */
const OF_THE_PROPOSAL = /canvases|canvasProviders|ahp-canvas|canvas\//i;

/** What a Writing Canvas is called in the protocol. */
const OURS = { extensionId: "writing-canvas", canvasId: "writing-canvas" };

let desk: AhpDesk;
let model: McpWire;
beforeAll(async () => {
  desk = await AhpDesk.open();
  model = await connectTo(desk.node, "a-model");
});
afterEach(() => desk.closeClients());
afterAll(async () => {
  model.close();
  await desk.close();
});

/** What is open, as the other client has heard it. */
function openNow(): readonly OpenCanvasRef[] {
  const last = desk.other.heard.findLast(({ action }) => action.type === "session/openCanvasesChanged");
  return (last?.action.openCanvases ?? []) as readonly OpenCanvasRef[];
}

/** The model writes a canvas, which is opened by that. */
async function openOne(title: string): Promise<{ readonly canvasId: string; readonly channel: string }> {
  const { canvasId } = await answerOf(model, "write_canvas", { content: `# ${title}\n\nWords.\n` });
  const found = () => openNow().find((open) => open.title === title);
  await expect.poll(found).toBeDefined();
  return { canvasId, channel: found()?.channel ?? "" };
}

async function close(channel: string): Promise<void> {
  await desk.other.dispatch(channel, { type: "canvas/closeRequested" });
  await expect.poll(() => openNow().some((open) => open.channel === channel)).toBe(false);
}

/** A canvas is opened, shown, changed and closed, and a client says that it provides some. `meanwhile`: after each step. */
async function liveOneLife(title: string, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const { other } = desk;
  const { canvasId, channel } = await openOne(title);
  await meanwhile();
  await other.subscribe(channel);
  const isChange = (one: ActionEnvelope) => one.channel === channel && one.action.type === "canvas/updated";
  await answerOf(model, "edit_canvas", { canvas_id: canvasId, edits: [{ find: title, replace: `${title}, changed` }] });
  await expect.poll(() => other.heard.some(isChange)).toBe(true);
  await meanwhile();
  const drawing = { canvasId: "drawing", displayName: "Drawing", description: "Lines." };
  const activeClient = { clientId: other.clientId, displayName: title, canvasProviders: [drawing] };
  await other.dispatch(desk.session, { type: "session/activeClientSet", activeClient });
  await meanwhile();
  await close(channel);
}

function expectNothingOfTheProposal({ line, warnings }: VscodeOnLine): void {
  expect(line.received.filter((text) => OF_THE_PROPOSAL.test(text))).toEqual([]);
  expect(warnings).toEqual([]);
}

describe("canvases that are opened, changed and closed", () => {
  test("are nothing to a client that did not declare that it knows them", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    await made.follow("chat", desk.chat);
    await liveOneLife("Unseen");
    await made.client.ping();
    expect(nameIn(following.value, desk.other.clientId)).toBe("Unseen");
    expectNothingOfTheProposal(made);
  });

  test("are nothing to it when it comes back, either", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    await made.follow("chat", desk.chat);
    await liveOneLife("Unmissed", async () => {
      await cut(made);
      await mend(made);
    });
    await cut(made);
    await liveOneLife("Unmissed again");
    await mend(made);
    expect(nameIn(following.value, desk.other.clientId)).toBe("Unmissed again");
    expect(answersTo(made, "reconnect")).toHaveLength(4);
    expectNothingOfTheProposal(made);
  });

  test("are not there for it by name, either", async () => {
    const made = await desk.connected();
    const { channel } = await openOne("By name");
    await expect(made.follow("session", channel)).rejects.toMatchObject({ code: -32008 });
    made.client.dispatch(channel, { type: "canvas/closeRequested" });
    await made.client.ping();
    expect(openNow().some((open) => open.channel === channel)).toBe(true);
    await desk.other.subscribe(channel);
    await close(channel);
  });

  test("would be told to it if it declared it, and do not disturb what it knows", async () => {
    const made = await desk.connected(saying({ capabilities: { canvas: {} } }));
    const following = await made.follow("session", desk.session);
    await liveOneLife("Declared");
    await made.client.ping();
    for (const word of ["session/canvasesChanged", "session/openCanvasesChanged", "canvasProviders", "ahp-canvas:"])
      expect(made.line.received.some((text) => text.includes(word))).toBe(true);
    expect(nameIn(following.value, desk.other.clientId)).toBe("Declared");
    expect(made.warnings.filter((line) => !line.includes("Unhandled action type"))).toEqual([]);
  });

  test("are told in the words of the released protocol to one of 0.10.0, whose reducers leave them alone", async () => {
    const made = await desk.connected(saying({ protocolVersions: ["0.10.0"] }));
    const following = await made.follow("chat", desk.chat);
    const before = following.value;
    const told = (type: string) => actionsIn(made).filter(({ action }) => action.type === type);
    let shown: unknown;
    await liveOneLife("Smaller", async () => {
      await expect.poll(() => told("chat/canvasesChanged").length).toBeGreaterThan(0);
      const [canvas] = (told("chat/canvasesChanged")[0]?.action.canvases ?? []) as ChatState["canvases"] & object;
      shown ??= (await made.follow("session", canvas?.resource ?? "")).value;
    });
    expect(shown).toEqual({ ...OURS, instanceId: expect.any(String), title: "Smaller", status: expect.any(String) });
    const changed = { ...OURS, title: "Smaller, changed" };
    await expect.poll(() => told("canvas/stateChanged").at(-1)?.action.canvas).toMatchObject(changed);
    await expect.poll(() => told("chat/canvasesChanged").at(-1)?.action).toEqual({ type: "chat/canvasesChanged" });
    expect(following.value).toEqual(before);
    expect(made.warnings.filter((line) => !line.includes("Unhandled action type"))).toEqual([]);
    // Nothing that the proposal alone has.
    expect(made.line.received.filter((text) => /openCanvases|canvasProviders|canvas\/updated/.test(text))).toEqual([]);
    expect(await made.client.listSessions()).toHaveLength(1);
  });
});
