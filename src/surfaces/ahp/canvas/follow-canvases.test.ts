import { afterEach, describe, expect, test, vi } from "vitest";
import { StoreError } from "../../../protocol/errors.ts";
import { remove } from "../../../server/actions/listing/bin.ts";
import { awaitReview } from "../../../server/actions/review/await-review.ts";
import { setStatus } from "../../../server/actions/review/set-status.ts";
import { create } from "../../../server/actions/writing/create.ts";
import { edit } from "../../../server/actions/writing/edit.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import { settled } from "../host/host-for-tests.ts";
import type { CanvasState } from "../wire/types.ts";
import { open, start, stopAll, viewer, written } from "./canvas-for-tests.ts";

afterEach(stopAll);

describe("what is open", () => {
  test("a canvas that a model writes, by whatever way, is open here; closed, it stays so until a model writes again", async () => {
    const { host, model, person, store } = await start();
    const client = await host.client("c");
    const id = await written(model);
    await vi.waitFor(() => expect(open(client)).toEqual([id]));
    await create.run(person, { content: "# The person's own" });
    const { channel } = host.session.instances.byId(id) ?? { channel: "" };
    await client.subscribe(channel);
    client.dispatch(channel, { type: "canvas/closeRequested" });
    await vi.waitFor(() => expect(open(client)).toEqual([]));
    const before = (await store.canvases.find("local", id)) as { record?: { document: { revision: number } } };
    expect(before.record?.document.revision).toBe(1);
    // Another session of the same store, as after a restart.
    const again = await start(store);
    expect(again.host.session.instances.refs()).toEqual([]);
    await edit.run(model, { canvasId: id, edits: [{ find: "First", replace: "Last" }] });
    await vi.waitFor(() => expect(open(client)).toEqual([id]));
    await vi.waitFor(() => expect(again.host.session.instances.refs()).toHaveLength(1));
  });

  test("one that was written before anybody connected is there; an archived one is not", async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const [kept, archived] = [await written(first.model), await written(first.model, "# Old\n")];
    await setStatus.run(first.person, { canvasId: archived, to: "archived", revision: 1 });
    const { host } = await start(store);
    expect(host.session.instances.refs().map(({ instanceId }) => instanceId)).toEqual([kept]);
  });

  test("an agent that waits for an answer opens the person's own; deleted, it is closed", async () => {
    const { host, model, person } = await start();
    const client = await host.client("c");
    const made = await create.run(person, { content: "# Mine\n" });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.record.document;
    const ended = new AbortController();
    const waiting = awaitReview.run({ ...model, signal: ended.signal }, { canvasId: id, limitMs: 60_000 });
    await vi.waitFor(() => expect(open(client)).toEqual([id]));
    ended.abort();
    await waiting;
    await remove.run(person, { canvasId: id });
    await vi.waitFor(() => expect(open(client)).toEqual([]));
  });

  test("closed, or archived, anywhere, it is closed everywhere; what a model writes then opens it everywhere, by one channel", async () => {
    const here = await start();
    const there = await start(here.store);
    const id = await written(here.model);
    const channels = () => [here, there].map(({ host }) => host.session.instances.byId(id)?.channel);
    await vi.waitFor(() => expect(channels()).not.toContain(undefined));
    const view = await viewer(here.host, id);
    const first = channels();
    expect(first[0]).toBe(first[1]);
    view.client.dispatch(view.channel, { type: "canvas/closeRequested" });
    await vi.waitFor(() => expect(channels()).toEqual([undefined, undefined]));
    await edit.run(here.model, { canvasId: id, edits: [{ find: "First", replace: "Last" }] });
    await vi.waitFor(() => expect(channels()).not.toContain(undefined));
    // By the close of one the other is not closed once more.
    await Promise.all([settled(here.host), settled(there.host)]);
    const second = channels();
    expect(second[0]).toBe(second[1]);
    expect(second[0]).not.toBe(first[0]);
    await setStatus.run(here.person, { canvasId: id, to: "archived", revision: 2 });
    await vi.waitFor(() => expect(channels()).toEqual([undefined, undefined]));
  });

  test("closed while somebody changes it, it stays closed", async () => {
    const { host, model, person, store } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const { client, channel } = await viewer(host, id);
    // That it is closed takes a while to be noted, and just then something else changes.
    const { update } = store.canvases;
    let isFirst = true;
    vi.spyOn(store.canvases, "update").mockImplementation(async (...args) => {
      if (isFirst) {
        isFirst = false;
        await setStatus.run(person, { canvasId: id, to: "in_review", revision: 1 });
        await settled(host);
      }
      return update.apply(store.canvases, args);
    });
    client.dispatch(channel, { type: "canvas/closeRequested" });
    await vi.waitFor(() => expect(open(client)).toEqual([]));
    await settled(host);
    await settled(host);
    expect(host.session.instances.refs()).toEqual([]);
  });

  test("stale is over when the store answers again, though nothing changed; who loads it from here has a fresh address", async () => {
    const { host, model, store } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const client = await host.client("near", { canvas: { reachesHost: true } });
    const channel = host.session.instances.byId(id)?.channel ?? "";
    const before = (await client.subscribe(channel)).state as CanvasState;
    const find = vi.spyOn(store.canvases, "find").mockRejectedValue(new StoreError("storage_failed", "away"));
    await edit.run(model, { canvasId: id, edits: [{ find: "words", replace: "lines" }] });
    const state = () => host.session.instances.byId(id)?.state as CanvasState;
    await vi.waitFor(() => expect(state().availability).toBe("stale"));
    await host.timer.pass(6_000);
    expect(state().availability).toBe("stale");
    find.mockRestore();
    await host.timer.pass(6_000);
    await vi.waitFor(() => expect(state().availability).toBe("ready"));
    const updates = client.actions().filter((each) => each.channel === channel && "url" in each.action);
    expect(updates.map(({ action }) => action.url)).toEqual([null, expect.stringMatching(/^https:/)]);
    expect(updates[1]?.action.url).not.toBe(before.url);
  });

  test("title and status follow; a store that does not answer makes it stale, without an address", async () => {
    const { host, model, store, person } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const { client, channel } = await viewer(host, id);
    await edit.run(model, { canvasId: id, edits: [{ find: "# Plan", replace: "# Better plan" }] });
    const state = () => host.session.instances.byId(id)?.state as CanvasState;
    await vi.waitFor(() => expect([state().title, state().status]).toEqual(["Better plan", `Canvas ${id}, v2, draft`]));
    const find = vi.spyOn(store.canvases, "find").mockRejectedValue(new StoreError("storage_failed", "away"));
    await edit.run(model, { canvasId: id, edits: [{ find: "words", replace: "lines" }] });
    await vi.waitFor(() => expect([state().availability, state().url]).toEqual(["stale", undefined]));
    find.mockRestore();
    await setStatus.run(person, { canvasId: id, to: "in_review", revision: 3 });
    await vi.waitFor(() =>
      expect(state()).toMatchObject({ availability: "ready", url: `ahp-canvas-content:/${id}/index.html` }),
    );
    expect(client.actions().filter((each) => each.channel === channel).length).toBeGreaterThan(2);
  });
});
