// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PointSummary, VersionSummary } from "../../../core/records/history.ts";
import { READ_MS } from "../../state/seen-text.ts";
import { statusWords, historyWords as words } from "../../words.ts";
import { type Done, HistoryPanel } from "./HistoryPanel.tsx";
import type { Place } from "./place.ts";
import { RestoredBar } from "./RestoredBar.tsx";
import type { ListedMoments } from "./use-moments.ts";

const NOW = Date.parse("2026-11-16T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const point = (revision: number, reason: PointSummary["reason"], wordsAdded: number): PointSummary => ({
  revision,
  at: minutesAgo(30 - revision),
  reason,
  wordsAdded,
  wordsRemoved: 0,
});
const version = (number: number, points?: readonly PointSummary[]): VersionSummary => ({
  version: number,
  revision: number * 10,
  title: "",
  status: "draft",
  by: { kind: "person" },
  at: minutesAgo(1),
  sealed: false,
  wordsAdded: 1,
  wordsRemoved: 0,
  ...(points === undefined ? {} : { points }),
});
const VERSIONS = [
  version(2, [point(19, "left", 250), point(17, "removal", 241), point(14, "rest", 200)]),
  version(1, [point(5, "removal", 50)]),
];

let root: Root;
let page: HTMLElement;
let asked: Place[];
let restored: Place[];
let over: string[];
let answer: Done;
let listed: number[];
let listing: ListedMoments;
const SAME = { text: "Now.", seen: "Now.", who: "Claude changed the text" };
const show = (replaces = SAME, versions = VERSIONS, approved: number | null = null, kept?: number) =>
  act(async () =>
    root.render(
      <HistoryPanel
        list={{ versions, more: false, kept, loading: false }}
        approved={approved}
        now={NOW}
        assistant="Claude"
        restoring={{
          replaces,
          onRestore: async (place, text) => {
            restored.push(place);
            over.push(text);
            return answer;
          },
        }}
        onMore={() => {}}
        listMoments={async (number) => {
          listed.push(number);
          return listing;
        }}
        loadVersion={async (number, at) => {
          asked.push(at === undefined ? { version: number } : { version: number, point: at });
          return { ok: true, content: `Text of ${number}, ${at ?? "whole"}.` };
        }}
        renderText={(text) => text}
      />,
    ),
  );
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  page = document.createElement("div");
  document.body.append(page);
  root = createRoot(page);
  asked = [];
  restored = [];
  over = [];
  listed = [];
  listing = { ok: true, moments: [] };
  answer = { ok: true };
  await show();
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});
const buttons = () => [...page.querySelectorAll("button")];
const button = (name: string) => buttons().find((one) => one.textContent?.startsWith(name));
const press = (name: string) => act(async () => button(name)!.click());

test("the last state before a deletion stands open; the others unfold under their version", async () => {
  const removal = "Before a large deletion";
  expect(button(removal)?.closest("li li")).not.toBeNull();
  expect(buttons().filter((one) => one.textContent?.startsWith("Before"))).toHaveLength(1);
  expect(button("When you left")).toBeUndefined();
  const toggle = button(words.points(3))!;
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  await press(words.points(3));
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  const list = document.getElementById(toggle.getAttribute("aria-controls")!)!;
  const shown = [...list.querySelectorAll(".point-reason")].map((one) => one.textContent);
  expect(shown).toEqual(["When you left", removal, "When you paused"]);
  expect(list.querySelector(".version-who")?.getAttribute("title")).toContain("2026");
  await press(words.points(1));
  expect(button("Before 49 words were removed")).toBeDefined();
});

test("a state is compared with what became of it, and restored by its time", async () => {
  await press(words.points(3));
  await press("When you paused");
  expect(asked.slice(-1)).toEqual([{ version: 2, point: 14 }]);
  expect(page.querySelector(".history-title")?.textContent).toMatch(/^What changed from v2 at .+ to v2 as it is now$/);
  expect(page.querySelector("del")?.textContent).toContain("14");
  expect(page.querySelector("ins")?.textContent).toContain("whole");
  await press(words.restorePoint);
  expect(page.querySelector("[role=alertdialog]")).toBeNull();
  expect(restored).toEqual([{ version: 2, point: 14 }]);
});

