import { expect, test } from "vitest";
import type { Api } from "../access/gate.ts";
import { createJoin } from "./join.ts";

type Given = Partial<Record<string, unknown[]>>;
const refused = (code: string, message = "") => ({ ok: false, kind: "refused", code, message });
const away = { ok: false, kind: "unreachable", code: "unreachable", message: "away" };
const locked = { ok: false, kind: "locked", code: "no_session", message: "" };
const good = { ok: true, value: { id: "HN8B" } };

/** A server with its answers in order, by route. */
function joinWith(answers: Given) {
  const calls: string[] = [];
  const api = {
    async call(route: string, request: { readonly share?: string }) {
      calls.push(request.share === undefined ? route : `${route} ${request.share}`);
      return answers[route]?.shift();
    },
  } as unknown as Api;
  return { join: createJoin(api), calls };
}
const rest = () => new Promise((done) => setTimeout(done));

test("nothing is asked before the person is signed in, and the canvas is theirs after it", async () => {
  const { join, calls } = joinWith({ "/api/join": [good] });
  join.begin("HN8B", "secret");
  await rest();
  expect([join.state(), calls]).toEqual([{ kind: "joining", id: "HN8B" }, []]);
  join.goOn();
  join.goOn();
  await rest();
  expect([join.state(), calls]).toEqual([{ kind: "none" }, ["/api/join secret"]]);
  join.goOn();
  await rest();
  expect(calls).toHaveLength(1);
});

test.each(["unknown_canvas", "not_allowed", "bad_request"])(
  "%s: the link is not good, and no more is said",
  async (code) => {
    const { join } = joinWith({ "/api/join": [refused(code, "of its own")], "/api/open": [refused("unknown_canvas")] });
    join.begin("HN8B", "secret");
    join.goOn();
    await rest();
    expect(join.state()).toEqual({ kind: "failed", id: "HN8B", why: null });
    join.leave();
    expect(join.state()).toEqual({ kind: "none" });
  },
);

test("who has the canvas already gets it, whatever the link is", async () => {
  const { join } = joinWith({ "/api/join": [refused("unknown_canvas")], "/api/open": [{ ok: true, value: {} }] });
  join.begin("HN8B", "secret");
  join.goOn();
  await rest();
  expect(join.state()).toEqual({ kind: "none" });
});

test("what is wrong with the server is said in its words", async () => {
  const { join } = joinWith({ "/api/join": [refused("busy", "Try again in a moment.")] });
  join.begin("HN8B", "secret");
  join.goOn();
  await rest();
  expect(join.state()).toEqual({ kind: "failed", id: "HN8B", why: "Try again in a moment." });
});

test("a server that is away and a session that ended are waited for", async () => {
  const { join, calls } = joinWith({ "/api/join": [away, locked, good] });
  join.begin("HN8B", "secret");
  for (const expected of ["joining", "joining", "none"]) {
    join.goOn();
    await rest();
    expect(join.state().kind).toBe(expected);
  }
  expect(calls).toHaveLength(3);
});

test("it is asked once, however often the page goes on meanwhile", async () => {
  const { join, calls } = joinWith({
    "/api/join": [refused("unknown_canvas")],
    "/api/open": [refused("unknown_canvas")],
  });
  join.begin("HN8B", "secret");
  join.goOn();
  await Promise.resolve();
  await Promise.resolve();
  join.goOn();
  await rest();
  join.goOn();
  await rest();
  expect(calls).toEqual(["/api/join secret", "/api/open"]);
});

test("a second link that is opened meanwhile is the one that counts", async () => {
  const { join, calls } = joinWith({ "/api/join": [refused("unknown_canvas"), good], "/api/open": [refused("none")] });
  join.begin("HN8B", "old");
  join.goOn();
  join.begin("HN8B", "new");
  join.goOn();
  await rest();
  expect(join.state()).toEqual({ kind: "none" });
  expect(calls).toEqual(["/api/join old", "/api/join new", "/api/open"]);
});
