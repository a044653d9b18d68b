import { useMemo, useRef } from "react";
import { updateMarkdown } from "../../../core/markdown/incremental.ts";
import { type OutlineEntry, outlineOf } from "../../../core/markdown/outline.ts";
import type { MarkdownDocument } from "../../../core/markdown/tree.ts";
import type { ReadingPlace } from "../../text/reading/use-reading-place.ts";
import { Panel } from "../../ui/Panel.tsx";
import { readingWords as words } from "../../words.ts";
import "./outline-panel.css";

export interface OutlinePanelProps {
  readonly text: string;
  readonly place: ReadingPlace;
  onGo(entry: OutlineEntry): void;
  onClose(): void;
}

/** The headings of the document: where the reader is, how long each section is, and a way to each. */
export function OutlinePanel({ text, place, onGo, onClose }: OutlinePanelProps) {
  const entries = useOutline(text);
  const current = sectionAt(entries, place.offset);
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <Panel
      title={words.outline}
      size={280}
      tools={entries.length > 0 && <span className="outline-share">{words.read(place.share)}</span>}
      closeLabel={words.closeOutline}
      onClose={onClose}
    >
      {entries.length === 0 ? (
        <p className="panel-empty">{words.noHeadings}</p>
      ) : (
        <nav className="outline-list" aria-label={words.outline}>
          <ol>
            {entries.map((entry, index) => (
              <li key={`${entry.from} ${entry.title}`}>
                <button
                  type="button"
                  className="outline-entry"
                  style={{ paddingInlineStart: `${12 + (entry.level - top) * 14}px` }}
                  aria-current={index === current ? "location" : undefined}
                  onClick={() => onGo(entry)}
                >
                  <span className="outline-title" dir="auto">
                    {entry.title === "" ? words.noTitle : entry.title}
                  </span>
                  <span className="outline-words" role="img" aria-label={words.sectionWords(entry.words)}>
                    {entry.words.toLocaleString("en")}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </Panel>
  );
}

/** The document's headings, at the cost of what changed since the last text. */
function useOutline(text: string): readonly OutlineEntry[] {
  const parsed = useRef<MarkdownDocument | null>(null);
  return useMemo(() => {
    parsed.current = updateMarkdown(parsed.current, text);
    return outlineOf(parsed.current);
  }, [text]);
}

/** The last section that has begun at `offset`; -1 before the first heading. */
export function sectionAt(entries: readonly { readonly from: number }[], offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.from <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
