import { history, historyField } from "@codemirror/commands";
import { ChangeDesc, ChangeSet, EditorState, type Text, Transaction } from "@codemirror/state";
import { lineChanges } from "../../../core/diff/text-changes.ts";
import { isRecord } from "../../../protocol/partial-check.ts";
import { decidedSteps, readEffects, writeEffects } from "./decided-steps.ts";
import { createDocHash, hashText } from "./text-sums.ts";

/** The editor's undo and redo as they can be stored. They belong to one exact text, in the editor's own line breaks. */
export interface KeptHistory {
  readonly length: number;
  readonly hash: string;
  /** The text itself, where it is small: undo can then be carried over to a text that has changed since. */
  readonly text: string | null;
  readonly caret: { readonly anchor: number; readonly head: number };
  /** In CodeMirror's form, the oldest first. */
  readonly done: readonly unknown[];
  readonly undone: readonly unknown[];
}

/** Characters of one stored history: 500 KB as browsers count them. */
export const MOST_KEPT = 250_000;
const MOST_TEXT = 100_000;
const FIELDS = { history: historyField };

/**
 * Null when there is nothing to undo or redo. Of what is too much the oldest steps are left out. `hashOf`: reads no more of
 * a text than it has to.
 */
export function keepHistory(state: EditorState, hashOf: (doc: Text) => string = createDocHash()): KeptHistory | null {
  const { doc } = state;
  const live: unknown = state.field(historyField);
  // In a state of its own: with the text it would be read whole.
  const json: unknown = EditorState.create({ extensions: historyField.init(() => live) }).toJSON(FIELDS);
  if (!isRecord(json) || !isRecord(json.history)) return null;
  let room = MOST_KEPT;
  const newest = (branch: "done" | "undone"): unknown[] => {
    const kept: unknown[] = [];
    const events = listIn(json.history, branch);
    // CodeMirror's own form leaves out what was decided.
    const withEffects = listIn(live, branch);
    for (let at = events.length - 1; at >= 0; at--) {
      const step = stepOf(events[at], withEffects[at]);
      // Selections alone, at the very bottom: nothing to undo.
      if (step === null) break;
      room -= JSON.stringify(step).length;
      if (room < 0) break;
      kept.unshift(step);
    }
    return kept;
  };
  const done = newest("done");
  const undone = newest("undone");
  if (done.length + undone.length === 0) return null;
  const { anchor, head } = state.selection.main;
  const text = doc.length <= Math.min(MOST_TEXT, room) ? doc.toString() : null;
  return { length: doc.length, hash: hashOf(doc), text, caret: { anchor, head }, done, undone };
}

function listIn(value: unknown, branch: "done" | "undone"): readonly unknown[] {
  const list =
    typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[branch] : null;
  return Array.isArray(list) ? list : [];
}

/** Without the selections after it: they are many, and nobody undoes them. */
function stepOf(event: unknown, live: unknown): unknown {
  if (!isRecord(event) || event.changes === undefined) return null;
  const { changes, mapped, startSelection } = event;
  const decisions = writeEffects(effectsIn(live));
  return {
    changes,
    ...(mapped === undefined ? {} : { mapped }),
    ...(decisions.length === 0 ? {} : { decisions }),
    startSelection,
    selectionsAfter: [],
  };
}

function effectsIn(event: unknown): unknown {
  return typeof event === "object" && event !== null && "effects" in event ? event.effects : null;
}

/** The stored form, or null when it is none: browsers' storages get damaged, and undo must never break the text. */
export function readHistory(value: unknown): KeptHistory | null {
  if (!isRecord(value) || !isRecord(value.caret)) return null;
  const { length, hash, text, done, undone } = value;
  const { anchor, head } = value.caret;
  if (!isLength(length) || typeof hash !== "string" || (text !== null && typeof text !== "string")) return null;
  if (!isLength(anchor) || !isLength(head) || Math.max(anchor, head) > length) return null;
  if (text !== null && (text.length !== length || hashText(text) !== hash)) return null;
  if (!Array.isArray(done) || !Array.isArray(undone)) return null;
  if (!fitTogether(done, length) || !fitTogether(undone, length)) return null;
  return { length, hash, text, caret: { anchor, head }, done, undone };
}

export function isTextOf(kept: KeptHistory, editorText: string): boolean {
  return kept.length === editorText.length && kept.hash === hashText(editorText);
}

