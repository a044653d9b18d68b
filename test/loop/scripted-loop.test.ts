import fc from "fast-check";
import { expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { startHarness, viewIn } from "./harness.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { DOCUMENT, ScriptedPerson, turn } from "./scripted-person.ts";

/** Some thousand calls: a busy machine takes its time over them. */
const PATIENCE_MS = 600_000;

test("a model that reads only what tools say gets from create to approve, 100 times out of 100", {
  timeout: PATIENCE_MS,
}, async () => {
  let approved = 0;
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const harness = await startHarness();
      const model = new ScriptedModel(harness.call);
      const id = await model.write(DOCUMENT);
      const key = foundRecord(await harness.store.canvases.find("local", id))!.widgetKey;
      const person = new ScriptedPerson(
        harness.call,
        viewIn(await harness.call("load_canvas", { canvas_id: id, key })),
      );
      for (const [round, each] of turns.entries()) {
        await model.answer(await person.edit(each, round));
        await person.check();
        harness.wait(60_000);
      }
      await model.asksForReview();
      await person.approve();
      expect(person.status).toBe("approved");
      approved += 1;
      refusals += model.refusals.length;
      await harness.close();
    }),
    { numRuns: 100 },
  );
  expect(approved).toBe(100);
  // It was not all plain sailing: some passages stood in several places, and the refusal alone led on.
  expect(refusals).toBeGreaterThan(0);
});
