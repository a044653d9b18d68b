import { describeAnchor } from "../comments/describe-anchor.ts";
import { nearestOccurrence } from "../comments/find-quote.ts";
import { reanchorAll } from "../comments/reanchor.ts";
import { amend, type Draft, logEvent, nextRevision } from "./draft.ts";
import { isAttached } from "./map-anchors.ts";
import type { Anchor, Protection, ProtectionOperation } from "./records.ts";

const MOST = 500;

/**
 * Passages that the person protects or frees. `measuredIn` is the text of the offsets. One that has just been changed
 * is not protected, and said: the person must see what they protect.
 */
export function applyProtections(
  draft: Draft,
  operations: readonly ProtectionOperation[],
  measuredIn: string,
): { readonly draft: Draft; readonly notes: readonly string[] } {
  let protections = draft.record.protections;
  const notes: string[] = [];
  for (const operation of operations) {
    if (operation.op === "remove") {
      if (protections.some(({ id }) => id === operation.id)) {
        protections = protections.filter(({ id }) => id !== operation.id);
      }
      continue;
    }
    const anchor = anchorOf(draft, operation, measuredIn);
    if (anchor === null) {
      notes.push("That passage has just been changed: select it again to protect it.");
    } else if (protections.length >= MOST) {
      notes.push(`A canvas holds ${MOST} protected passages: free some first.`);
    } else if (!stands(protections, operation.id, anchor)) {
      protections = [...protections, { id: operation.id, anchor, createdAt: draft.moment.now }];
    }
  }
  if (protections === draft.record.protections) return { draft, notes };
  const event = { ids: protections.map(({ id }) => id) };
  return { draft: logEvent(amend(draft, { protections }), "protected", event), notes };
}

function stands(protections: readonly Protection[], id: string, anchor: Anchor): boolean {
  return protections.some(
    (other) =>
      other.id === id || (other.anchor.offset === anchor.offset && other.anchor.quotedText === anchor.quotedText),
  );
}

function anchorOf(
  draft: Draft,
  wanted: { readonly offset: number; readonly quotedText: string },
  measuredIn: string,
): Anchor | null {
  const { content } = draft.record.document;
  const revision = nextRevision(draft);
  const at = measuredIn.startsWith(wanted.quotedText, wanted.offset)
    ? wanted.offset
    : nearestOccurrence(measuredIn, wanted.quotedText, wanted.offset);
  if (at === null || wanted.quotedText.trim() === "") return null;
  const anchor = describeAnchor(measuredIn, at, wanted.quotedText.length, revision);
  const placed = measuredIn === content ? anchor : reanchorAll([anchor], measuredIn, content, revision)[0]!;
  return placed.quotedText === wanted.quotedText && isAttached(placed, content) ? placed : null;
}
