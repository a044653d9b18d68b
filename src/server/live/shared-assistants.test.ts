import { expect, test } from "vitest";
import { createMemoryMarks } from "../storage/memory/marks-for-tests.ts";
import { createSharedAssistants } from "./shared-assistants.ts";

const MINUTE = 60_000;

function machines() {
  const clock = { now: Date.parse("2026-11-17T12:00:00Z") };
  const now = () => new Date(clock.now);
  const inner = createMemoryMarks(now);
  const logged: string[] = [];
  const kept: string[] = [];
  const timers = new Set<() => void>();
  const failing = { is: false };
  const marks = {
    ...inner,
    keep: async (kind: string, key: string, until: Date) => {
      if (failing.is) throw new Error("gone");
      kept.push(key);
      await inner.keep(kind, key, until);
    },
  };
  const after = (_: number, work: () => void) => {
    const run = () => {
      timers.delete(run);
      work();
    };
    timers.add(run);
    return () => void timers.delete(run);
  };
  const machine = () => createSharedAssistants({ marks, now, log: (line) => void logged.push(line), after });
  return { clock, machine, logged, kept, failing, timers };
}

test("every machine names the programs of all, each once, sorted, and one without a name", async () => {
  const { machine } = machines();
  const [one, two] = [machine(), machine()];
  one.heard("local", "vscode", false);
  two.heard("local", "claude-code", false);
  two.heard("local", "vscode", false);
  two.heard("local", undefined, false);
  await one.connected("local");
  expect(await two.connected("local")).toEqual(["", "claude-code", "vscode"]);
  expect(await one.connected("local")).toEqual(["", "claude-code", "vscode"]);
});

test("a program is noted again after a quarter of an hour at the earliest, and counts for half an hour after it was", async () => {
  const { machine, clock, kept } = machines();
  const one = machine();
  for (let minute = 0; minute < 20; minute += 1) {
    one.heard("local", "vscode", false);
    clock.now += MINUTE;
  }
  expect(await one.connected("local")).toEqual(["vscode"]);
  expect(kept).toHaveLength(2);
  clock.now += 30 * MINUTE;
  expect(await one.connected("local")).toEqual([]);
});

test("one at the other end of stdio stays although it says nothing, until its server ends", async () => {
  const { machine, clock, timers } = machines();
  const one = machine();
  one.heard("local", "claude-code", true);
  for (let quarter = 0; quarter < 8; quarter += 1) {
    clock.now += 15 * MINUTE;
    for (const run of [...timers]) run();
  }
  expect(await one.connected("local")).toEqual(["claude-code"]);
  await one.close();
  expect(timers.size).toBe(0);
});

test("what cannot be noted is logged, and tried again after a minute", async () => {
  const { machine, logged, failing, clock } = machines();
  const one = machine();
  failing.is = true;
  one.heard("local", "vscode", false);
  expect(await one.connected("local")).toEqual([]);
  expect(logged).toEqual([expect.stringContaining("could not be noted")]);
  one.heard("local", "vscode", false);
  await one.connected("local");
  expect(logged).toHaveLength(1);
  failing.is = false;
  clock.now += MINUTE;
  one.heard("local", "vscode", false);
  expect(await one.connected("local")).toEqual(["vscode"]);
});

test("one owner's programs are nobody else's to know", async () => {
  const { machine } = machines();
  const [one, two] = [machine(), machine()];
  one.heard("ada", "claude-code", false);
  one.heard("bob", "claude-code", false);
  one.heard("bob", "vscode", false);
  await one.connected("ada");
  expect(await two.connected("ada")).toEqual(["claude-code"]);
  expect(await two.connected("bob")).toEqual(["claude-code", "vscode"]);
  expect(await two.connected("local")).toEqual([]);
});
