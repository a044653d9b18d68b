import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseLayout, LAYOUTS } from "./choose-layout.ts";

const open = {
  fullscreen: true,
  isWide: true,
  locked: false,
  editing: false,
  incoming: false,
  wasEmpty: false,
  chosen: null,
  kept: null,
} as const;

test.each([
  ["fullscreen opens to be read", {}, "read"],
  ["the last choice comes back", { kept: "split" }, "split"],
  ["a choice made here goes before an older one", { kept: "split", chosen: "read" }, "read"],
  ["a phone opens to be read, whatever was chosen elsewhere", { isWide: false, kept: "split" }, "read"],
  ["a phone writes when it is told to", { isWide: false, chosen: "write" }, "write"],
  ["a window that became narrow goes on writing", { isWide: false, chosen: "split" }, "write"],
  ["an empty canvas is there to be written", { wasEmpty: true }, "split"],
  ["an empty canvas on a phone too", { wasEmpty: true, isWide: false }, "write"],
  ["expanded while editing: still editing", { editing: true }, "split"],
  ["inline there is Edit", { fullscreen: false, editing: true, kept: "split" }, "write"],
  ["inline there is Done", { fullscreen: false, chosen: "split" }, "read"],
  ["what is archived can only be read", { locked: true, editing: true, chosen: "write" }, "read"],
  ["what the assistant writes is read as it comes", { incoming: true, kept: "split" }, "read"],
  ["unless somebody is in the middle of editing", { incoming: true, editing: true, chosen: "split" }, "split"],
] as const)("%s", (_, change, expected) => expect(chooseLayout({ ...open, ...change })).toBe(expected));

test("side by side needs room, and nothing that is locked is edited", () => {
  const layout = fc.option(fc.constantFrom(...LAYOUTS));
  fc.assert(
    fc.property(
      fc.record({
        fullscreen: fc.boolean(),
        isWide: fc.boolean(),
        locked: fc.boolean(),
        editing: fc.boolean(),
        incoming: fc.boolean(),
        wasEmpty: fc.boolean(),
        chosen: layout,
        kept: layout,
      }),
      (now) => {
        const chosen = chooseLayout(now);
        if (chosen === "split") expect(now.fullscreen && now.isWide).toBe(true);
        if (now.locked) expect(chosen).toBe("read");
      },
    ),
  );
});
