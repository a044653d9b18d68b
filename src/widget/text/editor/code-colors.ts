import { syntaxTree } from "@codemirror/language";
import type { ChangeDesc, EditorState, Extension, Range, Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type Grammar, highlightLine, type TokenKind } from "../preview/highlight/highlight-line.ts";
import { createLanguageFinder } from "../preview/highlight/languages.ts";

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

/** Characters of a block above the screen that are read at once to know how the first line on screen starts. */
const READ_AHEAD = 200_000;

/** How the lines of one block start: `states[i]` for its i-th line, as far as they are known. */
interface KnownBlock {
  readonly language: Grammar;
  readonly states: readonly number[];
}

/** Code between fences in the colours of the preview, by the preview's own grammars. Only what is on screen is coloured. */
export function codeColors(): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      private readonly languageOf = createLanguageFinder();
      private known = new Map<number, KnownBlock>();
      constructor(view: EditorView) {
        this.decorations = this.color(view);
      }
      update(update: ViewUpdate): void {
        if (update.docChanged) this.known = mapKnown(this.known, update.startState.doc, update.changes);
        const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || parsed) this.decorations = this.color(update.view);
      }
      private color(view: EditorView): DecorationSet {
        const marks: Range<Decoration>[] = [];
        const seen = new Map<number, KnownBlock>();
        for (const { from, to } of view.visibleRanges) {
          syntaxTree(view.state).iterate({
            from,
            to,
            enter: (node) => {
              if (node.name !== "FencedCode") return;
              const language = this.languageOf(languageName(view.state, node.node));
              if (language === null) return false;
              const before = seen.get(node.from) ?? this.known.get(node.from);
              const states = before?.language === language ? before.states : [0];
              const shown = { from, to };
              seen.set(node.from, {
                language,
                states: colorBlock(view.state, node.node, language, states, shown, marks),
              });
              return false;
            },
          });
        }
        // What scrolled out of sight is read again when it comes back.
        this.known = seen;
        return Decoration.set(marks, true);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function languageName(state: EditorState, block: SyntaxNode): string {
  const info = block.getChild("CodeInfo");
  return info === null ? "" : state.sliceDoc(info.from, info.to).trim().split(/\s/, 1)[0]!.toLowerCase();
}

/** Adds the marks of the lines on screen; gives what is known of the block's lines now. */
function colorBlock(
  { doc }: EditorState,
  block: SyntaxNode,
  language: Grammar,
  known: readonly number[],
  shown: { readonly from: number; readonly to: number },
  marks: Range<Decoration>[],
): readonly number[] {
  const first = doc.lineAt(block.from).number + 1;
  const last = doc.lineAt(Math.min(block.to, shown.to)).number;
  const top = Math.max(first, doc.lineAt(Math.max(block.from, shown.from)).number);
  if (top > last) return known;
  let states = [...known];
  let number = Math.min(first + states.length - 1, top);
  // Too far above to be read for one screen: it starts as code does.
  const isFar = doc.line(top).from - doc.line(number).from > READ_AHEAD;
  if (isFar) number = top;
  let state = isFar ? 0 : states[number - first]!;
  if (!isFar) states = states.slice(0, number - first + 1);
  for (let text = textCursor(block); number <= last; number++) {
    const line = doc.line(number);
    const piece = text(line.from, line.to);
    // The closing fence, or a line without words.
    const code = piece === null ? "" : doc.sliceString(piece.from, piece.to);
    const { tokens, endState } = highlightLine(language, code, state);
    if (piece !== null && number >= top) addMarks(tokens, piece.from, marks);
    state = endState;
    if (!isFar) states.push(state);
  }
  return isFar ? known : states;
}

function addMarks(
  tokens: readonly { readonly kind: TokenKind | null; readonly text: string }[],
  from: number,
  marks: Range<Decoration>[],
): void {
  let at = from;
  for (const { kind, text } of tokens) {
    if (kind !== null) marks.push(Decoration.mark({ class: `code-${kind}` }).range(at, at + text.length));
    at += text.length;
  }
}

/** The code of a line, without the marks of the quote and the item it stands in. Asked for line after line. */
function textCursor(block: SyntaxNode): (from: number, to: number) => { from: number; to: number } | null {
  let node = block.firstChild;
  return (from, to) => {
    while (node !== null && (node.name !== "CodeText" || node.to <= from)) node = node.nextSibling;
    if (node === null || node.from >= to) return null;
    return { from: Math.max(from, node.from), to: Math.min(to, node.to) };
  };
}

/** What a change leaves known: lines above it. */
function mapKnown(known: Map<number, KnownBlock>, before: Text, changes: ChangeDesc): Map<number, KnownBlock> {
  const kept = new Map<number, KnownBlock>();
  for (const [from, block] of known) {
    const first = before.lineAt(from).number + 1;
    let length = block.states.length;
    changes.iterChangedRanges((start, end) => {
      if (end < from) return;
      length = Math.min(length, Math.max(1, before.lineAt(Math.max(start, from)).number - first + 1));
    });
    kept.set(changes.mapPos(from, 1), { language: block.language, states: block.states.slice(0, length) });
  }
  return kept;
}
