// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { attackStrings } from "../../../../test/attacks/attack-strings.ts";
import { findDanger } from "../../../../test/attacks/find-danger.ts";
import { createPreview } from "./preview-view.ts";

test("nothing dangerous reaches the DOM from any attack string, streaming or complete", () => {
  const container = document.createElement("div");
  document.body.append(container);
  const frames = (run: () => void) => {
    run();
    return () => undefined;
  };
  const view = createPreview(container, { onOpenLink: () => undefined, onToggleTask: () => undefined, frames });
  // One in 23: all of them run in Chromium, in test/browser/preview-attacks.test.ts.
  for (const text of attackStrings().filter((_, index) => index % 23 === 0)) {
    for (const streaming of [true, false]) {
      view.update(text, { streaming });
      expect(findDanger(container), text).toEqual([]);
    }
  }
  view.destroy();
});
