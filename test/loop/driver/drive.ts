import type { Store } from "../../../src/server/storage/ports.ts";
import { allSettled, createFakeClock } from "../../../src/widget/state/fake-clock.ts";
import { memoryStorage } from "../../../src/widget/state/text-storage.ts";
import { DrivenModel, type Habits } from "./driven-model.ts";
import { type Browser, DrivenTab } from "./driven-tab.ts";
import { type Served, ServerSide } from "./server-side.ts";
import { firstText } from "./unique-words.ts";

const MODEL_DEEDS = ["read", "rewrite", "rewrite", "edit", "edit", "suggest", "retry"] as const;
const TAB_DEEDS = [
  "type",
  "type",
  "type",
  "type",
  "pass",
  "pass",
  "pass",
  "pass",
  "rest",
  "rest",
  "show",
  "comment",
  "decide",
  "restore",
  "send",
  "close",
  "open",
] as const;
const FATES = ["answered", "answered", "answered", "answered", "answered", "lost", "never arrived", "twice"] as const;

/** One thing that one of them does. The numbers choose what exactly, as far as there is something to choose. */
export interface Step {
  readonly who: number;
  readonly deed: (typeof MODEL_DEEDS)[number] | (typeof TAB_DEEDS)[number];
  readonly fate: (typeof FATES)[number];
  readonly place: number;
  readonly kind: number;
  readonly luck: number;
}

export interface Cast extends Habits {
  readonly models: 1 | 2;
  readonly restores: boolean;
}

/** A random number below `n`, the next of a fixed row. */
export type Random = (n: number) => number;

/** The row of a seed. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

export function randomSteps(random: Random, count: number, cast: Cast): Step[] {
  return Array.from({ length: count }, () => {
    const who = random(10) < 4 ? random(cast.models) : 2 + random(2);
    const deeds = who < 2 ? MODEL_DEEDS : TAB_DEEDS.filter((deed) => cast.restores || deed !== "restore");
    const deed = deeds[random(deeds.length)]!;
    return { who, deed, fate: FATES[random(FATES.length)]!, place: random(60), kind: random(48), luck: random(100) };
  });
}

/** Plays the steps, and in the end lets everything arrive. Throws a Fault, with the story so far, when something is wrong. */
export async function play(store: Store, steps: readonly Step[], cast: Cast): Promise<void> {
  const side = new ServerSide(store);
  try {
    const stage = await begin(side, cast);
    for (const step of steps) await take(stage, step);
    await finish(stage);
  } catch (error) {
    if (error instanceof Error) error.message = `${error.message}\n\n${side.story.join("\n")}`;
    throw error;
  } finally {
    await side.close();
  }
}

interface Stage {
  readonly side: ServerSide;
  readonly models: readonly DrivenModel[];
  readonly tabs: readonly DrivenTab[];
  readonly browser: Browser;
}

async function begin(side: ServerSide, cast: Cast): Promise<Stage> {
  const clients = ["claude-ai", "vscode"].slice(0, cast.models);
  const models = await Promise.all(
    clients.map(async (client) => new DrivenModel(client, client, side, await side.connect(client), cast)),
  );
  const text = firstText(side.words);
  await models[0]!.begins(text);
  side.story.push(`v1: ${JSON.stringify(text)}`);
  const record = await side.record();
  side.key = record.widgetKey;
  const browser = {
    storage: { ...memoryStorage(), kind: "browser" as const },
    clock: createFakeClock(),
    alive: new Set<string>(),
  };
  const tabs = [1, 2].map((n) => new DrivenTab(`tab ${n}`, side, browser, models[n % models.length]!));
  for (const tab of tabs) await tab.opens();
  return { side, models, tabs, browser };
}

async function take(stage: Stage, step: Step): Promise<void> {
  const { side, models, tabs, browser } = stage;
  const model = models[step.who];
  if (model !== undefined) {
    await modelStep(model, step);
    return;
  }
  const tab = tabs[step.who - 2]!;
  switch (step.deed) {
    case "type":
      tab.types(step);
      break;
    case "pass":
      await tab.lets(step, step.fate);
      break;
    case "rest": {
      const ms = [300, 1_000, 5_000, 40_000, 11 * 60_000][step.kind % 5]!;
      side.timer.now += ms;
      await browser.clock.advance(ms);
      break;
    }
    case "show":
      await tab.isShown();
      break;
    case "comment":
      tab.comments(step);
      break;
    case "decide":
      tab.decides(step);
      break;
    case "restore":
      tab.restores(step);
      break;
    case "send":
      tab.sends();
      break;
    case "close":
      await tab.closes(step);
      break;
    case "open":
      await tab.opens();
      break;
  }
  await allSettled();
  for (const each of tabs) each.looks();
}

function modelStep(model: DrivenModel, step: Step): Promise<Served | null> {
  switch (step.deed) {
    case "read":
      return model.reads(step);
    case "edit":
      return model.edits(step, "apply");
    case "suggest":
      return model.edits(step, "suggest");
    case "retry":
      return model.retries(step);
    default:
      return model.rewrites(step);
  }
}

/** Everything that is asked gets its answer, and time goes by. */
async function finish({ side, models, tabs, browser }: Stage): Promise<void> {
  side.story.push("(in the end everything arrives)");
  for (const tab of tabs) await tab.opens();
  for (let round = 0; round < 60; round++) {
    for (const tab of tabs) while (tab.waits) await tab.lets({ place: 0, kind: 0 }, "answered");
    if (round % 3 === 2) await browser.clock.advance(31_000);
    if (round % 10 === 9) for (const tab of tabs) if (!tab.waits) await tab.isShown();
    await allSettled();
  }
  for (const model of models) await model.reads({ place: 0, kind: 1, luck: 0, fate: "answered" });
  const record = await side.record();
  for (const tab of tabs) tab.checkEnd(record.document.content);
  side.ledger.checkEnd(record, await side.history());
}
