import { useMemo, useRef } from "react";
import { updateMarkdown } from "../../core/markdown/incremental.ts";
import { type OutlineEntry, outlineOf } from "../../core/markdown/outline.ts";
import type { MarkdownDocument } from "../../core/markdown/tree.ts";

/** The document's headings, at the cost of what changed since the last text. */
export function useOutline(text: string): readonly OutlineEntry[] {
  const parsed = useRef<MarkdownDocument | null>(null);
  return useMemo(() => {
    parsed.current = updateMarkdown(parsed.current, text);
    return outlineOf(parsed.current);
  }, [text]);
}
