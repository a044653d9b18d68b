// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { type Thread, threadsOf } from "../../../core/comments/threads.ts";
import type { CanvasComment } from "../../../core/records/canvas.ts";
import { createRangeFinder } from "../../text/paint-highlights.ts";
import { isSameCard } from "./same-card.ts";
import type { ThreadCardProps } from "./ThreadCard.tsx";

const root: CanvasComment = {
  id: "a",
  anchor: { quotedText: "keys", offset: 4, length: 4, prefix: "", suffix: "", revision: 1 },
  body: "b",
  by: { kind: "person" },
  createdAt: "2026-11-16T12:00:00Z",
  resolved: false,
};
const thread = (more: Partial<CanvasComment> = {}, text = "the keys"): Thread =>
  threadsOf([{ ...root, ...more }], text)[0]!;
const card = (one: Thread, controls: Partial<ThreadCardProps["controls"]> = {}): ThreadCardProps => ({
  thread: one,
  folds: true,
  controls: { active: null, composing: null, now: 0, ...controls } as ThreadCardProps["controls"],
});
const moved = thread({ anchor: { ...root.anchor!, offset: 8 } }, "all the keys");
const reply = { target: { kind: "reply", to: "a" }, body: "" } as const;

test.each<[string, ThreadCardProps, boolean]>([
  ["text typed before it", card(moved), true],
  ["another thread opened", card(thread(), { active: "z" }), true],
  ["a reply begun elsewhere", card(thread(), { composing: { ...reply, target: { kind: "reply", to: "z" } } }), true],
  ["itself opened", card(thread(), { active: "a" }), false],
  ["a reply begun in it", card(thread(), { composing: reply }), false],
  ["its words changed", card(thread({ body: "c" })), false],
  ["resolved", card(thread({ resolved: true })), false],
  ["its text gone", card(thread({}, "the")), false],
  ["a minute later", card(thread(), { now: 60_000 }), false],
])("a card is drawn anew only when something in it changed: %s", (_name, next, same) => {
  expect(isSameCard(card(thread()), next)).toBe(same);
});

test("ranges are looked for again only where their words changed", () => {
  const host = document.createElement("p");
  host.append("one two", "three");
  document.body.append(host);
  const asked: number[] = [];
  const find = createRangeFinder((from) => {
    asked.push(from);
    const range = document.createRange();
    range.selectNodeContents(host.childNodes[from]!);
    return [range];
  });
  const mark = (id: string, from: number) => ({ id, from, to: from + 1, look: "person" as const, active: false });
  const before = find([mark("a", 0), mark("b", 1)]);
  host.firstChild!.replaceWith("one");
  const after = find([mark("a", 0), mark("b", 1)]);
  expect(asked).toEqual([0, 1, 0]);
  expect(after[1]!.ranges).toBe(before[1]!.ranges);
  expect(after[0]!.ranges[0]!.toString()).toBe("one");
  host.remove();
});
