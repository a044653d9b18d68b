import { syntaxTree } from "@codemirror/language";
import type { Extension, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const LINE_CLASSES: Readonly<Record<string, string>> = {
  ATXHeading1: "md-line-heading1",
  ATXHeading2: "md-line-heading2",
  ATXHeading3: "md-line-heading3",
  ATXHeading4: "md-line-heading3",
  ATXHeading5: "md-line-heading3",
  ATXHeading6: "md-line-heading3",
  SetextHeading1: "md-line-heading1",
  SetextHeading2: "md-line-heading2",
  FencedCode: "md-line-code",
  CodeBlock: "md-line-code",
  Table: "md-line-table",
  Blockquote: "md-line-quote",
};

// Hebrew under English: every line takes the direction of its own first letter.
const OWN_DIRECTION = Decoration.line({ attributes: { dir: "auto" } });

/** Gives whole lines a class by the block they stand in: space above headings, a ground under code, a bar beside quotes. */
export function lineStyles(): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorate(view);
      }
      update(update: ViewUpdate): void {
        const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || parsed) this.decorations = decorate(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function decorate(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const lines: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = doc.lineAt(at);
      lines.push(OWN_DIRECTION.range(line.from));
      at = line.to + 1;
    }
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const name = LINE_CLASSES[node.name];
        if (name === undefined) return;
        const last = doc.lineAt(Math.min(node.to, to)).number;
        const start = doc.lineAt(node.from).number;
        for (let number = Math.max(start, doc.lineAt(from).number); number <= last; number++) {
          const edge = name !== "md-line-code" ? "" : number === start ? " md-first" : "";
          const end = name === "md-line-code" && doc.line(number).to >= node.to ? " md-last" : "";
          lines.push(Decoration.line({ class: name + edge + end }).range(doc.line(number).from));
        }
      },
    });
  }
  return Decoration.set(lines, true);
}
