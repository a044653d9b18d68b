import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Popover, type PopoverProps } from "../../ui/Popover.tsx";
import { askWords as words } from "../../words.ts";
import { shortQuote } from "../comments/comment-marks.ts";
import "./ask-popover.css";

const LONGEST = 2_000;

export interface AskPopoverProps extends Pick<PopoverProps, "boxOf" | "onReturn"> {
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
}

/** What to ask about the selected passage: words of the moment, ready questions and wishes, or the person's own. */
export function AskPopover({
  quote,
  assistant,
  kept,
  onKeep,
  onAsk,
  onQuestion,
  onClose,
  ...popover
}: AskPopoverProps) {
  const [wish, setWish] = useState("");
  const [keeps, setKeeps] = useState(false);
  const own = wish.trim();
  const ask = () => {
    if (own === "") return;
    if (keeps && !kept.includes(own)) onKeep([...kept, own]);
    onQuestion(own);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    ask();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      {...popover}
      label={words.title(assistant)}
      quote={shortQuote(quote, 120)}
      takesFocus
      closing={{ onClose, isUnfinished: own !== "" }}
    >
      <div className="ask" data-keeps-selection="">
        <div className="ask-own">
          <textarea
            className="field"
            dir="auto"
            rows={2}
            value={wish}
            maxLength={LONGEST}
            placeholder={words.placeholder}
            aria-label={words.own(assistant)}
            onChange={(event) => setWish(event.target.value)}
            onKeyDown={press}
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
    </Popover>
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
