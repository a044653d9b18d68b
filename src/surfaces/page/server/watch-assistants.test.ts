import { expect, test } from "vitest";
import { FakeTimer } from "../../../server/clock/fake-timer.ts";
import { LOOK_MS, watchAssistants } from "./page-events.ts";

test("each who wants to know is told who is connected at first, and when that changes; then nobody looks any more", async () => {
  const timer = new FakeTimer();
  let connected: readonly string[] = [];
  let looks = 0;
  const watch = watchAssistants({
    assistants: {
      connected: async () => {
        looks += 1;
        return connected;
      },
    },
    log: () => {},
    after: timer.after,
  });
  const [one, two]: string[][] = [[], []];
  const stopOne = watch("local", (names) => one?.push(names.join()));
  await timer.pass(3 * LOOK_MS);
  const stopTwo = watch("local", (names) => two?.push(names.join()));
  connected = ["claude-code"];
  await timer.pass(LOOK_MS);
  stopOne();
  connected = [];
  await timer.pass(LOOK_MS);
  expect([one, two]).toEqual([
    ["", "claude-code"],
    ["", "claude-code", ""],
  ]);
  stopTwo();
  const before = looks;
  await timer.pass(10 * LOOK_MS);
  expect([looks - before, timer.waiting]).toEqual([0, 0]);
});

test("that nobody can say is logged once, until somebody can again", async () => {
  const timer = new FakeTimer();
  const logged: string[] = [];
  let isBroken = true;
  const said: string[] = [];
  const watch = watchAssistants({
    assistants: {
      connected: async () => {
        if (isBroken) throw new Error("no folder");
        return [];
      },
    },
    log: (line) => void logged.push(line),
    after: timer.after,
  });
  watch("local", (names) => said.push(names.join()));
  await timer.pass(5 * LOOK_MS);
  expect([logged.length, said]).toEqual([1, []]);
  isBroken = false;
  await timer.pass(LOOK_MS);
  expect(said).toEqual([""]);
});
