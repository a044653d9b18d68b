import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../protocol/errors.ts";
import type { Identity } from "../../server/access/identity.ts";
import { personCall } from "../../server/actions/call.ts";
import { setStatus } from "../../server/actions/review/set-status.ts";
import { share } from "../../server/actions/sharing/share.ts";
import { type Reply, send } from "../../server/http/send-for-tests.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import { newCanvas, startAgents, type TestAgents, testDeps } from "./aap-for-tests.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OURS = "/api/agents/local/canvas/interactions";
const FILES = "/api/agents/local/canvas";
const CLICK = { action: "click", canvasFile: "HN8B.md" };

let now: number;
let deps: ReturnType<typeof testDeps>;
let agents: TestAgents;
beforeEach(async () => {
  now = Date.parse("2026-05-18T15:30:00.000Z");
  deps = testDeps({ store: createMemoryStore(), clock: () => new Date(now) }, ["HN8B", "KX2M"]);
  expect(await newCanvas(deps)).toBe("HN8B");
  agents = await startAgents(deps, {
    agents: new Map([
      ["writer", "claude-code"],
      ["other", "cursor"],
    ]),
  });
});
afterEach(() => agents.stop());

const said = ({ status, text }: Reply) => [status, JSON.parse(text) as unknown];

describe("the document's examples", () => {
  test("an interaction that is posted is answered with its id and its summary, and nothing else", async () => {
    const reply = await agents.post(
      OURS,
      '{ "action": "submit", "element": "btn", "canvasFile": "HN8B.md", "data": {} }',
    );
    expect(reply.status).toBe(201);
    const { id } = JSON.parse(reply.text) as { id: string };
    expect(id).toMatch(UUID);
    expect(reply.text).toBe(`{"id":"${id}","summary":"User submit 'btn' on HN8B.md"}`);
  });

  test("the record has the document's fields in its order, with its summary", async () => {
    const data = { comments: "Looks good" };
    const body = { action: "submit", element: "approve-button", canvasFile: "HN8B.md", data };
    const { id } = JSON.parse((await agents.post(OURS, body)).text) as { id: string };
    const reply = await agents.get(`${OURS}?limit=50`);
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(
      `{"interactions":[${JSON.stringify({
        id,
        timestamp: "2026-05-18T15:30:00.000Z",
        canvasFile: "HN8B.md",
        action: "submit",
        element: "approve-button",
        data: { comments: "Looks good" },
        summary: "User submit 'approve-button' on HN8B.md with data: {comments: Looks good}",
        version: 1,
        seen: false,
      })}]}`,
    );
  });

  test.each([
    ["without an action", { canvasFile: "HN8B.md" }, "action is required"],
    ["without a file", { action: "click" }, "canvasFile is required"],
  ])("%s it is 400", async (_, body, message) => {
    const reply = await agents.post(OURS, body);
    expect(reply.status).toBe(400);
    expect(reply.text).toBe(`{"error":"missing_field","message":"${message}"}`);
  });

  test("an agent that is not there is 404", async () => {
    const reply = await agents.post("/api/agents/xyz/canvas/interactions", CLICK);
    expect(reply.status).toBe(404);
    expect(reply.text).toBe(`{"error":"not_found","message":"Agent 'xyz' not found"}`);
  });
});

