import { describeAnchor } from "../../comments/describe-anchor.ts";
import { nearestOccurrence } from "../../comments/find-quote.ts";
import { isAttached } from "../../comments/map-anchors.ts";
import { reanchorAll } from "../../comments/reanchor.ts";
import { personOf } from "../../people/person-of.ts";
import type { Anchor, Protection } from "../../records/canvas.ts";
import type { ProtectionOperation } from "../../records/operations.ts";
import { amend, type Draft, logEvent, nextRevision } from "../draft.ts";

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
  const person = personOf(draft.moment.by);
  const named = person === null ? {} : { by: person };
  const notes: string[] = [];
  const anchors = anchorsOf(draft, operations, measuredIn);
  for (const operation of operations) {
    if (operation.op === "remove") {
      if (protections.some(({ id }) => id === operation.id)) {
        protections = protections.filter(({ id }) => id !== operation.id);
      }
      continue;
    }
    const anchor = anchors.get(operation);
    if (anchor === undefined) {
      notes.push("That passage has just been changed: select it again to protect it.");
    } else if (protections.length >= MOST) {
      notes.push(`A canvas holds ${MOST} protected passages: free some first.`);
    } else if (!stands(protections, operation.id, anchor)) {
      protections = [...protections, { id: operation.id, anchor, createdAt: draft.moment.now, ...named }];
    }
  }
  if (protections === draft.record.protections) return { draft, notes };
  const ids = protections.map(({ id }) => id);
  const before = draft.record.protections.map(({ id }) => id);
  const added = ids.filter((id) => !before.includes(id));
  const event = { ids, added, removed: before.filter((id) => !ids.includes(id)) };
  return { draft: logEvent(amend(draft, { protections }), "protected", event), notes };
}

function stands(protections: readonly Protection[], id: string, anchor: Anchor): boolean {
  return protections.some(
    (other) =>
      other.id === id || (other.anchor.offset === anchor.offset && other.anchor.quotedText === anchor.quotedText),
  );
}

/** Of those whose words stand in the text; where it has moved on from the one they were measured in, the two are compared once. */
function anchorsOf(
  draft: Draft,
  operations: readonly ProtectionOperation[],
  measuredIn: string,
): ReadonlyMap<ProtectionOperation, Anchor> {
  const { content } = draft.record.document;
  const revision = nextRevision(draft);
  const measured = operations.flatMap((operation) => {
    const anchor = operation.op === "remove" ? null : anchorIn(measuredIn, operation, revision);
    return anchor === null ? [] : [{ operation, anchor }];
  });
  const placed = reanchorAll(
    measured.map(({ anchor }) => anchor),
    measuredIn,
    content,
    revision,
  );
  return new Map(
    measured.flatMap(({ operation, anchor: { quotedText } }, i) => {
      const anchor = placed[i]!;
      return anchor.quotedText === quotedText && isAttached(anchor, content) ? [[operation, anchor]] : [];
    }),
  );
}

function anchorIn(
  text: string,
  { offset, quotedText }: { readonly offset: number; readonly quotedText: string },
  revision: number,
): Anchor | null {
  if (quotedText.trim() === "") return null;
  const at = text.startsWith(quotedText, offset) ? offset : nearestOccurrence(text, quotedText, offset);
  return at === null ? null : describeAnchor(text, at, quotedText.length, revision);
}
