import { useState } from "react";
import { historyWords as words } from "../words.ts";
import type { SourceLine } from "./compare-source.ts";
import { foldUnchanged } from "./fold-unchanged.ts";

const AROUND = 3;
const SIGNS = { same: " ", added: "+", removed: "−" } as const;

/** Two sources as one, line by line, with their numbers, a sign beside each changed line, and the changed words marked. */
export function ComparedSource({ lines }: { readonly lines: readonly SourceLine[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  return (
    <table className="compared-source">
      <tbody>
        {foldUnchanged(lines, ({ mark }) => mark !== "same", AROUND).map((stretch) =>
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
}

function Line({ line }: { readonly line: SourceLine }) {
  return (
    <tr data-mark={line.mark}>
      <td className="compared-number">{line.before}</td>
      <td className="compared-number">{line.after}</td>
      <td className="compared-sign">
        <span aria-hidden="true">{SIGNS[line.mark]}</span>
        {line.mark !== "same" && <span className="compared-spoken">{words[line.mark]}</span>}
      </td>
      <td className="compared-line" dir="auto">
        {line.pieces.map((piece, at) => {
          const key = `${at}`;
          if (piece.mark === "added") return <ins key={key}>{piece.text}</ins>;
          if (piece.mark === "removed") return <del key={key}>{piece.text}</del>;
          return <span key={key}>{piece.text}</span>;
        })}
      </td>
    </tr>
  );
}
