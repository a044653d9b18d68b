// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { printDocument } from "./print-sheet.ts";

test("parts that fold are printed unfolded, also those inside others", () => {
  const content = [
    "<details>\n<summary>Outer</summary>\n",
    "First.\n",
    "<details>\n<summary>Inner</summary>\n",
    "Second.\n",
    "</details>\n",
    "</details>\n",
  ].join("\n");
  const stop = printDocument(() => ({ title: "Plan", content }));
  window.dispatchEvent(new Event("beforeprint"));
  const parts = [...document.querySelectorAll<HTMLDetailsElement>(".print-sheet details")];
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.filter(({ open }) => !open)).toEqual([]);
  expect(document.querySelector(".print-sheet")?.textContent).toContain("Second.");
  stop();
  expect(document.querySelector(".print-sheet")).toBeNull();
});
