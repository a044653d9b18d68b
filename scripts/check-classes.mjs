/**
 * Holds the classes of src/ against the map in ARCHITECTURE.md, as check-rooms.mjs does with imports: a class belongs to the
 * folder whose css defines it, and may be named there, and in folders that may import from it.
 */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

const NAME = /\.(-?[a-z_][\w-]*)/gi;
const COMMENT = /\/\*[\s\S]*?\*\//g;
/** Where a string is a list of classes: attributes, and what sets them. */
const CLASSES =
  /\b(?:className|class)(?:=|:|\s=\s)\s*("[^"]*"|`[^`]*`|\{(?:[^{}]|\{[^{}]*\})*\})|\bclassList\.\w+\(([^)]*)\)/g;
const STRING = /"([^"\n]*)"|`([^`]*)`|'([^'\n]*)'/g;
/** A string that selects: a class that begins it, or that stands behind what may stand before one. */
const SELECTS = /(?:^|[\s,>+~(\])])\.-?[a-z_][\w-]*/i;

/** `css`: selectors of every rule, with what each defines and names. */
export function readSelectors(css) {
  const found = [];
  // Rules inside of rules are about what is inside of the element; their own part counts.
  for (const [, head] of css.replace(COMMENT, "").matchAll(/([^{};]+)\{/g)) {
    const selector = head.trim();
    if (!selector.startsWith("@")) found.push(...splitList(selector));
  }
  return found;
}

/** At the commas that stand outside of brackets. */
function splitList(selector) {
  const parts = [""];
  let depth = 0;
  for (const sign of selector) {
    if ("([".includes(sign)) depth += 1;
    if (")]".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

const namesIn = (text) => [...text.matchAll(NAME)].map(([, name]) => name);
/** Without what stands in quotes or square brackets: there a full stop begins no class. */
const bare = (selector) => selector.replace(/\[[^\]]*\]/g, "[]").replace(/"[^"]*"/g, '""');

/** The class that a selector is about, when it speaks of nothing else: `.card`, `button.card[data-open]:hover`, not `.list .card`. */
function definedBy(selector) {
  const names = new Set(namesIn(bare(selector)));
  const isAlone = !/[\s>+~#&]/.test(bare(selector).replace(/\([^()]*\)/g, "()"));
  return isAlone && names.size === 1 ? [...names][0] : null;
}

/** `known`: a word alone is one only where classes are listed; with a hyphen in it, in any string. */
export function classesInScript(script, known) {
  const text = script.replace(COMMENT, "").replace(/^\s*\/\/.*$|^import .*$/gm, "");
  const found = new Set();
  const add = (list) => {
    for (const name of list.split(/\s+/)) if (known.has(name)) found.add(name);
  };
  const stringsIn = (part) => [...part.matchAll(STRING)].map(([, a, b, c]) => a ?? b ?? c);
  for (const [, value, args] of text.matchAll(CLASSES)) for (const one of stringsIn(value ?? args)) add(one);
  for (const one of stringsIn(text)) {
    if (SELECTS.test(one)) for (const name of namesIn(bare(one))) if (known.has(name)) found.add(name);
    if (/^[\w-]*-[\w-]*$/.test(one)) add(one);
  }
  return found;
}

/**
 * `files`: paths of css and scripts below `root`. `everywhere`: a folder whose classes all may name. `mayImport`: whether the
 * map lets a folder import from another. Returns what is wrong, a line each.
 */
export function checkClasses(root, files, everywhere, mayImport) {
  const faults = [];
  const read = (file) => readFileSync(join(root, file), "utf8");
  const sheets = files
    .filter((file) => file.endsWith(".css"))
    .map((file) => ({ file, folder: posix.dirname(file), selectors: readSelectors(read(file)) }));
  const defining = new Map();
  const naming = new Map();
  const note = (map, name, folder) => map.set(name, (map.get(name) ?? new Set()).add(folder));
  for (const { folder, selectors } of sheets) {
    for (const selector of selectors) {
      for (const name of namesIn(bare(selector))) note(naming, name, folder);
      const defined = definedBy(selector);
      if (defined !== null) note(defining, defined, folder);
    }
  }
  /** What no rule defines by itself belongs to the lowest of those that name it. */
  const ownerOf = (name) => {
    const folders = [...(defining.get(name) ?? naming.get(name) ?? [])];
    return folders.find((one) => folders.every((other) => other === one || mayImport(other, one)));
  };
  for (const [name, folders] of defining)
    if (folders.size > 1)
      faults.push(`.${name} is defined in ${[...folders].sort().join(" and ")}: a class has one folder`);
  const isFault = (name, folder) => {
    const owner = ownerOf(name);
    if ((defining.get(name)?.size ?? 0) > 1 || owner === folder || owner === everywhere) return false;
    return owner === undefined || !mayImport(folder, owner);
  };
  const complain = (file, name) => {
    const owner = ownerOf(name);
    const whose = owner === undefined ? "which no folder below it defines" : `a class of ${owner}`;
    faults.push(`${file} names .${name}, ${whose}`);
  };
  for (const { file, folder, selectors } of sheets) {
    const names = new Set(selectors.flatMap((selector) => namesIn(bare(selector))));
    for (const name of names) if (isFault(name, folder)) complain(file, name);
  }
  const known = new Set(naming.keys());
  // What can reach no css at all writes texts of its own, and not the page.
  const styled = [...new Set(sheets.map(({ folder }) => folder))].filter((one) => one !== everywhere);
  const isOnPage = (folder) => styled.some((one) => one === folder || mayImport(folder, one));
  for (const file of files.filter((one) => /\.tsx?$/.test(one) && isOnPage(posix.dirname(one))))
    for (const name of classesInScript(read(file), known)) if (isFault(name, posix.dirname(file))) complain(file, name);
  return faults;
}