describe("what is posted", () => {
  test.each([
    ["0", 0],
    ["false", false],
    ["an empty text", ""],
    ["a list", [1, null, "a"]],
    ["a text", "Yes"],
    ["a key that objects have", JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object],
  ])("may have %s as its data", async (_, data) => {
    expect((await agents.post(OURS, { ...CLICK, data })).status).toBe(201);
    const reply = await agents.get(OURS);
    expect(reply.text).toContain(`"data":${JSON.stringify(data)}`);
  });

  test.each([
    ["null", null],
    ["nothing", undefined],
  ])("has no data where it has %s", async (_, data) => {
    await agents.post(OURS, { ...CLICK, data, element: null });
    expect(await agents.list(OURS)).toMatchObject([{ data: null, element: null, summary: "User click on HN8B.md" }]);
  });

  test("may say its type, and be in any case of letters and without .md", async () => {
    const reply = await agents.post(OURS, { type: "canvas:interaction", action: "click", canvasFile: "hn8b" });
    expect(said(reply)).toMatchObject([201, { summary: "User click on HN8B.md" }]);
  });

  test("masks what looks like a credential, and says where", async () => {
    const reply = await agents.post(OURS, { ...CLICK, data: { user: "ann", password: "hunter2" } });
    expect(reply.text).not.toContain("hunter2");
    const [record] = await agents.list(OURS);
    expect(record).toMatchObject({ masked: ["password"], data: { password: "hunter2" } });
    expect(record?.summary).not.toContain("hunter2");
  });

  test("approves nothing, whatever it is called", async () => {
    await agents.post(OURS, {
      action: "submit",
      element: "approve-btn",
      canvasFile: "HN8B.md",
      data: { status: "approved" },
    });
    const reply = await agents.get(`${FILES}?file=HN8B.md`);
    expect(JSON.parse(reply.text)).toMatchObject({ status: "draft", version: 1 });
  });

  test.each([
    ["an action that is empty", { action: "", canvasFile: "HN8B.md" }, "missing_field", "action is required"],
    ["an action of spaces", { action: " \n", canvasFile: "HN8B.md" }, "missing_field", "action is required"],
    ["an action that is null", { action: null, canvasFile: "HN8B.md" }, "missing_field", "action is required"],
    ["an action that is no text", { action: 7, canvasFile: "HN8B.md" }, "invalid_field", "action must be a string."],
    [
      "an action that is too long",
      { ...CLICK, action: "a".repeat(201) },
      "invalid_field",
      /^action has 201 characters/,
    ],
    ["an action with a NUL", { ...CLICK, action: "a\0b" }, "invalid_field", /^action has a NUL/],
    ["a file that is empty", { ...CLICK, canvasFile: "" }, "missing_field", "canvasFile is required"],
    ["a file that is no text", { ...CLICK, canvasFile: ["HN8B.md"] }, "invalid_field", "canvasFile must be a string."],
    ["a file above", { ...CLICK, canvasFile: "../HN8B.md" }, "invalid_field", /must not leave the folder/],
    ["a file above, further in", { ...CLICK, canvasFile: "a/../../HN8B.md" }, "invalid_field", /must not leave/],
    ["an absolute file", { ...CLICK, canvasFile: "/HN8B.md" }, "invalid_field", /must be relative/],
    ["an encoded file", { ...CLICK, canvasFile: "%2e%2e%2fHN8B.md" }, "invalid_field", /is encoded/],
    ["a control character in the file", { ...CLICK, canvasFile: "HN8B\u001b[2J.md" }, "invalid_field", /control/],
    ["a hidden character in the file", { ...CLICK, canvasFile: "HN8B\u202e.md" }, "invalid_field", /hidden/],
    ["another type", { ...CLICK, type: "canvas:other" }, "invalid_field", /^type must be "canvas:interaction"/],
    ["a type that is null", { ...CLICK, type: null }, "invalid_field", /^type must be/],
    ["an element that is no text", { ...CLICK, element: {} }, "invalid_field", /^element must be a string/],
    ["a key that is no text", { ...CLICK, key: 1 }, "invalid_field", /^key must be a string/],
    ["a key that is too long", { ...CLICK, key: "k".repeat(201) }, "invalid_field", /1 to 200 characters/],
    ["data that is too deep", { ...CLICK, data: deep(40) }, "invalid_field", /nested more than/],
    [
      "half of a character in its data",
      `{"action":"a","canvasFile":"HN8B.md","data":"\\ud800"}`,
      "invalid_field",
      /half/,
    ],
    ["a list as its body", "[]", "invalid_json", /no JSON object/],
    ["a text as its body", '"click"', "invalid_json", /no JSON object/],
    ["no JSON", "action=click", "invalid_json", /is not JSON/],
    ["nothing", "", "invalid_json", /is empty/],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "invalid_json", /not UTF-8/],
  ])("is refused with %s", async (_, body, error, message) => {
    const reply = await agents.post(OURS, body);
    expect(said(reply)).toEqual([
      400,
      { error, message: typeof message === "string" ? message : expect.stringMatching(message) },
    ]);
    expect(await agents.list(OURS)).toEqual([]);
  });

  test.each([["text/plain"], ["application/x-www-form-urlencoded"], ["application/jsonp"], [""]])(
    "is refused as %j, as a form of any web site could send it",
    async (type) => {
      const reply = await agents.post(OURS, CLICK, { "content-type": type });
      expect(said(reply)).toMatchObject([415, { error: "unsupported_media_type" }]);
      expect((await agents.post(OURS, CLICK, { "content-type": "application/json; charset=utf-8" })).status).toBe(201);
    },
  );

  test("may have 64 KiB, and no byte more", async () => {
    const bare = JSON.stringify({ ...CLICK, pad: "" }).length;
    const body = (size: number) => JSON.stringify({ ...CLICK, pad: "x".repeat(size - bare) });
    expect((await agents.post(OURS, body(65_536))).status).toBe(201);
    expect(said(await agents.post(OURS, body(65_537)))).toEqual([
      413,
      { error: "too_large", message: "The body has more than 64 KiB. Send less in data." },
    ]);
  });

  test.each([["NOPE.md"], ["report.html"], ["reports/dashboard.html"]])("is 404 for %s", async (canvasFile) => {
    expect(said(await agents.post(OURS, { ...CLICK, canvasFile }))).toEqual([
      404,
      { error: "not_found", message: `Canvas file '${canvasFile}' not found` },
    ]);
  });

  test("is 409 on an archived canvas", async () => {
    const call = personCall(deps, "page");
    await setStatus.run(call, { canvasId: "HN8B", to: "archived", revision: 1 });
    expect(said(await agents.post(OURS, CLICK))).toMatchObject([409, { error: "archived" }]);
  });
});

