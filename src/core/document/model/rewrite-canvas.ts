import type { HeldRewrite } from "../../records/books.ts";
import type { Canvas } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { openBook, ownBook, putBook } from "../books/books.ts";
import { checkText } from "../check-text.ts";
import { beginDraft, type Draft, type Moment, type Texts } from "../draft.ts";
import { excerpt } from "../protection/protected-text.ts";
import { applyModelWrite, baseOfWrite, type ModelOutcome, type ModelWrite } from "./apply-model-write.ts";
import { diffOf, lineNumbersOf } from "./judge/foreign-form.ts";
import { countLiteralBreaks, literalBreaksOf } from "./judge/literal-breaks.ts";
import { describeLoss } from "./judge/measure-loss.ts";
import { type PlacedPlaceholder, type Placeholders, surveyText } from "./judge/survey-text.ts";
import { unwrapDocument } from "./judge/unwrap-document.ts";

const TOKEN_LENGTH = 6;

export interface RewriteWish extends Omit<ModelWrite, "content" | "baseText"> {
  /** Left out with `confirm`. */
  readonly content?: string;
  /** What was held under this name is meant, as it was sent. */
  readonly confirm?: string;
  /** That much of the text goes is meant. */
  readonly allowRemoval?: boolean;
}

export type Rewritten =
  | ({ readonly kind: "written" } & ModelOutcome)
  /** Nothing was changed: the text looks incomplete, or something sent with it is wrong. It waits under `token`. */
  | {
      readonly kind: "held";
      readonly draft: Draft;
      readonly token: string;
      readonly why: readonly string[];
      readonly code: "looks_incomplete" | "invalid_comments";
    };

/** A rewrite by the model, unless it looks as if it would destroy what it does not mean to: then it is held for ten minutes. */
export function rewriteCanvas(record: Canvas, texts: Texts, wish: RewriteWish, moment: Moment): Result<Rewritten> {
  const { confirm, allowRemoval = false, ...rest } = wish;
  const start = openBook(beginDraft(record, texts, moment), wish.baseVersion);
  const held = confirm === undefined ? undefined : heldAs(start, confirm);
  if (confirm !== undefined && wish.content !== undefined) {
    return refuse("invalid_input", "Pass either content, or confirm for the text that is held; not both.");
  }
  if (confirm !== undefined && held === undefined) {
    const message =
      "There is no text held under this confirm: ten minutes are over, it was written already, or a later text took its place. Send the content again.";
    return refuse("invalid_input", message);
  }
  const given = held?.content ?? wish.content;
  if (given === undefined) return refuse("invalid_input", "content is missing: pass the whole new text.");
  const baseVersion = wish.baseVersion ?? held?.baseVersion;
  const base = baseOfWrite(start, given, baseVersion);
  if (!base.ok) return base;
  const judged = judgeRewrite(given, { content: record.document.content, base: base.base });
  if (judged.kind === "hold" && !allowRemoval && held === undefined) {
    return {
      ok: true,
      ...hold(start, { ...wish, content: given }),
      kind: "held",
      why: judged.why,
      code: "looks_incomplete",
    };
  }
  // Unwrapped from JSON it may hold what no store can keep.
  const bad = checkText("content", judged.text, Number.POSITIVE_INFINITY);
  if (bad !== null) return refuse(bad.code, bad.message);
  const named = baseVersion === undefined ? {} : { baseVersion };
  const written = applyModelWrite(record, texts, { ...withHeld(rest, held), ...named, content: judged.text }, moment);
  if (!written.ok) {
    if (written.error.code !== "invalid_comments") return written;
    // The text was good: it need not be sent again.
    return {
      ok: true,
      ...hold(start, { ...withHeld(rest, held), ...named, content: given, comments: [] }),
      kind: "held",
      why: [written.error.message],
      code: "invalid_comments",
    };
  }
  const { held: _, ...book } = ownBook(written.draft);
  return {
    ...written,
    kind: "written",
    draft: putBook(written.draft, book),
    notes: [...judged.notes, ...written.notes],
  };
}

function heldAs(draft: Draft, token: string): HeldRewrite | undefined {
  const { held } = ownBook(draft);
  if (held === undefined || held.token !== token.trim().toUpperCase()) return undefined;
  // For ten minutes, as a version stays open. ISO times of one form compare as text.
  return held.at > draft.moment.sealOpenedBefore ? held : undefined;
}

/** What was asked for with the text that was held, unless it is asked for anew. */
function withHeld<T extends Omit<RewriteWish, "confirm">>(wish: T, held: HeldRewrite | undefined): T {
  if (held === undefined) return wish;
  const { title, status } = held;
  return {
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status }),
    ...wish,
    comments: wish.comments.length > 0 ? wish.comments : held.comments,
    addresses: wish.addresses.length > 0 ? wish.addresses : held.addresses,
  };
}

function hold(
  draft: Draft,
  wish: Omit<RewriteWish, "content"> & { readonly content: string },
): { readonly draft: Draft; readonly token: string } {
  const { content, baseVersion, title, status, comments, addresses } = wish;
  const { now, randomId } = draft.moment;
  const held: HeldRewrite = {
    token: randomId(TOKEN_LENGTH),
    content,
    at: now,
    ...(baseVersion === undefined ? {} : { baseVersion }),
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status }),
    comments,
    addresses,
  };
  return { draft: putBook(draft, { ...ownBook(draft), held }), token: held.token };
}

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