describe("every state of a version", () => {
  const moment = (revision: number) => ({ revision, at: minutesAgo(30 - revision) });
  const moments = [19, 18, 17, 16, 15, 14].map((revision) => ({
    ...moment(revision),
    ...(revision === 17 ? { reason: "removal" as const } : {}),
  }));
  const versions = [{ ...VERSIONS[0]!, moments: 6 }, VERSIONS[1]!];
  const slider = () => page.querySelector<HTMLInputElement>(".moment-slider input");
  const slide = (to: number) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(slider()!, String(to));
      slider()!.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const rest = () => act(async () => vi.advanceTimersByTime(1_000));
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("is at hand where there are more than the points, asked for when it is looked at", async () => {
    expect([slider(), listed]).toEqual([null, []]);
    listing = { ok: true, moments };
    await show(SAME, versions);
    expect(listed).toEqual([2]);
    expect(page.querySelector(".moment-slider label")?.textContent).toBe(words.moments(6, 2));
    expect([slider()?.value, slider()?.max, slider()?.getAttribute("aria-valuetext")]).toEqual([
      "6",
      "6",
      words.outcome(2, true),
    ]);
    await press(words.version(1));
    expect([slider(), listed]).toEqual([null, [2]]);
  });

  test("is shown once the thumb rests, by its time, and restored", async () => {
    listing = { ok: true, moments };
    await show(SAME, versions);
    asked = [];
    for (const to of [5, 3, 1]) await slide(to);
    expect(asked).toEqual([]);
    expect(slider()?.getAttribute("aria-valuetext")).toMatch(/^\d{1,2}:\d\d:\d\d/);
    await rest();
    expect(asked).toEqual([{ version: 2, point: 15 }]);
    expect(page.querySelector(".history-title")?.textContent).toMatch(
      / from v2 at \d{1,2}:\d\d:\d\d.* to v2 as it is now$/,
    );
    expect(button(words.version(2))?.getAttribute("aria-current")).toBe("true");
    await press(words.restorePoint);
    expect(restored).toEqual([{ version: 2, point: 15 }]);
    await act(async () => page.querySelector<HTMLButtonElement>(`[aria-label="${words.momentAfter}"]`)!.click());
    await rest();
    expect(asked.at(-1)).toEqual({ version: 2, point: 16 });
    await slide(3);
    expect(slider()?.getAttribute("aria-valuetext")).toContain("Before a large deletion");
    await rest();
    expect(button("Before a large deletion")?.getAttribute("aria-current")).toBe("true");
    await slide(6);
    await rest();
    expect(page.querySelector(".history-title")?.textContent).toBe(words.compared("v1", "v2"));
  });

  test.each([
    ["before the first", words.momentBefore, 0, { version: 2, point: 14 }],
    ["after the last", words.momentAfter, 6, { version: 2 }],
  ])("the button for the state %s keeps the focus, and does nothing", async (_, name, end, shown) => {
    listing = { ok: true, moments };
    await show(SAME, versions);
    await slide(3);
    await rest();
    const step = page.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)!;
    for (let n = 0; n < 4; n++) await act(async () => step.click());
    await rest();
    expect([slider()?.value, step.disabled, step.getAttribute("aria-disabled")]).toEqual([String(end), false, "true"]);
    expect(asked).toContainEqual(shown);
  });

  test("that cannot be listed is said, and asked for again", async () => {
    listing = { ok: false, why: "no server" };
    await show(SAME, versions);
    expect(page.querySelector("[role=alert]")?.textContent).toContain(words.momentsFailed("no server"));
    listing = { ok: true, moments };
    await press(words.tryAgain);
    expect(listed).toEqual([2, 2]);
    expect(slider()).not.toBeNull();
  });
});

test("a version is compared with the one before, and the newest has nothing to restore", async () => {
  expect(page.querySelector(".history-title")?.textContent).toBe(words.compared("v1", "v2"));
  expect(button(words.restore)).toBeUndefined();
  await press("v1");
  expect(button(words.restore)).toBeDefined();
  expect(button("v1")?.getAttribute("aria-current")).toBe("true");
});

