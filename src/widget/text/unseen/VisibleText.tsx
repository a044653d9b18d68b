import { mayHoldUnseen, splitUnseen } from "../../../core/text/unseen-characters.ts";
import { markOf } from "./mark-of.ts";
import "./unseen.css";

/** A text in which characters that nobody sees are drawn as marks, each in a direction of its own. */
export function VisibleText({ text }: { readonly text: string }) {
  if (!mayHoldUnseen(text)) return text;
  return splitUnseen(text).map((piece, at) => {
    const key = `${at}`;
    if (piece.kind === null) return <span key={key}>{piece.text}</span>;
    const { label, title } = markOf(piece.text);
    return (
      <bdi
        key={key}
        className="unseen"
        data-kind={piece.kind}
        data-mark={label}
        title={title}
        role="img"
        aria-label={title}
      >
        {piece.text}
      </bdi>
    );
  });
}
