/**
 * Hosts differ in what they show their model of a result: some the structured part alone wherever there is one, others the
 * text. A model behind each gets from create to approve on nothing but that, with the built program over stdio.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { viewIn } from "../loop/harness.ts";
import { type ModelCall, ScriptedModel } from "../loop/scripted-model.ts";
import { DOCUMENT, ScriptedPerson, turn } from "../loop/scripted-person.ts";
import { type Linked, link } from "./clients.ts";

const PATIENCE_MS = 600_000;
type Raw = Awaited<ReturnType<Linked["result"]>>;

const textOf = ({ content }: Raw): string =>
  (content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("\n");
const VIEWS: readonly (readonly [string, (result: Raw) => string])[] = [
  [
    "structuredContent, else the text",
    (raw) => (raw.structuredContent ? JSON.stringify(raw.structuredContent) : textOf(raw)),
  ],
  ["the text", textOf],
];

describe.each(VIEWS)("a host that shows its model %s", (_, view) => {
  let host: Linked;
  beforeAll(async () => {
    host = await link("client 2.x", "stdio");
  });
  afterAll(() => host.close());

  test("completes the loop 100 times out of 100", { timeout: PATIENCE_MS }, async () => {
    let approved = 0;
    const call: ModelCall = async (tool, args) => {
      const raw = await host.result(tool, args);
      return { isError: raw.isError === true, text: view(raw) };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 2 }), async (turns) => {
        let key = "";
        const model = new ScriptedModel(async (tool, args) => {
          // The widget's key comes with the first result; no model sees it.
          if (tool !== "write_canvas") return call(tool, args);
          const raw = await host.call(tool, args);
          key = viewIn(raw).key;
          return raw;
        });
        const id = await model.write(`${DOCUMENT}\nCanvas number ${approved}.\n`);
        const person = new ScriptedPerson(host.call, viewIn(await host.call("load_canvas", { canvas_id: id, key })));
        for (const [round, each] of turns.entries()) {
          await model.answer(await person.edit(each, round));
          await person.check();
        }
        await model.asksForReview();
        await person.approve();
        expect(person.status).toBe("approved");
        approved += 1;
      }),
      { numRuns: 100, endOnFailure: true },
    );
    expect(approved).toBe(100);
  });
});
