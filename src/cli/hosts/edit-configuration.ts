import { type ConfigurationFormat, isTable, type Tree } from "./configuration-format.ts";
import { jsonFormat } from "./edit-json.ts";
import { tomlFormat } from "./edit-toml.ts";
import { yamlFormat } from "./edit-yaml.ts";
import type { Entry, HostSpec } from "./hosts.ts";

const FORMATS: Readonly<Record<HostSpec["format"], ConfigurationFormat>> = {
  json: jsonFormat,
  toml: tomlFormat,
  yaml: yamlFormat,
};

/** Where in a host's file our entry stands. */
export interface Target {
  readonly format: HostSpec["format"];
  readonly key: string;
  readonly name: string;
}

export type Read =
  | { readonly kind: "read"; readonly entry: unknown }
  | { readonly kind: "invalid"; readonly reason: string };

export type Edited =
  | { readonly kind: "edited"; readonly text: string }
  /** It cannot be edited without a risk for what is there. */
  | { readonly kind: "unsafe"; readonly reason: string };

/** What stands for us in the file: undefined where nothing does. */
export function readEntry(text: string, { format, key, name }: Target): Read {
  try {
    const servers = FORMATS[format].parse(withoutMark(text))[key];
    if (servers === undefined || servers === null) return { kind: "read", entry: undefined };
    if (!isTable(servers)) return { kind: "invalid", reason: `${key} in it is not a table of servers` };
    return { kind: "read", entry: Object.hasOwn(servers, name) ? servers[name] : undefined };
  } catch (error) {
    return { kind: "invalid", reason: wordsOf(error) };
  }
}

/** The file with our entry, everything else as it was: proved by parsing it before and after. */
export function withEntry(text: string, target: Target, entry: Entry): Edited {
  return edited(text, target, (format, body) => format.set(body, target.key, target.name, entry), entry);
}

/** The file without our entry, everything else as it was. */
export function withoutEntry(text: string, target: Target): Edited {
  return edited(text, target, (format, body) => format.remove(body, target.key, target.name), undefined);
}

function edited(
  whole: string,
  { format: name, key, name: server }: Target,
  edit: (format: ConfigurationFormat, body: string) => string,
  expected: Entry | undefined,
): Edited {
  const format = FORMATS[name];
  const before = withoutMark(whole);
  try {
    const text = edit(format, before);
    const wanted = setIn(format.parse(before), key, server, expected);
    const got = setIn(format.parse(text), key, server, undefined);
    const entry = readEntry(text, { format: name, key, name: server });
    const kept = sameValue(got, setIn(wanted, key, server, undefined));
    const there = entry.kind === "read" && sameValue(entry.entry, expected);
    if (kept && there) return { kind: "edited", text: whole.slice(0, whole.length - before.length) + text };
    return { kind: "unsafe", reason: "the change would have touched more than its own entry" };
  } catch (error) {
    return { kind: "unsafe", reason: wordsOf(error) };
  }
}

/** The tree with `key.name` set or left out; a table of servers that is empty counts as none. */
function setIn(tree: Tree, key: string, name: string, entry: Entry | undefined): Tree {
  const { [key]: servers, ...others } = tree;
  const { [name]: _replaced, ...rest } = isTable(servers) ? servers : {};
  const next = entry === undefined ? rest : { ...rest, [name]: entry };
  return Object.keys(next).length === 0 ? others : { ...others, [key]: next };
}

/** Equal in what they say, whatever kind of object a parser makes. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => sameValue(each, b[i]));
  if (!isTable(a) || !isTable(b)) return Object.is(a, b) || (a instanceof Date && String(a) === String(b));
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

/** A byte order mark is no part of any of the formats; it stays where it was. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, "");

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]?.replace(/[.:]$/, "") ?? "";
