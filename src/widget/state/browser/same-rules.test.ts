/**
 * The law of a browser as a store: the same operations make the same canvas of it as of a server, with the same history, and what
 * one of them refuses the other refuses for the same reason. Nothing of the checkpoint is left out, nor of the closed versions.
 * Long because each operation is done to both.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import { ID_ALPHABET } from "../../../core/document/ids.ts";
import { applyModelEdit } from "../../../core/document/model/apply-model-edit.ts";
import { rewriteCanvas } from "../../../core/document/model/rewrite-canvas.ts";
import { restoreVersion } from "../../../core/document/person/restore-version.ts";
import { checkpointFor, showToModel } from "../../../core/document/review/tell-model.ts";
import { proposalMark } from "../../../core/document/versions/check-seen.ts";
import {
  type CanvasComment,
  type CanvasRecord,
  type Checkpoint,
  type Proposal,
  STATUSES,
} from "../../../core/records/canvas.ts";
import type { CommentOperation } from "../../../core/records/operations.ts";
import { modelCall, personCall } from "../../../server/actions/call.ts";
import { wholeView } from "../../../server/actions/canvas-view.ts";
import { restore } from "../../../server/actions/history/restore.ts";
import { interactionId } from "../../../server/actions/interaction-id.ts";
import { create } from "../../../server/actions/writing/create.ts";
import { edit } from "../../../server/actions/writing/edit.ts";
import { rewrite } from "../../../server/actions/writing/rewrite.ts";
import { save } from "../../../server/actions/writing/save.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import { foundRecord } from "../../../server/storage/ports.ts";
import { createBrowserCache } from "../browser-cache.ts";
import { savePayload } from "../effects/save-call.ts";
import { saveHere } from "../effects/save-here.ts";
import { type Base, baseAt, type LocalChanges, NO_CHANGES, type Outgoing } from "../state.ts";
import { memoryStorage } from "../text-storage.ts";
import type { KeptView } from "./browser-record.ts";
import { adoptHere, updateHere } from "./browser-store.ts";
import { textsOf } from "./kept-history.ts";

const START = `# A plan

The first paragraph has a few words, and then some more.

The second one stands here. It has two sentences.

- an item
- another one

The last paragraph ends it.
`;
const CLIENT = "claude-ai";

/** One and the same canvas, in a server's store and in a browser's. */
class Both {
  private now = Date.parse("2026-11-16T12:00:00.000Z");
  private step = 0;
  private drawn = 0;
  private readonly store = createMemoryStore();
  private readonly deps = {
    store: this.store,
    clock: () => new Date(this.now),
    randomId: (length: number) => this.id().padEnd(length, "A").slice(0, length),
    log: () => undefined,
    owner: "local",
  };
  private readonly cache = createBrowserCache({ ...memoryStorage(), kind: "browser" });
  private readonly here = {
    cache: this.cache,
    clock: { now: () => this.now },
    newKey: () => this.id().padEnd(32, "A"),
  };
  private canvasId = "";
  private readonly person = personCall(this.deps, CLIENT);
  private readonly model = modelCall(this.deps, CLIENT);

  /** Both draw the same ids for the same operation. */
  private id(): string {
    this.drawn += 1;
    const n = this.step * 100 + this.drawn;
    return [29_791, 961, 31, 1].map((place) => ID_ALPHABET[Math.floor(n / place) % 31]).join("");
  }

  private begin(): void {
    this.drawn = 0;
  }

  async open(): Promise<void> {
    const made = await create.run(this.model, { content: START });
    if (!made.ok) throw new Error(made.error.message);
    this.canvasId = made.record.document.id;
    const given = wholeView(this.person, made.record, "1");
    expect(adoptHere(this.here, given).isHeld).toBe(true);
  }

  async record(): Promise<CanvasRecord> {
    const record = foundRecord(await this.store.canvases.find("local", this.canvasId));
    if (record === null) throw new Error("The canvas is gone");
    return record;
  }