test("what cannot be restored says why, and can be tried again", async () => {
  await press(words.version(1));
  answer = { ok: false, why: "no server" };
  await press(words.restore);
  expect(page.querySelector("[role=status]")?.textContent).toBe(words.restoreFailed("no server"));
  answer = { ok: true };
  await press(words.restore);
  expect(restored).toEqual([{ version: 1 }, { version: 1 }]);
});

test("what the person has not seen is shown before the first press replaces it", async () => {
  await show({ ...SAME, text: "Now and then." });
  await press(words.version(1));
  await press(words.restore);
  expect(restored).toEqual([]);
  expect(page.querySelector("[role=alertdialog]")?.textContent).toContain(words.restoreAsk(1, 2, null));
  await press(words.cancel);
  expect(button(words.restore)).toBeDefined();
});

test("Approved stands at the version that was approved, and at no later one", async () => {
  const status = "approved";
  const tags = () =>
    Object.fromEntries(
      [...page.querySelectorAll(".version-item")].map((item) => [
        item.querySelector("strong")!.textContent,
        [...item.querySelectorAll(".version-tag")].map((tag) => tag.textContent),
      ]),
    );
  const versions = [
    { ...version(5), status },
    { ...version(4), status },
    { ...version(3), status: "in_review" },
    { ...version(2), status, label: "approved" },
    version(1),
  ] as const;
  await show(SAME, [...versions], 4);
  expect(tags()).toEqual({
    v5: [words.now],
    v4: [statusWords.approved],
    v3: [statusWords.in_review],
    v2: [statusWords.approved],
    v1: [],
  });
  expect(page.querySelector(".version-label")).toBeNull();
});

test("what came since the person saw the text is shown before it is replaced, and asked for again", async () => {
  await press(words.version(1));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    answer = { ok: false, why: "moved", moved: true };
    await press(words.restore);
    expect(over).toEqual(["Now."]);
    await show({ ...SAME, text: "Now and then." });
    const yes = () => button(words.restoreYes(1)) as HTMLButtonElement;
    expect(page.querySelector("[role=alert]")?.textContent).toBe(words.restoreChanged(SAME.who, 2, 0));
    expect(page.querySelector(".dialog-changes")?.textContent).toContain("Now and then.");
    expect(yes().getAttribute("aria-disabled")).toBe("true");
    await press(words.restoreYes(1));
    expect(over).toEqual(["Now."]);
    await act(async () => vi.advanceTimersByTime(READ_MS));
    expect(yes().getAttribute("aria-disabled")).toBeNull();
    answer = { ok: true };
    await press(words.restoreYes(1));
    expect(over).toEqual(["Now.", "Now and then."]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["all are there, and stay", [version(2), version(1)], undefined, ""],
  ["all are there yet", [version(2), version(1)], 20, "keeps the newest versions of each canvas, at least 20"],
  ["older ones are gone", [version(9), version(8)], 20, "Versions before v8 are not kept any more."],
  [
    "older ones went under another limit",
    [version(9), version(8)],
    undefined,
    "Versions before v8 are not kept any more.",
  ],
])("the list ends with what is not kept: %s", async (_, versions, kept, said) => {
  await show(SAME, versions, null, kept);
  expect(page.querySelector(".version-list .history-note")?.textContent ?? "").toContain(said);
  expect(page.querySelector(".version-list .history-note") === null).toBe(said === "");
});

test("the oldest version that is kept is compared with nothing: the one before cannot be had", async () => {
  await show(SAME, [version(9), version(8)], null, 20);
  asked = [];
  await press(words.version(8));
  expect(asked.map((place) => place.version)).not.toContain(7);
  expect(page.querySelector("[role=alert]")).toBeNull();
});

test("what says that a text was restored answers Escape", async () => {
  const close = vi.fn();
  const made = { text: "Old.", replaced: 2, canvasId: "HN8B", name: "v1" };
  await act(async () => root.render(<RestoredBar restored={made} onUndo={vi.fn()} onClose={close} />));
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
  expect(close).toHaveBeenCalledOnce();
});
