import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { commonestTerminator } from "../../core/diff/line-endings.ts";
import type { ConfigurationFormat } from "./configuration-format.ts";

/**
 * JSON as hosts keep it: with comments, trailing commas, a byte order mark, any indentation. Only the entry's own
 * characters and the commas beside it change.
 */
export const jsonFormat: ConfigurationFormat = {
  parse: (text) => {
    const root = rootOf(text);
    return root ? (getNodeValue(root) as Readonly<Record<string, unknown>>) : {};
  },

  set(text, key, name, entry) {
    const style = styleOf(text);
    const root = rootOf(text);
    if (!root) return `${text.trimEnd()}${printed({ [key]: { [name]: entry } }, style, 0)}${style.eol}`;
    if (text.trim() === "{}") return text.replace("{}", () => printed({ [key]: { [name]: entry } }, style, 0));
    const servers = propertyOf(root, key);
    if (!servers) return insert(text, root, key, { [name]: entry }, style);
    const container = propertyValue(servers);
    if (container.type === "null") return replace(text, container, { [name]: entry }, style, servers);
    if (container.type !== "object") throw new Error(`${key} in it is not an object`);
    const known = propertyOf(container, name);
    return known
      ? replace(text, propertyValue(known), entry, style, known)
      : insert(text, container, name, entry, style);
  },

  remove(text, key, name) {
    const root = rootOf(text);
    const servers = root && propertyOf(root, key);
    const container = servers && propertyValue(servers);
    const known = container?.type === "object" ? propertyOf(container, name) : undefined;
    return container && known ? removeProperty(text, container, known) : text;
  },
};

interface Style {
  readonly unit: string;
  readonly eol: string;
  /** The file has no line breaks at all. */
  readonly isOneLine: boolean;
}

function styleOf(text: string): Style {
  const unit = /^([ \t]+)["}\]]/m.exec(text)?.[1];
  // The first indented line of most files is one step in.
  return {
    unit: unit ?? "  ",
    eol: commonestTerminator(text),
    isOneLine: text.trim() !== "" && !/[\r\n]/.test(text.trim()),
  };
}

function rootOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw new Error(`line ${line}: ${printParseErrorCode(first.error)}`);
  }
  if (root && root.type !== "object") throw new Error("it is not a JSON object");
  return root;
}

function propertyOf(object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter((property) => property.children?.[0]?.value === key);
  if (found.length > 1) throw new Error(`${JSON.stringify(key)} stands in it twice`);
  return found[0];
}

function propertyValue(property: Node): Node {
  const value = property.children?.[1];
  if (!value) throw new Error("a property in it has no value");
  return value;
}

function printed(value: unknown, { unit, eol }: Style, indent: string | 0): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + (indent || ""));
}

const inline = (value: unknown): string => JSON.stringify(value);

function replace(text: string, value: Node, entry: unknown, style: Style, property: Node): string {
  const onOneLine = style.isOneLine || !startsLine(text, property.offset);
  const next = onOneLine ? inline(entry) : printed(entry, style, indentAt(text, property.offset));
  return text.slice(0, value.offset) + next + text.slice(value.offset + value.length);
}

function insert(text: string, object: Node, key: string, value: unknown, style: Style): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  if (!last) {
    const inner = text.slice(object.offset + 1, close);
    if (style.isOneLine) return `${text.slice(0, close)}${inline(key)}:${inline(value)}${text.slice(close)}`;
    const outer = indentAt(text, object.offset);
    const property = `${inline(key)}: ${printed(value, style, outer + style.unit)}`;
    const kept = inner.trimEnd();
    return `${text.slice(0, object.offset + 1)}${kept}${style.eol}${outer}${style.unit}${property}${style.eol}${outer}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end, close);
  if (!/[\r\n]/.test(text.slice(object.offset, close))) {
    const property = `${inline(key)}:${style.isOneLine ? "" : " "}${inline(value)}`;
    const space = style.isOneLine ? "" : " ";
    return comma === null
      ? `${text.slice(0, end)},${space}${property}${text.slice(end)}`
      : `${text.slice(0, comma + 1)}${space}${property},${text.slice(comma + 1)}`;
  }
  const indent = startsLine(text, last.offset)
    ? indentAt(text, last.offset)
    : indentAt(text, object.offset) + style.unit;
  const property = `${style.eol}${indent}${inline(key)}: ${printed(value, style, indent)}`;
  // What is said behind the last entry stays on its line.
  const at = endOfRemark(text, comma === null ? end : comma + 1);
  return comma === null
    ? `${text.slice(0, end)},${text.slice(end, at)}${property}${text.slice(at)}`
    : `${text.slice(0, at)}${property},${text.slice(at)}`;
}

function removeProperty(text: string, object: Node, property: Node): string {
  const close = object.offset + object.length - 1;
  const end = property.offset + property.length;
  const comma = commaAfter(text, end, close);
  const siblings = object.children ?? [];
  const index = siblings.indexOf(property);
  const before = siblings[index - 1];
  let from = property.offset;
  let to = comma === null ? end : comma + 1;
  if (startsLine(text, from)) {
    from = lineStart(text, from);
    const rest = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(to));
    if (rest) to += rest[0].length;
    // The only one on its lines, with the brace behind it: the line break before it goes instead.
    else from = text.slice(0, from).replace(/(?:\r\n|\n|\r)$/, "").length;
  } else to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  const isLast = index === siblings.length - 1;
  // The comma before the last entry stays only where the file ends its lists with commas.
  const orphaned = isLast && comma === null && before ? commaAfter(text, before.offset + before.length, from) : null;
  const head = orphaned === null ? text.slice(0, from) : text.slice(0, orphaned) + text.slice(orphaned + 1, from);
  return head + text.slice(to);
}

/** Where the comma behind an entry stands, remarks passed over. */
function commaAfter(text: string, from: number, limit: number): number | null {
  let at = from;
  while (at < limit) {
    const trivia = /^(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/.exec(text.slice(at, limit));
    if (trivia) at += trivia[0].length;
    else return text[at] === "," ? at : null;
  }
  return null;
}

/** Behind what is still said on this line: a remark, or nothing but spaces. */
function endOfRemark(text: string, from: number): number {
  const remark = /^(?:[ \t]*\/\*[^\r\n]*?\*\/)*[ \t]*(?:\/\/[^\r\n]*)?/.exec(text.slice(from))?.[0] ?? "";
  return from + remark.trimEnd().length;
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function startsLine(text: string, offset: number): boolean {
  return lineStart(text, offset) > 0 && /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}
