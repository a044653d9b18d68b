import type { MarkdownDocument, PlacedBlock, Span } from "../../../core/markdown/tree.ts";

/** The whole lines of the blocks, or of the items of one list, that source[from, to) touches or ends between. */
export function touchedBlocks({ text, blocks }: MarkdownDocument, from: number, to: number): Span {
  if (blocks.length === 0) return { from: 0, to: text.length };
  const spanOf = ({ from: base, node }: PlacedBlock, inner: Span = node): Span => ({
    from: base + inner.from,
    to: base + inner.to,
  });
  const top = touched(blocks.length, (at) => spanOf(blocks[at]!), { from, to });
  const only = top.first === top.last ? blocks[top.first]! : null;
  const items = only?.node.type === "list" ? only.node.items : [];
  const { span } =
    only !== null && items.length > 0 ? touched(items.length, (at) => spanOf(only, items[at]), { from, to }) : top;
  const start = Math.min(from, span.from);
  const end = Math.max(to, span.to);
  const feed = text.indexOf("\n", Math.max(0, end - 1));
  return {
    from: start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1,
    to: feed < 0 ? text.length : Math.max(end, feed),
  };
}

interface Touched {
  readonly first: number;
  readonly last: number;
  readonly span: Span;
}

function touched(count: number, spanAt: (index: number) => Span, { from, to }: Span): Touched {
  const lastStartingAt = (offset: number): number => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spanAt(middle).from <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const first = Math.max(0, lastStartingAt(from));
  let last = Math.max(first, lastStartingAt(to));
  if (to >= spanAt(last).to && last + 1 < count) last++;
  return { first, last, span: { from: spanAt(first).from, to: spanAt(last).to } };
}
