import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, Line, StateCommand } from "@codemirror/state";
import { type LinePrefix, parseLinePrefix } from "./line-prefix.ts";

export type LineKind = "bullet" | "ordered" | "task";

interface PrefixedLine {
  readonly line: Line;
  readonly prefix: LinePrefix;
}

/** Makes the selected lines headings of this level, or plain when all of them are. Level 0: always plain. */
export function toggleHeading(level: 0 | 1 | 2 | 3 | 4 | 5 | 6): StateCommand {
  return changeLines((state, lines) => {
    const off = level === 0 || lines.every((one) => headingLevel(state, one) === level);
    const sign = off ? "" : `${"#".repeat(level)} `;
    return lines.flatMap((one) => {
      const changes = [replacePrefix(one, sign, off && one.prefix.marker?.kind !== "heading")];
      const underline = setextUnderline(state, one.line);
      if (underline !== null) changes.push({ from: one.line.to, to: underline.to });
      return changes;
    });
  });
}

/** Makes the selected lines items of such a list, or plain when all of them are. A list of another kind changes its kind. */
export function toggleList(kind: LineKind): StateCommand {
  return changeLines((state, lines) => {
    if (lines.every(({ prefix }) => kindOf(prefix) === kind)) {
      return lines.map((one) => replacePrefix(one, "", false));
    }
    let number = kind === "ordered" ? numberBefore(state, lines[0]!) : 0;
    return lines.map((one) => {
      const { marker } = one.prefix;
      const sign = marker?.kind === "bullet" ? marker.sign : "-";
      if (kind === "ordered") {
        number++;
        return replacePrefix(one, `${number}. `, false);
      }
      return replacePrefix(one, kind === "task" ? `${sign} [ ] ` : `${sign} `, false);
    });
  });
}

/** Quotes the selected lines, blank ones between them too, or takes one level of quoting from all of them. */
export const toggleQuote: StateCommand = changeLines(
  (_state, lines) => {
    const off = lines.every(({ prefix }) => prefix.quote !== "");
    return lines.map(({ line, prefix }) => {
      if (!off) return { from: line.from, insert: line.length === 0 && lines.length > 1 ? ">" : "> " };
      const first = /^ {0,3}> ?/.exec(prefix.quote)![0];
      return { from: line.from, to: line.from + first.length };
    });
  },
  { blankToo: true },
);

type LineChanges = (state: EditorState, lines: readonly [PrefixedLine, ...PrefixedLine[]]) => ChangeSpec[];

function changeLines(build: LineChanges, options: { readonly blankToo?: boolean } = {}): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const seen = new Set<number>();
    const lines: PrefixedLine[] = [];
    for (const range of state.selection.ranges) {
      for (let at = range.from; at <= range.to; ) {
        const line = state.doc.lineAt(at);
        at = line.to + 1;
        // A selection that ends before the first character of a line does not mean that line.
        if (seen.has(line.from) || (line.from === range.to && range.from < line.from)) continue;
        seen.add(line.from);
        lines.push({ line, prefix: parseLinePrefix(line.text) });
      }
    }
    const wanted = lines.length > 1 && !options.blankToo ? lines.filter(({ line }) => line.text.trim() !== "") : lines;
    const [first, ...rest] = wanted;
    if (first === undefined) return false;
    const changes = state.changes(build(state, [first, ...rest]));
    // A caret at the place of a new marker stays with the words.
    const selection = state.selection.map(changes, 1);
    dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: "input" }));
    return true;
  };
}

/** Puts `sign` where the line's marker and task box stand. Quote marks and indent stay. */
function replacePrefix({ line, prefix }: PrefixedLine, sign: string, keep: boolean): ChangeSpec {
  if (keep) return { from: line.from, to: line.from, insert: "" };
  const from = line.from + prefix.quote.length + (sign.startsWith("#") ? 0 : prefix.indent.length);
  return { from, to: line.from + prefix.length, insert: sign };
}

function kindOf({ marker }: LinePrefix): LineKind | null {
  if (marker === null || marker.kind === "heading") return null;
  if (marker.task !== null) return "task";
  return marker.kind;
}

/** The number of the list item right above, so that a list goes on where it was. */
function numberBefore(state: EditorState, { line, prefix }: PrefixedLine): number {
  if (line.number === 1) return 0;
  const above = parseLinePrefix(state.doc.line(line.number - 1).text);
  const same = above.quote === prefix.quote && above.indent === prefix.indent;
  return same && above.marker?.kind === "ordered" ? above.marker.number : 0;
}

function headingLevel(state: EditorState, { line, prefix }: PrefixedLine): number {
  if (prefix.marker?.kind === "heading") return prefix.marker.level;
  const underline = setextUnderline(state, line);
  if (underline === null) return 0;
  return underline.text.trim().startsWith("=") ? 1 : 2;
}

function setextUnderline(state: EditorState, line: Line): Line | null {
  if (line.number === state.doc.lines) return null;
  const next = state.doc.line(line.number + 1);
  if (!/^ {0,3}(?:=+|-+)[ \t]*$/.test(next.text)) return null;
  const tree = ensureSyntaxTree(state, next.to, 200) ?? syntaxTree(state);
  return tree.resolveInner(line.to, -1).name.startsWith("Setext") ||
    tree.resolveInner(line.to, -1).parent?.name.startsWith("Setext")
    ? next
    : null;
}