  kept(): KeptView {
    const kept = this.cache.recall(this.canvasId);
    if (kept === null) throw new Error("The browser keeps no canvas");
    return kept;
  }

  pass(ms: number): void {
    this.now += ms;
  }

  /** What each of them says: a code, or that it is done. */
  async savesBoth(outgoing: Outgoing): Promise<readonly [string, string]> {
    this.step += 1;
    this.begin();
    const { key: _, ...asked } = savePayload({ id: this.canvasId, key: "" }, { ...outgoing, withBase: true });
    const there = await save.run(this.person, { ...asked, canvas_id: this.canvasId });
    this.begin();
    const answer = saveHere(this.here, this.kept(), outgoing);
    return [
      there.ok ? "done" : there.error.code,
      answer.kind === "saved" ? "done" : "code" in answer ? answer.code : answer.kind,
    ];
  }

  /** The closed versions, as each of them has them. */
  async historyOfBoth(): Promise<readonly [unknown, unknown]> {
    const { version } = this.kept().checkpoint.document;
    const numbers = Array.from({ length: version }, (_, n) => n + 1);
    const there = await Promise.all(numbers.map((each) => this.store.canvases.version("local", this.canvasId, each)));
    const { beside, checkpoint } = this.kept();
    const history = beside?.history ?? [];
    const texts = textsOf(history, checkpoint.document.content);
    const here = history.map(({ back: _, ...summary }) => ({ ...summary, content: texts.get(summary.version) }));
    // That the first version was closed the browser did not see; and it keeps none that is as new as the canvas.
    return [
      there.filter((each) => each !== null && each.version < version),
      here.filter((each) => each.version < version),
    ];
  }

  async restoresBoth(version: number, { revision, hash }: Base): Promise<readonly [string, string]> {
    this.step += 1;
    this.begin();
    const asked = { canvasId: this.canvasId, version, saveKey: `restore-${this.step}`, seen: { revision, hash } };
    const there = await restore.run(this.person, asked);
    this.begin();
    const done = updateHere(this.here, this.kept(), "person", (canvas, moment, texts) =>
      restoreVersion(canvas, texts, version, moment, undefined, { revision, hash }),
    );
    return [there.ok ? "done" : there.error.code, done.kind === "refused" ? done.error.code : done.kind];
  }

  async writesBoth(wish: {
    readonly content: string;
    readonly title?: string;
    readonly baseVersion?: number;
    readonly status?: "draft" | "in_review";
    readonly comments: readonly { readonly body: string; readonly quote?: string; readonly replyTo?: string }[];
    readonly addresses: readonly string[];
  }): Promise<readonly [string, string]> {
    this.step += 1;
    this.begin();
    const { comments, addresses, ...rest } = wish;
    const there = await rewrite.run(this.model, {
      canvasId: this.canvasId,
      comments: [...comments],
      addresses: [...addresses],
      ...rest,
      allowRemoval: true,
    });
    this.begin();
    const done = updateHere(this.here, this.kept(), "model", (canvas, moment, texts) => {
      const made = rewriteCanvas(canvas, texts, { ...wish, allowRemoval: true }, moment);
      return made.ok && made.kind === "written" ? { ...made, draft: showToModel(made.draft).draft } : made;
    });
    return [there.ok ? "done" : there.error.code, done.kind === "refused" ? done.error.code : done.kind];
  }

