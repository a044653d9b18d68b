import { mapPosition } from "../../core/diff/position-map.ts";
import { changesBetween } from "../../core/diff/text-changes.ts";
import type { CommentOperation } from "../../core/records/operations.ts";
import type { LocalChanges } from "./state.ts";

/** Operations on passages that wait for a save, with their offsets moved from the text before to the text after. */
export function rebaseLocal(local: LocalChanges, before: string, after: string): LocalChanges {
  // Only these carry offsets, and there are rarely any: typing must not pay for a diff.
  if (!local.comments.some(isPlaced) && !local.protect.some((one) => one.op === "add")) return local;
  const changes = changesBetween(before, after);
  const move = (offset: number, length: number) => {
    const from = mapPosition(changes, offset, 1);
    const to = Math.max(from, mapPosition(changes, offset + length, -1));
    return { offset: from, length: to - from };
  };
  const comments = local.comments.map((operation): CommentOperation => {
    if (operation.op === "attach") {
      const moved = move(operation.offset, operation.length);
      return moved.length === 0 ? operation : { ...operation, ...moved };
    }
    if (operation.op !== "add" || operation.anchor === null) return operation;
    const moved = move(operation.anchor.offset, operation.anchor.length);
    // The words went before the comment was saved: it keeps its quote, and the server will call it an orphan.
    if (moved.length === 0) return operation;
    const quotedText = after.slice(moved.offset, moved.offset + moved.length);
    return { ...operation, anchor: { ...moved, quotedText } };
  });
  const protect = local.protect.map((operation) => {
    if (operation.op !== "add") return operation;
    const moved = move(operation.offset, operation.length);
    if (moved.length === 0) return operation;
    return { ...operation, ...moved, quotedText: after.slice(moved.offset, moved.offset + moved.length) };
  });
  return { ...local, comments, protect };
}

function isPlaced(operation: CommentOperation): boolean {
  return operation.op === "attach" || (operation.op === "add" && operation.anchor !== null);
}

/** Two sets of waiting changes as one, the later winning where only one can stand. */
export function joinLocal(earlier: LocalChanges, later: LocalChanges): LocalChanges {
  const decided = new Set(later.decisions.map((decision) => decision.id));
  return {
    title: later.title ?? earlier.title,
    comments: [...earlier.comments, ...later.comments],
    decisions: [...earlier.decisions.filter((decision) => !decided.has(decision.id)), ...later.decisions],
    suggestOnly: later.suggestOnly ?? earlier.suggestOnly,
    protect: [...earlier.protect, ...later.protect],
  };
}
