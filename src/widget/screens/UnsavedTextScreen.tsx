import { countWords } from "../../core/markdown/plain-text.ts";
import type { WidgetState } from "../state/state.ts";
import { Preview } from "../text/preview/Preview.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Details } from "../ui/Details.tsx";
import { Header } from "../ui/Header.tsx";
import { shellWords } from "../words.ts";
import { EditStream } from "./EditStream.tsx";
import { titleOfStream } from "./title-of-stream.ts";

interface UnsavedTextScreenProps {
  readonly canvas: Extract<WidgetState, { phase: "stopped" | "detached" }>;
  readonly canKeep: boolean;
  readonly assistant: string;
  readonly onKeep: () => void;
  readonly onCopy: (text: string) => void;
  readonly onOpenLink: (url: string) => void;
}

/** A text that no server has: stopped half way, refused, or forgotten. It can be read, and kept. */
export function UnsavedTextScreen(props: UnsavedTextScreenProps) {
  const { canvas, canKeep, assistant, onKeep, onCopy, onOpenLink } = props;
  const { stream, keeping } = canvas;
  const title = titleOfStream(stream);
  const stopped = canvas.phase === "stopped";
  const isPartial = canvas.phase === "detached" && canvas.reason === "partial";
  // A host that passes on only part would lose the answer as well.
  const keepable = canKeep && !isPartial && stream.kind === "text" && stream.text !== "";
  // Written for the model: the person gets words of their own first.
  const refused = canvas.phase === "detached" && canvas.reason === "refused" ? canvas.message : null;
  const button = keeping.kind === "working" ? shellWords.keeping : stopped ? shellWords.keepText : shellWords.keepCopy;
  return (
    <>
      <Header
        title={
          <span className="title" dir="auto" title={title}>
            {title}
          </span>
        }
        {...(stream.kind === "text" ? { words: countWords(stream.text) } : {})}
      />
      <Banner
        tone={stopped || isPartial ? "quiet" : "warning"}
        actions={
          keepable && (
            <>
              {keeping.kind === "failed" && (
                <Button kind="outline" onClick={() => onCopy(stream.text)}>
                  {shellWords.copy}
                </Button>
              )}
              <Button kind={stopped ? "primary" : "outline"} disabled={keeping.kind === "working"} onClick={onKeep}>
                {button}
              </Button>
            </>
          )
        }
      >
        <span role="status">
          {stopped ? (stream.canvasId === null ? shellWords.stopped : shellWords.stoppedUpdate) : null}
          {refused !== null && shellWords.refused(assistant)}
          {refused !== null && keepable && ` ${shellWords.refusedKeep}`}
          {refused === null && canvas.phase === "detached" && canvas.message}
          {keeping.kind === "failed" && ` ${shellWords.keepFailed(keeping.why)}`}
        </span>
        {refused !== null && <Details>{refused}</Details>}
      </Banner>
      <div className="page">
        <div className="page-column">
          {stream.kind === "text" ? (
            <Preview text={stream.text} streaming={false} label={title} onOpenLink={onOpenLink} />
          ) : (
            <EditStream edits={stream.edits} />
          )}
        </div>
      </div>
    </>
  );
}
