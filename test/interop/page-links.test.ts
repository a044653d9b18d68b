import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { linkIn } from "../host/agent.ts";
import { visitPage } from "../host/page-calls.ts";
import { type Abilities, CLIENTS, type ClientKind, type Linked, link } from "./clients.ts";

const SOON = { timeout: 200_000 };
let open: Linked[] = [];
afterEach(async () => {
  await Promise.all(open.map((host) => host.close()));
  open = [];
});

async function start(kind: ClientKind, transport: "stdio" | "http", can: Abilities = {}) {
  const host = await link(kind, transport, can);
  open.push(host);
  return host;
}

async function create(host: Linked, content = "# Linked"): Promise<{ id: string; text: string }> {
  const { canvasId, text } = await host.call("write_canvas", { content });
  return { id: canvasId, text };
}

/** The next link that a result gives: on a starved machine the page may not be ready for the first one. */
async function nextLink(host: Linked, id: string): Promise<string> {
  for (;;) {
    const found = linkIn((await host.call("read_canvas", { canvas_id: id })).text);
    if (found !== null) return found;
  }
}

describe.each(CLIENTS)("%s", (kind) => {
  test.each(["stdio", "http"] as const)(
    "without a widget, over %s, gets a link that opens the page",
    async (transport) => {
      const host = await start(kind, transport);
      const { id } = await create(host);
      const found = await nextLink(host, id);
      expect(found).toContain(`/#/canvas/${id}?link=`);
      expect(await visitPage(found)).toBeTruthy();
    },
  );

  test("that shows the widget, over stdio, gets no link, and no page is started", async () => {
    const host = await start(kind, "stdio", { ui: true });
    const { id, text } = await create(host);
    const read = await host.call("read_canvas", { canvas_id: id });
    const listed = await host.call("list_canvases");
    expect(text + read.text + listed.text).not.toContain("http://");
    expect([existsSync(join(host.data, "page.json")), existsSync(join(host.data, "page.key"))]).toEqual([false, false]);
  });
});

// A client of before says what it can do only once, and over stateless HTTP nobody remembers it: it may get a link.
test("a client of 2026-07-28 that shows the widget gets no link over HTTP either", async () => {
  const host = await start("client 2.x, 2026-07-28", "http", { ui: true });
  expect((await create(host)).text).not.toContain("http://");
});

describe.each(["sdk 1.x", "client 2.x"] as const)("%s that opens addresses", (kind) => {
  test("is offered each new canvas once, and results do not wait for the person", async () => {
    const offers: string[] = [];
    const host = await start(kind, "stdio", {
      openUrl: (url) => {
        offers.push(url);
        return new Promise(() => {});
      },
    });
    const { id } = await create(host);
    await expect.poll(() => offers.length, SOON).toBe(1);
    await host.call("edit_canvas", { canvas_id: id, edits: [{ find: "Linked", replace: "Opened" }] });
    const other = await create(host, "# Another");
    await expect.poll(() => offers.length, SOON).toBe(2);
    await host.call("read_me");
    expect(offers.map((url) => /\/canvas\/(\w+)\?/.exec(url)?.[1])).toEqual([id, other.id]);
    expect(await visitPage(offers[0] ?? "")).toBeTruthy();
  });

  test("is not asked again once the person has refused", async () => {
    const offers: string[] = [];
    const host = await start(kind, "stdio", {
      openUrl: async (url) => {
        offers.push(url);
        return false;
      },
    });
    await create(host);
    await expect.poll(() => offers.length, SOON).toBe(1);
    // The refusal goes out before this call, so it is read before it.
    await host.call("read_me");
    await create(host, "# Another");
    await host.call("read_me");
    expect(offers).toHaveLength(1);
  });
});

test("a client of 2026-07-28 is not asked, since that would hold its result back: it has the link", async () => {
  const offers: string[] = [];
  const host = await start("client 2.x, 2026-07-28", "stdio", {
    openUrl: async (url) => {
      offers.push(url);
      return true;
    },
  });
  const { id } = await create(host);
  expect(await nextLink(host, id)).toContain(id);
  expect(offers).toEqual([]);
});
