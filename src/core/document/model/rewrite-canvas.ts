import type { HeldRewrite } from "../../records/books.ts";
import type { CanvasRecord } from "../../records/canvas.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { openBook, ownBook, putBook } from "../books/books.ts";
import { checkText } from "../check-text.ts";
import { beginDraft, type Draft, type Moment, type Texts } from "../draft.ts";
import { applyModelWrite, baseOfWrite, type ModelOutcome, type ModelWrite } from "./apply-model-write.ts";
import { judgeRewrite } from "./judge/judge-rewrite.ts";

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
export function rewriteCanvas(
  record: CanvasRecord,
  texts: Texts,
  wish: RewriteWish,
  moment: Moment,
): Result<Rewritten> {
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
