import { beforeEach, describe, expect, test } from "vitest";
import { ID_ALPHABET } from "../../../core/document/ids.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import type { ShareChange } from "../../../protocol/sharing.ts";
import type { Identity } from "../../access/identity.ts";
import { canvasKeyOf } from "../../access/keys.ts";
import { createMemoryStore } from "../../storage/memory/store.ts";
import type { Store } from "../../storage/ports.ts";
import type { AnyAction } from "../action.ts";
import { type Call, modelCall, personCall } from "../call.ts";
import { ACTIONS } from "../catalogue.ts";
import { read } from "../reading/read.ts";
import { create } from "../writing/create.ts";
import { joinByLink } from "./join.ts";
import { share } from "./share.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let store: Store;
let now: number;
let ids: number;
beforeEach(() => {
  store = createMemoryStore({ now: () => new Date(now) });
  now = Date.parse("2026-11-18T12:00:00Z");
  ids = 0;
});

function identityOf(name: string, scopes: Identity["scopes"] = ["canvas:read", "canvas:write"]): Identity {
  return { subject: name.toLowerCase(), name, scopes };
}
function depsOf(identity: Identity) {
  const randomId = (length: number) => {
    ids += 1;
    const digits = [ids % 31, Math.floor(ids / 31) % 31, Math.floor(ids / 961)].map((digit) => ID_ALPHABET[digit]);
    return digits.join("").padStart(length, "A");
  };
  const page = { linkTo: async (id?: string) => `https://canvas.example/#/canvas/${id}` };
  const clock = () => new Date(now);
  return { store, clock, randomId, log: () => undefined, page, owner: identity.subject, identity };
}
const person = (name: string, scopes?: Identity["scopes"]) => personCall(depsOf(identityOf(name, scopes)), "page");
const model = (name: string, scopes?: Identity["scopes"]) => modelCall(depsOf(identityOf(name, scopes)), "claude-code");

async function good<T extends object>(outcome: Promise<Outcome<T>>): Promise<T> {
  const done = await outcome;
  if (!done.ok) throw new Error(`${done.error.code}: ${done.error.message}`);
  return done;
}

/** Ada's canvas, with somebody of every standing, somebody who was removed, and somebody whose link has ended. */
async function shared(): Promise<string> {
  for (const name of ["Ada", "Eve", "Cem", "Vic", "Rem", "Lin", "Sam"]) await store.people.seen(identityOf(name));
  const { record } = await good(create.run(person("Ada"), { content: "# Plan\n\nFirst words.\n" }));
  const { id } = record.document;
  const change = (asked: ShareChange) => good(share.run(person("Ada"), { canvasId: id, change: asked }));
  await change({ op: "add", who: "Eve", role: "editor" });
  await change({ op: "add", who: "Cem", role: "commenter" });
  await change({ op: "add", who: "Vic", role: "viewer" });
  await change({ op: "add", who: "Rem", role: "editor" });
  await change({ op: "remove", subject: "rem" });
  const { secret = "" } = await change({ op: "link", role: "editor", days: 1 });
  await good(joinByLink.run(person("Lin"), { canvasId: id, secret }));
  now += 2 * DAY_MS;
  return id;
}

const record = async (id: string) => {
  const found = await store.canvases.find("ada", id);
  if (found.kind !== "found") throw new Error(`Canvas ${id} is ${found.kind}`);
  return found.record;
};

/** Who calls, in the order of the columns. */
const CALLERS: readonly [string, () => Call][] = [
  ["owner", () => person("Ada")],
  ["editor", () => person("Eve")],
  ["commenter", () => person("Cem")],
  ["viewer", () => person("Vic")],
  ["stranger", () => person("Sam")],
  ["removed", () => person("Rem")],
  ["ended link", () => person("Lin")],
  ["owner who only reads", () => person("Ada", ["canvas:read"])],
  ["owner's model", () => model("Ada")],
  ["commenter's model", () => model("Cem")],
  ["viewer's model", () => model("Vic")],
  ["stranger's model", () => model("Sam")],
  ["owner's model that only reads", () => model("Ada", ["canvas:read"])],
];

const SAVE_KEY = "save-key";
const status = (to: string) => async (id: string) => ({
  canvasId: id,
  to,
  revision: (await record(id)).document.revision,
});
const saving = (more: object) => async (id: string) => ({
  canvas_id: id,
  save_key: SAVE_KEY,
  base_revision: (await record(id)).document.revision,
  ...more,
});
const comment = { op: "add", id: "c111", body: "Why?", anchor: null };
const edits = [{ find: "First", replace: "Second" }];

