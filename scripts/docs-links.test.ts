import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = ["README.md", "CHANGELOG.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);

/** Without what stands in fences, where brackets are code. */
function prose(path: string): string {
  return readFileSync(path, "utf8").replace(/^```[\s\S]*?^```$/gm, "");
}

/** As web sites make an address of a heading. */
function anchorsOf(path: string): readonly string[] {
  return [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

test.each(PAGES)("%s links to files and headings that there are", (page) => {
  const from = join(ROOT, page);
  const links = [...prose(from).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? from : resolve(dirname(from), file);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});
