import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { askWords as words } from "../../words.ts";
import { shortQuote } from "../comments/comment-marks.ts";
import "./ask-popover.css";

const LONGEST = 2_000;

export interface AskPopoverProps {
  readonly quote: string;
  readonly assistant: string;
  /** The person's own actions, kept for next time. */
  readonly kept: readonly string[];
  onKeep(kept: readonly string[]): void;
  /** Wants the passage to be changed in this way. */
  onAsk(wish: string): void;
  /** Wants an answer; the words may ask for a change as well. */
  onQuestion(body: string): void;
  onClose(): void;
  /** After Escape: back to the text. */
  onEscape(): void;
}

/** What to ask about the selected passage: words of the moment, ready questions and wishes, or the person's own. */
export function AskPopover({ quote, assistant, kept, onKeep, onAsk, onQuestion, onClose, onEscape }: AskPopoverProps) {
  const [wish, setWish] = useState("");
  const [keeps, setKeeps] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus({ preventScroll: true });
    return () => {
      // By now the field is gone, and with it the focus.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
      });
    };
  }, []);
  const pressed = useEffectEvent((event: PointerEvent) => {
    if (!(event.target as Element).closest(".ask")) onClose();
  });
  useEffect(() => {
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, []);
  const own = wish.trim();
  const ask = () => {
    if (own === "") return;
    if (keeps && !kept.includes(own)) onKeep([...kept, own]);
    onQuestion(own);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      onClose();
      onEscape();
    } else if (
      event.key === "Enter" &&
      !event.shiftKey &&
      event.target === field.current &&
      !event.nativeEvent.isComposing
    )
      ask();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Enter serve the controls inside
    <div className="ask" onKeyDown={press}>
      <p className="popover-quote" dir="auto">
        {shortQuote(quote, 120)}
      </p>
      <div className="ask-own">
        <textarea
          ref={field}
          className="field"
          dir="auto"
          rows={2}
          value={wish}
          maxLength={LONGEST}
          placeholder={words.placeholder}
          aria-label={words.own(assistant)}
          onChange={(event) => setWish(event.target.value)}
        />
        <IconButton icon="Send" label={words.ask} disabled={own === ""} onClick={ask} />
      </div>
      {own !== "" && (
        <label className="ask-keep">
          <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
          {words.keep}
        </label>
      )}
      <Ready title={words.answers}>
        {words.questions.map(({ name, question }) => (
          <Button key={name} kind="outline" onClick={() => onQuestion(question)}>
            {name}
          </Button>
        ))}
      </Ready>
      <Ready title={words.changes}>
        {words.wishes.map(({ name, wish: ready }) => (
          <Button key={name} kind="outline" onClick={() => onAsk(ready)}>
            {name}
          </Button>
        ))}
      </Ready>
      {kept.length > 0 && (
        <ul className="ask-list" aria-label={words.ready}>
          {kept.map((name) => (
            <li key={name} data-own="true">
              <Button onClick={() => onQuestion(name)}>{name}</Button>
              <IconButton
                icon="Close"
                label={words.forget(name)}
                onClick={() => onKeep(kept.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Ready-made ones of a kind, side by side. */
function Ready({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="ask-ready">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