describe("a key", () => {
  test.each([
    ["in the body", (key: string) => agents.post(OURS, { ...CLICK, key })],
    ["in the header", (key: string) => agents.post(OURS, CLICK, { "idempotency-key": key })],
  ])("%s makes a retry the same interaction", async (_, post) => {
    const first = await post("k1");
    const again = await post("k1");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await post("k2")).text).not.toBe(first.text);
    expect(await agents.list(OURS)).toHaveLength(2);
  });

  test("is 409 for another payload", async () => {
    await agents.post(OURS, { ...CLICK, key: "k1" });
    const reply = await agents.post(OURS, { ...CLICK, data: 1, key: "k1" });
    expect(said(reply)).toEqual([409, { error: "key_reused", message: expect.stringMatching(/Make a new one/) }]);
    expect(await agents.list(OURS)).toHaveLength(1);
  });

  test("may not be said twice, and differently", async () => {
    const reply = await agents.post(OURS, { ...CLICK, key: "k1" }, { "idempotency-key": "k2" });
    expect(said(reply)).toMatchObject([400, { error: "invalid_field" }]);
  });
});

describe("what is listed", () => {
  test("is the newest first, page by page", async () => {
    for (const element of ["a", "b", "c"]) {
      await agents.post(OURS, { ...CLICK, element });
      now += 1;
    }
    const first = JSON.parse((await agents.get(`${OURS}?limit=2`)).text) as { interactions: object[]; next: string };
    expect(first.interactions).toMatchObject([{ element: "c" }, { element: "b" }]);
    const rest = await agents.get(`${OURS}?limit=2&cursor=${first.next}`);
    expect(JSON.parse(rest.text)).toEqual({ interactions: [expect.objectContaining({ element: "a" })] });
  });

  test("may be of one file", async () => {
    expect(await newCanvas(deps, { content: "# Other\n" })).toBe("KX2M");
    await agents.post(OURS, CLICK);
    await agents.post(OURS, { ...CLICK, canvasFile: "KX2M.md" });
    expect(await agents.list(`${OURS}?file=KX2M.md`)).toMatchObject([{ canvasFile: "KX2M.md" }]);
    expect(said(await agents.get(`${OURS}?file=NOPE.md`))).toMatchObject([404, { error: "not_found" }]);
    expect(said(await agents.get(`${OURS}?file=..%2Fa.md`))).toMatchObject([400, { error: "invalid_field" }]);
  });

  test.each([["0"], ["501"], ["-1"], ["1.5"], ["1e2"], ["%205"], [""], ["5&limit=6"], ["ten"]])(
    "has no limit of %j",
    async (limit) => {
      const message = "limit must be a number from 1 to 500.";
      expect(said(await agents.get(`${OURS}?limit=${limit}`))).toEqual([400, { error: "invalid_field", message }]);
    },
  );

  test("ends earlier where there is very much of it, and goes on with the next page", async () => {
    const data = "x".repeat(59_000);
    for (let n = 0; n < 75; n += 1) await agents.post(OURS, { ...CLICK, element: String(n), data });
    const first = JSON.parse((await agents.get(`${OURS}?limit=500`)).text);
    expect(first.interactions).toHaveLength(67);
    const second = JSON.parse((await agents.get(`${OURS}?limit=500&cursor=${first.next}`)).text);
    const elements = [...first.interactions, ...second.interactions].map(({ element }) => element);
    expect(elements).toEqual(Array.from({ length: 75 }, (_, n) => String(74 - n)));
    expect(second.next).toBeUndefined();
  });

  test("is refused with a cursor of somebody else's", async () => {
    expect(said(await agents.get(`${OURS}?cursor=abc`))).toMatchObject([400, { error: "invalid_field" }]);
    expect(said(await agents.get(`${FILES}?cursor=abc`))).toMatchObject([400, { error: "invalid_field" }]);
  });
});

