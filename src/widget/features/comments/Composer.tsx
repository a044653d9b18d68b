import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { MAX_COMMENT_BODY } from "../../../protocol/limits.ts";
import type { DraftTarget } from "../../state/comment-draft.ts";
import { Button } from "../../ui/Button.tsx";
import { commentWords as words } from "../../words.ts";
import { shortQuote } from "./comment-marks.ts";
import type { CommentControls } from "./use-comment-controls.ts";

interface ComposerProps {
  readonly controls: CommentControls;
  readonly target: DraftTarget;
}

/** The field in which a comment, a reply or a change of either is written. Mod-Enter sends, Escape leaves. */
export function Composer({ controls, target }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // It was asked for a moment ago: the next keys belong to it.
  useLayoutEffect(() => {
    const element = field.current!;
    const before = document.activeElement;
    const card = element.closest<HTMLElement>(".thread-card");
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
    // And afterwards the focus goes back, unless what closes with it gives it back; the button that opened a reply has
    // gone, its card has not.
    return () => {
      if (document.activeElement !== element && document.activeElement !== document.body) return;
      const back = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : card;
      back?.focus({ preventScroll: true });
    };
  }, []);
  const body = controls.composing?.body ?? "";
  const over = body.trim().length - MAX_COMMENT_BODY;
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      controls.leave();
    } else if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      controls.submit();
    }
  };
  return (
    <div className="composer" data-keeps-selection="">
      <textarea
        ref={field}
        className="field"
        rows={3}
        dir="auto"
        value={body}
        aria-label={nameOf(target)}
        placeholder={target.kind === "reply" ? words.replyPlaceholder : words.placeholder}
        aria-invalid={over > 0}
        onChange={(event) => controls.write(event.target.value)}
        onKeyDown={press}
      />
      <div className="composer-foot">
        {over > 0 && (
          <span className="composer-over" role="alert">
            {words.tooLong(over)}
          </span>
        )}
        <Button kind="plain" onClick={controls.discard}>
          {words.cancel}
        </Button>
        <Button kind="primary" disabled={body.trim() === "" || over > 0} onClick={controls.submit}>
          {target.kind === "reply" ? words.sendReply : target.kind === "edit" ? words.saveEdit : words.send}
        </Button>
      </div>
    </div>
  );
}

export function nameOf(target: DraftTarget): string {
  switch (target.kind) {
    case "document":
      return words.newOnDocument;
    case "text":
      return words.newOn(shortQuote(target.quote));
    case "reply":
      return words.newReply;
    case "edit":
      return words.editing;
  }
}