  async editsBoth(wish: {
    readonly edits: readonly { readonly find: string; readonly replace: string }[];
    readonly mode: "apply" | "suggest";
    readonly comments: readonly { readonly body: string; readonly quote?: string; readonly replyTo?: string }[];
    readonly addresses: readonly string[];
    readonly withdraw: readonly string[];
    readonly status?: "draft" | "in_review";
  }): Promise<readonly [string, string]> {
    const { edits, comments, addresses, withdraw, ...rest } = wish;
    // Calls that ask for nothing, or for nowhere, are none that reach a store.
    const isNone =
      edits.length + comments.length + addresses.length + withdraw.length === 0 && wish.status === undefined;
    if (isNone || edits.some(({ find }) => find.trim() === "")) return ["none", "none"];
    this.step += 1;
    this.begin();
    const there = await edit.run(this.model, {
      canvasId: this.canvasId,
      edits: [...edits],
      comments: [...comments],
      addresses: [...addresses],
      withdraw: [...withdraw],
      ...rest,
    });
    this.begin();
    const done = updateHere(this.here, this.kept(), "model", (canvas, moment, texts) => {
      const made = applyModelEdit(canvas, texts, wish, moment);
      return made.ok ? { ...made, draft: showToModel(made.draft).draft } : made;
    });
    return [there.ok ? "done" : there.error.code, done.kind === "refused" ? done.error.code : done.kind];
  }
}

/** As the server has it: what was done in blocks it keeps under names of its own, which it makes of owner, canvas and name. */
function asOnServer(checkpoint: Checkpoint): unknown {
  const { id } = checkpoint.document;
  const named = JSON.stringify(checkpoint).replaceAll(/did-w\d+/g, (name) => interactionId("local", id, name));
  return JSON.parse(named);
}

type Step = {
  readonly deed: (typeof DEEDS)[number];
  readonly a: number;
  readonly b: number;
  readonly c: number;
};

const DEEDS = [
  "type",
  "type",
  "type",
  "typeStale",
  "title",
  "comment",
  "comment",
  "thread",
  "thread",
  "decide",
  "decide",
  "protect",
  "unprotect",
  "suggestOnly",
  "offer",
  "status",
  "statusStale",
  "approve",
  "send",
  "seal",
  "interact",
  "write",
  "write",
  "edit",
  "edit",
  "suggest",
  "modelComment",
  "restore",
  "wait",
  "mixed",
] as const;

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

class World {
  readonly both = new Both();
  private base: Base | null = null;
  private older: Base | null = null;
  private words = 0;

  private word(): string {
    this.words += 1;
    return `w${this.words}`;
  }

  private outgoing(base: Base, work: Partial<Outgoing>): Outgoing {
    const content = work.changes === undefined ? null : applyChanges(base.content, work.changes);
    return {
      saveKey: `save-${this.word()}`,
      base,
      content: content === base.content ? null : content,
      changes: [],
      local: NO_CHANGES,
      status: null,
      sent: false,
      suggest: false,
      seal: false,
      withBase: true,
      ...work,
    };
  }

  /** Some keys, as an editor tells them. */
  private changes(text: string, { a, b, c }: Step): Outgoing["changes"] {
    const from = (a * 13) % (text.length + 1);
    const to = Math.min(text.length, from + [0, 0, 1, 7, 25, 60][b % 6]!);
    const insert = [` ${this.word()} `, "", `${this.word()}. A new one ${this.word()}`, `\n\n${this.word()} here.\n`][
      c % 4
    ]!;
    const first = { from, to, insert };
    if (c % 3 !== 0 || to + 5 >= text.length) return [first];
    const next = to + 1 + (b % 4);
    return [first, { from: next, to: next + (a % 2), insert: this.word() }];
  }

  private comment(text: string, { a, b, c }: Step): CommentOperation {
    const offset = (a * 7) % Math.max(1, text.length);
    const length = Math.min(1 + ((b * 5) % 40), text.length - offset);
    const quotedText = text.slice(offset, offset + length);
    const anchor = c % 5 === 0 || quotedText.trim() === "" ? null : { offset, length, quotedText };
    return { op: "add", id: `mine-${this.word()}`, body: this.word(), anchor };
  }

