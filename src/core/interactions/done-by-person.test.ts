import { expect, test } from "vitest";
import type { CanvasComment } from "../records/canvas.ts";
import type { CanvasEvent, EventKind } from "../records/history.ts";
import { PERSON_KINDS } from "../records/history.ts";
import type { Json } from "../records/interactions.ts";
import { doneByPerson } from "./done-by-person.ts";

const event = (kind: EventKind, payload: Record<string, unknown> = {}): CanvasEvent => ({
  kind,
  by: { kind: "person" },
  at: "2026-01-01T00:00:00.000Z",
  version: 4,
  payload: { ...payload, turn: 1 },
  sequence: 1,
});
const rows: readonly [EventKind, Record<string, unknown>, readonly (readonly [string, string | null, Json])[]][] = [
  ["approved", { revision: 3, note: "Looks good" }, [["submit", "approve-btn", { comments: "Looks good" }]]],
  ["approved", { revision: 3 }, [["submit", "approve-btn", null]]],
  ["approved", { revision: 3, complete: false }, [["submit", "approve-btn", { complete: false }]]],
  ["sent", { revision: 3, edits: 2, comments: 0 }, [["submit", "send-btn", { edits: 2 }]]],
  ["message", { message: "m", text: "Shorter?" }, [["submit", "message-field", { message: "Shorter?" }]]],
  ["review_closed", {}, [["dismiss", "review", null]]],
  ["status", { from: "draft", to: "archived" }, [["select", "status-menu", { from: "draft", to: "archived" }]]],
  ["renamed", { title: "Plan" }, [["change", "title", { title: "Plan" }]]],
  ["changed", {}, [["change", "text", { version: 4 }]]],
  ["restored", { from: 2 }, [["click", "restore-btn", { version: 2 }]]],
  ["setting", { suggestOnly: true }, [["toggle", "suggest-only", { suggestOnly: true }]]],
  ["created", {}, [["custom", "new-canvas", null]]],
  [
    "protected",
    { ids: ["a", "b"], added: ["b"], removed: ["c"] },
    [
      ["toggle", "protection", { id: "b", protected: true }],
      ["toggle", "protection", { id: "c", protected: false }],
    ],
  ],
  [
    "ticked",
    { tasks: [{ task: "a", checked: true, line: 3 }] },
    [["toggle", "task", { task: "a", checked: true, line: 3 }]],
  ],
  [
    "comment",
    {
      operations: [
        { op: "add", id: "c1", body: "Why?", quote: "limits" },
        { op: "reply", id: "c2", reply_to: "c1", body: "Because." },
        { op: "add", id: "gone", body: "Oops", quote: "x" },
        { op: "resolve", id: "c1" },
        { op: "reopen", id: "c1" },
        { op: "delete", id: "c2" },
        { op: "edit", id: "c1", body: "Why so?" },
      ],
    },
    [
      ["submit", "comment", { id: "c1", body: "Why?", quote: "limits" }],
      ["submit", "reply", { id: "c2", reply_to: "c1", body: "Because." }],
      ["submit", "comment", { id: "gone" }],
      ["toggle", "comment-resolved", { id: "c1", resolved: true }],
      ["toggle", "comment-resolved", { id: "c1", resolved: false }],
      ["dismiss", "comment", { id: "c2" }],
      ["change", "comment", { id: "c1", body: "Why so?" }],
    ],
  ],
  [
    "proposal",
    { settled: { p1: "accepted", p2: "kept" }, kinds: { p1: "suggestion", p2: "conflict" } },
    [
      ["select", "suggestion", { id: "p1", decision: "accepted" }],
      ["select", "conflict", { id: "p2", decision: "kept" }],
    ],
  ],
  ["proposal", { reopened: ["p1"] }, [["select", "suggestion", { id: "p1", decision: "reopened" }]]],
  ["proposal", { ids: ["p3"], kind: "suggestion", state: "open" }, [["submit", "suggestion", { id: "p3" }]]],
  ["proposal", { ids: ["p3"], kind: "conflict", state: "open" }, []],
  ["interaction", { id: "u", action: "click", data: 0 }, [["click", null, 0]]],
  ["interaction", { id: "u", action: "click", element: "x" }, [["click", "x", null]]],
  ["saved", {}, []],
  ["offered", {}, []],
];

test.each(rows)("%s %j", (kind, payload, expected) => {
  const gone = { id: "gone", deleted: true } as CanvasComment;
  const done = doneByPerson(event(kind, payload), [gone]);
  expect(done.map(({ action, element, data }) => [action, element, data])).toEqual(expected);
});

test("every kind that agents hear of has a row, and says something", () => {
  const told = new Set(rows.filter(([, , done]) => done.length > 0).map(([kind]) => kind));
  expect([...told].sort()).toEqual([...PERSON_KINDS].sort());
});

test("what a model did is no interaction of a person's", () => {
  expect(doneByPerson({ ...event("status", { from: "draft", to: "in_review" }), by: { kind: "model" } })).toEqual([]);
});

test.each(PERSON_KINDS)("a log of before, or a damaged one, breaks nothing: %s", (kind) => {
  for (const payload of [{}, { operations: 3 }, { operations: [null, 1] }, { tasks: "x" }, { settled: 1, ids: 2 }])
    expect(() => doneByPerson(event(kind, payload))).not.toThrow();
});
