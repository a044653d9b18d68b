/**
 * Finds React components that take more than MOST props, however they come by them: in an interface, a type, what either
 * extends, `Pick`, `Omit`, `&`, in the same file or in an imported one.
 * `node scripts/check-props.mjs [root]`: one line a fault, and exit code 1 if there is one.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const MOST = 12;
const COMPONENT = /\bfunction\s+([A-Z]\w*)\s*(?=[<(])|\bclass\s+([A-Z]\w*)\s+extends\s+(?:Pure)?Component\s*</g;
/** These have the fields of what they are given. */
const SAME_FIELDS = new Set(["Partial", "Required", "Readonly", "NonNullable", "PropsWithChildren"]);
const PAIRS = { "(": ")", "[": "]", "{": "}", "<": ">" };

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
const faults = [];

/** Comments and what stands in quotes as spaces of the same length; quotes stay, for they are names in `Pick`. */
function blank(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"/g, (found) =>
    /^"[\w.$/-]*"$/.test(found) ? found : found.replace(/[^\n]/g, " "),
  );
}

/** Where the bracket that opens at `at` is closed. An arrow closes nothing. */
function closingOf(text, at) {
  const open = [];
  for (let place = at; place < text.length; place += 1) {
    const sign = text[place];
    if (PAIRS[sign] !== undefined) open.push(PAIRS[sign]);
    else if (sign === open.at(-1) && !(sign === ">" && text[place - 1] === "=")) {
      open.pop();
      if (open.length === 0) return place;
    }
  }
  return text.length;
}

/** The parts between the signs that stand outside of all brackets. */
function split(text, signs) {
  const parts = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (PAIRS[text[at]] !== undefined) at = closingOf(text, at);
    else if (signs.includes(text[at]) && !(text[at] === "=" && text[at + 1] === ">")) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
}

/** Between the bracket at `at` and the one that closes it. */
const inside = (text, at) => text.slice(at + 1, closingOf(text, at));

function readFile(path) {
  const text = blank(readFileSync(join(root, path), "utf8"));
  const imports = new Map();
  for (const [, names, from] of text.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g))
    for (const name of names.split(",")) {
      const [own, here = own] = name
        .trim()
        .replace(/^type\s+/, "")
        .split(/\s+as\s+/);
      imports.set(here, { name: own, path: posix.join(posix.dirname(path), from) });
    }
  return { path, text, imports };
}

const files = new Map();
function fileAt(path) {
  if (!files.has(path)) files.set(path, existsSync(join(root, path)) ? readFile(path) : null);
  return files.get(path);
}

/** The names of the fields of a type called `name`; none of what comes out of a package. */
function fieldsOfName(file, name) {
  const head = new RegExp(`^(?:export\\s+)?(interface|type)\\s+${name}\\b\\s*`, "m").exec(file.text);
  if (head === null) {
    const from = file.imports.get(name);
    if (from === undefined) return [];
    const other = fileAt(from.path);
    if (other === null) faults.push(`${file.path} takes ${name} from ${from.path}, which does not exist`);
    return other === null ? [] : fieldsOfName(other, from.name);
  }
  let at = head.index + head[0].length;
  if (file.text[at] === "<") at = closingOf(file.text, at) + 1;
  if (head[1] === "interface") {
    const open = openingOf(file.text, at);
    const parents = split(file.text.slice(at, open).replace(/^\s*extends\b/, ""), ",");
    return [...parents.flatMap((parent) => fieldsOf(file, parent)), ...fieldsOf(file, file.text.slice(open))];
  }
  const [type] = split(file.text.slice(at).replace(/^\s*=/, ""), ";");
  return fieldsOf(file, type ?? "");
}

/** The first brace that stands in no other bracket. */
function openingOf(text, from) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") return at;
    if (PAIRS[text[at]] !== undefined) at = closingOf(text, at);
  }
  return text.length;
}

/** The names of the fields of a type as it is written. */
function fieldsOf(file, type) {
  const parts = split(type, "&|");
  if (parts.length > 1) return parts.flatMap((part) => fieldsOf(file, part));
  const one = parts[0] ?? "";
  if (one.startsWith("(")) return fieldsOf(file, inside(one, 0));
  if (one.startsWith("{"))
    return split(inside(one, 0), ";,").flatMap((member) => /^(?:readonly\s+)?(\w+)\??\s*[:(<]/.exec(member)?.[1] ?? []);
  const [, name, rest = ""] = /^(\w+)\s*([\s\S]*)$/.exec(one) ?? [];
  if (name === undefined) return [];
  const given = rest.startsWith("<") ? split(inside(rest, 0), ",") : [];
  if (rest.startsWith("[")) return [];
  if (SAME_FIELDS.has(name)) return fieldsOf(file, given[0] ?? "");
  if (name !== "Pick" && name !== "Omit") return fieldsOfName(file, name);
  const named = [...(given[1] ?? "").matchAll(/"(\w+)"/g)].map(([, field]) => field);
  return name === "Pick" ? named : fieldsOf(file, given[0] ?? "").filter((field) => !named.includes(field));
}

/** The type of a component's props, as it is written behind its name; "{}" where it takes none, null where it has none. */
function propsType(text, at) {
  const open = text[at] === "<" ? closingOf(text, at) + 1 : at;
  const [first] = split(inside(text, open), ",");
  if (first === undefined) return "{}";
  const [pattern = ""] = split(first, ":");
  return split(first.slice(pattern.length).replace(/^\s*:/, ""), "=")[0] ?? null;
}

let components = 0;
for (const name of readdirSync(join(root, "src"), { recursive: true }).sort()) {
  const path = `src/${name.replaceAll("\\", "/")}`;
  if (!path.endsWith(".tsx") || path.endsWith(".test.tsx")) continue;
  const file = fileAt(path);
  for (const found of file.text.matchAll(COMPONENT)) {
    const [head, ofFunction, ofClass] = found;
    const at = found.index + head.length;
    const type = ofClass === undefined ? propsType(file.text, at) : split(inside(file.text, at - 1), ",")[0];
    const { size } = new Set(fieldsOf(file, type ?? ""));
    const component = `${path}: ${ofFunction ?? ofClass}`;
    components += 1;
    if (type === null) faults.push(`${component} has props without a type`);
    if (size > MOST) faults.push(`${component} takes ${size} props, more than ${MOST}: group what belongs together`);
  }
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${components} components take ${MOST} props at most.`);
