import { openBook } from "../../core/document/books/books.ts";
import { createCanvas, keepCanvas } from "../../core/document/create-canvas.ts";
import { beginDraft, type Draft, type Moment, recordAfter } from "../../core/document/draft.ts";
import { applyModelEdit } from "../../core/document/model/apply-model-edit.ts";
import { applyModelWrite } from "../../core/document/model/apply-model-write.ts";
import type { AskedComment } from "../../core/document/model/check-model-call.ts";
import { applyPersonSave, type PersonSave, readText } from "../../core/document/person/apply-person-save.ts";
import { restoreVersion } from "../../core/document/person/restore-version.ts";
import { checkpointFor, showToModel } from "../../core/document/review/tell-model.ts";
import { contentRevision, fitBase, markOfText } from "../../core/document/versions/past-texts.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Person } from "../../core/records/sharing.ts";
import { hashText } from "../../core/text/hash-text.ts";
import { quoted } from "../../core/text/quote-text.ts";
import { type CanvasView, packView } from "../../protocol/canvas-view.ts";
import { META_KEY } from "../../protocol/names.ts";
import { personSaveOf } from "../../protocol/person-save.ts";
import { createdLine } from "../../protocol/result-lines.ts";
import { answerSave } from "../../protocol/saved-canvas.ts";
import type { ShareChange } from "../../protocol/sharing.ts";
import {
  loadCanvasInput,
  loadVersionInput,
  noteExportInput,
  restoreVersionInput,
  saveCanvasInput,
  shareCanvasInput,
} from "../../protocol/widget-inputs.ts";
import type { ViewReply, WidgetReply } from "../../protocol/widget-tools.ts";
import { accessFor, applyChange, type FakePeople, refusedSave } from "./fake-people.ts";
import type { ToolReply } from "./host-port.ts";

/** One canvas behind the widget's tools, by the product's own rules, with no store and no wire. */
export interface FakeServer {
  answer(tool: string, args: Readonly<Record<string, unknown>>): ToolReply;
  /** The model writes; the reply is what its tool call gives back. */
  write(content: string, comments?: readonly AskedComment[]): ToolReply;
  /** The model makes these replacements, or suggests them. */
  edit(edits: readonly { readonly find: string; readonly replace: string }[], mode?: "apply" | "suggest"): ToolReply;
  /** A host that shows the canvas by itself asks for it, as our own page does. */
  open(): ToolReply;
  record(): CanvasRecord;
  /** The canvas is gone, as after a store was replaced. */
  forget(): void;
  /** The canvas is there again, as it was: brought back out of the bin. */
  bringBack(): void;
  /** Another widget archives the canvas. */
  archive(): void;
  /** A copy of the store, and what puts it back. */
  backup(): () => void;
  /** A backup took the place of the store: this text, at the first revision. */
  replaceStore(content: string): void;
  readonly saveKeys: string[];
  /** From now on the server knows people: `me` looks at the canvas, which belongs to the first of `known`. */
  signIn(me: Person, known: readonly Person[]): void;
  /** What its owner does in another widget. */
  share(change: ShareChange): void;
  /** Another person saves this text. */
  writeAs(person: Person, content: string): void;
  /** How the text was taken out, as far as it was told. */
  readonly exports: string[];
  /** Every save is refused, as from a token that may only read. */
  readOnly(on: boolean): void;
  /** A server of an earlier release: it reads whole texts only. */
  readWholeTexts(): void;
}

const ID = "HN8B";

