import fc from "fast-check";
import { expect, test } from "vitest";
import { changesBetween } from "../../core/diff/text-changes.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { FAKE_CONTEXT } from "../host/fake-host.ts";
import type { Action } from "./actions.ts";
import { viewOfText } from "./browser/view-of-text-for-tests.ts";
import { baseAt, NO_CHANGES } from "./state.ts";
import { type AppState, INITIAL_STATE, reduce } from "./store.ts";

const text = fc.constantFrom("", "One.\n", "One.\n\nTwo.\n", "One.\r\nTwo.\r\n", "# 日本\n", "x ".repeat(40));
const view = fc.tuple(text, text, fc.integer({ min: 1, max: 9 })).map(([content, baseline, revision]): CanvasView => {
  const made = viewOfText(content, "HN8B", revision);
  const { checkpoint } = made;
  return {
    ...made,
    checkpoint: { ...checkpoint, baseline, document: { ...checkpoint.document, revision } },
  };
});
const stream = text.map((content) => ({ kind: "text" as const, canvasId: null, title: null, text: content }));
const home = fc.constantFrom("server" as const, "browser" as const);
const outgoing = fc.tuple(text, text).map(([content, base]) => ({
  saveKey: "k",
  base: baseAt(1, base),
  content,
  changes: changesBetween(base, content),
  local: NO_CHANGES,
  status: null,
  sent: false,
  seal: false,
  withBase: false,
  suggest: false,
}));
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom<Action>(
    { kind: "connected", host: FAKE_CONTEXT },
    { kind: "hostChanged", host: { ...FAKE_CONTEXT, theme: "dark" } },
    { kind: "connectFailed", why: "no" },
    { kind: "cancelled" },
    { kind: "acted" },
    { kind: "refused", message: "no" },
    { kind: "lost", reason: "unknown", message: "gone" },
    { kind: "keeping", keeping: { kind: "working" } },
    { kind: "editing", on: true },
    { kind: "suggesting", on: true },
    { kind: "protected", operation: { op: "remove", id: "p" } },
    { kind: "superseded", version: 4 },
    { kind: "sending", sending: { kind: "working" } },
    { kind: "renamed", title: "New" },
    {
      kind: "commented",
      operation: { op: "add", id: "c", body: "?", anchor: { offset: 0, length: 1, quotedText: "O" } },
    },
    { kind: "decided", decisions: [{ id: "p", decision: "keep" }] },
    { kind: "saveDelayed", why: "away", kept: true },
    { kind: "saveRefused", why: "no", kept: false, drop: false, gone: false },
    { kind: "said", notice: { id: "n", tone: "info", text: "hi" } },
    { kind: "dismissed", id: "n" },
  ),
  stream.map((value): Action => ({ kind: "streamed", stream: value })),
  stream.map((value): Action => ({ kind: "inputArrived", stream: value })),
  text.map((value): Action => ({ kind: "typed", text: value })),
  fc.tuple(view, home).map(([value, where]): Action => ({ kind: "loaded", view: value, home: where })),
  view.map((value): Action => ({ kind: "loaded", view: value, home: "server", putBack: true })),
  fc.tuple(view, home).map(([value, where]): Action => ({ kind: "remembered", view: value, home: where })),
  view.map((value): Action => ({ kind: "saveDone", view: value })),
  outgoing.map((value): Action => ({ kind: "saveStarted", outgoing: value })),
  fc.tuple(text, text).map(
    ([base, content]): Action => ({
      kind: "recovered",
      base: baseAt(1, base),
      content,
      changes: changesBetween(base, content),
      local: NO_CHANGES,
      suggesting: false,
      past: [],
      unanswered: null,
    }),
  ),
);

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

test("the reducer never mutates, whatever happens in whatever order", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      let state: AppState = frozen(INITIAL_STATE);
      for (const one of actions) state = frozen(reduce(state, frozen(one)));
    }),
  );
});

test("while the person types, nothing but the person, a merge or a newer text changes the draft", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 15 }), (actions) => {
      let state = reduce(INITIAL_STATE, { kind: "connected", host: FAKE_CONTEXT });
      for (const one of actions) {
        const before = state.canvas;
        state = reduce(state, one);
        const after = state.canvas;
        if (before.phase !== "ready" || after.phase !== "ready" || before.draft === after.draft) continue;
        expect(["typed", "loaded", "saveDone", "recovered"]).toContain(one.kind);
      }
    }),
  );
});

test("words that are nowhere but on screen survive any view that arrives", () => {
  fc.assert(
    fc.property(view, fc.array(view, { minLength: 1, maxLength: 4 }), (first, others) => {
      let state = reduce(INITIAL_STATE, { kind: "loaded", view: first, home: "server" });
      const mine = `${first.checkpoint.document.content}\nonly here\n`;
      state = reduce(state, { kind: "typed", text: mine });
      for (const other of others) state = reduce(state, { kind: "loaded", view: other, home: "server" });
      expect(state.canvas.phase === "ready" && state.canvas.draft).toContain("only here");
    }),
  );
});

test("an answer that a later one overtook does not take the text back", () => {
  const at = (revision: number, content: string): CanvasView => {
    const made = viewOfText(content, "HN8B");
    const document = { ...made.checkpoint.document, revision };
    return { ...made, checkpoint: { ...made.checkpoint, document } };
  };
  let state = reduce(INITIAL_STATE, { kind: "loaded", view: at(5, "new"), home: "server" });
  state = reduce(state, { kind: "loaded", view: at(4, "old"), home: "server" });
  expect(state.canvas).toMatchObject({ phase: "ready", draft: "new", base: { revision: 5 } });
});
