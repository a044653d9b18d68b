import { type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { mayHoldUnseen, unseenRuns } from "../../../core/text/unseen-characters.ts";
import { markOf } from "../unseen/mark-of.ts";
import "../unseen/unseen.css";

class UnseenMark extends WidgetType {
  readonly run: string;
  constructor(run: string) {
    super();
    this.run = run;
  }
  override eq(other: UnseenMark): boolean {
    return other.run === this.run;
  }
  toDOM(): HTMLElement {
    const { label, title } = markOf(this.run);
    const made = document.createElement("bdi");
    made.className = "unseen";
    made.dataset.mark = label;
    made.title = title;
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", title);
    return made;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Controls and separators, one by one, as the editor draws them by itself; the rest is ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufffc]/gu;

/** Characters that nobody sees are drawn as marks in their place, so that they turn nothing around; the caret steps over a run of them at once. */
export function unseenMarks(): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor(view: EditorView) {
        this.marks = marksIn(view);
      }
      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.marks = marksIn(update.view);
      }
    },
    {
      decorations: ({ marks }) => marks,
      provide: (own) => EditorView.atomicRanges.of((view) => view.plugin(own)?.marks ?? Decoration.none),
    },
  );
  return [highlightSpecialChars({ specialChars: CONTROLS }), plugin];
}

function marksIn(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    const { text, start } = withContext(view.state.doc, from, to);
    if (!mayHoldUnseen(text)) continue;
    for (const run of unseenRuns(text)) {
      const [a, b] = [Math.max(from, start + run.from), Math.min(to, start + run.to)];
      if (a < b) builder.add(a, b, Decoration.replace({ widget: new UnseenMark(view.state.sliceDoc(a, b)) }));
    }
  }
  return builder.finish();
}

/** Some characters around what is drawn: whether one is needed is seen from its neighbours. */
const CONTEXT = 32;

function withContext(doc: Text, from: number, to: number): { readonly text: string; readonly start: number } {
  const start = Math.max(0, from - CONTEXT);
  return { text: doc.sliceString(start, Math.min(doc.length, to + CONTEXT)), start };
}