  private thread(comments: readonly CanvasComment[], text: string, { a, b, c }: Step): CommentOperation | null {
    const id = at(comments, a)?.id;
    if (id === undefined) return null;
    const offset = (b * 11) % Math.max(1, text.length);
    const kinds: readonly CommentOperation[] = [
      { op: "reply", id: `mine-${this.word()}`, replyTo: id, body: this.word() },
      { op: "edit", id, body: this.word() },
      { op: "delete", id },
      { op: "undelete", id, body: this.word() },
      { op: "resolve", id },
      { op: "reopen", id },
      { op: "attach", id, offset, length: Math.min(6, text.length - offset) },
    ];
    return at(kinds, c) ?? null;
  }

  private decision(proposals: readonly Proposal[], { a, b, c }: Step): LocalChanges["decisions"] {
    const open = proposals.filter(({ state }) => state === "open");
    const proposal = b % 4 === 0 ? at(proposals, a) : (at(open, a) ?? at(proposals, a));
    if (proposal === undefined) return [];
    const { id } = proposal;
    const seen = c % 7 === 6 ? "another" : proposalMark(proposal);
    const kind = (["keep", "take", "both", "accept", "reject", "edit", "reopen"] as const)[(b + c) % 7]!;
    if (kind === "reopen") return [{ id, decision: kind }];
    if (kind === "edit") return [{ id, decision: kind, text: this.word(), seen }];
    return [{ id, decision: kind, seen }];
  }

  async take(step: Step): Promise<void> {
    const { both } = this;
    const { a, b, c, deed } = step;
    const { comments, proposals, protections, document, settings } = both.kept().checkpoint;
    const text = document.content;
    const base = baseAt(document.revision, text);
    this.older = c % 3 === 0 ? this.base : (this.older ?? base);
    this.base = base;
    const local = (some: Partial<LocalChanges>): Partial<Outgoing> => ({ local: { ...NO_CHANGES, ...some } });
    const saves = (work: Partial<Outgoing>, on = base) => both.savesBoth(this.outgoing(on, work));
    const said = await (async (): Promise<readonly [string, string] | null> => {
      switch (deed) {
        case "type":
          return saves({ changes: this.changes(text, step) });
        case "typeStale": {
          const on = this.older ?? base;
          return saves({ changes: this.changes(on.content, step) }, on);
        }
        case "mixed": {
          const changes = this.changes(text, step);
          const after = applyChanges(text, changes);
          return saves({
            changes,
            ...local({ comments: [this.comment(after, step)], title: b % 3 === 0 ? this.word() : null }),
          });
        }
        case "title":
          return saves(local({ title: a % 4 === 0 ? "" : `Name ${this.word()}` }));
        case "comment":
          return saves(local({ comments: [this.comment(text, step)] }));
        case "thread": {
          const operation = this.thread(comments, text, step);
          return operation === null ? null : saves(local({ comments: [operation] }));
        }
        case "decide": {
          const decisions = this.decision(proposals, step);
          return decisions.length === 0 ? null : saves(local({ decisions }));
        }
        case "protect": {
          const offset = (a * 17) % Math.max(1, text.length);
          const length = Math.min(5 + b, text.length - offset);
          const quotedText = text.slice(offset, offset + length);
          if (quotedText.trim() === "") return null;
          return saves(local({ protect: [{ op: "add", id: `lock-${this.word()}`, offset, length, quotedText }] }));
        }
        case "unprotect": {
          const id = at(protections, a)?.id;
          return id === undefined ? null : saves(local({ protect: [{ op: "remove", id }] }));
        }
        case "suggestOnly":
          return saves(local({ suggestOnly: !settings.suggestOnly }));
        case "offer":
          return saves({ changes: this.changes(text, step), suggest: true });
        case "status":
          return saves({ status: { to: at(STATUSES, a)! } });
        case "statusStale":
          return saves({ status: { to: at(STATUSES, a)! } }, this.older ?? base);
        case "approve":
          return saves({ status: { to: "approved", note: this.word() } });
        case "send":
          return saves({ sent: true });
        case "seal":
          return saves({ seal: true }, a % 3 === 0 ? (this.older ?? base) : base);
        case "interact": {
          const data = JSON.stringify({ n: a });
          const action = b % 2 === 0 ? "click" : "submit";
          return saves(local({ interactions: [{ id: `did-${this.word()}`, action, element: "row", data }] }));
        }
        case "write": {
          const known = (await both.record()).books.at(-1)?.submitted ?? text;
          const from = b % 2 === 0 ? known : text;
          const content = applyChanges(from, this.changes(from, step));
          return both.writesBoth({
            content,
            ...(a % 5 === 0 ? { title: `Called ${this.word()}` } : {}),
            ...(c % 6 === 0 ? { status: "in_review" as const } : {}),
            ...(a % 3 === 0 ? { baseVersion: 1 + (b % (document.version + 1)) } : {}),
            ...this.said(comments, text, step),
          });
        }
        case "edit":
        case "suggest": {
          const place = this.passage(text, step);
          const edits = [{ find: place, replace: c % 5 === 0 ? "" : `${place.slice(0, b % 9)}${this.word()}` }];
          const more = b % 3 === 0 ? this.said(comments, text, step) : { comments: [], addresses: [] };
          const mode = deed === "suggest" ? ("suggest" as const) : ("apply" as const);
          return both.editsBoth({ edits, mode, withdraw: this.own(proposals, step), ...more });
        }
        case "modelComment":
          return both.editsBoth({
            edits: [],
            mode: "apply",
            withdraw: this.own(proposals, step),
            ...(b % 4 === 0 ? { status: c % 2 === 0 ? ("draft" as const) : ("in_review" as const) } : {}),
            ...this.said(comments, text, { ...step, a: a + 1 }),
          });
        case "restore":
          return both.restoresBoth(1 + (a % document.version), b % 4 === 0 ? (this.older ?? base) : base);
        case "wait":
          both.pass([10_000, 60_000, 11 * 60_000][a % 3]!);
          return null;
      }
    })();
    both.pass(1_000);
    if (said !== null) expect(said[1], `${deed}: a browser answers as a server`).toBe(said[0]);
    const record = await both.record();
    expect(asOnServer(both.kept().checkpoint), deed).toEqual(checkpointFor(record));
  }

