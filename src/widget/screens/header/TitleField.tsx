import { useRef, useState } from "react";
import { MAX_TITLE } from "../../../protocol/limits.ts";
import { shellWords } from "../../words.ts";
import "./title-field.css";

interface TitleFieldProps {
  readonly title: string;
  readonly disabled: boolean;
  /** The model writes: it cannot be renamed before it has. */
  readonly waits: boolean;
  readonly onRename: (title: string) => void;
}

/** The title; pressed, it can be renamed in place. Enter takes it, Escape leaves it. */
export function TitleField({ title, disabled, waits, onRename }: TitleFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const left = useRef(false);
  const shown = title || shellWords.untitled;

  if (draft === null || disabled || waits) {
    return disabled ? (
      <span className="title" dir="auto" title={shown}>
        {shown}
      </span>
    ) : (
      <button
        className="title"
        type="button"
        dir="auto"
        title={shown}
        {...(waits ? { disabled: true } : { "aria-label": `${shown}, ${shellWords.rename}` })}
        onClick={() => {
          left.current = false;
          setDraft(title);
        }}
      >
        {shown}
      </button>
    );
  }
  const finish = (take: boolean) => {
    if (left.current) return;
    left.current = true;
    const next = draft.trim();
    setDraft(null);
    if (take && next !== "" && next !== title) onRename(next);
  };
  return (
    <input
      className="title"
      dir="auto"
      aria-label={shellWords.titleLabel}
      maxLength={MAX_TITLE}
      value={draft}
      // biome-ignore lint/a11y/noAutofocus: the person just pressed the title to change it
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish(true);
        if (event.key === "Escape") {
          event.stopPropagation();
          finish(false);
        }
      }}
    />
  );
}
