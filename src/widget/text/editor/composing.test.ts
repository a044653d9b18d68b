import { expect, test } from "vitest";
import { createRedraws } from "./composing.ts";

test("what redraws the text waits while something is composed, and only the newest of each kind is drawn then", () => {
  const redraws = createRedraws();
  const drawn: string[] = [];
  const draw = (kind: "highlights" | "inlays", name: string) => redraws.run(kind, () => drawn.push(name));
  draw("highlights", "at once");
  redraws.setComposing(true);
  draw("highlights", "old");
  draw("inlays", "offers");
  draw("highlights", "new");
  expect(drawn).toEqual(["at once"]);
  redraws.setComposing(false);
  expect(drawn).toEqual(["at once", "new", "offers"]);
});

test("an editor that goes draws nothing any more", () => {
  const redraws = createRedraws();
  const drawn: string[] = [];
  redraws.setComposing(true);
  redraws.run("highlights", () => drawn.push("late"));
  redraws.stop();
  redraws.setComposing(false);
  expect(drawn).toEqual([]);
});
