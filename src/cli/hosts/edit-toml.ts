import { parse } from "smol-toml";
import { commonestTerminator } from "../../core/diff/line-endings.ts";
import { splitLines } from "../../core/text/split-lines.ts";
import type { ConfigurationFormat } from "./configuration-format.ts";

/** TOML: an entry is a table of its own at the end of the file; removing takes its lines away again. */
export const tomlFormat: ConfigurationFormat = {
  parse: (text) => parse(text),

  set(text, key, name, entry) {
    const rest = tomlFormat.remove(text, key, name);
    const eol = commonestTerminator(text);
    const lines = Object.entries(entry).map(([field, value]) => `${field} = ${tomlValue(value)}`);
    const end = rest === "" || rest.endsWith("\n") ? "" : eol;
    const gap = rest.trim() === "" ? "" : eol;
    return `${rest}${end}${gap}${[`[${key}.${name}]`, ...lines].join(eol)}${eol}`;
  },

  remove(text, key, name) {
    const lines = splitLines(text);
    const kept: string[] = [];
    let ours = false;
    for (const line of lines) {
      const table = /^\s*\[+([^\]]*)\]+\s*(?:#.*)?$/.exec(line.trimEnd())?.[1];
      if (table !== undefined) ours = belongs(table, key, name);
      // The blank line that set it apart goes with it.
      if (table !== undefined && ours && kept.at(-1)?.trim() === "") kept.pop();
      if (!ours) kept.push(line);
    }
    return kept.join("");
  },
};

function belongs(table: string, key: string, name: string): boolean {
  const [first, second] = table.split(".").map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2"));
  return first === key && second === name;
}

/** Strings, numbers, switches and lists of them: JSON's form of those is TOML's too. */
function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value === "string") return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`a ${typeof value} has no simple form in TOML`);
}
