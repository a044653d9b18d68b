import { expect, test } from "vitest";
import { createApi, UnknownServerError } from "./gate.ts";

const answering = (status: number, body: string) => async () => new Response(body, { status });
const error = (code: string) => JSON.stringify({ error: { code, message: "words" } });

test("it sends JSON through the gate, and gives back what came", async () => {
  const sent: (RequestInit | undefined)[] = [];
  const api = createApi({
    send: async (_, init) => {
      sent.push(init);
      return new Response('{"id":"HN8B"}');
    },
  });
  expect(await api.call("/api/new", { title: "T" })).toEqual({ ok: true, value: { id: "HN8B" } });
  expect(sent[0]).toMatchObject({
    method: "POST",
    body: '{"title":"T"}',
    headers: { "content-type": "application/json" },
  });
});

test.each([
  ["no session", answering(401, error("no_session")), { kind: "locked", code: "no_session" }],
  ["a refusal in words", answering(409, error("archived")), { kind: "refused", code: "archived", message: "words" }],
  ["a proxy without its server", answering(502, error("storage_failed")), { kind: "unreachable" }],
  ["another program on the port", answering(200, "<html>"), { kind: "refused", code: "unreadable" }],
  ["no server", () => Promise.reject(new TypeError("Failed to fetch")), { kind: "unreachable" }],
  [
    "a program that is not our server",
    () => Promise.reject(new UnknownServerError()),
    { kind: "unreachable", message: expect.stringContaining("Another program") },
  ],
])("%s is a value", async (_, send, answer) => {
  expect(await createApi({ send }).call("/api/list", {})).toMatchObject({ ok: false, ...answer });
});
