import { expect, test } from "vitest";
import { createScrollStep, edgesOf, type Pane } from "./scroll-in-step.ts";

function twoViews() {
  const offsets = { editor: 0, preview: 0 };
  const due: (() => void)[] = [];
  const scroller = (pane: Pane) => ({
    topOffset: () => offsets[pane],
    scrollTo: (offset: number) => {
      offsets[pane] = offset;
      // As a browser does: moving a view makes it tell that it scrolled.
      step.scrolled(pane, { atStart: false, atEnd: false });
    },
  });
  const step = createScrollStep({
    scroller,
    schedule: (callback) => {
      due.push(callback);
      return () => due.splice(due.indexOf(callback), 1);
    },
  });
  const frame = () => {
    for (const callback of due.splice(0)) callback();
  };
  return { offsets, step, frame, due };
}

const middle = { atStart: false, atEnd: false };

test("the view that leads is followed, once a frame, and not back", () => {
  const { offsets, step, frame, due } = twoViews();
  step.lead("preview");
  offsets.preview = 40;
  step.scrolled("preview", middle);
  step.scrolled("preview", middle);
  expect(due).toHaveLength(1);
  frame();
  expect(offsets).toEqual({ editor: 40, preview: 40 });
  expect(due).toHaveLength(0);
});

test("a view that does not lead moves nothing", () => {
  const { offsets, step, frame } = twoViews();
  offsets.preview = 40;
  step.scrolled("preview", middle);
  frame();
  expect(offsets.editor).toBe(0);
});

test("nobody has touched either view yet: putting one in its place moves only that one", () => {
  const { offsets, step, frame } = twoViews();
  offsets.editor = 40;
  step.scrolled("editor", middle);
  frame();
  expect(offsets.preview).toBe(0);
  step.lead("editor");
  step.scrolled("editor", middle);
  step.rest();
  frame();
  expect(offsets.preview).toBe(0);
});

test("ends meet, even where the views differ in length", () => {
  const { offsets, step, frame } = twoViews();
  step.lead("editor");
  offsets.editor = 90;
  step.scrolled("editor", { atStart: false, atEnd: true });
  frame();
  expect(offsets.preview).toBe(Number.MAX_SAFE_INTEGER);
  step.scrolled("editor", { atStart: true, atEnd: false });
  frame();
  expect(offsets.preview).toBe(0);
});

test("a view that is shorter than its pane stands at its start", () => {
  expect(edgesOf({ scrollTop: 0, scrollHeight: 100, clientHeight: 100 })).toEqual({ atStart: true, atEnd: false });
  expect(edgesOf({ scrollTop: 60, scrollHeight: 100, clientHeight: 40 })).toEqual({ atStart: false, atEnd: true });
});