/**
 * For each action, what it is asked to do and a cell for each caller: `+` done, `-` not allowed, `0` there is no such canvas,
 * `i` it makes no sense.
 */
type Row = readonly [action: string, does: string, cells: string, input: (id: string) => Promise<object> | object];
const ROWS: readonly Row[] = [
  //                                  oecvsrlRmcvsR
  ["create", "makes one's own", "+++++++-++++-", () => ({ content: "Mine" })],
  ["keep_text", "makes one's own", "+++++++-++++-", () => ({ content: "Mine", saveKey: SAVE_KEY })],
  [
    "import",
    "makes one's own",
    "+++++++------",
    () => ({ marked: { content: "Mine", suggestions: [], comments: [] } }),
  ],
  ["bind_file", "makes one's own", "+++++++-++++-", () => ({ path: "/a.md", content: "Mine" })],
  ["submit_for_review", "makes one's own", "--------++++-", () => ({ content: "Mine" })],
  ["submit_for_review", "is for those who edit", "--------+--0-", (id) => ({ content: "Mine", canvasId: id })],
  ["duplicate", "copies into one's own", "++++000------", (id) => ({ canvasId: id })],
  ["rewrite", "writes the text", "--------+--0-", (id) => ({ canvasId: id, content: "# Plan\n\nAll other words.\n" })],
  ["edit", "changes the text", "--------+--0-", (id) => ({ canvasId: id, edits })],
  ["edit", "suggests", "--------++-0-", (id) => ({ canvasId: id, edits, mode: "suggest" })],
  ["edit", "comments", "--------++-0-", (id) => ({ canvasId: id, comments: [{ body: "Why?" }] })],
  ["edit", "sets the status", "--------+--0-", (id) => ({ canvasId: id, status: "in_review" })],
  ["save", "changes the text", "++--000------", saving({ content: "# Plan\n\nOther words.\n" })],
  ["save", "suggests", "+++-000------", saving({ content: "# Plan\n\nOther words.\n", suggest: true })],
  ["save", "names it", "++--000------", saving({ title: "Other" })],
  ["save", "comments", "+++-000------", saving({ comments: [comment] })],
  ["save", "sends", "+++-000------", saving({ sent: true })],
  ["save", "protects", "++--000------", saving({ settings: { suggestOnly: true } })],
  ["save", "notes that they left", "++++000------", saving({ left: true })],
  ["save_left", "changes the text", "++--000------", async (id) => ({ saves: [await leftSave(id)] })],
  ["set_status", "sends to review", "++--000------", status("in_review")],
  ["set_status", "approves", "++--000------", status("approved")],
  ["set_status", "archives", "++--000------", status("archived")],
  ["restore", "restores", "++--000------", (id) => ({ canvasId: id, version: 1, saveKey: SAVE_KEY })],
  ["leave_message", "says something", "+++-000------", (id) => ({ canvasId: id, text: "Go on" })],
  ["close_review", "ends the review", "+++-000------", (id) => ({ canvasId: id })],
  ["interact", "notes what was done", "+++-000------", (id) => ({ canvasId: id, action: "click" })],
  ["save", "notes what was done", "+++-000------", saving({ interactions: [{ id: "i1", action: "click" }] })],
  ["list_interactions", "lists what is there for them", "+++++++++++++", () => ({})],
  ["list_interactions", "lists those of one", "++++000++++0+", (id) => ({ canvasId: id })],
  ["follow_interactions", "lists those of one", "++++000+-----", (id) => ({ canvasId: id })],
  ["take_file", "writes the text", "++--000-+--0-", (id) => ({ canvasId: id, text: "Other", base: null, mark: "m" })],
  ["load", "reads", "++++000+-----", (id) => ({ canvasId: id })],
  ["open", "reads", "++++000+-----", (id) => ({ canvasId: id })],
  ["read", "reads", "--------+++0+", (id) => ({ canvasId: id })],
  ["read_feedback", "reads", "--------+++0+", (id) => ({ canvasId: id })],
  ["pass_on", "notes what was read", "--------+++0+", (id) => ({ canvasId: id, answer: 1 })],
  ["peek", "reads", "--------+++0+", (id) => ({ canvasId: id })],
  ["list_panels", "lists one's own", "++++++++-----", () => ({})],
  ["see_panel", "reads", "++++000+-----", (id) => ({ canvasId: id })],
  ["close_panel", "is noted for oneself", "++++000+-----", (id) => ({ canvasId: id })],
  ["open_panel", "makes one's own", "--------++++-", () => ({ panel: "p", content: "Mine" })],
  ["open_panel", "shows what is there", "--------+++0-", (id) => ({ panel: "p", canvasId: id })],
  ["await_review", "waits", "--------+++0+", (id) => ({ canvasId: id, timeoutMs: 0 })],
  ["list_versions", "reads", "++++000+-----", (id) => ({ canvasId: id })],
  ["list_moments", "reads", "++++000+-----", (id) => ({ canvasId: id, version: 1 })],
  ["load_version", "reads", "++++000+-----", (id) => ({ canvasId: id, version: 1 })],
  ["list", "lists what is there for them", "+++++++++++++", () => ({})],
  ["list_for_person", "lists what is there for them", "++++++++-----", () => ({})],
  ["board", "lists what is there for them", "+++++++++++++", () => ({ limit: 5 })],
  ["list_bin", "lists one's own", "++++++++-----", () => ({})],
  ["remove", "deletes", "+---000------", (id) => ({ canvasId: id })],
  ["purge", "deletes for good", "+000000------", (id) => ({ canvasId: id, alsoLiving: true })],
  ["bring_back", "is for its owner", "+---000------", (id) => ({ canvasId: id })],
  [
    "share",
    "adds somebody",
    "+---000------",
    (id) => ({ canvasId: id, change: { op: "add", who: "Sam", role: "viewer" } }),
  ],
  ["share", "makes a link", "+---000------", (id) => ({ canvasId: id, change: { op: "link", role: "viewer" } })],
  [
    "share",
    "takes somebody out",
    "+---000------",
    (id) => ({ canvasId: id, change: { op: "remove", subject: "cem" } }),
  ],
  [
    "share",
    "asks for approval",
    "+---000------",
    (id) => ({ canvasId: id, change: { op: "approvers", subjects: ["eve"] } }),
  ],
  ["leave", "gives it back", "i+++000------", (id) => ({ canvasId: id })],
  ["join_by_link", "needs a link that is good", "00000000-----", (id) => ({ canvasId: id, secret: "A".repeat(32) })],
  ["read_audit", "reads one's own", "++++++++-----", () => ({})],
  ["note_export", "is noted", "++++000+-----", (id) => ({ canvasId: id, form: "copy" })],
];

