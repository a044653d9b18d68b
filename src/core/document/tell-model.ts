import { buildFeedback } from "../feedback/build-feedback.ts";
import { describeMessages, messagesFor } from "../feedback/describe-messages.ts";
import { type Draft, logEvent, note, sealHead } from "./draft.ts";
import type { Told } from "./records.ts";
import { markReviewShown, nextReview } from "./review.ts";

/** Enough for every hunk and comment of a busy canvas; older fingerprints only cost room. */
const MOST_MARKS = 4_000;

interface Showing {
  /** Whoever waited has had the person's answers up to this number: later messages are for it too, told to others or not. */
  readonly knownReview?: number | null;
  /** Whether the model surely reads it. */
  readonly isSure?: boolean;
}

/**
 * The model is shown this canvas: its version is sealed, so that behind the number stands one text, and what the
 * feedback says counts as offered. The person's messages stand above it.
 */
export function showToModel(
  draft: Draft,
  { knownReview = null, isSure = true }: Showing = {},
): { readonly draft: Draft; readonly feedback: string } {
  const feedback = buildFeedback({ checkpoint: draft.record });
  const messages = describeMessages(messagesFor(draft.record.messages ?? [], knownReview));
  const offered = markReviewShown(offer(draft, feedback.marks), isSure ? "yes" : "perhaps", messages.told);
  return { draft: offered, feedback: [messages.text, feedback.text].filter((part) => part !== "").join("\n\n") };
}

/** Before a message speaks of this version: from now on behind its number stands this text, whatever is typed next. */
export function sealForMessage(draft: Draft): Draft {
  const sealed = sealHead(draft);
  const { document, told } = sealed.record;
  if (told.offeredVersion === document.version) return sealed;
  return note(sealed, { told: { ...told, offeredVersion: document.version } });
}

/** The same for a message that the widget sends on the person's behalf. */
export function markSent(draft: Draft): Draft {
  const feedback = buildFeedback({ checkpoint: draft.record });
  const offered = note(offer(draft, feedback.marks), { review: nextReview(draft.record, "sent", draft.moment.now) });
  return logEvent(offered, "sent", { revision: draft.record.document.revision, ...feedback.counts });
}

function offer(draft: Draft, marks: readonly string[]): Draft {
  const sealed = sealHead(draft);
  const { document, told } = sealed.record;
  const known = new Set(told.marks);
  const fresh = marks.filter((mark) => !known.has(mark));
  const isNews = fresh.length > 0 || told.offeredRevision !== document.revision;
  if (!isNews && told.offeredVersion === document.version) return sealed;
  const next: Told = {
    ...told,
    offeredRevision: document.revision,
    offeredVersion: document.version,
    marks: [...told.marks, ...fresh].slice(-MOST_MARKS),
  };
  const noted = note(sealed, { told: next });
  return isNews ? logEvent(noted, "offered", { revision: document.revision }) : noted;
}

/** A call of the model that names the offered version, or a newer one, shows that the model has read the offer. */
export function markSeen(draft: Draft, baseVersion: number | undefined): Draft {
  const { told } = draft.record;
  const names = baseVersion !== undefined && told.offeredVersion !== undefined && baseVersion >= told.offeredVersion;
  if (!names || told.seenRevision >= told.offeredRevision) return draft;
  const noted = note(draft, { told: { ...told, seenRevision: told.offeredRevision } });
  return logEvent(noted, "seen", { revision: told.offeredRevision });
}
