import { useRef } from "react";
import type { Stream } from "../state/state.ts";
import { shellWords } from "../words.ts";
import { countWords } from "./count-words.ts";
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
