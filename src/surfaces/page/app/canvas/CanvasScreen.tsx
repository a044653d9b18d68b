import { type RefObject, useEffect } from "react";
import { Banner } from "../../../../widget/ui/Banner.tsx";
import { Button } from "../../../../widget/ui/Button.tsx";
import { shellWords } from "../../../../widget/words.ts";
import { writePlace } from "../access/place.ts";
import { Message } from "../parts/Message.tsx";
import { useOwnServer } from "../parts/own-server.ts";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";
import { AssistantBar } from "./AssistantBar.tsx";
import type { McpLink } from "./mcp-link.ts";
import { ReviewBar, type Seen } from "./ReviewBar.tsx";
import type { CanvasState } from "./use-hosted-canvas.ts";
import { useHostedCanvas } from "./use-hosted-canvas.ts";
import type { WarmFrames } from "./warm-frames.ts";
import "./canvas-screen.css";

interface CanvasScreenProps extends Surroundings {
  readonly id: string;
  readonly link: McpLink;
  readonly frames: WarmFrames;
  readonly theme: "light" | "dark";
  /** Where the frame lives. It outlives this screen by the widget's last save. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onState: (state: CanvasState) => void;
}

/** What stands between the bar and the canvas: who waits, what went wrong. The canvas itself is in its frame. */
export function CanvasScreen({ id, api, live, toasts, me, link, frames, theme, place, onState }: CanvasScreenProps) {
  const { commands, only } = useOwnServer();
  const { state, shownRevision, tryAgain, bar, closeBar } = useHostedCanvas({
    id,
    place,
    frames,
    theme,
    api,
    live,
    link,
    toasts,
    hasPeople: me !== null && me !== undefined,
  });
  useEffect(() => onState(state), [state, onState]);

  const waiting = state.kind === "open" ? state.canvas.waiting : null;
  const title = state.kind === "open" ? state.canvas.title : pageWords.canvas;
  const dot = waiting !== null || (state.kind === "open" && state.canvas.newEdits > 0);
  useEffect(() => {
    document.title = `${dot ? "● " : ""}${title} · ${pageWords.product}`;
  }, [title, dot]);

  const closeReview = async () => {
    const answer = await api.call("/api/close-review", { id });
    if (answer.ok) toasts.show({ text: pageWords.closedReview(waiting?.client) });
    else toasts.show({ tone: "error", text: pageWords.failed(pageWords.notClosed, answer.message), stays: true });
  };
  /** Of what stood there when the person asked: if it has changed since, the server says no. */
  const approve = async (note: string, seen: Promise<Seen>) => {
    const fail = (why: string) =>
      toasts.show({ tone: "error", text: pageWords.failed(pageWords.notApproved, why), stays: true });
    const revision = await seen;
    // Approved without the last words, the agent would go on without them.
    if (revision === null) return fail(pageWords.notSavedYet);
    if (revision === "moved") return fail(shellWords.approveMoved);
    const answer = await api.call("/api/status", { id, to: "approved", revision, ...(note === "" ? {} : { note }) });
    if (answer.ok) toasts.show({ text: pageWords.answered(waiting?.client) });
    else fail(answer.message);
  };
  const bringBack = async () => {
    const answer = await api.call("/api/undelete", { id });
    if (answer.ok) toasts.show({ text: pageWords.broughtBack(title) });
    else toasts.show({ tone: "error", text: pageWords.failed(pageWords.notBroughtBack, answer.message), stays: true });
  };

  return (
    <>
      {waiting !== null && (
        <ReviewBar
          client={waiting.client}
          seenRevision={shownRevision}
          onApprove={approve}
          onCloseReview={closeReview}
        />
      )}
      {state.kind === "open" && state.deleted && state.canvas.sharedBy === undefined && (
        <Banner
          tone="warning"
          actions={
            <Button kind="outline" icon="Undo" onClick={() => void bringBack()}>
              {pageWords.bringBack}
            </Button>
          }
        >
          {pageWords.deletedHere}
        </Banner>
      )}
      {state.kind === "open" && state.deleted && state.canvas.sharedBy !== undefined && (
        <div role="alert">
          <Banner tone="warning">{pageWords.takenAway(state.canvas.sharedBy)}</Banner>
        </div>
      )}
      {state.kind === "open" && state.silent && (
        <Banner
          tone="warning"
          actions={
            <Button kind="outline" icon="Sync" onClick={tryAgain}>
              {pageWords.again}
            </Button>
          }
        >
          {pageWords.widgetSilent(commands.doctor)}
        </Banner>
      )}
      {state.kind === "open" && bar !== null && (
        <AssistantBar
          prompt={bar.kind === "sent" ? bar.prompt : pageWords.writeInto(state.canvas.id)}
          sent={bar.kind === "sent" ? { givenTo: bar.givenTo } : null}
          reader={state.reader}
          onClose={closeBar}
        />
      )}
      {state.kind === "opening" && (
        <p className="message-waiting" role="status">
          {pageWords.opening}
        </p>
      )}
      {state.kind === "failed" && (
        <Message title={pageWords.openFailed}>
          <p>{only === null ? state.message : pageWords.panelGone}</p>
          <div className="message-actions">
            {only === null && (
              <a className="button" data-kind="primary" href={writePlace({ kind: "list" })}>
                {pageWords.back}
              </a>
            )}
            <Button kind="outline" icon="Sync" onClick={tryAgain}>
              {pageWords.again}
            </Button>
          </div>
        </Message>
      )}
    </>
  );
}