export function createFakeServer(): FakeServer {
  let record: CanvasRecord | null = null;
  let forgotten: CanvasRecord | null = null;
  let serial = 0;
  let passed = 0;
  const done = new Set<string>();
  const texts = new Map<number, string>();
  const saveKeys: string[] = [];
  const exports: string[] = [];
  let people: FakePeople | null = null;
  let isReadOnly = false;
  let readsChanges = true;

  const moment = (kind: "person" | "model"): Moment => ({
    by: { kind, ...people?.me },
    // No two things are done in one millisecond.
    now: new Date(START + ++passed).toISOString(),
    sealOpenedBefore: "2026-11-16T11:50:00.000Z",
    randomId: (length) => String(++serial).padStart(length, "2"),
  });
  const take = (draft: Draft): CanvasRecord => {
    for (const version of draft.sealed) texts.set(version.version, version.content);
    if (record === null) throw new Error("The fake server has no canvas yet");
    record = recordAfter(draft, record);
    return record;
  };
  const reply = (said: WidgetReply, text = ""): ToolReply => ({
    isError: said.kind === "error",
    text: said.kind === "error" ? said.message : text,
    meta: { [META_KEY]: said },
  });
  const wholeView = (of: CanvasRecord): CanvasView => {
    const { owner, widgetKey, head } = of;
    const { revision, version, content } = of.document;
    const state = JSON.stringify([revision, of.books, head.sealed, version, hashText(content), of.interactions]);
    const checkpoint = checkpointFor(of);
    const view = { storeId: "store", owner, key: widgetKey, state, checkpoint };
    const access = people === null ? undefined : accessFor(of, people, moment("person").now);
    if (access === undefined) return view;
    return { ...view, owner: access.me.subject, access, state: JSON.stringify([state, of.sharing, of.approvals]) };
  };
  const view = (of: CanvasRecord, input: string | null = null): ViewReply => ({
    kind: "view",
    view: packView(wholeView(of), input),
  });
  const unknown = reply({ kind: "error", code: "unknown_canvas", message: "There is no such canvas." });

  const own = { id: ID, owner: "local", widgetKey: "secret" };
  const create = (content: string): CanvasRecord => {
    record = createCanvas({ ...own, content }, moment("model")).record;
    return record;
  };
  const keep = (content: string, title: string | undefined): CanvasRecord => {
    const change = keepCanvas({ ...own, content, ...(title === undefined ? {} : { title }) }, moment("person"));
    for (const version of change.sealed) texts.set(version.version, version.content);
    record = change.record;
    return record;
  };

  const restore = (args: Readonly<Record<string, unknown>>): ToolReply => {
    const { version, seen } = restoreVersionInput.parse(args);
    if (!record) return unknown;
    const outcome = restoreVersion(record, texts, version, moment("person"), undefined, seen);
    return outcome.ok ? reply(view(take(outcome.draft))) : reply({ kind: "error", ...outcome.error });
  };

  const load = (args: Readonly<Record<string, unknown>>): ToolReply => {
    const { version } = loadVersionInput.parse(args);
    const content = record?.document.version === version ? record.document.content : texts.get(version);
    if (record === null || content === undefined) return unknown;
    const { revision, title, status } = record.document;
    const { now: at, by } = moment("model");
    const of = { version, revision, title, status, by, at, sealed: true, wordsAdded: 0, wordsRemoved: 0 };
    return reply({ kind: "version", version: of, content });
  };

  const save = (args: Readonly<Record<string, unknown>>): ToolReply => {
    const input = saveCanvasInput.parse(args);
    saveKeys.push(input.save_key);
    if (input.canvas_id === undefined) return reply(view(keep(input.content ?? "", input.title)));
    if (!record) return unknown;
    const { since, changes } = input;
    if (done.has(input.save_key)) {
      if (!readsChanges) return reply(view(record));
      return reply(answerSave({ since, changes, before: null }, wholeView(record), markOfText(record)));
    }
    const { changes: _, ...whole } = input;
    const wanted = personSaveOf(readsChanges ? input : whole);
    const { now } = moment("person");
    const read = readText(record, wanted);
    if (!read.ok) return reply({ kind: "error", ...read.error });
    const { content: text, baseContent: base } = read.save;
    const refused = people === null ? null : refusedSave(record, read.save, people, now);
    if (refused !== null) return reply({ kind: "error", ...refused });
    if (isReadOnly) return reply({ kind: "error", code: "not_allowed", message: "Your sign-in may only read." });
    const before = wholeView(record);
    const outcome = applyPersonSave(record, texts, read.save, moment("person"));
    if (!outcome.ok) return reply({ kind: "error", ...outcome.error });
    done.add(input.save_key);
    take(outcome.draft);
    const merged = outcome.merged ? { merged: true } : {};
    if (!readsChanges) return reply({ ...view(record), ...merged });
    const answer = answerSave({ since, changes, before, base, text }, wholeView(record), markOfText(record));
    return reply({ ...answer, ...merged });
  };

  const change = (asked: ShareChange, as: FakePeople): ToolReply => {
    if (!record) return unknown;
    const outcome = applyChange(record, texts, asked, as, moment("person"));
    if (!outcome.ok) return reply({ kind: "error", ...outcome.error });
    take(outcome.draft);
    if (asked.op === "leave") return unknown;
    const link = asked.op === "link" ? { link: `https://page.test/#/canvas/${ID}?share=secret${serial}` } : {};
    return reply({ ...view(record), ...link });
  };

  const textsOf = (of: CanvasRecord, most: number) => ({
    contentRevision: contentRevision(of),
    pastTexts: (of.pastTexts ?? []).slice(-most),
  });
  const answered = (line: string, input: string | null): ToolReply =>
    reply(
      { ...view(record!, input), texts: textsOf(record!, 2) },
      `${line}\n\nbase_version: ${record!.document.version}`,
    );

  return {
    saveKeys,
    exports,
    signIn(me, known) {
      people = { me, known };
      if (record) record = { ...record, owner: known[0]?.subject ?? me.subject };
    },
    share(asked) {
      const owner = people?.known[0];
      if (owner === undefined) throw new Error("The fake server knows nobody yet");
      change(asked, { me: owner, known: people?.known ?? [] });
    },
    writeAs(person, content) {
      if (!record) return;
      const by = { kind: "person" as const, ...person };
      const save: PersonSave = {
        content,
        baseRevision: record.document.revision,
        comments: [],
        decisions: [],
        sent: false,
      };
      const outcome = applyPersonSave(record, texts, save, { ...moment("person"), by });
      if (!outcome.ok) throw new Error(outcome.error.message);
      take(outcome.draft);
    },
    readOnly(on) {
      isReadOnly = on;
    },
    record() {
      if (!record) throw new Error("The fake server has no canvas yet");
      return record;
    },
    open() {
      if (!record) return unknown;
      return reply({ ...view(record), newest: textsOf(record, Number.POSITIVE_INFINITY) }, "Opened.");
    },
    readWholeTexts() {
      readsChanges = false;
    },
    forget() {
      forgotten = record;
      record = null;
    },
    bringBack() {
      record ??= forgotten;
    },
    archive() {
      if (record) record = { ...record, document: { ...record.document, status: "archived" } };
    },
    backup() {
      const copy = { record, forgotten, texts: [...texts], done: [...done] };
      return () => {
        ({ record, forgotten } = copy);
        texts.clear();
        for (const [version, text] of copy.texts) texts.set(version, text);
        done.clear();
        for (const key of copy.done) done.add(key);
      };
    },
    replaceStore(content) {
      create(content);
    },
    write(content, comments = []) {
      if (!record) {
        const opened = openBook(beginDraft(create(content), texts, moment("model")));
        const { document } = take(showToModel(opened).draft);
        return answered(createdLine(ID, quoted(document.title)), content);
      }
      const outcome = applyModelWrite(record, texts, { content, comments, addresses: [] }, moment("model"));
      if (!outcome.ok) return reply({ kind: "error", ...outcome.error });
      take(showToModel(outcome.draft).draft);
      return answered("Rewritten.", content);
    },
    edit(edits, mode = "apply") {
      if (!record) return unknown;
      const input = { edits, mode, comments: [], addresses: [] };
      const outcome = applyModelEdit(record, texts, input, moment("model"));
      if (!outcome.ok) return reply({ kind: "error", ...outcome.error });
      take(showToModel(outcome.draft).draft);
      return answered("Edited.", null);
    },
    answer(tool, args) {
      const isThere =
        record === null || people === null || accessFor(record, people, moment("person").now) !== undefined;
      if (!isThere) return unknown;
      if (tool === "save_canvas") return save(args);
      if (tool === "share_canvas" && people !== null) return change(shareCanvasInput.parse(args).change, people);
      if (tool === "note_export") {
        exports.push(noteExportInput.parse(args).form);
        return reply({ kind: "noted" });
      }
      if (tool === "restore_version") return restore(args);
      if (tool === "load_version") return load(args);
      if (tool !== "load_canvas") return unknown;
      const { since, base } = loadCanvasInput.parse(args);
      if (!record) return unknown;
      const said = view(record);
      if (base && fitBase(record, base) === "elsewhere") return reply({ ...said, putBack: true });
      if (said.view.state === since) return reply({ kind: "unchanged", state: since });
      return reply(said);
    },
  };
}

const START = Date.parse("2026-11-16T12:00:00.000Z");