/**
 * The value of CodeMirror's history field for this text. If it is another one than the kept text, what others changed
 * since is taken as a change from outside, as long as all of it lies in lines before or behind everything that undo and
 * redo touch. Null where it cannot be had.
 */
export function historyFor(kept: KeptHistory, editorText: string): unknown {
  const same = isTextOf(kept, editorText);
  const before = same ? editorText : kept.text;
  if (before === null) return null;
  try {
    const json = {
      doc: before,
      selection: { ranges: [kept.caret], main: 0 },
      history: { done: kept.done, undone: kept.undone },
    };
    const state = EditorState.fromJSON(json, { extensions: [history(), decidedSteps()] }, FIELDS);
    putEffects(state.field(historyField), kept);
    if (same) return state.field(historyField);
    const changes = lineChanges(before, editorText).map((change) => ({ ...change }));
    const touched = touchedBy([...kept.done, ...kept.undone], before.length);
    // Undone over lines that others wrote anew, half a sentence would come back.
    if (changes.some(({ from, to }) => to >= touched.from && from <= touched.to)) return null;
    const annotations = [Transaction.addToHistory.of(false), Transaction.remote.of(true)];
    return state.update({ changes, annotations }).state.field(historyField);
  } catch {
    // CodeMirror finds it impossible after all: undo begins anew, which is what there was without it.
    return null;
  }
}

/** The decisions of each step, which CodeMirror's own form leaves out, back into its events. */
function putEffects(value: unknown, kept: KeptHistory): void {
  for (const branch of ["done", "undone"] as const) {
    listIn(value, branch).forEach((event, at) => {
      const step = kept[branch][at];
      const length = isRecord(step) ? (readChanges(step.changes)?.length ?? 0) : 0;
      const effects = isRecord(step) ? readEffects(step.decisions, length) : null;
      if (effects !== null && effects.length > 0) Object.assign(event as object, { effects });
    });
  }
}

/** Each step begins in the text that the one after it leads back to. */
function fitTogether(steps: readonly unknown[], length: number): boolean {
  let at = length;
  for (const step of [...steps].reverse()) {
    if (!isRecord(step) || !Array.isArray(step.selectionsAfter) || step.selectionsAfter.length > 0) return false;
    const changes = readChanges(step.changes);
    if (changes === null || changes.length !== at || !isSelectionIn(step.startSelection, changes.newLength))
      return false;
    if (readEffects(step.decisions, changes.length) === null) return false;
    at = changes.newLength;
    if (step.mapped === undefined) continue;
    const mapped = readMapping(step.mapped);
    if (mapped === null || mapped.newLength !== at) return false;
    at = mapped.length;
  }
  return true;
}

/** The stretch of the text outside which no step changes anything. */
function touchedBy(steps: readonly unknown[], length: number): { readonly from: number; readonly to: number } {
  let before = length;
  let behind = length;
  for (const step of steps) {
    if (!isRecord(step)) continue;
    for (const changes of [readChanges(step.changes), readMapping(step.mapped)]) {
      changes?.iterChangedRanges((from, to) => {
        before = Math.min(before, from);
        behind = Math.min(behind, changes.length - to);
      });
    }
  }
  return { from: before, to: length - behind };
}

function readChanges(value: unknown): ChangeSet | null {
  const isPart = (part: unknown): boolean =>
    isLength(part) ||
    (Array.isArray(part) &&
      isLength(part[0]) &&
      part.slice(1).every((line: unknown) => typeof line === "string" && !/[\r\n]/.test(line)));
  return Array.isArray(value) && value.every(isPart) ? ChangeSet.fromJSON(value) : null;
}

function readMapping(value: unknown): ChangeDesc | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  const isSection = (part: unknown, at: number): boolean => isLength(part) || (at % 2 === 1 && part === -1);
  return value.every(isSection) ? ChangeDesc.fromJSON(value) : null;
}

function isSelectionIn(value: unknown, length: number): boolean {
  if (!isRecord(value) || !Array.isArray(value.ranges) || !isLength(value.main)) return false;
  const isInside = (at: unknown): boolean => isLength(at) && at <= length;
  return (
    value.main < value.ranges.length &&
    value.ranges.every((range: unknown) => isRecord(range) && isInside(range.anchor) && isInside(range.head))
  );
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
