import { describe, expect, test } from "vitest";
import { reduceChannels } from "./channels.ts";
import fixtures from "./fixtures/reducers.json" with { type: "json" };
import { reduceCanvas, reduceChat, reduceReleasedCanvas, reduceSession } from "./reducers.ts";

type Reduce = (state: never, action: never) => unknown;

const REDUCERS: Readonly<Record<string, Reduce>> = {
  session: reduceSession as Reduce,
  canvas: reduceCanvas as Reduce,
  chat: reduceChat as Reduce,
  releasedCanvas: reduceReleasedCanvas as Reduce,
  channels: reduceChannels as Reduce,
};

describe.each(fixtures)("$reducer: $description", ({ reducer, initial, actions, expected }) => {
  const reduce = REDUCERS[reducer];
  if (reduce === undefined) throw new Error(`No reducer ${reducer}`);
  const before = JSON.stringify(initial);

  test("comes out as it must, and leaves what it was given alone", () => {
    const states = [initial as unknown];
    for (const action of actions) {
      Object.freeze(states.at(-1));
      states.push(reduce(states.at(-1) as never, action as never));
    }
    expect(states.at(-1)).toEqual(expected);
    expect(JSON.stringify(initial)).toBe(before);
  });

  test("what changes nothing gives the very same back", () => {
    if (JSON.stringify(expected) !== before || actions.some(({ type }: { type?: string }) => type === "canvas/updated"))
      return;
    expect(actions.reduce((state, action) => reduce(state as never, action as never), initial as unknown)).toBe(
      initial,
    );
  });
});
