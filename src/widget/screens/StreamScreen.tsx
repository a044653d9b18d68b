import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { countWords } from "../../core/markdown/plain-text.ts";
import type { Stream } from "../host/read-model-call.ts";
import { followTail } from "../text/preview/follow-tail.ts";
import { Preview } from "../text/preview/Preview.tsx";
import type { PreviewView } from "../text/preview/preview-view.ts";
import { isAtEnd, type PreviousPlace } from "../text/reading/use-reading-place.ts";
import { Header } from "../ui/Header.tsx";
import { shellWords } from "../words.ts";
import { EditStream } from "./EditStream.tsx";
import { titleOfStream } from "./title-of-stream.ts";

interface StreamScreenProps {
  readonly stream: Stream;
  readonly settled: boolean;
  readonly assistant: string;
  readonly onOpenLink: (url: string) => void;
  /** Tells where the reader is, for the screen that follows. */
  readonly place: RefObject<(() => PreviousPlace | null) | null>;
}

/** The document while the model writes it: it follows the text unless the reader has scrolled up. */
export function StreamScreen({ stream, settled, assistant, onOpenLink, place }: StreamScreenProps) {
  const page = useRef<HTMLDivElement>(null);

  const preview = useRef<PreviewView | null>(null);
  const keepPreview = useCallback((view: PreviewView | null) => {
    preview.current = view;
  }, []);
  // A text that was whole from the start is read from its start; the end of one that grew is followed to the last word.
  const [grows] = useState(!settled);
  useEffect(() => {
    if (!grows || !page.current) return;
    const follower = followTail(page.current);
    return () => follower.destroy();
  }, [grows]);
  useImperativeHandle(place, () => () => {
    const scroller = page.current;
    if (scroller === null || scroller.scrollTop === 0) return null;
    return grows && isAtEnd(scroller) ? "end" : (preview.current?.place() ?? null);
  });

  const title = titleOfStream(stream);
  const saying = settled
    ? shellWords.settling
    : stream.kind === "edits"
      ? shellWords.editingPlace(assistant)
      : shellWords.writing(assistant);
  return (
    <>
      <Header
        title={
          <span className="title" dir="auto" title={title}>
            {title}
          </span>
        }
        {...(stream.kind === "text" ? { words: countWords(stream.text) } : {})}
        state={
          <span className="saved-state" role="status">
            {saying}
          </span>
        }
      />
      <div className="page" ref={page}>
        <div className="page-column">
          {stream.kind === "text" ? (
            <Preview
              text={stream.text}
              streaming={!settled}
              label={title}
              onView={keepPreview}
              onOpenLink={onOpenLink}
            />
          ) : (
            <EditStream edits={stream.edits} />
          )}
        </div>
      </div>
    </>
  );
}
