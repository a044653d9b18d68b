import { useEffect, useRef } from "react";
import { countWords } from "../../core/markdown/plain-text.ts";
import { followTail } from "../preview/follow-tail.ts";
import type { Stream } from "../state/state.ts";
import { shellWords } from "../words.ts";
import { DocumentPreview } from "./DocumentPreview.tsx";
import { EditStream } from "./EditStream.tsx";
import { Header } from "./Header.tsx";
import { titleOfStream } from "./title-of-stream.ts";

interface StreamScreenProps {
  readonly stream: Stream;
  readonly settled: boolean;
  readonly assistant: string;
  readonly onOpenLink: (url: string) => void;
}

/** The document while the model writes it: it follows the text unless the reader has scrolled up. */
export function StreamScreen({ stream, settled, assistant, onOpenLink }: StreamScreenProps) {
  const page = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (settled || !page.current) return;
    const follower = followTail(page.current);
    return () => follower.destroy();
  }, [settled]);

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
            <DocumentPreview text={stream.text} streaming={!settled} label={title} onOpenLink={onOpenLink} />
          ) : (
            <EditStream edits={stream.edits} />
          )}
        </div>
      </div>
    </>
  );
}
