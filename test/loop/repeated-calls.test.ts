/** Calls that are made again because their answer was lost: what was done is not done twice, and nothing is shared by chance. */
import { Client } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/server/storage/memory/store.ts";
import { foundRecord, type Store } from "../../src/server/storage/ports.ts";
import { changeText, firstText, Words, wordsIn } from "./driver/unique-words.ts";
import { startHarness, viewIn } from "./harness.ts";

const connect = (store: Store) => startHarness(store, { client: new Client({ name: "claude-ai", version: "1" }) });
const choice = fc.record({ place: fc.nat(30), kind: fc.nat(47) });
const PATIENCE = { timeout: 600_000 };

test("law: a rewrite that is made again after the person edited changes nothing", PATIENCE, async () => {
  const some = fc.array(choice, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(some, some, fc.boolean(), fc.boolean(), async (models, persons, names, anew) => {
      const store = createMemoryStore();
      const words = new Words();
      const model = await connect(store);
      const first = firstText(words);
      const created = await model.call("write_canvas", { content: first });
      const { canvasId: canvas_id } = created;
      const content = models.reduce((text, each) => changeText(text, each, words.next("m")), first);
      const call = { canvas_id, content, allow_removal: true, ...(names ? { base_version: 1 } : {}) };
      const written = await model.call("write_canvas", call);
      const { key, checkpoint } = viewIn(written);
      const edited = persons.reduce((text, each) => changeText(text, each, words.next("p")), content);
      const save = { canvas_id, key, save_key: "s", base_revision: checkpoint.document.revision, content: edited };
      await model.call("save_canvas", save);
      const again = await (anew ? await connect(store) : model).call("write_canvas", call);
      const { document, proposals } = foundRecord(await store.canvases.find("local", canvas_id))!;
      expect(wordsIn(document.content)).toEqual(wordsIn(edited));
      expect(document.content).toBe(edited);
      expect(proposals).toEqual([]);
      expect(again.isError).toBe(false);
    }),
    { numRuns: 150 },
  );
});

test(
  "law: two conversations that create equal texts have a canvas each, and a create made again has its own",
  PATIENCE,
  async () => {
    const create = fc.record({ who: fc.nat(1), remarks: fc.boolean(), edits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(create, { minLength: 2, maxLength: 5 }), async (creates) => {
        const store = createMemoryStore();
        const content = firstText(new Words());
        const talks = [await connect(store), await connect(store)];
        /** The canvases of each, the newest last; "remarked" by a second create, which may count as work on it or not. */
        const own: { id: string; state: "new" | "remarked" | "edited" }[][] = [[], []];
        for (const [n, { who, remarks, edits }] of creates.entries()) {
          const comments = remarks ? { comments: [{ quote: "Plan", body: `Remark ${n}` }], status: "in_review" } : {};
          const made = await talks[who]!.call("write_canvas", { content, ...comments });
          const before = own[who]!.at(-1);
          if (before?.state === "new") expect(made.canvasId).toBe(before.id);
          if (before?.state === "edited") expect(made.canvasId).not.toBe(before.id);
          if (before === undefined || made.canvasId !== before.id) own[who]!.push({ id: made.canvasId, state: "new" });
          else if (remarks) before.state = "remarked";
          expect(own[1 - who]!.map(({ id }) => id)).not.toContain(made.canvasId);
          if (remarks) {
            const record = foundRecord(await store.canvases.find("local", made.canvasId))!;
            expect(record.comments.map(({ body }) => body)).toContain(`Remark ${n}`);
            expect(record.document.status).toBe("in_review");
          }
          if (!edits) continue;
          const { key, checkpoint } = viewIn(made);
          const save = {
            canvas_id: made.canvasId,
            key,
            save_key: `s${n}`,
            base_revision: checkpoint.document.revision,
          };
          await talks[who]!.call("save_canvas", { ...save, content: `${checkpoint.document.content}\nMine.\n` });
          own[who]!.at(-1)!.state = "edited";
        }
      }),
      { numRuns: 60 },
    );
  },
);
