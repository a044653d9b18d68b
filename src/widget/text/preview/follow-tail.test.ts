// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { followTail } from "./follow-tail.ts";

/** A box 100 px high whose content is as high as `content.height`. */
function scrollingBox() {
  const box = document.createElement("div");
  const content = { height: 100 };
  let top = 0;
  Object.defineProperties(box, {
    clientHeight: { get: () => 100 },
    scrollHeight: { get: () => content.height },
    scrollTop: {
      get: () => top,
      set: (wanted: number) => {
        top = Math.max(0, Math.min(wanted, content.height - 100));
      },
    },
  });
  const grow = (height: number) => {
    content.height = height;
  };
  const readerScrolls = (to: number) => {
    box.scrollTop = to;
    box.dispatchEvent(new Event("scroll"));
  };
  return { box, grow, readerScrolls };
}

test("the end stays in view while the text grows", () => {
  const { box, grow } = scrollingBox();
  const follower = followTail(box);
  for (const height of [300, 500, 900]) {
    grow(height);
    follower.onUpdate();
    expect(box.scrollTop).toBe(height - 100);
  }
  follower.destroy();
});

test("a reader who scrolled up is left alone, until they come back to the end", () => {
  const { box, grow, readerScrolls } = scrollingBox();
  const follower = followTail(box);
  grow(1000);
  follower.onUpdate();
  readerScrolls(200);
  grow(1500);
  follower.onUpdate();
  expect(box.scrollTop).toBe(200);
  readerScrolls(1390);
  grow(2000);
  follower.onUpdate();
  expect(box.scrollTop).toBe(1900);
  follower.destroy();
});
