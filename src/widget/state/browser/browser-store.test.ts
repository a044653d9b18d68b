/** What the contract of every store asks for (src/server/storage/contract), as far as a browser keeps canvases. */
import { describe, expect, test } from "vitest";
import { applyModelWrite } from "../../../core/document/model/apply-model-write.ts";
import { applyPersonSave, type PersonSave } from "../../../core/document/person/apply-person-save.ts";
import { checkpointFor } from "../../../core/document/review/tell-model.ts";
import type { Canvas } from "../../../core/records/canvas.ts";
import { refuse } from "../../../core/records/refusal.ts";
import { type BrowserCache, createBrowserCache } from "../browser-cache.ts";
import { smallStorage } from "../small-storage.ts";
import { memoryStorage, openStorage, type TextStorage } from "../text-storage.ts";
import { canvasOf, copyOf, type KeptView, keptView } from "./browser-record.ts";
import { newestHere, updateHere } from "./browser-store.ts";
import { viewOfText } from "./view-of-text-for-tests.ts";

const NOW = "2026-11-16T12:00:00.000Z";
const TEXT = "# Über\r\n\r\ntext\r trailing  \n👩‍👩‍👧 'quoted' \"too\" \\ \u2028\n\nTwo words stand here.\n";

/** Somebody who has opened the store: a widget. */
class Opener {
  readonly cache: BrowserCache;
  private drawn = 0;
  private readonly name: string;

  constructor(storage: TextStorage, name = "A") {
    this.cache = createBrowserCache(storage);
    this.name = name;
  }

  readonly deps = (): Parameters<typeof updateHere>[0] => ({
    cache: this.cache,
    clock: { now: () => Date.parse(NOW) },
    newKey: () => `${this.name}${++this.drawn}`.padEnd(32, "2"),
  });

  keep(view: KeptView): KeptView {
    expect(this.cache.remember(view)).toBe(true);
    return this.kept();
  }

  kept(): KeptView {
    const kept = this.cache.recall("HN8B");
    if (kept === null) throw new Error("Nothing is kept");
    return kept;
  }

  save(shown: KeptView, work: Partial<PersonSave>): ReturnType<typeof updateHere<object>> {
    const whole = { comments: [], decisions: [], sent: false, baseRevision: 0, ...work };
    return updateHere<object>(this.deps(), shown, "person", (canvas, moment) =>
      applyPersonSave(canvas, new Map(), { baseContent: shown.checkpoint.document.content, ...whole }, moment),
    );
  }
}

const browser = (): TextStorage => ({ ...memoryStorage(), kind: "browser" });
const made = (content = TEXT): KeptView => {
  const view: KeptView = { ...viewOfText(content, "HN8B"), storeId: "store", owner: "local", key: "k", state: "1" };
  return keptView(canvasOf(view, NOW), view, view.state, { server: copyOf(view.checkpoint) });
};
const everything = (storage: TextStorage) => storage.names().map((name) => [name, storage.read(name)]);

