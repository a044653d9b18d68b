// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
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

test("a print of the document is told once; one of the page itself is not", () => {
  const onPrinted = vi.fn();
  let printed: { title: string; content: string } | null = { title: "Plan", content: "Words." };
  const stop = printDocument(() => printed, onPrinted);
  const print = () => {
    for (const name of ["beforeprint", "beforeprint", "afterprint", "afterprint"])
      window.dispatchEvent(new Event(name));
  };
  print();
  expect(onPrinted).toHaveBeenCalledTimes(1);
  printed = null;
  print();
  stop();
  expect(onPrinted).toHaveBeenCalledTimes(1);
});
