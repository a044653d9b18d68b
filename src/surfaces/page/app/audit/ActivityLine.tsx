import { fullTime } from "../../../../widget/time-in-words.ts";
import { Icon } from "../../../../widget/ui/icons.tsx";
import { writePlace } from "../access/place.ts";
import { pageWords } from "../words.ts";
import { type Line, timeOfDay } from "./audit-lines.ts";
import { type Me, type Piece, sentenceOf } from "./audit-sentence.ts";

interface ActivityLineProps {
  readonly line: Line;
  readonly me: Me;
  /** The canvas cannot be opened any more. */
  readonly gone: boolean;
}

/** One thing that somebody did. */
export function ActivityLine({ line, me, gone }: ActivityLineProps) {
  const { icon, pieces, note } = sentenceOf(line, me);
  return (
    <li className="activity-line" data-kind={line.kind}>
      <span className="activity-icon">
        <Icon name={icon} />
      </span>
      <div className="activity-said">
        <p>
          {pieces.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence, which change together
            <PieceOf key={at} piece={piece} first={at === 0} line={line} gone={gone} />
          ))}
        </p>
        {note !== undefined && (
          <p className="activity-note" dir="auto">
            {note}
          </p>
        )}
      </div>
      <time dateTime={line.at} title={fullTime(line.at)}>
        {timeOfDay(line.at)}
      </time>
    </li>
  );
}

interface PieceProps extends Pick<ActivityLineProps, "line" | "gone"> {
  readonly piece: Piece;
  readonly first: boolean;
}

function PieceOf({ piece, first, line, gone }: PieceProps) {
  // What begins with a sign stands close to what is before it.
  const space = first || (piece.kind === "words" && /^[,;.]/.test(piece.text)) ? "" : " ";
  if (piece.kind === "words") return `${space}${piece.text}`;
  if (piece.kind === "name")
    return (
      <>
        {space}
        <bdi className="activity-name">{piece.text}</bdi>
      </>
    );
  const title = <bdi>{line.title || pageWords.untitled}</bdi>;
  return (
    <>
      {space}
      {gone ? (
        <span className="activity-title">{title}</span>
      ) : (
        <a className="activity-title" href={writePlace({ kind: "canvas", id: line.canvasId })}>
          {title}
        </a>
      )}
    </>
  );
}
