import { excerpt } from "../../protection/protected-text.ts";
import { diffOf, lineNumbersOf } from "./foreign-form.ts";
import { countLiteralBreaks, literalBreaksOf } from "./literal-breaks.ts";
import { describeLoss } from "./measure-loss.ts";
import { type PlacedPlaceholder, type Placeholders, surveyText } from "./survey-text.ts";
import { unwrapDocument } from "./unwrap-document.ts";

/** What to do with a text that a model sent as the whole new text. */
export type RewriteVerdict =
  /** `text` is to be written; `notes` are sentences for the model about what was unwrapped. */
  | { readonly kind: "take"; readonly text: string; readonly notes: readonly string[] }
  /** It looks incomplete: `why` are sentences with the figures and the places. The caller says the way on. */
  | {
      readonly kind: "hold";
      readonly text: string;
      readonly notes: readonly string[];
      readonly why: readonly string[];
    };

/**
 * Takes off what a model put around its text, and holds a text that stands for more than it says. `known` is null for a new
 * canvas, which is never held. Signs count only outside code and only where neither the canvas's text now (`content`)
 * nor the text that the model worked from (`base`) has them; losses are those against `base`.
 */
export function judgeRewrite(
  given: string,
  known: { readonly content: string; readonly base: string } | null,
): RewriteVerdict {
  if (known === null) return { kind: "take", ...unwrapDocument(given, []) };
  const { content, base } = known;
  if (given === content || given === base) return { kind: "take", text: given, notes: [] };
  const texts = content === base ? [base] : [content, base];
  const { text, notes } = unwrapDocument(given, texts);
  if (texts.includes(text)) return { kind: "take", text, notes };
  const why = whyIncomplete(text, texts, base);
  return why.length === 0 ? { kind: "take", text, notes } : { kind: "hold", text, notes, why };
}

function whyIncomplete(text: string, texts: readonly string[], base: string): readonly string[] {
  if (text.trim() === "") {
    if (texts.some((one) => one.trim() === "")) return [];
    const had = `The canvas has ${base.length.toLocaleString("en")} characters.`;
    return [text === "" ? `The text is empty. ${had}` : `The text is only white space. ${had}`];
  }
  return [whyForeign(text, texts, base) ?? whyMissing(text, texts, base)].flat();
}

/** Why it is not the text but a form of it; null when it is the text. */
function whyForeign(text: string, texts: readonly string[], base: string): string | null {
  const breaks = literalBreaksOf(text);
  if (breaks > 0 && texts.every((one) => countLiteralBreaks(one) === 0)) {
    return `It has ${breaks.toLocaleString("en")} literal \\n (a backslash and the letter n) and no line break.`;
  }
  const numbers = lineNumbersOf(text, texts);
  if (numbers !== null && texts.every((one) => lineNumbersOf(one, [one]) === null)) {
    return `Every line begins with a line number (${numbers.first} to ${numbers.last}).`;
  }
  const diff = diffOf(text, base);
  if (diff !== null && texts.every((one) => diffOf(one, one) === null)) {
    return `It is a diff (${lines(diff.added)} with "+", ${lines(diff.removed)} with "-"), not the text.`;
  }
  return null;
}

const lines = (count: number): string => `${count.toLocaleString("en")} line${count === 1 ? "" : "s"}`;

/** What stands for text that is not there, and how much is gone. */
function whyMissing(text: string, texts: readonly string[], base: string): readonly string[] {
  const survey = surveyText(text);
  const before = surveyText(base);
  const hasSigns = survey.phrases.count + survey.ellipses.count > 0;
  const surveys = hasSigns ? [before, ...texts.filter((one) => one !== base).map(surveyText)] : [];
  const why: string[] = [];
  if (surveys.every(({ phrases }) => phrases.count === 0)) {
    why.push(
      ...describePlaceholders(
        survey.phrases,
        ({ line, text, whole }) => `Line ${line} ${whole ? "is" : "ends in"} the placeholder "${excerpt(text)}".`,
      ),
    );
  }
  if (surveys.every(({ ellipses }) => ellipses.count === 0)) {
    why.push(
      ...describePlaceholders(
        survey.ellipses,
        ({ line, text }) => `Line ${line} is only "${excerpt(text)}", which the canvas does not have.`,
      ),
    );
  }
  const loss = describeLoss({ text: base, survey: before }, { text, survey });
  return loss === null ? why : [...why, loss];
}

function describePlaceholders(
  { count, first }: Placeholders,
  describe: (one: PlacedPlaceholder) => string,
): readonly string[] {
  const more = count - first.length;
  const rest = more > 0 ? [`So ${more === 1 ? "is 1 more line" : `are ${more.toLocaleString("en")} more lines`}.`] : [];
  return [...first.map(describe), ...rest];
}