async function leftSave(id: string) {
  const kept = await record(id);
  return {
    canvas_id: id,
    save_key: SAVE_KEY,
    key: kept.widgetKey,
    base_revision: kept.document.revision,
    content: "X",
  };
}

const CELLS: Readonly<Record<string, string>> = {
  "+": "done",
  "-": "not_allowed",
  "0": "unknown_canvas",
  i: "invalid_input",
};

test("every action has its rows", () => {
  expect(new Set(ROWS.map(([name]) => name))).toEqual(new Set(ACTIONS.map(({ name }) => name)));
});

describe.each(ROWS)("%s, which %s", (name, _, cells, inputFor) => {
  test.each(CALLERS.map(([who, call], column) => [who, CELLS[cells[column] ?? ""], call] as const))(
    "%s: %s",
    async (_who, expected, callOf) => {
      const id = await shared();
      const call = callOf();
      // A model changes nothing that it was not shown.
      if (call.who.kind === "model") await read.run(call, { canvasId: id });
      const before = await record(id);
      const action = ACTIONS.find((each) => each.name === name) as AnyAction;
      const done = await action.run(call, keyed(await inputFor(id), before, call) as Readonly<Record<string, unknown>>);
      expect(done.ok ? "done" : done.error.code, done.ok ? "" : done.error.message).toBe(expected);
      // Whoever is refused has changed nothing, and of what is not there for them learns nothing.
      if (!done.ok) expect(await record(id)).toEqual(before);
      if (!done.ok && done.error.code === "unknown_canvas") expect(done.error.message).not.toMatch(/Ada|Plan/);
    },
  );
});

/** Saves that a page left carry the key of whoever left them. */
function keyed(input: object, { owner, widgetKey }: Awaited<ReturnType<typeof record>>, { who }: Call): object {
  if (!("saves" in input)) return input;
  const [save] = input.saves as readonly object[];
  return { saves: [{ ...save, key: canvasKeyOf({ owner, widgetKey }, who.owner) }] };
}
