import { sentenceEditsBetween } from "../diff/meet-changes.ts";
import { applyChanges } from "../diff/text-changes.ts";
import { linedText, type TextUnit, unitsOf } from "../diff/text-units.ts";

/**
 * `base` with those of the changes that made it `content` whose sentences stand in `text` too, word for word. A model that
 * has somebody's new sentence in its own text knows of it, whatever it was made from: it neither puts it in a second time
 * nor, by having moved it, has lost it.
 */
export function withTakenUp(base: string, content: string, text: string): string {
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

/** Those sentences, with the white space that parts them from what stands before and behind. */
function onlySentences(text: string, isWanted: (sentence: string) => boolean): string {
  const units = placed(text);
  const wanted = units.filter(({ from, to }) => isWanted(text.slice(from, to).trim()));
  if (wanted.length === 0 || wanted.length === units.length) return wanted.length === 0 ? "" : text;
  const parts = wanted.map((unit) => text.slice(unit.from, units[units.indexOf(unit) + 1]?.from ?? text.length));
  return text.slice(0, units[0]!.from) + parts.join("").trimEnd() + text.slice(text.trimEnd().length);
}

function placed(text: string): TextUnit[] {
  const lined = linedText(text);
  return unitsOf(lined, 0, lined.lines.length);
}
