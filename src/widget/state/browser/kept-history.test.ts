import fc from "fast-check";
import { expect, test } from "vitest";
import { createFakeServer } from "../../host/fake-server.ts";
import { createBrowserCache } from "../browser-cache.ts";
import { createFakeClock } from "../fake-clock.ts";
import { memoryStorage } from "../text-storage.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";
import { readHistory, textsOf } from "./kept-history.ts";

const TEXT = "# Plan\n\nOne.\n\nTwo.\n";

/** A host that lets no widget reach its server. */
async function closedHost() {
  const server = createFakeServer();
  const clock = createFakeClock();
  const storage = { ...memoryStorage(), kind: "browser" as const };
  let widgets = 0;
  const show = async (content: string): Promise<WidgetRig> => {
    widgets += 1;
    const abilities = { serverTools: false };
    const rig = openWidget({ server, clock, storage, abilities, widgetId: `widget-${widgets}` });
    await rig.replay(content, server.write(content));
    return rig;
  };
  const type = async (rig: WidgetRig, text: string) => {
    rig.actions.type(text);
    await clock.advance(1_000);
  };
  return { show, type, storage, clock };
}

const numbers = async (rig: WidgetRig) => {
  const listed = await rig.actions.listVersions();
  return listed.ok ? listed.versions.map(({ version, by }) => [version, by.kind]) : listed.why;
};
const textAt = async (rig: WidgetRig, version: number) => {
  const loaded = await rig.actions.loadVersion(version);
  return loaded.ok ? loaded.content : loaded.why;
};

test("without a server every version is in the history, and its text can be read", async () => {
  const { show, type } = await closedHost();
  const rig = await show(TEXT);
  await type(rig, TEXT.replace("One.", "One by me."));
  const later = await show(TEXT.replace("Two.", "Two, rewritten."));
  await type(later, `${later.ready().draft}More.\n`);
  expect(await numbers(later)).toEqual([
    [4, "person"],
    [3, "model"],
    [2, "person"],
    [1, "model"],
  ]);
  expect(await textAt(later, 1)).toBe(TEXT);
  expect(await textAt(later, 2)).toBe(TEXT.replace("One.", "One by me."));
  expect(await textAt(later, 3)).toBe(TEXT.replace("One.", "One by me.").replace("Two.", "Two, rewritten."));
  expect(await textAt(later, 4)).toBe(later.ready().draft);
  expect(await textAt(later, 7)).toContain("v7");
});

test("what nobody here has changed is in the history, too, once the model writes again", async () => {
  const { show } = await closedHost();
  await show(TEXT);
  const rig = await show(TEXT.replace("One.", "Another."));
  expect(await numbers(rig)).toEqual([
    [2, "model"],
    [1, "model"],
  ]);
  expect(await textAt(rig, 1)).toBe(TEXT);
});

test("an older text is restored as a new version, and what it took the place of stays", async () => {
  const { show, type, storage } = await closedHost();
  const rig = await show(TEXT);
  const mine = TEXT.replace("One.", "One by me.");
  await type(rig, mine);
  const restored = await rig.actions.restoreVersion(1, undefined, mine);
  expect(restored).toEqual({ ok: true, made: { text: TEXT, replaced: 2 } });
  expect(rig.ready()).toMatchObject({ draft: TEXT, ownText: TEXT });
  expect(await numbers(rig)).toEqual([
    [3, "person"],
    [2, "person"],
    [1, "model"],
  ]);
  expect(await textAt(rig, 2)).toBe(mine);
  expect(createBrowserCache(storage).recall("HN8B")?.checkpoint.document).toMatchObject({ content: TEXT, version: 3 });
});

test("the text that another tab has changed meanwhile is not replaced", async () => {
  const { show, type } = await closedHost();
  const [one, two] = [await show(TEXT), await show(TEXT)];
  await type(one, `${TEXT}Mine.\n`);
  const seen = two.ready().draft;
  expect(await two.actions.restoreVersion(1, undefined, seen)).toMatchObject({ ok: false, moved: true });
  expect(two.ready().draft).toBe(`${TEXT}Mine.\n`);
});

test("law: each text that a version closed with is had again, as far back as there is room", {
  timeout: 120_000,
}, async () => {
  const step = fc.record({ who: fc.boolean(), line: fc.nat(5), long: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
      const { show, type } = await closedHost();
      let model = TEXT;
      let rig = await show(model);
      const texts = new Map([[1, TEXT]]);
      for (const [at, { who, line, long }] of steps.entries()) {
        const grown = (text: string) => {
          const lines = text.split("\n");
          lines.splice(line, long % 3, `Line ${at}`.repeat(long === 0 ? 2_000 : 1));
          return lines.join("\n");
        };
        if (who) await type(rig, grown(rig.ready().draft));
        else {
          model = grown(model);
          rig = await show(model);
        }
        const { version, content } = rig.ready().view.checkpoint.document;
        texts.set(version, content);
      }
      const listed = await rig.actions.listVersions();
      if (!listed.ok) throw new Error(listed.why);
      const versions = listed.versions.map(({ version }) => version);
      expect(versions).toEqual([...texts.keys()].reverse().slice(0, versions.length));
      expect(versions.length).toBeGreaterThanOrEqual(Math.min(texts.size, 2));
      for (const version of versions) expect(await textAt(rig, version)).toBe(texts.get(version));
    }),
    { numRuns: Number(process.env.LOST_RUNS ?? 15) },
  );
});

test("what is damaged takes with it what stands on it, and nothing else", () => {
  const kept = (version: number, insert: string) => ({ version, by: { kind: "person" }, back: [[0, 1, insert]] });
  expect(readHistory([kept(1, "a"), "damaged", kept(3, "c"), kept(4, "d")])).toHaveLength(2);
  expect(readHistory({})).toEqual([]);
  const broken = { ...kept(2, "b"), back: [[5, 99, ""]] };
  const history = readHistory([kept(1, "a"), broken, kept(3, "c")]);
  expect([...textsOf(history, "x")]).toEqual([[3, "c"]]);
});
