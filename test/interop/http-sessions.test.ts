/** Older clients over HTTP say who they are once, to a server that keeps nothing and may be another one by the next call. */
import { afterEach, describe, expect, test } from "vitest";
import { META_KEY, MODEL_TOOLS, PEOPLE_TOOLS, WIDGET_TOOLS } from "../../src/protocol/names.ts";
import { decodeSession } from "../../src/server/http/client-session.ts";
import { openSqliteStore } from "../../src/server/storage/sqlite/store.ts";
import { type Abilities, CLIENTS, type ClientKind, type Linked, link, linkTo } from "./clients.ts";

const FOR_TEXT = MODEL_TOOLS.filter((name) => name !== "show_board").sort();
const ALL = [...MODEL_TOOLS, ...WIDGET_TOOLS].filter((name) => !PEOPLE_TOOLS.includes(name)).sort();
const NEWEST = "client 2.x, 2026-07-28";
const OLDER = CLIENTS.filter((kind) => kind !== NEWEST);
const CLINE = { name: "@cline/core" };

let open: Linked[] = [];
afterEach(async () => {
  // Those that came later first: the program ends with the first.
  for (const host of open.reverse()) await host.close();
  open = [];
});

async function serve(kind: ClientKind, can: Abilities) {
  const host = await link(kind, "http", can);
  open.push(host);
  return { ...host, endpoint: host.endpoint ?? new URL("about:blank") };
}

async function join(endpoint: URL, kind: ClientKind, can: Abilities): Promise<Linked> {
  const host = await linkTo(kind, endpoint, can);
  open.push(host);
  return host;
}

const namesOf = async (host: Linked) => (await host.tools()).map(({ name }) => name).sort();

/** The authors of all versions, the oldest first. */
async function authors(data: string, id: string): Promise<(string | undefined)[]> {
  const store = await openSqliteStore({ folder: data, now: () => new Date(), log: () => {} });
  const versions = await store.canvases.versions("local", id, { limit: 10, before: 100 });
  await store.close();
  return versions.map(({ by }) => by.client).reverse();
}

describe.each(OLDER)("%s over HTTP", (kind) => {
  test("Cline sees six tools and text alone, also of a server that was started after it had said its name", async () => {
    const host = await serve(kind, CLINE);
    expect(await namesOf(host)).toEqual(FOR_TEXT);
    expect(FOR_TEXT).toHaveLength(6);
    const first = await host.result("write_canvas", { content: "# Plan\n" });
    await host.restart();
    expect(await namesOf(host)).toEqual(FOR_TEXT);
    for (const tool of await host.tools()) expect(tool._meta).toBeUndefined();
    const second = await host.result("write_canvas", { content: "# Another\n" });
    for (const result of [first, second]) {
      expect(result.content).toMatchObject([{ type: "text" }]);
      expect(result._meta).toBeUndefined();
    }
    await expect(host.call("save_canvas", {})).rejects.toThrow("save_canvas not found");
  });

  test("one that shows the widget is known to, and is given no link to the page", async () => {
    const host = await serve(kind, { name: "some-host", ui: true });
    await host.restart();
    const result = await host.result("write_canvas", { content: "# Plan\n" });
    expect(result._meta).toHaveProperty([META_KEY]);
    expect(JSON.stringify(result.content)).toContain("The person sees it");
    expect(JSON.stringify(result.content)).not.toContain("http://");
  });

  test("two conversations that create the same text have a canvas each; one that tries again has its own", async () => {
    const one = await serve(kind, { name: "one" });
    const two = await join(one.endpoint, kind, { name: "one" });
    const make = async (host: Linked) => (await host.call("write_canvas", { content: "# Plan\n" })).canvasId;
    const [first, second] = [await make(one), await make(two)];
    expect(second).not.toBe(first);
    expect([await make(one), await make(two)]).toEqual([first, second]);
  });

  test.each(CLIENTS)("another program, %s, is another author with a book of its own", async (second) => {
    const one = await serve(kind, { name: "one" });
    const { canvasId: canvas_id } = await one.call("write_canvas", { content: "# Plan\n\nFirst words.\n" });
    const two = await join(one.endpoint, second, { name: "two" });

    const content = "# Plan\n\nSecond words.\n";
    const refused = await two.call("write_canvas", { canvas_id, content });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("(not_shown)")]);
    await two.call("read_canvas", { canvas_id });
    expect((await two.call("write_canvas", { canvas_id, content, base_version: 1 })).isError).toBe(false);
    const told = await one.call("read_canvas", { canvas_id });
    expect(told.text).toContain('"two"');
    expect(await authors(one.data, canvas_id)).toEqual(["one", "two"]);
  });

  test("a session ends as the client likes, twice if it must, and says nothing that the server would have to keep", async () => {
    const host = await serve(kind, CLINE);
    const other = await join(host.endpoint, kind, CLINE);
    expect(other.sessionId()).not.toBe(host.sessionId());
    expect(decodeSession(other.sessionId())).toMatchObject({ name: CLINE.name, extensions: undefined });
    await other.close();
    await other.close();
    expect(other.sessionId()).toBeUndefined();
    expect(await namesOf(host)).toEqual(FOR_TEXT);
  });
});

test("the newest clients have no session", async () => {
  const host = await serve(NEWEST, CLINE);
  expect(host.sessionId()).toBeUndefined();
  expect(await namesOf(host)).toEqual(FOR_TEXT);
});

test.each([
  ["left out", undefined],
  ["of another server", "6b0f4c1e-2c3d-4f5a-9b8c-7d6e5f4a3b2c"],
  ["forged, with a name of two lines", `canvas1.none.${"a".repeat(24)}.${Buffer.from("a\nb").toString("base64url")}`],
  ["too long", `canvas1.none.${"a".repeat(24)}.${"YWFh".repeat(2_000)}`],
  ["of no form at all", "../../etc/passwd%00"],
])("a session id that is %s gets ordinary service, as an unknown client", async (_, sessionId) => {
  const { endpoint, data } = await serve("client 2.x", CLINE);
  const ask = async (method: string, params: Record<string, unknown>) => {
    const answered = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    expect([answered.status, answered.headers.get("mcp-session-id")]).toEqual([200, null]);
    return answered.text();
  };
  const listed = await ask("tools/list", {});
  for (const name of ALL) expect(listed).toContain(`"name":"${name}"`);
  const written = await ask("tools/call", { name: "write_canvas", arguments: { content: "# Plan\n" } });
  const id = /Canvas (\w+)/.exec(written)?.[1] ?? "";
  expect(await authors(data, id)).toEqual([undefined]);
});
