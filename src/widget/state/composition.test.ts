import { expect, test } from "vitest";
import { createComposition } from "./composition.ts";
import { allSettled, createFakeClock } from "./fake-clock.ts";
import { openWidget } from "./widget-rig.ts";

const TEXT = "# Title\n\nThe line.\n";

async function composing() {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.composing(true);
  rig.actions.type("# Title\n\nThe line.か\n");
  return rig;
}

/** The model writes elsewhere, and the host hands over the result. */
const edited = (rig: Awaited<ReturnType<typeof composing>>, replace = "The very line.") =>
  rig.host.tell({ kind: "result", result: rig.server.edit([{ find: "The line.", replace }]) });

test("what comes from outside waits until the text is composed, and is merged with it then", async () => {
  const rig = await composing();
  edited(rig);
  await allSettled();
  expect(rig.ready().draft).toBe("# Title\n\nThe line.か\n");
  rig.actions.type("# Title\n\nThe line.漢\n");
  rig.actions.composing(false);
  await allSettled();
  expect(rig.ready().draft).toBe("# Title\n\nThe very line.漢\n");
  await rig.clock.advance(1_000);
  expect(rig.server.record().document.content).toBe("# Title\n\nThe very line.漢\n");
});

test("the answer to a save waits as well, and what is composed meanwhile is neither lost nor doubled", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.server.edit([{ find: "The line.", replace: "The very line." }]);
  rig.actions.type("# Title\n\nThe line. Mine.\n");
  const saved = rig.actions.leaving();
  rig.actions.composing(true);
  rig.actions.type("# Title\n\nThe line. Mine.か\n");
  await allSettled();
  expect(rig.ready().draft).toBe("# Title\n\nThe line. Mine.か\n");
  rig.actions.type("# Title\n\nThe line. Mine.漢\n");
  rig.actions.composing(false);
  await saved;
  await rig.clock.advance(1_000);
  expect(rig.ready().draft).toBe("# Title\n\nThe very line. Mine.漢\n");
  expect(rig.server.record().document.content).toBe("# Title\n\nThe very line. Mine.漢\n");
});

test("half-composed letters are kept in the browser and not saved, for five seconds", async () => {
  const rig = await composing();
  await rig.clock.advance(2_000);
  expect(rig.saves()).toEqual([]);
  expect(rig.storage.read("canvas:pending:HN8B:widget-1")).toContain("か");
  await rig.clock.advance(5_000);
  expect(rig.server.record().document.content).toContain("か");
});

test("what was composed is saved at the next rest", async () => {
  const rig = await composing();
  await rig.clock.advance(1_500);
  rig.actions.type("# Title\n\nThe line.漢\n");
  rig.actions.composing(false);
  await rig.clock.advance(1_000);
  expect(rig.saves().map(({ content }) => content)).toEqual(["# Title\n\nThe line.漢\n"]);
});

test("a teardown in the middle saves what is there, and waits for nobody", async () => {
  const rig = await composing();
  await rig.host.tearDown();
  expect(rig.server.record().document.content).toBe("# Title\n\nThe line.か\n");
});

test("letters that were taken back do not come back from the browser's copy", async () => {
  const rig = await composing();
  edited(rig);
  rig.actions.type(TEXT);
  rig.actions.composing(false);
  await rig.clock.advance(60_000);
  expect(rig.ready().draft).toBe("# Title\n\nThe very line.\n");
  expect(rig.server.record().document.content).toBe("# Title\n\nThe very line.\n");
  expect(rig.storage.read("canvas:pending:HN8B:widget-1")).toBeNull();
});

test("signals come in their order, and a look that changed comes at once", async () => {
  const rig = await composing();
  edited(rig, "The second line.");
  rig.host.tell({ kind: "context", context: { ...rig.host.context, theme: "dark" } });
  rig.host.tell({ kind: "result", result: rig.server.edit([{ find: "second", replace: "third" }]) });
  await allSettled();
  expect([rig.store.state().host?.theme, rig.ready().draft]).toEqual(["dark", "# Title\n\nThe line.か\n"]);
  rig.actions.composing(false);
  await allSettled();
  expect(rig.ready().draft).toBe("# Title\n\nThe third line.か\n");
});

test("a composition that nobody ends holds nothing back for ever", async () => {
  const clock = createFakeClock();
  const composition = createComposition(clock);
  composition.set(true);
  const done: string[] = [];
  void composition.whenDone(100).then(() => done.push("soon"));
  void composition.whenDone().then(() => done.push("late"));
  await clock.advance(100);
  expect(done).toEqual(["soon"]);
  await clock.advance(60_000);
  expect(done).toEqual(["soon", "late"]);
});

test("a page that is hidden sends what was typed, although the answer before waits for a composition", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type(`${TEXT}a`);
  const first = rig.actions.leaving();
  rig.actions.composing(true);
  rig.actions.type(`${TEXT}ab`);
  await allSettled();
  void rig.actions.leaving(true);
  await allSettled();
  expect(rig.server.record().document.content).toBe(`${TEXT}ab`);
  await first;
});
