import type { WidgetActions } from "../state/start-widget.ts";
import type { WidgetState } from "../state/state.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Details } from "../ui/Details.tsx";
import { shellWords } from "../words.ts";

interface UnsavedTextBannerProps {
  readonly canvas: Extract<WidgetState, { phase: "stopped" | "detached" }>;
  readonly assistant: string;
  readonly actions: WidgetActions;
}

/** About a text that no server has: stopped half way, refused, or forgotten. It can be read, and kept. */
export function UnsavedTextBanner({ canvas, assistant, actions }: UnsavedTextBannerProps) {
  const { stream, keeping } = canvas;
  const stopped = canvas.phase === "stopped";
  const isPartial = canvas.phase === "detached" && canvas.reason === "partial";
  const canKeep = actions.canReachServer();
  // A host that passes on only part would lose the answer as well.
  const keepable = canKeep && !isPartial && stream.kind === "text" && stream.text !== "";
  // Written for the model: the person gets words of their own first.
  const refused = canvas.phase === "detached" && canvas.reason === "refused" ? canvas.message : null;
  const button = keeping.kind === "working" ? shellWords.keeping : stopped ? shellWords.keepText : shellWords.keepCopy;
  const copy = async (text: string): Promise<void> => {
    const isCopied = await copyText(text);
    actions.say(isCopied ? shellWords.copied : shellWords.copyFailed, isCopied ? "info" : "warning");
  };
  return (
    <Banner
      tone={stopped || isPartial ? "quiet" : "warning"}
      actions={
        keepable && (
          <>
            {keeping.kind === "failed" && (
              <Button kind="outline" onClick={() => void copy(stream.text)}>
                {shellWords.copy}
              </Button>
            )}
            <Button
              kind={stopped ? "primary" : "outline"}
              disabled={keeping.kind === "working"}
              onClick={() => void actions.keepText()}
            >
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
  );
}