describe("files", () => {
  test("are the canvases, the last changed first", async () => {
    now += 1000;
    await newCanvas(deps, { content: "# Other\n" });
    const file = { path: expect.any(String), status: "draft", version: 1 };
    expect(said(await agents.get(FILES))).toEqual([
      200,
      {
        files: [
          { name: "KX2M.md", modifiedAt: "2026-05-18T15:30:01.000Z", title: "Other", ...file },
          { name: "HN8B.md", modifiedAt: "2026-05-18T15:30:00.000Z", title: "Plan", ...file },
        ],
      },
    ]);
    const page = JSON.parse((await agents.get(`${FILES}?limit=1`)).text) as { files: object[]; next: string };
    expect(page.files).toMatchObject([{ name: "KX2M.md" }]);
    const rest = JSON.parse((await agents.get(`${FILES}?limit=1&cursor=${page.next}`)).text) as object;
    expect(rest).toMatchObject({ files: [{ name: "HN8B.md" }] });
  });

  test("are read one at a time with their text", async () => {
    expect(said(await agents.get(`${FILES}?file=HN8B.md`))).toEqual([
      200,
      {
        file: "HN8B.md",
        size: 21,
        title: "Plan",
        status: "draft",
        version: 1,
        modifiedAt: "2026-05-18T15:30:00.000Z",
        content: "# Plan\n\nFirst words.\n",
      },
    ]);
    expect(said(await agents.get(`${FILES}?file=NOPE.md`))).toMatchObject([404, { error: "not_found" }]);
  });
});

describe("an agent", () => {
  test("of a registered name has the canvases that its program works on", async () => {
    expect(await newCanvas(deps, { client: "cursor" })).toBe("KX2M");
    const [writer, other] = ["writer", "other"].map((name) => `/api/agents/${name}/canvas`) as [string, string];
    expect((await agents.post(`${writer}/interactions`, CLICK)).status).toBe(201);
    expect(said(await agents.post(`${other}/interactions`, CLICK))).toEqual([
      404,
      { error: "not_found", message: "Canvas file 'HN8B.md' not found" },
    ]);
    expect(await agents.list(`${writer}/interactions`)).toHaveLength(1);
    expect(await agents.list(`${other}/interactions`)).toEqual([]);
    expect(JSON.parse((await agents.get(writer)).text)).toMatchObject({ files: [{ name: "HN8B.md" }] });
    expect(JSON.parse((await agents.get(other)).text)).toMatchObject({ files: [{ name: "KX2M.md" }] });
    expect((await agents.get(`${other}?file=HN8B.md`)).status).toBe(404);
  });

  test.each([
    ["with controls", "a%1b%5b2J%0ab", String.raw`a\u001b[2J\nb`],
    ["with hidden characters", "a%E2%80%AEb", String.raw`a\u202eb`],
    ["that is encoded wrongly", "%E0%A4%A", "%E0%A4%A"],
    ["that is a path", "..%2F..%2Fetc", "../../etc"],
    ["of objects", "__proto__", "__proto__"],
    ["of objects, too", "constructor", "constructor"],
  ])("of a name %s is not there", async (_, name, shown) => {
    expect(said(await agents.get(`/api/agents/${name}/canvas`))).toEqual([
      404,
      { error: "not_found", message: `Agent '${shown}' not found` },
    ]);
  });

  test("of a long name is not there, in few words", async () => {
    const reply = await agents.get(`/api/agents/${"x".repeat(900)}/canvas`);
    expect(reply.status).toBe(404);
    expect(reply.text.length).toBeLessThan(200);
  });
});

