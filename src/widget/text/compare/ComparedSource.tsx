import { useState } from "react";
import { historyWords as words } from "../../words.ts";
import { VisibleText } from "../unseen/VisibleText.tsx";
import type { SourceLine } from "./compare-source.ts";
import { foldUnchanged } from "./fold-unchanged.ts";

const AROUND = 3;
const SIGNS = { same: " ", added: "+", removed: "−" } as const;

/** Two sources as one, line by line, with their numbers, a sign beside each changed line, and the changed words marked. */
export function ComparedSource({ lines }: { readonly lines: readonly SourceLine[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const ends = lines.filter(({ hasOtherEnd }) => hasOtherEnd).length;
  const table = (
    <table className="compared-source">
      <tbody>
        {foldUnchanged(lines, isShown(ends), AROUND).map((stretch) =>
          stretch.kind === "folded" && !opened.has(stretch.from) ? (
            <tr key={stretch.from}>
              <td colSpan={4}>
                <button
                  type="button"
                  className="compared-fold"
                  onClick={() => setOpened(new Set([...opened, stretch.from]))}
                >
                  {words.unchangedLines(stretch.parts.length)}
                </button>
              </td>
            </tr>
          ) : (
            stretch.parts.map((line) => <Line key={`${line.before}/${line.after}`} line={line} />)
          ),
        )}
      </tbody>
    </table>
  );
  if (ends === 0) return table;
  return (
    <>
      <p className="compared-note">{words.otherEnds(ends)}</p>
      {table}
    </>
  );
}

/** Of a text that was saved with other line breaks throughout, the lines that differ in nothing else stay folded. */
const MOST_ENDS = 20;
const isShown =
  (ends: number) =>
  ({ mark, hasOtherEnd }: SourceLine): boolean =>
    mark !== "same" || (hasOtherEnd === true && ends <= MOST_ENDS);

function Line({ line }: { readonly line: SourceLine }) {
  return (
    <tr data-mark={line.mark}>
      <td className="compared-number">{line.before}</td>
      <td className="compared-number">{line.after}</td>
      <td className="compared-sign">
        <span aria-hidden="true">{SIGNS[line.mark]}</span>
        {line.mark !== "same" && <span className="visually-hidden">{words[line.mark]}</span>}
      </td>
      <td className="compared-line" dir="auto">
        {line.pieces.map((piece, at) => {
          const key = `${at}`;
          if (piece.mark === "added")
            return (
              <ins key={key}>
                <VisibleText text={piece.text} />
              </ins>
            );
          if (piece.mark === "removed")
            return (
              <del key={key}>
                <VisibleText text={piece.text} />
              </del>
            );
          return <VisibleText key={key} text={piece.text} />;
        })}
        {line.hasOtherEnd && (
          <span className="compared-end" role="img" aria-label={words.otherEnd} title={words.otherEnd}>
            ↵
          </span>
        )}
      </td>
    </tr>
  );
}
