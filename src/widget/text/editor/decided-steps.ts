import { invertedEffects } from "@codemirror/commands";
import { type ChangeDesc, type Extension, StateEffect, type Transaction } from "@codemirror/state";
import type { MadeDecision, PlacedDecision } from "../../../core/records/operations.ts";
import { isRecord } from "../../../protocol/partial-check.ts";
import { proposalDecision } from "../../../protocol/widget-inputs.ts";
import { sourceText, toSource } from "./line-breaks.ts";

/** What a change of the text decides beside, and what it takes back. */
export interface StepDecisions {
  /** With the places of their words in the text after it. */
  readonly decided: readonly MadeDecision[];
  readonly takenBack: readonly string[];
  /** The text changes with it. */
  readonly changesText: boolean;
}

// Their places are always of the text before the change that they belong to.
const decide = StateEffect.define<PlacedDecision>({ map: moved });
const takeBack = StateEffect.define<PlacedDecision>({ map: moved });

/** Others wrote meanwhile: what they put beside the words is none of them. */
function moved(step: PlacedDecision, changes: ChangeDesc): PlacedDecision {
  if (step.place === null) return step;
  const from = changes.mapPos(step.place.from, 1);
  return { ...step, place: { from, to: Math.max(from, changes.mapPos(step.place.to, -1)) } };
}

/** With all that its own change puts in. */
function widened(step: PlacedDecision, changes: ChangeDesc): PlacedDecision {
  const { place } = step;
  return place === null
    ? step
    : { ...step, place: { from: changes.mapPos(place.from, -1), to: changes.mapPos(place.to, 1) } };
}

/** The effect that goes with the change that puts the words of the decision into the text. */
export function decidingEffect(step: PlacedDecision): StateEffect<PlacedDecision> {
  return decide.of(step);
}

/** Decisions are undone and made again with the change that they belong to. */
export function decidedSteps(): Extension {
  return invertedEffects.of(({ effects, changes }) =>
    effects.flatMap((effect) => {
      if (effect.is(decide)) return [takeBack.of(widened(effect.value, changes))];
      return effect.is(takeBack) ? [decide.of(widened(effect.value, changes))] : [];
    }),
  );
}

/** Null: the transaction decides nothing. */
export function decisionsOf({ effects, changes, startState, state, docChanged }: Transaction): StepDecisions | null {
  const decided = effects.flatMap((effect) => {
    if (!effect.is(decide)) return [];
    const { decision, place } = effect.value;
    const after = widened(effect.value, changes).place;
    if (place === null || after === null) return [decision];
    const inText = { from: toSource(state, after.from), to: toSource(state, after.to) };
    const was = sourceText(startState).slice(toSource(startState, place.from), toSource(startState, place.to));
    return [{ ...decision, inText, was, put: sourceText(state).slice(inText.from, inText.to) }];
  });
  const takenBack = effects.flatMap((effect) => (effect.is(takeBack) ? [effect.value.decision.id] : []));
  return decided.length + takenBack.length === 0 ? null : { decided, takenBack, changesText: docChanged };
}

/** The decisions in the effects of a stored step, in a form that can be stored. */
export function writeEffects(effects: unknown): readonly unknown[] {
  if (!Array.isArray(effects)) return [];
  return effects.flatMap((effect: unknown) => {
    if (!(effect instanceof StateEffect)) return [];
    if (effect.is(decide)) return [{ decides: true, ...effect.value }];
    return effect.is(takeBack) ? [{ decides: false, ...effect.value }] : [];
  });
}

/** The other way round; null: it is no such form, or its places are outside a text of this length. */
export function readEffects(value: unknown, length: number): readonly StateEffect<PlacedDecision>[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const read = value.map((one: unknown) => readEffect(one, length));
  return read.every((effect) => effect !== null) ? read : null;
}

function readEffect(value: unknown, length: number): StateEffect<PlacedDecision> | null {
  if (!isRecord(value)) return null;
  const decision = proposalDecision.safeParse(value.decision);
  if (!decision.success || decision.data.decision === "reopen") return null;
  const place = readPlace(value.place, length);
  if (place === undefined) return null;
  return (value.decides === true ? decide : takeBack).of({ decision: decision.data, place });
}

function readPlace(value: unknown, length: number): PlacedDecision["place"] | undefined {
  if (value === null) return null;
  if (!isRecord(value) || typeof value.from !== "number" || typeof value.to !== "number") return undefined;
  const { from, to } = value;
  return Number.isSafeInteger(from) && from >= 0 && from <= to && to <= length ? { from, to } : undefined;
}
