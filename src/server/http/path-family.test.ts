import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerJson } from "./answer.ts";
import type { PathFamily } from "./http-server.ts";
import { type Reply, send } from "./send-for-tests.ts";
import { startTestServer, type TestServer } from "./server-for-tests.ts";

/** Says which path it was asked for; what goes wrong as one word. */
const family: PathFamily = {
  prefix: "/api/things/",
  label: "/api/things",
  answer: async ({ url, method }, response) => {
    if (url?.endsWith("/broken")) throw new Error("broken");
    answerJson(response, 200, { said: `${method} ${url}` });
  },
  answerError: (response, status, message, headers) => answerJson(response, status, { word: message }, headers),
};

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({
    families: [family],
    routes: { "/api/things/own": async (_, response) => answerJson(response, 200, { own: true }) },
  });
});
afterEach(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  send(server.port, path, { method: "GET", headers });

test("a family answers every path below its own, and counts them under one name", async () => {
  for (const path of ["/api/things/a", "/api/things/a/b?c=1", "/api/things/"])
    expect(JSON.parse((await get(path)).text)).toEqual({ said: `GET ${path}` });
  const routes = () => server.entries.flatMap(({ fields }) => (fields === undefined ? [] : [fields.route]));
  await vi.waitFor(() => expect(routes()).toEqual(["/api/things", "/api/things", "/api/things"]));
});

test("a route of its own comes first, and paths beside it are nobody's", async () => {
  expect(JSON.parse((await get("/api/things/own")).text)).toEqual({ own: true });
  for (const path of ["/api/things", "/api/thingsx/a", "/api/other", "/API/things/a", "/api//things/a"])
    expect((await get(path)).status, path).toBe(404);
});

test.each([
  ["a web site's origin", { origin: "https://evil.example" }, 403],
  ["a web site's request", { "sec-fetch-site": "cross-site" }, 403],
  ["another host's name", { host: "evil.example" }, 403],
])("%s is refused as at /mcp, in the family's own words", async (_, headers, status) => {
  const reply = await get("/api/things/a", headers);
  expect([reply.status, Object.keys(JSON.parse(reply.text) as object)]).toEqual([status, ["word"]]);
});

test("what is broken is said in the family's own words, and logged", async () => {
  const reply = await get("/api/things/broken");
  expect([reply.status, Object.keys(JSON.parse(reply.text) as object)]).toEqual([500, ["word"]]);
  expect(server.entries.some(({ message }) => message.startsWith("HTTP: GET failed: Error: broken"))).toBe(true);
});

test("whoever is another user of the machine is refused, and whoever needs a token is asked for it", async () => {
  await server.stop();
  server = await startTestServer({
    families: [family],
    access: { host: "127.0.0.1", user: { id: 1000, ofPeer: async () => 1001 } },
  });
  expect((await get("/api/things/a")).status).toBe(403);
  await server.stop();
  server = await startTestServer({ families: [family], access: { host: "127.0.0.1", token: "a-token-of-this-test" } });
  const asked = await get("/api/things/a");
  expect([asked.status, asked.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  expect((await get("/api/things/a", { authorization: "Bearer a-token-of-this-test" })).status).toBe(200);
});
