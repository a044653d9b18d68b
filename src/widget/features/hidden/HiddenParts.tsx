import type { UnseenPart } from "../../../core/markdown/unseen-parts.ts";
import { Icon } from "../../ui/icons.tsx";
import { unseenWords as words } from "../../words.ts";
import { HiddenList } from "./HiddenList.tsx";
import "./hidden-parts.css";

interface HiddenPartsProps {
  readonly text: string;
  readonly parts: readonly UnseenPart[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onGo?: (part: UnseenPart) => void;
}

/** A quiet line that says how many parts of the text are hidden, and shows them when asked. Nothing where none are. */
export function HiddenParts({ text, parts, isOpen, onOpen, onGo }: HiddenPartsProps) {
  if (parts.length === 0) return null;
  return (
    <section className="hidden-parts" data-open={isOpen}>
      <button type="button" className="hidden-hint" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        <Icon name="Eye" />
        {words.hidden(parts.length)}
        <span className="hidden-act">{isOpen ? words.hide : words.show}</span>
      </button>
      {isOpen && <HiddenList text={text} parts={parts} onGo={onGo} />}
    </section>
  );
}
