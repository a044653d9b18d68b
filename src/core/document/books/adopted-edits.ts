import { sentenceEditsBetween } from "../../diff/changed-stretches.ts";
import { applyChanges } from "../../diff/text-changes.ts";
import { linedText, onlyUnits, type TextUnit, unitsOf } from "../../diff/text-units.ts";

/**
 * `base` with those of the changes that made it `content` whose sentences stand in `text` too, word for word. A model that
 * has somebody's new sentence in its own text knows of it, whatever it was made from: it neither puts it in a second time
 * nor, by having moved it, has lost it.
 */
export function withAdoptedEdits(base: string, content: string, text: string): string {
  if (base === content || base === text) return base;
  const stood = new Set(sentencesIn(base));
  const sent = new Set(sentencesIn(text));
  const isTaken = (sentence: string): boolean =>
    sent.has(sentence) && !stood.has(sentence) && /[\p{L}\p{N}]/u.test(sentence);
  const taken = sentenceEditsBetween(base, content).flatMap((edit) => {
    const gone = sentencesIn(base.slice(edit.from, edit.to));
    if (gone.length === 0) {
      const insert = onlySentences(edit.insert, isTaken);
      return insert === "" ? [] : [{ ...edit, insert }];
    }
    const come = sentencesIn(edit.insert);
    return come.length > 0 && come.every(isTaken) && !gone.some((sentence) => sent.has(sentence)) ? [edit] : [];
  });
  return applyChanges(base, taken);
}

function sentencesIn(text: string): string[] {
  return placed(text).map(({ from, to }) => text.slice(from, to).trim());
}

/** Only those sentences; nothing where there is none of them. */
function onlySentences(text: string, isWanted: (sentence: string) => boolean): string {
  const units = placed(text);
  const isKept = ({ from, to }: TextUnit): boolean => isWanted(text.slice(from, to).trim());
  return units.some(isKept) ? onlyUnits(text, 0, text.length, units, isKept) : "";
}

function placed(text: string): TextUnit[] {
  const lined = linedText(text);
  return unitsOf(lined, 0, lined.lines.length);
}
