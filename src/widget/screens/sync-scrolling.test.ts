import { expect, test } from "vitest";
import { createScrollSync, edgesOf, type Pane } from "./sync-scrolling.ts";

function twoViews() {
  const offsets = { editor: 0, preview: 0 };
  const due: (() => void)[] = [];
  const scroller = (pane: Pane) => ({
    topOffset: () => offsets[pane],
    scrollTo: (offset: number) => {
      offsets[pane] = offset;
      // As a browser does: moving a view makes it tell that it scrolled.
      sync.scrolled(pane, { atStart: false, atEnd: false });
    },
  });
  const sync = createScrollSync({
    scroller,
    schedule: (callback) => {
      due.push(callback);
      return () => due.splice(due.indexOf(callback), 1);
    },
  });
  const frame = () => {
    for (const callback of due.splice(0)) callback();
  };
  return { offsets, sync, frame, due };
}

const middle = { atStart: false, atEnd: false };

test("the view that leads is followed, once a frame, and not back", () => {
  const { offsets, sync, frame, due } = twoViews();
  sync.lead("preview");
  offsets.preview = 40;
  sync.scrolled("preview", middle);
  sync.scrolled("preview", middle);
  expect(due).toHaveLength(1);
  frame();
  expect(offsets).toEqual({ editor: 40, preview: 40 });
  expect(due).toHaveLength(0);
});

test("a view that does not lead moves nothing", () => {
  const { offsets, sync, frame } = twoViews();
  offsets.preview = 40;
  sync.scrolled("preview", middle);
  frame();
  expect(offsets.editor).toBe(0);
});

test("nobody has touched either view yet: putting one in its place moves only that one", () => {
  const { offsets, sync, frame } = twoViews();
  offsets.editor = 40;
  sync.scrolled("editor", middle);
  frame();
  expect(offsets.preview).toBe(0);
  sync.lead("editor");
  sync.scrolled("editor", middle);
  sync.rest();
  frame();
  expect(offsets.preview).toBe(0);
});

test("ends meet, even where the views differ in length", () => {
  const { offsets, sync, frame } = twoViews();
  sync.lead("editor");
  offsets.editor = 90;
  sync.scrolled("editor", { atStart: false, atEnd: true });
  frame();
  expect(offsets.preview).toBe(Number.MAX_SAFE_INTEGER);
  sync.scrolled("editor", { atStart: true, atEnd: false });
  frame();
  expect(offsets.preview).toBe(0);
});

test("a view that is shorter than its pane stands at its start", () => {
  expect(edgesOf({ scrollTop: 0, scrollHeight: 100, clientHeight: 100 })).toEqual({ atStart: true, atEnd: false });
  expect(edgesOf({ scrollTop: 60, scrollHeight: 100, clientHeight: 40 })).toEqual({ atStart: false, atEnd: true });
});
