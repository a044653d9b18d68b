import { describe, expect, test } from "vitest";
import { type Thread, threadsOf } from "../../../core/comments/threads.ts";
import type { CanvasComment } from "../../../core/records/canvas.ts";
import { marksOf, shortQuote } from "./comment-marks.ts";
import { countByState, filterFor, filterThreads, stepThread, threadsAt } from "./thread-order.ts";

const content = "The API uses API keys for authentication.";

function comment(id: string, quote: string | null, more: Partial<CanvasComment> = {}): CanvasComment {
  const offset = quote === null ? -1 : content.indexOf(quote);
  const anchor =
    quote === null
      ? null
      : {
          quotedText: quote,
          offset: Math.max(0, offset),
          length: offset < 0 ? 0 : quote.length,
          prefix: "",
          suffix: "",
          revision: 1,
        };
  return {
    id,
    anchor,
    body: id,
    by: { kind: "person" },
    createdAt: "2026-11-16T12:00:00Z",
    resolved: false,
    ...more,
  };
}
const threads: readonly Thread[] = threadsOf(
  [
    comment("whole", null),
    comment("long", "API uses API keys"),
    comment("short", "keys", { by: { kind: "model" } }),
    comment("done", "authentication", { resolved: true }),
    comment("dealt", "for", { addressedIn: 5 }),
    comment("lost", "no such text"),
  ],
  content,
);
const ids = (some: readonly Thread[]) => some.map(({ root }) => root.id).join(" ");

describe("threads on screen", () => {
  test("counts what stands where", () => {
    expect(countByState(threads)).toEqual({ all: 5, open: 3, addressed: 1, resolved: 1, orphaned: 1 });
  });

  test.each([
    ["all", "whole long short dealt lost"],
    ["open", "whole long short"],
    ["addressed", "dealt"],
    ["resolved", "done"],
    ["orphaned", "lost"],
  ] as const)("%s shows %s", (filter, shown) => {
    expect(ids(filterThreads(threads, filter))).toBe(shown);
  });

  test("a thread is looked for where it can be seen", () => {
    expect(filterFor("open", "all")).toBe("all");
    expect(filterFor("resolved", "all")).toBe("resolved");
    expect(filterFor("open", "addressed")).toBe("all");
  });

  test("next and previous go round", () => {
    expect(stepThread(threads, null, 1)?.root.id).toBe("whole");
    expect(stepThread(threads, "lost", 1)?.root.id).toBe("whole");
    expect(stepThread(threads, "whole", -1)?.root.id).toBe("lost");
    expect(stepThread([], null, 1)).toBeNull();
  });

  test("a press on overlapping highlights means the innermost first", () => {
    expect(ids(threadsAt(threads, content.indexOf("keys")))).toBe("short long");
    expect(ids(threadsAt(threads, content.indexOf("authentication")))).toBe("");
  });

  test("highlights tell the person's from Claude's, and the active one from the rest", () => {
    expect(marksOf(threads, "short").map(({ id, look, active }) => `${id}:${look}:${active}`)).toEqual([
      "long:person:false",
      "short:model:true",
      "dealt:person:false",
    ]);
    expect(marksOf(threads, "done").map(({ id }) => id)).toContain("done");
  });

  test.each([
    ["a\n  b", "a b"],
    ["one two three four", "one two…"],
    ["a".repeat(12), "aaaaaaaaaa…"],
    ["aaaaaaaaa🙂bb", "aaaaaaaaa…"],
  ])("a quote fits its line: %s", (text, shown) => {
    expect(shortQuote(text, 10)).toBe(shown);
  });
});
