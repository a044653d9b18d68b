import { describe, expect, test } from "vitest";
import { ROOT_URI } from "../wire/uris.ts";
import { active, codeIn, EDITOR, lastOf, OPEN, provider } from "./editor-for-tests.ts";
import { createTestHost, settled, type TestClient } from "./host-for-tests.ts";

describe("the table of section 8", () => {
  async function withTwo() {
    const host = createTestHost();
    const [shows, other] = [await host.client("shows"), await host.client("other")];
    const { channel } = await host.session.agent.open(OPEN);
    await shows.subscribe(channel);
    return { host, shows, other, channel };
  }
  const CLOSE = { type: "canvas/closeRequested" };
  const MESSAGE = { type: "canvas/message", payload: { jsonrpc: "2.0" } };

  test.each([
    ["that never was", "ahp-canvas:/never"],
    ["that is closed", null],
  ])("canvas/closeRequested of one %s is silently ignored", async (_, never) => {
    const { host, shows, channel } = await withTwo();
    if (never === null) await host.session.agent.close("n1");
    const before = shows.frames.length;
    shows.dispatch(never ?? channel, CLOSE);
    await settled(host);
    expect(shows.frames).toHaveLength(before);
  });

  test("canvas/closeRequested by one who does not show it is rejected", async () => {
    const { host, other, channel } = await withTwo();
    other.dispatch(channel, CLOSE);
    await settled(host);
    expect(other.actions().at(-1)).toMatchObject({
      channel,
      action: CLOSE,
      origin: { clientId: "other", clientSeq: 1 },
    });
    expect(other.actions().at(-1)?.rejectionReason).toMatch(/subscribe/);
    expect(host.session.instances.refs()).toHaveLength(1);
  });

  test.each(["canvasOpen", "canvasInvokeAction", "canvasClose"])(
    "%s of what is not one's own is rejected",
    async (method) => {
      const { host, shows } = await withTwo();
      await provider(host);
      await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
      for (const target of [
        { canvasId: "note", extensionId: "own", instanceId: "n1" },
        { canvasId: "editor", extensionId: "client:p1", instanceId: "e1" },
        { canvasId: "note", extensionId: "client:shows", instanceId: "n1" },
        { canvasId: "editor", extensionId: "client:shows", instanceId: "never" },
      ]) {
        const answer = await shows.call(method, { channel: host.session.channel, ...target, actionName: "shout" });
        expect(codeIn(answer)).toMatch(/canvas_not_your_provider|canvas_unknown/);
      }
      expect(host.session.instances.refs()).toHaveLength(2);
    },
  );

  test("canvasReadResource: a read round trip, and every way in which it is rejected", async () => {
    const { host, shows, other, channel } = await withTwo();
    const uri = "ahp-canvas-content:/n1/index.html";
    expect(await shows.call("canvasReadResource", { channel, uri })).toMatchObject({
      result: { contents: [{ uri, mimeType: "text/html", text: "<p>note" }] },
    });
    const code = async (client: TestClient, asked: object) => codeIn(await client.call("canvasReadResource", asked));
    expect(await code(shows, { channel, uri: "ahp-canvas-content:/n1/other.html" })).toBe("canvas_content_not_found");
    expect(await code(shows, { channel, uri: "ahp-canvas-content:/n2/index.html" })).toBe(
      "canvas_content_address_invalid",
    );
    expect(await code(shows, { channel, uri: "file:///etc/passwd" })).toBe("canvas_content_address_invalid");
    expect(await code(shows, { channel, uri: "ahp-canvas-content:/n1/../n2/index.html" })).toBe(
      "canvas_content_address_invalid",
    );
    expect(await code(other, { channel, uri })).toBe("canvas_not_rendered");
    expect(await code(shows, { channel: "ahp-canvas:/never", uri })).toBe("canvas_instance_unknown");
    await host.session.agent.close("n1");
    expect(await code(shows, { channel, uri })).toBe("canvas_instance_unknown");
  });

  test("canvas/message: goes to the provider; is rejected where nothing is open, or from one who does not show it", async () => {
    const { host, shows, other, channel } = await withTwo();
    shows.dispatch(channel, MESSAGE);
    await settled(host);
    expect(host.heard.map(({ view, payload }) => [view.clientId, payload])).toEqual([["shows", MESSAGE.payload]]);
    expect(shows.actions().at(-1)).toMatchObject({ origin: { clientId: "shows", clientSeq: 1 } });
    expect(shows.actions().at(-1)?.rejectionReason).toBeUndefined();
    host.heard[0]?.view.say({ hello: 1 });
    expect(lastOf(shows, "canvas/message")).toMatchObject({ action: { payload: { hello: 1 } } });
    expect(lastOf(other, "canvas/message")).toBeUndefined();
    other.dispatch(channel, MESSAGE);
    shows.dispatch("ahp-canvas:/never", MESSAGE);
    await settled(host);
    expect(other.actions().at(-1)?.rejectionReason).toMatch(/subscribe/);
    expect(shows.actions().at(-1)?.rejectionReason).toMatch(/not open/);
    await host.session.agent.close("n1");
    shows.dispatch(channel, MESSAGE);
    await settled(host);
    expect(shows.actions().at(-1)?.rejectionReason).toMatch(/not open/);
    expect(host.heard).toHaveLength(1);
  });

  test("what only the host says, or nobody knows, is echoed with a reason; an unknown channel is ignored", async () => {
    const { host, shows, channel } = await withTwo();
    const session = host.session.channel;
    for (const [to, action] of [
      [channel, { type: "canvas/updated", title: "mine", url: "https://evil.example" }],
      [channel, { type: "canvas/updated", availability: null }],
      [session, { type: "session/openCanvasesChanged", openCanvases: [] }],
      [session, { type: "session/canvasesChanged", canvases: [] }],
      [session, { type: "session/activeClientSet", activeClient: { clientId: "other" } }],
      [
        session,
        { type: "session/activeClientSet", activeClient: { clientId: "shows", canvasProviders: [EDITOR, EDITOR] } },
      ],
      [session, { type: "session/activeClientSet", activeClient: { clientId: "shows", canvasProviders: [{}] } }],
      [session, { type: "session/activeClientRemoved", clientId: "other" }],
      [host.session.chat, { type: "chat/turnStarted" }],
      [ROOT_URI, { type: "root/configChanged" }],
      [session, { type: "session/painted" }],
    ] as const) {
      shows.dispatch(to, action);
      await settled(host);
      expect(shows.actions().at(-1)).toMatchObject({
        channel: to,
        action,
        rejectionReason: expect.stringMatching(/\w/),
      });
    }
    const before = shows.frames.length;
    shows.dispatch("ahp-session:/another", { type: "session/painted" });
    shows.dispatch("ahp-terminal:/1", { type: "terminal/input" });
    shows.say("dispatchAction", { channel: session, clientSeq: "x", action: 3 });
    shows.say("nothing", {});
    await settled(host);
    expect(shows.frames).toHaveLength(before);
    expect(host.session.instances.byId("n1")?.state.title).toBe("Note n1");
  });

  test("session/activeClientChanged, as it was called before, is understood", async () => {
    const { host, shows } = await withTwo();
    shows.dispatch(host.session.channel, { ...active("shows"), type: "session/activeClientChanged" });
    await settled(host);
    expect(lastOf(shows, "session/activeClientSet")?.origin).toEqual({ clientId: "shows", clientSeq: 1 });
    expect(host.session.instances.declarations()).toHaveLength(2);
    shows.dispatch(host.session.channel, { type: "session/activeClientChanged", activeClient: null });
    await settled(host);
    expect(host.session.instances.declarations()).toHaveLength(1);
  });
});
