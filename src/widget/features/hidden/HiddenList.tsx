import { useDeferredValue, useMemo, useState } from "react";
import { createHiddenReader, type UnseenPart } from "../../../core/markdown/unseen-parts.ts";
import { titleOf } from "../../text/unseen/mark-of.ts";
import { VisibleText } from "../../text/unseen/VisibleText.tsx";
import { unseenWords as words } from "../../words.ts";
import "./hidden-parts.css";

/** So many stand in a list, and so much of each. */
const MOST = 100;
const LONGEST = 200;

/** What of a text a reader does not see and should know of. While somebody types, of the text a moment ago. */
export function useHiddenParts(text: string): readonly UnseenPart[] {
  const [read] = useState(createHiddenReader);
  const rested = useDeferredValue(text);
  return useMemo(() => read(rested), [read, rested]);
}

interface HiddenListProps {
  readonly text: string;
  readonly parts: readonly UnseenPart[];
  /** Absent: the list stands where there is no way to a place. */
  readonly onGo?: ((part: UnseenPart) => void) | undefined;
}

/** The parts one by one, with their lines. */
export function HiddenList({ text, parts, onGo }: HiddenListProps) {
  const lines = useMemo(() => linesOf(text, parts.slice(0, MOST)), [text, parts]);
  return (
    <ul className="hidden-list" aria-label={words.list}>
      {parts.slice(0, MOST).map((part, at) => {
        const key = `${part.from} ${part.kind} ${at}`;
        const said = (
          <>
            <span className="hidden-line">{words.line(lines[at]!)}</span>
            <span className="hidden-kind">{words.kinds[part.kind]}</span> <HiddenText part={part} />
          </>
        );
        return (
          <li key={key}>
            {onGo === undefined ? (
              said
            ) : (
              <button type="button" className="hidden-entry" onClick={() => onGo(part)}>
                {said}
              </button>
            )}
          </li>
        );
      })}
      {parts.length > MOST && <li>{words.more(parts.length - MOST)}</li>}
    </ul>
  );
}

/** What a hidden part says: of characters their names. */
export function HiddenText({ part: { kind, text } }: { readonly part: UnseenPart }) {
  const says = kind === "characters" ? titleOf(text) : text;
  const clipped = says.length > LONGEST ? `${says.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "")}…` : says;
  return (
    <span className="hidden-text" dir="auto">
      <VisibleText text={clipped} />
    </span>
  );
}

/** The line of each part, counted from 1; parts stand in order. */
function linesOf(text: string, parts: readonly UnseenPart[]): number[] {
  let line = 1;
  let at = 0;
  return parts.map(({ from }) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < from; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  });
}
