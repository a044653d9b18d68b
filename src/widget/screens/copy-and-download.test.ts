import { expect, test } from "vitest";
import { fileName } from "./copy-and-download.ts";

test.each([
  ["API Design", "API Design"],
  ["../../etc/passwd", "etc passwd"],
  ["..\\..\\a:b*c?", "a b c"],
  [".bashrc", "bashrc"],
  ["fdp\u202eexe.txt", "fdp exe.txt"],
  ["CON", "canvas CON"],
  ["nul.txt", "canvas nul.txt"],
  ["console", "console"],
  ["end. . .", "end"],
  [`${"x".repeat(79)}😀`, "x".repeat(79)],
  [`${"x".repeat(79)}.y`, "x".repeat(79)],
  [" . ", "canvas"],
  ["\u0000/", "canvas"],
])("%j is kept as the file %j", (title, name) => expect(fileName(title)).toBe(name));
