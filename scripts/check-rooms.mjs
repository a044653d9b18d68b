/**
 * Holds the map in ARCHITECTURE.md against src/: every import goes where the map lets it, every folder is named, no folders
 * import each other in a circle, classes are named only where their css may be imported (check-classes.mjs), and every path
 * that ARCHITECTURE.md and CONTRIBUTING.md name exists.
 * `node scripts/check-rooms.mjs [root]`: one line a fault, and exit code 1 if there is one.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { checkClasses } from "./check-classes.mjs";

const MAP = "ARCHITECTURE.md";
const PAGES = [MAP, "CONTRIBUTING.md"];
/** Tests and what they are made of may reach anywhere. */
const FOR_TESTS = /\.test\.|\.testing\.|\/testing\/|\/fake-|-for-tests\.|\/contract\//;
const IMPORT = /^(?:import|export)\b[^;"]*?\bfrom\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm;

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
const faults = [];

/** Every import in src/ that stays inside the repository, as `{ file, target }` with paths that begin with src/. */
function readImports(files) {
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(IMPORT)].map(([, from, bare, dynamic]) => ({
      file,
      target: posix.join(posix.dirname(file), from ?? bare ?? dynamic),
    }));
  });
}

/**
 * The map: lines such as "- `diff`, `other` → `text`, `records`: what is in it", over several lines where they are long. The
 * heading above names the room, and names are relative to it unless they begin with something at the top of src/.
 */
function readMap(text) {
  const top = new Set(readdirSync(join(root, "src")));
  const namesIn = (list) => [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const rules = new Map();
  let room = "src";
  const pathOf = (name) => (top.has(name.split("/")[0]) ? `src/${name}` : `${room}/${name}`);
  for (const line of text.replace(/\n {2,}/g, " ").split("\n")) {
    const heading = /^#+ .*?`(src[\w/-]*)`/.exec(line);
    if (heading) room = heading[1].replace(/\/$/, "");
    const [, folders, targets] = /^- (`[^→:]*`) → ([^:]*):/.exec(line) ?? [];
    if (folders === undefined) continue;
    const may = namesIn(targets).map((name) => ({ name, path: pathOf(name) }));
    for (const name of namesIn(folders)) {
      if (rules.has(pathOf(name))) faults.push(`${MAP} names ${pathOf(name)} twice`);
      rules.set(pathOf(name), { name, may });
    }
  }
  if (rules.size === 0) faults.push(`${MAP} has no map: no line such as "- \`diff\` → \`text\`: what is in it"`);
  return rules;
}

/** `a/b` is the folder alone, `a/b/*` with all the folders inside it, `a/b.ts` one file. */
function covers(path, file) {
  if (path.endsWith("/*")) return file.startsWith(path.slice(0, -1));
  return path === file || path === posix.dirname(file);
}

const isFile = (path) => /\.\w+$/.test(path);

/** What the map names must be there, and a file that it names as an exception must be in use. */
function checkMap(rules, imports) {
  const ruleFor = (file) => rules.get(file) ?? rules.get(posix.dirname(file));
  for (const [path, rule] of rules) {
    if (!existsSync(join(root, path))) faults.push(`${MAP} names ${path}, which does not exist`);
    for (const { name, path: target } of rule.may) {
      const isThere = existsSync(join(root, target.replace(/\/\*$/, "")));
      if (!isThere) faults.push(`${MAP} lets ${rule.name} import ${name}, which does not exist (${target})`);
      const isUsed = imports.some((one) => one.target === target && ruleFor(one.file)?.may === rule.may);
      if (isThere && isFile(target) && !isUsed)
        faults.push(`${MAP} lets ${rule.name} import ${name}, which it no longer does: take it out of the map`);
    }
  }
}

function checkArrows(rules, imports) {
  for (const { file, target } of imports) {
    const rule = rules.get(file) ?? rules.get(posix.dirname(file));
    const isOwn = posix.dirname(file) === posix.dirname(target) && !rules.has(file);
    if (!rule || isOwn || !target.startsWith("src/")) continue;
    if (rule.may.some(({ path }) => covers(path, target))) continue;
    const names = rule.may.map(({ name }) => name);
    const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "nothing");
    faults.push(`${file} imports ${target}: ${rule.name} may import ${list} (${MAP})`);
  }
}

function checkFolders(rules, files) {
  const unnamed = files.filter((file) => !rules.has(file) && !rules.has(posix.dirname(file)));
  for (const folder of new Set(unnamed.map((file) => (posix.dirname(file) === "src" ? file : posix.dirname(file)))))
    faults.push(`${folder} is not on the map: name it in ${MAP}, with what it may import`);
}

/** Groups of folders that import each other in a circle. A folder and the folders inside it are one family, and do not count. */
function findKnots(imports) {
  const next = new Map();
  for (const { file, target } of imports) {
    const from = posix.dirname(file);
    const to = posix.dirname(target);
    const isFamily = `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`);
    if (isFamily || !/\.tsx?$/.test(target)) continue;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reachable = new Map();
  for (const start of next.keys()) {
    const seen = new Set();
    const open = [start];
    while (open.length > 0)
      for (const to of next.get(open.pop()) ?? []) if (!seen.has(to)) open.push(to) && seen.add(to);
    reachable.set(start, seen);
  }
  const knots = [];
  const known = new Set();
  for (const [folder, reached] of reachable) {
    if (known.has(folder) || !reached.has(folder)) continue;
    const knot = [...reached].filter((one) => reachable.get(one)?.has(folder)).sort();
    for (const one of knot) known.add(one);
    knots.push(knot);
  }
  return knots;
}

function checkKnots(imports) {
  for (const knot of findKnots(imports))
    faults.push(`${knot.join(", ")} import each other in a circle: imports between folders go one way`);
}

/** Paths in the prose, in commands and in links. What stands after a `<` or a `*` is a placeholder, and only its folder is looked up. */
function checkPaths(page, text) {
  const named = [...text.matchAll(/(?<![\w/.@-])(?:src|test|scripts|bench|docs)\/[\w./-]*/g)].map(([path]) => path);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path);
  for (const path of new Set([...named, ...linked].map((one) => one.replace(/[./]+$/, ""))))
    if (!existsSync(join(root, path))) faults.push(`${page} names ${path}, which does not exist`);
}

/** Classes may be named where what defines them may be imported; those that stand beside the entries, by all. */
function checkWhoNamesClasses(rules, paths) {
  const mayImport = (from, to) => rules.get(from)?.may.some(({ path }) => covers(path, `${to}/x.css`)) === true;
  faults.push(...checkClasses(root, paths, "src", mayImport));
}

const paths = readdirSync(join(root, "src"), { recursive: true })
  .map((path) => `src/${path.replaceAll("\\", "/")}`)
  .filter((path) => /\.(?:tsx?|css)$/.test(path) && !FOR_TESTS.test(path))
  .sort();
const files = paths.filter((path) => !path.endsWith(".css"));
const imports = readImports(files);
for (const page of PAGES.filter((one) => existsSync(join(root, one))))
  checkPaths(page, readFileSync(join(root, page), "utf8"));
const text = readFileSync(join(root, MAP), "utf8");
const rules = readMap(text);
checkMap(rules, imports);
checkFolders(rules, files);
checkArrows(rules, imports);
checkWhoNamesClasses(rules, paths);
checkKnots(imports);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${files.length} files in ${rules.size} rooms: every import goes where ${MAP} lets it.`);