describe("keeping and finding", () => {
  test("a canvas comes back exactly as it was kept, with all that the rules ask for", () => {
    const opener = new Opener(browser());
    const shown = opener.keep(made());
    const content = TEXT.replace("Two words", "Three words");
    opener.save(shown, {
      content,
      title: "Über alles",
      comments: [{ op: "add", id: "c1", body: "why?", anchor: { offset: 8, length: 4, quotedText: "text" } }],
      protect: [{ op: "add", id: "p1", offset: 8, length: 4, quotedText: "text" }],
      settings: { suggestOnly: true },
      sent: true,
    });
    const decided = updateHere(opener.deps(), opener.kept(), "model", (canvas, moment) =>
      applyModelWrite(
        canvas,
        new Map(),
        { content: TEXT.replace("here", "there"), comments: [], addresses: [] },
        moment,
      ),
    );
    if (decided.kind !== "done") throw new Error(decided.kind);
    const { pastTexts: _, turn: __, ...canvas } = decided.made.draft.record;
    const { meta: ___, ...read } = canvasOf(opener.kept(), NOW);
    expect({ ...read, meta: {} }).toEqual(canvas);
    expect(opener.kept()).toEqual(decided.view);
    expect(opener.kept().checkpoint).toEqual(checkpointFor(decided.made.draft.record));
  });

  test("the empty text is a text", () => {
    const opener = new Opener(browser());
    opener.save(opener.keep(made("")), { title: "Empty" });
    expect(opener.kept().checkpoint.document).toMatchObject({ content: "", title: "Empty" });
  });

  test("an unknown id is null, and what another store or owner has is not taken for it", () => {
    const opener = new Opener(browser());
    const shown = opener.keep(made());
    expect(opener.cache.recall("BBBB")).toBeNull();
    const others = { ...shown, owner: "ann", checkpoint: made("another").checkpoint };
    expect(newestHere(opener.deps(), others)).toBe(others);
  });

  test.each([
    ["a document that is no JSON", "canvas:doc:HN8B", "{"],
    ["a document of another moment", "canvas:doc:HN8B", '{"id":"HN8B","revision":99}'],
    ["a checkpoint that is none", "canvas:checkpoint:HN8B", '{"revision":1}'],
  ])("%s is none, and what is shown goes on from itself", (_, name, text) => {
    const storage = browser();
    const opener = new Opener(storage);
    const shown = opener.keep(made());
    storage.write(name, text);
    expect(opener.cache.recall("HN8B")).toBeNull();
    expect(opener.save(shown, { content: `${TEXT}More.\n` }).kind).toBe("done");
    expect(opener.kept().checkpoint.document.content).toBe(`${TEXT}More.\n`);
  });

  test.each([
    ["its books", (beside: Record<string, unknown>) => ({ ...beside, books: [{ client: 5 }] })],
    [
      "texts that fit no more",
      (beside: Record<string, unknown>) => ({ ...beside, server: { content: [[0, 9_999, ""]] } }),
    ],
    ["all of it", () => "damaged"],
    ["nothing else, as an early release", () => undefined],
  ])("a canvas whose details are damaged is still one: %s", (_, change) => {
    const storage = browser();
    const opener = new Opener(storage);
    opener.save(opener.keep(made()), { content: TEXT.replace("Two", "Three") });
    const name = "canvas:checkpoint:HN8B";
    const stored = JSON.parse(storage.read(name) ?? "{}");
    storage.write(name, JSON.stringify({ ...stored, beside: change(stored.beside) }));
    const found = opener.kept();
    expect(found.checkpoint.document.content).toBe(TEXT.replace("Two", "Three"));
    expect(opener.save(found, { content: TEXT.replace("Two", "Four") }).kind).toBe("done");
    expect(opener.kept().checkpoint).toMatchObject({
      document: { content: TEXT.replace("Two", "Four"), version: 2 },
      baseline: TEXT,
    });
  });

  test("no text is kept twice", () => {
    const storage = browser();
    const opener = new Opener(storage);
    const content = `${"A long text. ".repeat(1_000)}\n`;
    opener.save(opener.keep(made(content)), { content: `${content}More.\n` });
    const stored = storage.read("canvas:checkpoint:HN8B")?.length ?? 0;
    // The text that the model knows is whole in what every release reads.
    expect(stored).toBeLessThan(content.length + 5_000);
  });
});

