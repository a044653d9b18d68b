import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Channels, reduceChannels } from "../../src/surfaces/ahp/wire/channels.ts";
import type { ChatState, RootState, Snapshot } from "../../src/surfaces/ahp/wire/types.ts";
import { AhpDesk, actionsIn, activeAs, answersTo, isSettled, nameIn, saying } from "./ahp-desk.ts";
import type { Frame } from "./cuttable-line.ts";
import { connectRawPeer } from "./raw-peer.ts";
import { loadVscode } from "./vscode-bundle.ts";
import { newVscodeClient } from "./vscode-client.ts";

/** VS Code's own client for agent hosts, which others have written, against `writing-canvas serve`. */

let desk: AhpDesk;
beforeAll(async () => {
  desk = await AhpDesk.open();
});
afterEach(() => desk.closeClients());
afterAll(() => desk.close());

describe("VS Code's client", () => {
  test("connects by the version that both know, and sees the root", async () => {
    const { client, line, warnings } = await desk.connected();
    expect(client.initializeResult.get()).toMatchObject({
      protocolVersion: "0.9.0",
      serverInfo: { name: "writing-canvas" },
    });
    const { agents, activeSessions } = client.rootState.value as RootState;
    expect(agents).toMatchObject([{ provider: expect.stringMatching(/\w/), displayName: expect.stringMatching(/\w/) }]);
    expect(activeSessions).toBe(1);
    // It has no way to declare that it knows canvases, and none to declare anything.
    expect(line.sent[0]).toMatchObject({ method: "initialize" });
    expect(line.sent[0]?.params).not.toHaveProperty("capabilities");
    expect(warnings).toEqual([]);
  });

  test("lists the one session, with a title and with times", async () => {
    const { client } = await desk.connected();
    const [listed, ...more] = await client.listSessions();
    expect(more).toEqual([]);
    expect(String(listed?.session)).toBe(desk.session);
    expect(listed?.summary).not.toBe("");
    expect(listed?.startTime).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(listed?.modifiedTime).toBeGreaterThanOrEqual(listed?.startTime ?? Number.NaN);
  });

  test("follows the session and its chat", async () => {
    const { follow, warnings } = await desk.connected();
    const { chat } = desk;
    expect((await follow("session", desk.session)).value).toMatchObject({
      lifecycle: "ready",
      defaultChat: chat,
      chats: [{ resource: chat }],
    });
    const talk = (await follow("chat", chat)).value as ChatState;
    expect(talk).toMatchObject({ resource: chat, interactivity: "read-only", turns: [] });
    expect(warnings).toEqual([]);
  });

  test("is told that a channel is not there", async () => {
    const { follow } = await desk.connected();
    await expect(follow("session", "ahp-session:/nowhere")).rejects.toMatchObject({ code: -32008 });
  });

  test("hears what another client does", async () => {
    const { follow } = await desk.connected();
    const following = await follow("session", desk.session);
    await desk.rename("Heard at once");
    await expect.poll(() => nameIn(following.value, desk.other.clientId)).toBe("Heard at once");
  });

  test("does something, which is confirmed and told to the others", async () => {
    const { client, follow } = await desk.connected();
    const following = await follow("session", desk.session);
    client.dispatch(desk.session, activeAs(client.clientId, "VS Code"));
    expect(nameIn(following.value, client.clientId)).toBe("VS Code");
    expect(isSettled(following)).toBe(false);
    await expect.poll(() => isSettled(following)).toBe(true);
    expect(nameIn(following.value, client.clientId)).toBe("VS Code");
    await expect.poll(() => desk.other.heard.some(({ origin }) => origin?.clientId === client.clientId)).toBe(true);
  });

  test.each([
    ["session/titleChanged", { title: "Mine" }],
    ["session/isArchivedChanged", { isArchived: true }],
    ["session/unheardOf", {}],
  ])("is refused %s with a reason, and takes it back", async (type, fields) => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    const before = following.verifiedValue;
    made.client.dispatch(desk.session, { type, ...fields });
    const refused = () => actionsIn(made).find(({ action }) => action.type === type);
    await expect.poll(refused).toMatchObject({ origin: { clientId: made.client.clientId } });
    expect(refused()?.rejectionReason).toMatch(/\w+ \w+/);
    expect(isSettled(following)).toBe(true);
    expect(following.value).toEqual(before);
  });

  test("is refused a turn in the chat, where nobody answers", async () => {
    const made = await desk.connected();
    const following = await made.follow("chat", desk.chat);
    const message = { text: "Hello?", origin: { kind: "user" } };
    made.client.dispatch(desk.chat, { type: "chat/turnStarted", turnId: "one", message });
    expect(following.value).toHaveProperty("activeTurn.id", "one");
    await expect.poll(() => isSettled(following)).toBe(true);
    expect(following.value).not.toHaveProperty("activeTurn");
    expect(actionsIn(made).at(-1)?.rejectionReason).toMatch(/\w+ \w+/);
  });

  test("says its settings each time it connects, and they change nothing", async () => {
    const made = await desk.connected();
    const settings = made.line.sent.filter(
      ({ method, params }) => method === "dispatchAction" && (params as Frame).channel === "ahp-root://",
    );
    // All of them with the same number: they are not one thing said again.
    expect(settings.length).toBeGreaterThan(1);
    await made.client.ping();
    const answered = actionsIn(made).filter(({ channel }) => channel === "ahp-root://");
    expect(answered.filter(({ rejectionReason }) => rejectionReason === undefined)).toEqual([]);
    expect(made.client.rootState.value).not.toHaveProperty("config");
    expect(made.warnings).toEqual([]);
  });

  test("is answered when it leaves where it is not", async () => {
    const { client, follow } = await desk.connected();
    const following = await follow("session", desk.session);
    client.dispatch(desk.session, activeAs(client.clientId, "For a while"));
    for (let times = 2; times > 0; times--) {
      client.dispatch(desk.session, { type: "session/activeClientRemoved", clientId: client.clientId });
      await expect.poll(() => isSettled(following)).toBe(true);
      expect(nameIn(following.value, client.clientId)).toBeUndefined();
    }
  });

  test("is no longer active in a session that it does not follow any more", async () => {
    const { client } = await desk.connected();
    const { StateComponents, URI } = await loadVscode();
    const following = client.getSubscription(StateComponents.Session, URI.parse(desk.session), "test");
    await expect.poll(() => following.object.value).toBeDefined();
    client.dispatch(desk.session, activeAs(client.clientId, "For a while"));
    following.dispose();
    await expect
      .poll(() => desk.other.heard.map(({ action }) => action))
      .toContainEqual({ type: "session/activeClientRemoved", clientId: client.clientId });
  });

  test("has the state that a newcomer is shown, and that our reducers make of what it was sent", async () => {
    const made = await desk.connected();
    const following = await made.follow("session", desk.session);
    const talking = await made.follow("chat", desk.chat);
    const [early, late] = [await connectRawPeer(desk.address, "early"), await connectRawPeer(desk.address, "late")];
    try {
      for (const peer of [early, late]) await peer.subscribe(desk.session);
      // The one that came first says something last.
      for (const peer of [late, desk.other, early, late])
        await peer.dispatch(desk.session, activeAs(peer.clientId, `${peer.clientId} ${peer.heard.length}`));
      await made.client.ping();
      const newcomer = await desk.connected();
      expect((await newcomer.follow("session", desk.session)).value).toEqual(following.value);
      expect((await newcomer.follow("chat", desk.chat)).value).toEqual(talking.value);
    } finally {
      early.close();
      late.close();
    }
    const shown = answersTo(made, "subscribe").map(
      ({ result }) => (result as { readonly snapshot: Snapshot }).snapshot,
    );
    const begun: Channels = Object.fromEntries(shown.map(({ resource, state }) => [resource, state]));
    const ours = actionsIn(made).reduce(reduceChannels, begun);
    expect(ours).toEqual({ [desk.session]: following.value, [desk.chat]: talking.value });
  });

  test("stays connected as long as its pings are answered", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    try {
      const made = await desk.connected();
      for (let beat = 1; beat <= 10; beat++) {
        await vi.advanceTimersByTimeAsync(5_000);
        await expect.poll(() => answersTo(made, "ping").length).toBe(beat);
      }
      expect(made.client.connectionState).toBe("connected");
      expect(answersTo(made, "reconnect")).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a host with a token", () => {
  const TOKEN = "only-for-this-test-0123456789";
  let guarded: AhpDesk;
  beforeAll(async () => {
    guarded = await AhpDesk.open(TOKEN);
  });
  afterAll(() => guarded.close());

  test("lets it in with the token in its address, as VS Code gives it", async () => {
    const { client } = await guarded.connected();
    expect(await client.listSessions()).toHaveLength(1);
  });

  test.each([
    ["no token", ""],
    ["another token", "?tkn=another-one-0123456789"],
  ])("does not with %s", async (_, query) => {
    const made = await newVscodeClient(guarded.address.replace(/\?.*$/, query));
    await expect(made.client.connect()).rejects.toThrow("401");
    expect(made.line.received).toEqual([]);
    made.close();
  });
});

describe("versions", () => {
  test("one that speaks 0.8.0 alone is told which are spoken here", async () => {
    const { client } = await desk.newClient(saying({ protocolVersions: ["0.8.0"] }));
    await expect(client.connect()).rejects.toMatchObject({
      code: -32005,
      data: { supportedVersions: ["^1.0.0", "^0.10.0", "^0.9.0"] },
    });
    expect(client.connectionState).toBe("incompatible");
  });

  test.each(["0.9.3", "0.10.0", "1.0.0", "1.4.2"])("one that offers %s is let in by it", async (version) => {
    const { client } = await desk.connected(saying({ protocolVersions: [version, "0.9.0"] }));
    expect(client.initializeResult.get()?.protocolVersion).toBe(version);
  });
});
