import { mkdtempSync, rmSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Operations } from "../../../server/http/http-server.ts";
import { createObserver } from "../../../server/observe/observer.ts";
import { call, send, startTestPage, type TestPage } from "./page-for-tests.ts";

const SOON = { timeout: 20_000, interval: 5 };
let folder: string;
let running: TestPage | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-page-limits-"));
});
afterEach(async () => {
  await running?.close();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});
async function start(operations: Operations): Promise<TestPage> {
  running = await startTestPage(folder, { operations });
  return running;
}

/** An open stream of events. */
function listen(port: number, session: string) {
  const headers = { authorization: `Bearer ${session}`, "sec-fetch-site": "same-origin" };
  const request = sendRequest({ host: "127.0.0.1", port, path: "/api/events", headers, agent: false });
  const answered = new Promise<number>((resolve) =>
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }),
  );
  request.on("error", () => undefined);
  request.end();
  return { answered, close: () => request.destroy() };
}

test("an owner's requests beyond the rate are refused in the page's form; entering, streams and strangers are not counted", async () => {
  const { page, session } = await start({ rate: { aSecond: 1, ownerOf: () => "local" } });
  const pass = await session();
  for (let n = 0; n < 10; n += 1) {
    const hello = { body: "{}", headers: { "content-type": "application/json" } };
    expect((await send(page.port, "/api/hello", hello)).status).toBe(400);
    expect((await call(page.port, "/api/list", "wrong")).status).toBe(401);
  }
  const stream = listen(page.port, pass);
  expect(await stream.answered).toBe(200);
  const replies = await Promise.all(Array.from({ length: 12 }, () => call(page.port, "/api/list", pass)));
  const refused = replies.find(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(refused?.json).toEqual({
    error: {
      code: "too_many_requests",
      message: "At most 1 requests a second are served for one owner, 4 of them at once. Try again in a second.",
    },
  });
  expect([refused?.headers["retry-after"], refused?.headers["x-ratelimit-limit"]]).toEqual(["1", "1"]);
  stream.close();
});

test("streams are not under way, have a limit of their own, and the rest is refused in the page's form", async () => {
  const observer = createObserver({ version: "1", requestLines: "failed", write: () => undefined });
  const { page, session } = await start({ observer, limits: { inFlight: 1, parked: 1 } });
  const pass = await session();
  const first = listen(page.port, pass);
  expect(await first.answered).toBe(200);
  expect((await call(page.port, "/api/list", pass)).status).toBe(200);
  expect(await listen(page.port, pass).answered).toBe(503);
  // One whose body does not come holds the only place.
  const slow = sendRequest({
    host: "127.0.0.1",
    port: page.port,
    path: "/api/hello",
    method: "POST",
    headers: { "content-type": "application/json", "content-length": "10" },
    agent: false,
  });
  slow.on("error", () => undefined);
  slow.write("{");
  await vi.waitFor(() => expect(observer.metrics.text()).toContain("requests_in_flight 1"), SOON);
  const refused = await call(page.port, "/api/list", pass);
  expect([refused.status, refused.json]).toEqual([
    503,
    { error: { code: "busy", message: expect.stringContaining("1 requests at once") } },
  ]);
  slow.destroy();
  first.close();
  for (const none of ["requests_in_flight 0\n", "event_streams 0\n"])
    await vi.waitFor(() => expect(observer.metrics.text()).toContain(none), SOON);
});
