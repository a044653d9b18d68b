import fc from "fast-check";
import type { Store } from "../ports.ts";
import { sampleAmend, sampleCreate, sampleRecord, sampleSave, sampleShare, typeText } from "../sample-change.ts";

const IDS = ["AAAA", "BBBB", "CCCC", "DDDD"] as const;
const OWNERS = ["local", "ann"] as const;
const TEXTS = ["", "x", '"[1]" \\ 😀\r\n', "A line of its own.\n".repeat(40), "a\tb\u2028c ﬁ İ"] as const;

/** What may have been done to a store before it is taken out. */
const steps: Record<string, (store: Store, owner: string, id: string, text: string) => Promise<unknown>> = {
  create: (store, owner, id, text) =>
    store.canvases.create(owner, sampleCreate({ ...sampleRecord(id, text), owner, meta: { file: `/${text}.md` } }), {
      key: id,
      fingerprint: `made of ${text}`,
    }),
  save: (store, owner, id, text) =>
    store.canvases.update(owner, id, {}, (record) => ({
      change: sampleSave(record, record.document.content + text),
      answer: null,
    })),
  amend: (store, owner, id, text) =>
    store.canvases.update(owner, id, {}, (record) => ({ change: sampleAmend(record, text), answer: null })),
  type: (store, owner, id, text) => typeText(store, owner, id, (before) => before + text),
  retype: (store, owner, id, text) => typeText(store, owner, id, (before) => text + before.slice(text.length)),
  share: (store, owner, id, text) =>
    store.canvases.update(owner, id, {}, (record) => {
      const others = [...OWNERS, "ada"].filter((each) => each !== owner).slice(text.length % 3);
      return { change: sampleShare(record, others, text.length % 2 === 0 ? [] : ["hash"]), answer: null };
    }),
  seen: (store, owner, _, text) => {
    const email = text.length % 2 === 0 ? {} : { email: `${owner}@example.org` };
    return store.people.seen({ subject: owner, name: `Name ${text.length} ö`, ...email });
  },
  delete: (store, owner, id) => store.bin.put(owner, id, { kind: "person", name: owner, subject: owner }),
  purge: (store, owner, id) => store.bin.purge(owner, id),
  undelete: (store, owner, id) => store.bin.bringBack(owner, id),
  erase: (store, owner) => store.archive.erase(owner),
};
const { erase: _rare, ...usual } = steps;
export const someSteps = fc.array(
  fc.record({
    // Most of them: a store in which everything is erased again and again says little.
    name: fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constantFrom(
          "create",
          "create",
          "save",
          "save",
          "amend",
          "type",
          "retype",
          ...Object.keys(usual),
        ),
      },
      { weight: 1, arbitrary: fc.constant("erase") },
    ),
    owner: fc.constantFrom(...OWNERS),
    id: fc.constantFrom(...IDS),
    text: fc.constantFrom(...TEXTS),
  }),
  { minLength: 1, maxLength: 30 },
);

type Steps = typeof someSteps extends fc.Arbitrary<infer T> ? T : never;

export async function doSteps(store: Store, done: Steps): Promise<void> {
  for (const { name, owner, id, text } of done) await steps[name]!(store, owner, id, text);
}
