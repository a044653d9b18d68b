import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from "yaml";
import { commonestTerminator } from "../../core/diff/line-endings.ts";
import { type ConfigurationFormat, isTable, type Tree } from "./configuration-format.ts";
import type { Entry } from "./hosts.ts";

/** YAML: an entry is added as lines of its own below its key; nothing else is written again. */
export const yamlFormat: ConfigurationFormat = {
  parse(text) {
    const value: unknown = documentOf(text).toJS() ?? {};
    if (!isTable(value)) throw new Error("it is not a table of settings");
    return value as Tree;
  },

  set(text, key, name, entry) {
    const eol = commonestTerminator(text);
    const rest = yamlFormat.remove(text, key, name);
    const root = documentOf(rest).contents;
    if (root !== null && !isMap(root)) throw new Error("it is not a table of settings");
    const pair = root ? pairOf(root, key) : undefined;
    const end = rest === "" || /[\r\n]$/.test(rest) ? "" : eol;
    if (!pair) return `${rest}${end}${key}:${eol}${linesOf(name, entry, "  ", eol)}`;
    const value = pair.value;
    const isEmpty =
      value === null || (isScalar(value) && value.value === null) || (isMap(value) && value.items.length === 0);
    if (isEmpty) return intoEmpty(rest, pair, linesOf(name, entry, "  ", eol), eol);
    if (!isMap(value) || value.flow) throw new Error(`${key} in it is not a table with one entry below another`);
    const first = startOf(value.items[0]);
    const indent = rest.slice(rest.lastIndexOf("\n", first - 1) + 1, first);
    if (!/^ +$/.test(indent)) throw new Error(`${key} in it is not a table with one entry below another`);
    const at = endOfLines(rest, value);
    const gap = at > 0 && !/[\r\n]/.test(rest[at - 1] ?? "") ? eol : "";
    return `${rest.slice(0, at)}${gap}${linesOf(name, entry, indent, eol)}${rest.slice(at)}`;
  },

  remove(text, key, name) {
    const root = documentOf(text).contents;
    const servers = isMap(root) ? pairOf(root, key)?.value : undefined;
    const pair = isMap(servers) ? pairOf(servers, name) : undefined;
    if (!isMap(servers) || !pair) return text;
    if (servers.flow) throw new Error(`${key} in it is not a table with one entry below another`);
    const from = text.lastIndexOf("\n", startOf(pair) - 1) + 1;
    const index = servers.items.indexOf(pair);
    const next = servers.items[index + 1];
    const to = next ? text.lastIndexOf("\n", startOf(next) - 1) + 1 : endOfLines(text, servers);
    return text.slice(0, from) + text.slice(to);
  },
};

function documentOf(text: string) {
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new Error(error.message);
  return document;
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function startOf(pair: Pair | undefined): number {
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  if (start === undefined) throw new Error("an entry in it has no plain name");
  return start;
}

/** Where the lines of a table end: behind its last value's line, before blank lines and remarks that follow. */
function endOfLines(text: string, map: YAMLMap): number {
  const last = map.items.at(-1);
  const value = last?.value as { readonly range?: readonly [number, number, number] | null } | null | undefined;
  const valueEnd = value?.range?.[1] ?? startOf(last);
  if (/[\r\n]/.test(text[valueEnd - 1] ?? "")) return valueEnd;
  const newline = text.indexOf("\n", valueEnd);
  return newline < 0 ? text.length : newline + 1;
}

/** `extensions:` with nothing, or with `{}`, behind it. */
function intoEmpty(text: string, pair: Pair, lines: string, eol: string): string {
  const start = startOf(pair);
  const newline = text.indexOf("\n", start);
  const end = newline < 0 ? text.length : newline + 1;
  const line = text.slice(start, end);
  const bare = line.replace(/:[ \t]*(?:\{[ \t]*\}|~|null)/, ":").trimEnd();
  return `${text.slice(0, start)}${bare}${eol}${lines}${text.slice(end)}`;
}

/** JSON's strings and lists are YAML's too. */
function linesOf(name: string, entry: Entry, indent: string, eol: string): string {
  const fields = Object.entries(entry).map(([field, value]) => `${indent}  ${field}: ${inline(value)}`);
  return [`${indent}${name}:`, ...fields, ""].join(eol);
}

function inline(value: unknown): string {
  if (
    typeof value === "string" &&
    /^[a-z][a-z ]*$/i.test(value) &&
    !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(value)
  ) {
    return value;
  }
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
  return JSON.stringify(value);
}
