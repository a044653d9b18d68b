import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import type { Inlay } from "../preview/inlays.ts";
import { toPosition } from "./line-breaks.ts";

/** Shows an element that somebody else fills; it is the same one wherever the editor draws it. */
class ElementWidget extends WidgetType {
  constructor(
    readonly element: HTMLElement,
    readonly isBlock: boolean,
  ) {
    super();
  }
  override eq(other: ElementWidget): boolean {
    return other.element === this.element && other.isBlock === this.isBlock;
  }
  override toDOM(): HTMLElement {
    return this.element;
  }
  /** Its buttons and fields are their own. */
  override ignoreEvent(): boolean {
    return true;
  }
  override get estimatedHeight(): number {
    return this.isBlock ? this.element.offsetHeight || 140 : -1;
  }
}

const setInlayMarks = StateEffect.define<DecorationSet>();
// Mapped through every change, so that what stands in the text stays there until it is set anew.
const inlayField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setInlayMarks)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Elements that stand in the text: what is offered for some words, right behind them or under their line. */
export function inlaying(): Extension {
  return [inlayField, watchHeights];
}

export function setInlays(state: EditorState, inlays: readonly Inlay[]): StateEffect<DecorationSet> {
  const marks: Range<Decoration>[] = [];
  for (const { id, from, to, wrap, place, beside, element } of inlays) {
    const start = toPosition(state, from);
    const end = Math.max(start, toPosition(state, to));
    if (start < end) {
      const mark = { tagName: wrap, class: `inlay-${wrap}`, attributes: { "data-inlay": id }, inclusive: false };
      marks.push(Decoration.mark(mark).range(start, end));
    }
    if (element === null) continue;
    const isBlock = place !== "words";
    const isBefore = isBlock && beside?.side === "before";
    const line = state.doc.lineAt(end);
    const at = isBlock ? (isBefore ? line.from : line.to) : end;
    const widget = { widget: new ElementWidget(element, isBlock), block: isBlock, side: isBefore ? -1 : 1 };
    marks.push(Decoration.widget(widget).range(at));
  }
  return setInlayMarks.of(Decoration.set(marks, true));
}

/** What grows inside a block of ours moves the lines below it: the editor has to hear of it. */
const watchHeights = ViewPlugin.define((view) => {
  const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => view.requestMeasure());
  const watched = new Set<Element>();
  const watch = () => {
    const now = new Set<Element>();
    for (const marks = view.state.field(inlayField).iter(); marks.value !== null; marks.next()) {
      const { widget } = marks.value.spec as { widget?: ElementWidget };
      if (widget?.isBlock) now.add(widget.element);
    }
    for (const element of watched) if (!now.has(element)) observer?.unobserve(element);
    for (const element of now) if (!watched.has(element)) observer?.observe(element);
    watched.clear();
    for (const element of now) watched.add(element);
  };
  return {
    update(update) {
      if (update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setInlayMarks)))) watch();
    },
    destroy: () => observer?.disconnect(),
  };
});