describe("a path", () => {
  test.each([
    ["DELETE", OURS, "GET, HEAD, POST"],
    ["PUT", OURS, "GET, HEAD, POST"],
    ["OPTIONS", OURS, "GET, HEAD, POST"],
    ["POST", FILES, "GET, HEAD"],
  ])("does not take %s", async (method, path, allow) => {
    const reply = await send(agents.port, path, { method });
    expect(said(reply)).toMatchObject([405, { error: "method_not_allowed" }]);
    expect(reply.headers.allow).toBe(allow);
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test.each([
    ["/api/agents/"],
    ["/api/agents/local"],
    ["/api/agents/local/canvas/"],
    ["/api/agents//canvas"],
    [`${OURS}/x`],
  ])("%s is nothing", async (path) =>
    expect(said(await agents.get(path))).toMatchObject([404, { error: "not_found" }]),
  );

  test.each([[OURS], [FILES]])("%s answers HEAD without a body, and is never kept", async (path) => {
    const reply = await send(agents.port, path, { method: "HEAD" });
    expect([reply.status, reply.text]).toEqual([200, ""]);
    expect(reply.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "aap-version": "aap/1.0",
    });
  });
});

describe("whoever", () => {
  const identityOf = (subject: string, scopes: Identity["scopes"] = ["canvas:read", "canvas:write"]): Identity => ({
    subject,
    name: subject,
    scopes,
  });
  const KNOWN = new Map([
    ["token-of-ada", identityOf("ada")],
    ["token-of-vic", identityOf("vic/1")],
    ["token-that-reads", identityOf("ada", ["canvas:read"])],
  ]);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  beforeEach(async () => {
    await agents.stop();
    agents = await startAgents(deps, {
      access: {
        host: "127.0.0.1",
        identify: async (token) => {
          const identity = KNOWN.get(token);
          return identity === undefined ? { kind: "unknown", why: "Not known." } : { kind: "known", identity };
        },
      },
    });
    await deps.store.people.seen(identityOf("vic/1"));
    const ada = { ...deps, owner: "ada", identity: identityOf("ada") };
    expect(await newCanvas(ada)).toBe("KX2M");
    await share.run(personCall(ada, "page"), { canvasId: "KX2M", change: { op: "add", who: "vic/1", role: "viewer" } });
  });

  const posted = { action: "click", canvasFile: "KX2M.md" };

  test("is not known is told so in the protocol's form, with how to sign in", async () => {
    const reply = await agents.get("/api/agents/ada/canvas");
    expect(said(reply)).toMatchObject([401, { error: "unauthorized", message: expect.any(String) }]);
    expect(reply.headers["www-authenticate"]).toBe("Bearer");
  });

  test("is known has their own name as an agent, however it is written, and nobody else's", async () => {
    const ada = bearer("token-of-ada");
    expect((await agents.post("/api/agents/ada/canvas/interactions", posted, ada)).status).toBe(201);
    for (const name of ["local", "vic%2F1", "Ada"]) {
      const reply = await agents.get(`/api/agents/${name}/canvas`, ada);
      expect(said(reply)).toMatchObject([
        404,
        { error: "not_found", message: expect.stringMatching(/^Agent '.*' not found$/) },
      ]);
    }
    const vic = await agents.get("/api/agents/vic%2F1/canvas/interactions", bearer("token-of-vic"));
    expect(JSON.parse(vic.text)).toMatchObject({ interactions: [{ by: "ada", canvasFile: "KX2M.md" }] });
  });

  test("may only look at a canvas posts nothing", async () => {
    const reply = await agents.post("/api/agents/vic%2F1/canvas/interactions", posted, bearer("token-of-vic"));
    expect(said(reply)).toMatchObject([403, { error: "not_allowed" }]);
  });

  test("uses the key that another of the canvas used does something of their own", async () => {
    const ada = { ...deps, owner: "ada", identity: identityOf("ada") };
    const change = { op: "role", subject: "vic/1", role: "commenter" } as const;
    expect(await share.run(personCall(ada, "page"), { canvasId: "KX2M", change })).toMatchObject({ ok: true });
    const body = { ...posted, key: "1" };
    const first = await agents.post("/api/agents/ada/canvas/interactions", body, bearer("token-of-ada"));
    const other = await agents.post("/api/agents/vic%2F1/canvas/interactions", body, bearer("token-of-vic"));
    expect([first.status, other.status]).toEqual([201, 201]);
    const listed = await agents.get("/api/agents/ada/canvas/interactions", bearer("token-of-ada"));
    expect(JSON.parse(listed.text)).toMatchObject({
      interactions: [
        { id: JSON.parse(other.text).id, by: "vic/1" },
        { id: JSON.parse(first.text).id, by: "ada" },
      ],
    });
  });

  test("has a token that reads may look, and posts nothing", async () => {
    const reads = bearer("token-that-reads");
    expect((await agents.get("/api/agents/ada/canvas/interactions", reads)).status).toBe(200);
    const reply = await agents.post("/api/agents/ada/canvas/interactions", posted, reads);
    expect(said(reply)).toMatchObject([403, { error: "not_allowed" }]);
    expect(reply.headers["www-authenticate"]).toMatch(/insufficient_scope/);
  });

  test("tries many wrong tokens is told to wait", async () => {
    const tries = [];
    for (let i = 0; i < 12; i += 1) tries.push(await agents.get("/api/agents/ada/canvas", bearer(`wrong-${i}`)));
    const last = tries.at(-1);
    expect(said(last!)).toMatchObject([429, { error: "too_many_requests" }]);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("calls from a web page is refused", async () => {
    const reply = await agents.get("/api/agents/ada/canvas", {
      ...bearer("token-of-ada"),
      origin: "https://evil.example",
    });
    expect(said(reply)).toMatchObject([403, { error: "not_allowed" }]);
  });
});

test("a pass for one canvas knows no other", async () => {
  await newCanvas(deps, { content: "# Other\n" });
  await agents.post(OURS, { ...CLICK, canvasFile: "KX2M.md" });
  const checkPass = () => ({ only: "HN8B" });
  const panel = await startAgents(deps, { access: { host: "127.0.0.1", sessionsOnly: true, checkPass } });
  const pass = { authorization: "Bearer a-pass-for-one" };
  expect((await panel.post(OURS, CLICK, pass)).status).toBe(201);
  expect((await panel.post(OURS, { ...CLICK, canvasFile: "KX2M.md" }, pass)).status).toBe(404);
  expect((await panel.get(`${FILES}?file=KX2M.md`, pass)).status).toBe(404);
  expect((await panel.get(`${OURS}?file=KX2M.md`, pass)).status).toBe(404);
  expect(said(await panel.get(FILES, pass))).toMatchObject([403, { error: "not_allowed" }]);
  const { interactions } = JSON.parse((await panel.get(OURS, pass)).text) as { interactions: object[] };
  expect(interactions).toMatchObject([{ canvasFile: "HN8B.md" }]);
  await panel.stop();
});

test("too much at once, and too often, is said in the protocol's form", async () => {
  const slow = await startAgents(deps, { limits: { inFlight: 0 } });
  const busy = await slow.get(FILES);
  expect(said(busy)).toMatchObject([503, { error: "unavailable" }]);
  expect(busy.headers["retry-after"]).toBe("1");
  await slow.stop();
  const rated = await startAgents(deps, { rate: { aSecond: 1, ownerOf: () => "local" } });
  const replies = await Promise.all(Array.from({ length: 6 }, () => rated.get(FILES)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.map(({ text }) => (JSON.parse(text) as { error: string }).error)[0]).toBe("too_many_requests");
  await rated.stop();
});

test("a store that fails is 503, and what is broken 500", async () => {
  for (const [error, status, code] of [
    [new StoreError("storage_failed", "The disk is gone. Look at it."), 503, "unavailable"],
    [new StoreError("storage_full", "The disk is full. Free some space."), 507, "storage_full"],
    [new Error("A bug"), 500, "server_error"],
  ] as const) {
    const canvases = { ...deps.store.canvases, update: () => Promise.reject(error) };
    const broken = await startAgents({ ...deps, store: { ...deps.store, canvases } });
    expect(said(await broken.post(OURS, CLICK))).toMatchObject([status, { error: code, message: expect.any(String) }]);
    await broken.stop();
  }
});

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)];
}
