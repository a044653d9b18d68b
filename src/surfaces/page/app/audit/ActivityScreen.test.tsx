// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import type { PageAudit } from "../../../../protocol/page.ts";
import { reactPage } from "../../../../widget/testing/react-page.ts";
import type { Api } from "../access/gate.ts";
import type { Live } from "../access/live.ts";
import { pageWords } from "../words.ts";
import { ActivityScreen } from "./ActivityScreen.tsx";
import type { Line } from "./audit-lines.ts";

const shown = reactPage();

const ADA = { subject: "ada", name: "Ada" };
const BOB = { subject: "bob", name: "Bob" };
const line = (number: number, given: Partial<Line> = {}): Line => ({
  number,
  canvasId: "HN8B",
  title: "Plan",
  kind: "exported",
  by: { kind: "person", ...BOB },
  at: "2026-03-02T09:00:00Z",
  payload: { form: "pdf" },
  ...given,
});

async function show(answers: readonly (PageAudit | string)[], id?: string) {
  const asked: unknown[] = [];
  const left = [...answers];
  let told: (ids: readonly string[] | null) => void = () => {};
  const api = {
    async call(_: string, request: unknown) {
      asked.push(request);
      const next = left.shift();
      if (typeof next === "string") return { ok: false, kind: "refused", code: "storage_failed", message: next };
      return { ok: true, value: next };
    },
  } as unknown as Api;
  const live = {
    subscribe(listener: typeof told) {
      told = listener;
      return () => {};
    },
  } as unknown as Live;
  await act(async () => shown.root.render(<ActivityScreen api={api} live={live} me={ADA} id={id} />));
  return { asked, tell: () => act(async () => told(["HN8B"])) };
}
const said = () => [...shown.page.querySelectorAll(".activity-said > p:first-child")].map((one) => one.textContent);
const button = (name: string) => [...shown.page.querySelectorAll("button")].find((one) => one.textContent === name);

test("what was done stands under its day, newest first, and older lines come on demand", async () => {
  const { asked } = await show([
    { lines: [line(3), line(2, { at: "2026-02-26T09:00:00Z" })], more: true },
    { lines: [line(1, { at: "2026-02-26T08:00:00Z", kind: "joined", payload: { role: "viewer" } })], more: false },
  ]);
  expect(shown.page.querySelectorAll("h2")).toHaveLength(2);
  await act(async () => button(pageWords.showMore)?.click());
  expect(asked).toEqual([{}, { before: 2 }]);
  expect(said()).toEqual([
    "Bob exported Plan as a PDF",
    "Bob exported Plan as a PDF",
    "Bob joined Plan by a link, and can view",
  ]);
  expect(button(pageWords.showMore)).toBeUndefined();
});

test("a canvas that is still there can be opened from its lines; one that was deleted cannot", async () => {
  const deleted = { canvasId: "GONE", title: "Old", kind: "deleted", payload: {} } as const;
  await show([{ lines: [line(3), line(2, deleted), line(1, { canvasId: "GONE", title: "Old" })], more: false }]);
  const links = [...shown.page.querySelectorAll<HTMLAnchorElement>("a.activity-title")].map((one) =>
    one.getAttribute("href"),
  );
  expect(links).toEqual(["#/canvas/HN8B"]);
});

test("what happens meanwhile appears", async () => {
  const { tell } = await show([
    { lines: [line(1)], more: false },
    { lines: [line(2, { kind: "deleted", payload: {} }), line(1)], more: false },
  ]);
  await tell();
  expect(said()).toEqual(["Bob deleted Plan", "Bob exported Plan as a PDF"]);
});

test("one canvas is asked for alone, and nothing about it is said in words", async () => {
  const { asked } = await show([{ lines: [], more: false }], "HN8B");
  expect(asked).toEqual([{ id: "HN8B" }]);
  expect(shown.page.textContent).toContain(pageWords.activityEmptyOf);
  expect(shown.page.querySelector(".activity-filter")?.textContent).toContain(pageWords.activityOf("HN8B"));
});

test("a failure says why, and can be tried again", async () => {
  await show(["The disk is full.", { lines: [line(1)], more: false }]);
  expect(shown.page.textContent).toContain("The disk is full.");
  await act(async () => button(pageWords.again)?.click());
  expect(said()).toHaveLength(1);
});
