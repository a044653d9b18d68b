import { expect, test } from "vitest";
import { canvasFileOf, readCanvasFile } from "./canvas-file.ts";

test("a canvas's file is its id, however it is written", () => {
  expect(canvasFileOf("HN8B")).toBe("HN8B.md");
  for (const name of ["HN8B.md", "hn8b.MD", "HN8B"])
    expect(readCanvasFile(name)).toEqual({ kind: "canvas", id: "HN8B" });
});

test.each([
  "../HN8B.md",
  "a/../HN8B.md",
  "..\\HN8B.md",
  "a\\HN8B.md",
  "..",
  "/HN8B.md",
  "\\HN8B.md",
  "//host/HN8B.md",
  "~/HN8B.md",
  "C:HN8B.md",
  "c:\\HN8B.md",
  "file:///HN8B.md",
  "%2e%2e/HN8B.md",
  "HN8B%2Emd",
  "..%2fHN8B.md",
  "%252e%252e/HN8B.md",
  "HN8B.md\0",
  "HN8B\n.md",
  "HN8B\u202e.md",
  "HN8B\u200b.md",
  "\ud800.md",
  `${"A".repeat(300)}.md`,
  "",
])("%j is refused", (name) => expect(readCanvasFile(name)).toMatchObject({ kind: "refused" }));

test.each(["reports/dashboard.html", "HN8B.html", "a/HN8B.md", " HN8B.md", "HN8B .md", "O0IL.md", ".md", "HN8B.md.md"])(
  "%j is no canvas's",
  (name) => expect(readCanvasFile(name)).toEqual({ kind: "none" }),
);