describe("updating", () => {
  test("the decision sees the newest, whatever is shown; of two openers neither overwrites the other", () => {
    const storage = browser();
    const [one, two] = [new Opener(storage, "A"), new Opener(storage, "B")];
    const shown = one.keep(made());
    one.save(shown, { content: TEXT.replace("Two", "Three") });
    const second = two.save(shown, { content: TEXT.replace("here", "there") });
    const both = TEXT.replace("Two", "Three").replace("here", "there");
    expect(second).toMatchObject({ kind: "done", view: { checkpoint: { document: { content: both, revision: 3 } } } });
    expect(one.kept()).toEqual(two.kept());
    expect(newestHere(one.deps(), shown)).toEqual(second.view);
  });

  test("a hundred saves of many openers all count", () => {
    const storage = browser();
    const openers = Array.from({ length: 5 }, (_, n) => new Opener(storage, "ABCDE"[n]));
    const shown = openers[0]!.keep(made());
    for (let n = 0; n < 100; n++) {
      const comment = { op: "add", id: `c${n}`, body: `${n}`, anchor: null } as const;
      expect(openers[n % 5]!.save(shown, { comments: [comment] }).kind).toBe("done");
    }
    expect(openers[0]!.kept().checkpoint.comments).toHaveLength(100);
    expect(openers[0]!.kept().checkpoint.document.revision).toBe(101);
  });

  test("what is shown is newer than what is kept where the browser did not take it", () => {
    const opener = new Opener(browser());
    const older = opener.keep(made());
    const document = { ...older.checkpoint.document, content: "Newer.\n", revision: 7 };
    const shown = { ...older, checkpoint: { ...older.checkpoint, document } };
    opener.save(shown, { title: "Mine" });
    expect(opener.kept().checkpoint.document).toMatchObject({ content: "Newer.\n", title: "Mine", revision: 8 });
  });

  test("a refusal writes nothing, and says what is newest", () => {
    const storage = browser();
    const opener = new Opener(storage);
    const shown = opener.keep(made());
    const before = everything(storage);
    const refused = updateHere(opener.deps(), shown, "person", () => refuse("archived", "No."));
    expect(refused).toEqual({ kind: "refused", error: { code: "archived", message: "No." }, view: shown });
    expect(opener.save(shown, { decisions: [{ id: "none", decision: "accept" }] })).toMatchObject({
      kind: "refused",
      error: { code: "unknown_proposal" },
    });
    expect(everything(storage)).toEqual(before);
  });

  test("a decision to change nothing writes nothing", () => {
    const storage = browser();
    const opener = new Opener(storage);
    const shown = opener.keep(made());
    const before = everything(storage);
    expect(opener.save(shown, { content: TEXT })).toMatchObject({ kind: "done", view: shown });
    expect(everything(storage)).toEqual(before);
  });

  test("a decision that throws leaves everything as it was", () => {
    const storage = browser();
    const opener = new Opener(storage);
    const shown = opener.keep(made());
    const before = everything(storage);
    const fail = (): never => {
      throw new RangeError("decided wrongly");
    };
    expect(() => updateHere(opener.deps(), shown, "person", fail)).toThrow("decided wrongly");
    expect(everything(storage)).toEqual(before);
  });

  test("the canvas that is given to a decision is not changed by it", () => {
    const opener = new Opener(browser());
    const shown = opener.keep(made());
    const seen: Canvas[] = [];
    updateHere(opener.deps(), shown, "person", (canvas, moment) => {
      seen.push(structuredClone(canvas), canvas);
      const save = { content: "x", baseRevision: 0, baseContent: TEXT, comments: [], decisions: [], sent: false };
      return applyPersonSave(canvas, new Map(), save, moment);
    });
    expect(seen[1]).toEqual(seen[0]);
  });

  test("a browser without room keeps what it had, and says so", () => {
    const storage = smallStorage(4_000);
    const opener = new Opener(storage);
    const shown = opener.keep(made());
    const full = opener.save(shown, { content: "x".repeat(5_000) });
    expect(full).toMatchObject({ kind: "full", view: { checkpoint: { document: { content: "x".repeat(5_000) } } } });
    expect(opener.kept()).toEqual(shown);
    expect(opener.save(shown, { content: `${TEXT}Short.\n` }).kind).toBe("done");
    expect(opener.kept().checkpoint.document.content).toBe(`${TEXT}Short.\n`);
  });

  test("where merely reading the storage throws, the same holds for as long as the page is there", () => {
    const storage = openStorage(() => {
      throw new DOMException("The document is sandboxed", "SecurityError");
    });
    const opener = new Opener(storage);
    opener.save(opener.keep(made()), { content: `${TEXT}More.\n` });
    expect([opener.cache.kind, opener.kept().checkpoint.document.content]).toEqual(["memory", `${TEXT}More.\n`]);
  });

  test("a storage that is taken away meanwhile takes nothing, and nothing throws", () => {
    let isThere = true;
    const texts = new Map<string, string>();
    const gone = <T>(value: T): T => {
      if (!isThere) throw new DOMException("The document is sandboxed", "SecurityError");
      return value;
    };
    const storage = openStorage(
      () =>
        ({
          getItem: (name: string) => gone(texts.get(name) ?? null),
          setItem: (name: string, text: string) => void texts.set(gone(name), text),
          removeItem: (name: string) => void texts.delete(gone(name)),
          key: (index: number) => gone([...texts.keys()][index] ?? null),
          get length() {
            return gone(texts.size);
          },
        }) as Storage,
    );
    const opener = new Opener(storage);
    const shown = opener.keep(made());
    isThere = false;
    expect(opener.save(shown, { content: `${TEXT}More.\n` }).kind).toBe("full");
    isThere = true;
    expect(opener.kept()).toEqual(shown);
  });
});