  private passage(text: string, { a, b }: Step): string {
    const from = (a * 19) % Math.max(1, text.length);
    return text.slice(from, from + 4 + b) || "nothing";
  }

  private own(proposals: readonly Proposal[], { a, c }: Step): readonly string[] {
    const open = proposals.filter(({ state, by }) => state === "open" && by.kind === "model");
    const id = at(open, a)?.id;
    return id === undefined || c % 4 !== 0 ? [] : [id];
  }

  private said(comments: readonly CanvasComment[], text: string, { a, b, c }: Step) {
    const theirs = comments.filter(({ by }) => by.kind === "person");
    const addressed = at(theirs, b)?.id;
    const thread = at(comments, a)?.id;
    const quote = text.slice((a * 5) % Math.max(1, text.length)).slice(0, 12);
    return {
      addresses: addressed === undefined || c % 2 === 0 ? [] : [addressed],
      comments: [
        ...(a % 3 === 1 ? [{ body: this.word(), ...(quote.trim() === "" ? {} : { quote }) }] : []),
        ...(a % 4 === 1 && thread !== undefined ? [{ body: this.word(), replyTo: thread }] : []),
      ],
    };
  }
}

const RUNS = Number(process.env.LOST_RUNS ?? 60);

test("law: the same operations make the same canvas in a browser as on a server", {
  timeout: RUNS * 20_000,
}, async () => {
  const step = fc.record({ deed: fc.constantFrom(...DEEDS), a: fc.nat(40), b: fc.nat(40), c: fc.nat(40) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: "max" }), async (steps) => {
      const world = new World();
      await world.both.open();
      for (const each of steps) await world.take(each);
      const [there, here] = await world.both.historyOfBoth();
      expect(here).toEqual(there);
    }),
    { numRuns: RUNS },
  );
});
