import { useState } from "react";
import { boxOfText, readSelection, returnToText, type TextSelection } from "../../text/views.ts";
import { Button } from "../../ui/Button.tsx";
import { askWords } from "../../words.ts";
import type { CommentControls } from "../comments/use-comment-controls.ts";
import type { Feature, OpenCanvas, TextOnScreen } from "../feature.ts";
import { AskPopover } from "./AskPopover.tsx";

/** Questions and wishes about the selected text. A question becomes a thread, in which the model answers. */
export function useAsking(
  { assistant, actions, rights }: OpenCanvas,
  { views, selection }: TextOnScreen,
  commentControls: CommentControls,
): Feature & {
  /** Something is being asked: the other tools make room. */
  readonly isOpen: boolean;
} {
  const [asking, setAsking] = useState<TextSelection | null>(null);
  const [asks, setAsks] = useState(() => actions.readAsks());
  return {
    isOpen: asking !== null,
    tools: rights.canSend && (
      <Button
        kind="outline"
        icon="Spark"
        aria-label={askWords.title(assistant)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setAsking(readSelection(views()) ?? selection)}
      >
        {askWords.button(assistant)}
      </Button>
    ),
    layer: asking !== null && (
      <AskPopover
        boxOf={() => boxOfText(views(), asking.from, asking.to, asking.where)}
        quote={views().textIn(asking.where).slice(asking.from, asking.to)}
        assistant={assistant}
        kept={asks}
        onKeep={(kept) => {
          setAsks(kept);
          actions.keepAsks(kept);
        }}
        onAsk={(wish) => {
          setAsking(null);
          void actions.ask(asking, wish);
        }}
        onQuestion={(body) => {
          setAsking(null);
          commentControls.ask(asking, body);
        }}
        onClose={() => setAsking(null)}
        onReturn={() => returnToText(views(), asking)}
      />
    ),
  };
}
