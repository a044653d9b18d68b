import { expect, test } from "vitest";
import type { Person, Role } from "../../../core/records/sharing.ts";
import { META_KEY } from "../../../protocol/names.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import { allSettled } from "../fake-clock.ts";
import { whoseAre, whoseWords } from "../others-changes.ts";
import { rightsOf } from "../rights.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const CAROL: Person = { subject: "carol", name: "Carol" };
const TEXT = "# Plan\n\nShip on Monday.\n\nTell the team.\n";

/** Bob looks at Ada's canvas, with this role. */
async function openAs(role: Role): Promise<WidgetRig> {
  const server = createFakeServer();
  const written = server.write(TEXT);
  server.signIn(BOB, [ADA, BOB, CAROL]);
  server.share({ op: "add", who: "bob", role });
  const rig = openWidget({ server });
  await rig.replay(TEXT, written);
  return rig;
}

async function openAsOwner(): Promise<WidgetRig> {
  const server = createFakeServer();
  const written = server.write(TEXT);
  server.signIn(ADA, [ADA, BOB, CAROL]);
  const rig = openWidget({ server });
  await rig.replay(TEXT, written);
  return rig;
}

const standing = (rig: WidgetRig) => rig.ready().view.access?.standing;
const notices = (rig: WidgetRig) => rig.store.state().notices.map(({ text }) => text);

test("what somebody may by now stays in the browser, for when the server is away and an old result says more", async () => {
  const rig = await openAs("editor");
  const asEditor = rig.server.open();
  rig.server.share({ op: "role", subject: "bob", role: "viewer" });
  await rig.actions.returned();
  expect(standing(rig)).toBe("viewer");
  rig.stop();
  const later = openWidget({ server: rig.server, storage: rig.storage, widgetId: "widget-2" });
  later.host.reachable = false;
  const { newest: _, ...old } = (asEditor.meta as { [META_KEY]: Record<string, unknown> })[META_KEY];
  await later.replay(TEXT, { ...asEditor, meta: { [META_KEY]: old } });
  expect(standing(later)).toBe("viewer");
  expect(rightsOf(later.ready().view).canEdit).toBe(false);
});

test("a viewer types nothing and begins nothing", async () => {
  const rig = await openAs("viewer");
  await rig.actions.startEditing();
  expect(rig.ready().editing).toBe(false);
  rig.actions.type("Mine");
  expect(rig.ready().draft).toBe(TEXT);
});

test("what a commenter types is a suggestion, and the text stays", async () => {
  const rig = await openAs("commenter");
  await rig.actions.startEditing();
  expect(rig.ready()).toMatchObject({ editing: true, suggesting: true });
  rig.actions.type(TEXT.replace("Monday", "Friday"));
  rig.actions.stopEditing();
  await allSettled();
  const { document, proposals } = rig.server.record();
  expect(document.content).toBe(TEXT);
  expect(proposals).toMatchObject([{ kind: "suggestion", text: expect.stringContaining("Friday"), by: BOB }]);
  expect(rig.ready().save.kind).toBe("saved");
});

/** The same in a host that lets no widget reach its server. */
async function openClosedAs(role: Role, approvers: readonly string[] = []): Promise<WidgetRig> {
  const open = await openAs(role);
  open.server.share({ op: "add", who: "carol", role });
  if (approvers.length > 0) open.server.share({ op: "approvers", subjects: [...approvers] });
  const rig = openWidget({ server: open.server, abilities: { serverTools: false } });
  await rig.replay(TEXT, open.server.open());
  return rig;
}

test("without a server, too, what a commenter types is a suggestion, and all that they do is theirs by name", async () => {
  const rig = await openClosedAs("commenter");
  await rig.actions.startEditing();
  rig.actions.type(TEXT.replace("Monday", "Friday"));
  rig.actions.stopEditing();
  rig.actions.comment({ op: "add", id: "c1", body: "why?", anchor: null });
  await allSettled();
  expect(rig.ready().view.checkpoint).toMatchObject({
    document: { content: TEXT },
    proposals: [{ kind: "suggestion", by: BOB }],
    comments: [{ id: "c1", by: BOB }],
  });
});

test("without a server, too, whoever was asked approves, and it counts once all of them have", async () => {
  const rig = await openClosedAs("editor", ["bob", "carol"]);
  await rig.actions.setStatus("approved");
  expect(rig.ready().view.checkpoint).toMatchObject({
    document: { status: "in_review" },
    approvals: [{ by: BOB }],
    approvers: [BOB, CAROL],
  });
  const other = await openClosedAs("editor", ["carol"]);
  await other.actions.setStatus("approved");
  expect(other.ready().view.checkpoint.document.status).toBe("draft");
  expect(notices(other).join()).toContain("Carol");
});

test("a right that goes while somebody types: the words stay, nothing is tried again, and they can be suggested", async () => {
  const rig = await openAs("editor");
  await rig.actions.startEditing();
  rig.actions.type(`${TEXT}Mine.\n`);
  rig.server.share({ op: "role", subject: "bob", role: "commenter" });
  await rig.clock.advance(2_000);
  expect(rig.ready().draft).toBe(`${TEXT}Mine.\n`);
  expect(rig.ready().save).toMatchObject({ kind: "failed", forbidden: true, kept: true });
  expect(standing(rig)).toBe("commenter");
  const tried = rig.saves().length;
  await rig.clock.advance(120_000);
  expect(rig.saves()).toHaveLength(tried);
  await rig.actions.suggestInstead();
  expect(rig.server.record().document.content).toBe(TEXT);
  expect(rig.server.record().proposals).toHaveLength(1);
  expect(rig.ready()).toMatchObject({ draft: TEXT, save: { kind: "saved" } });
});

test("who can only read from now on can give up what they wrote", async () => {
  const rig = await openAs("editor");
  await rig.actions.startEditing();
  rig.actions.type(`${TEXT}Mine.\n`);
  rig.server.share({ op: "role", subject: "bob", role: "viewer" });
  await rig.clock.advance(2_000);
  expect(rig.ready()).toMatchObject({ editing: false, save: { forbidden: true } });
  rig.actions.discard();
  expect(rig.ready()).toMatchObject({ draft: TEXT, save: { kind: "saved" } });
  await rig.clock.advance(60_000);
  expect(rig.saves()).toHaveLength(1);
});

test("a sign-in that may only read is asked once, and again when the person says so", async () => {
  const rig = await openAs("editor");
  rig.server.readOnly(true);
  rig.actions.type(`${TEXT}Mine.\n`);
  await rig.clock.advance(120_000);
  expect(rig.saves()).toHaveLength(1);
  expect(rig.ready().save).toMatchObject({ forbidden: true, why: "Your sign-in may only read." });
  rig.server.readOnly(false);
  rig.actions.retrySave();
  await allSettled();
  expect(rig.server.record().document.content).toBe(`${TEXT}Mine.\n`);
});

test("a right that comes back takes what was written", async () => {
  const rig = await openAs("editor");
  rig.actions.type(`${TEXT}Mine.\n`);
  rig.server.share({ op: "role", subject: "bob", role: "viewer" });
  await rig.clock.advance(2_000);
  rig.server.share({ op: "role", subject: "bob", role: "editor" });
  await rig.actions.returned();
  await rig.clock.advance(2_000);
  expect(rig.server.record().document.content).toBe(`${TEXT}Mine.\n`);
});

test("a status that is not theirs to set is refused in words", async () => {
  const rig = await openAs("commenter");
  await rig.actions.setStatus("archived");
  expect(notices(rig)).toEqual([expect.stringContaining("another's")]);
  expect(rig.ready().save.kind).toBe("saved");
});

test("a canvas that is no longer shared goes from screen and browser; own unsaved words stay until they are copied", async () => {
  const rig = await openAs("editor");
  rig.actions.type(TEXT.replace("Monday", "Friday at noon"));
  rig.server.share({ op: "remove", subject: "bob" });
  await rig.clock.advance(2_000);
  const gone = { phase: "unshared", title: "Plan", owner: "Ada", words: "Friday at noon" };
  expect(rig.canvas()).toMatchObject(gone);
  expect(rig.storage.read("canvas:doc:HN8B")).toBeNull();
  rig.stop();
  const later = openWidget({ server: rig.server, storage: rig.storage, widgetId: "widget-2" });
  later.host.tell({ kind: "result", result: rig.server.open() });
  await allSettled();
  rig.actions.ownWordsTaken();
  expect(rig.storage.names().filter((name) => name.startsWith("canvas:pending"))).toEqual([]);
});

test("it is noticed on return, too", async () => {
  const rig = await openAs("viewer");
  rig.server.share({ op: "remove", subject: "bob" });
  await rig.actions.returned();
  expect(rig.canvas()).toMatchObject({ phase: "unshared", words: "" });
});

test("the owner shares, and the new access is there at once", async () => {
  const rig = await openAsOwner();
  expect(await rig.actions.share({ op: "add", who: "Bob", role: "editor" })).toEqual({ ok: true });
  expect(rig.ready().view.access?.people).toEqual([{ person: BOB, role: "editor" }]);
  const made = await rig.actions.share({ op: "link", role: "viewer", days: 7 });
  expect(made).toMatchObject({ ok: true, link: expect.stringContaining("?share=") });
  expect(rig.ready().view.access?.links).toMatchObject([{ role: "viewer" }]);
  expect(await rig.actions.share({ op: "add", who: "Dan", role: "viewer" })).toMatchObject({
    ok: false,
    why: expect.stringContaining("Dan"),
  });
});

test("whoever leaves has the canvas no more", async () => {
  const rig = await openAs("commenter");
  expect(await rig.actions.share({ op: "leave" })).toEqual({ ok: true });
  expect(rig.canvas().phase).toBe("unshared");
});

test("an export is told once, and only where people share", async () => {
  const rig = await openAs("viewer");
  await rig.actions.noteExport("copy");
  expect(rig.server.exports).toEqual(["copy"]);
  const alone = openWidget();
  await alone.write(TEXT);
  await alone.actions.noteExport("copy");
  expect(alone.server.exports).toEqual([]);
});

/** The marks with whose they are. */
const marked = (rig: WidgetRig) => {
  const { view, draft, marked } = rig.ready();
  const whose = whoseWords(view, draft);
  return marked.marks.map((mark) => {
    const who = whose === null ? null : whoseAre(mark, whose);
    return `${who === null || who === "me" ? who : who.name}: ${mark.was} → ${draft.slice(mark.from, mark.to)}`;
  });
};

test("what another person changes is marked as theirs, what one changes oneself is not", async () => {
  const rig = await openAs("editor");
  rig.server.writeAs(ADA, TEXT.replace("Monday", "Friday"));
  rig.server.writeAs(BOB, rig.server.record().document.content.replace("the team", "everybody"));
  await rig.actions.returned();
  expect(marked(rig)).toEqual(["Ada: Monday → Friday"]);
  rig.server.edit([{ find: "# Plan", replace: "# The plan" }]);
  await rig.actions.returned();
  expect(marked(rig)).toEqual([expect.stringMatching(/^null: .*The plan/), "Ada: Monday → Friday"]);
  rig.actions.acknowledge();
  expect(marked(rig)).toEqual([]);
});

test("two people's changes are told apart, also beside one's own unsaved words", async () => {
  const rig = await openAs("editor");
  rig.actions.type(`${TEXT}Mine.\n`);
  rig.server.writeAs(ADA, TEXT.replace("Monday", "Friday"));
  rig.server.writeAs(CAROL, rig.server.record().document.content.replace("the team", "everybody"));
  await rig.actions.returned();
  await rig.clock.advance(2_000);
  expect(marked(rig)).toEqual(["Ada: Monday → Friday", "Carol: the team → everybody"]);
  expect(rig.server.record().document.content).toContain("Mine.");
});

test("what others changed while one was away is marked on return, once something was seen before", async () => {
  const rig = await openAs("editor");
  rig.actions.acknowledge();
  rig.stop();
  rig.server.writeAs(ADA, TEXT.replace("Monday", "Friday"));
  const later = openWidget({ server: rig.server, storage: rig.storage, widgetId: "widget-2" });
  later.host.tell({ kind: "result", result: rig.server.open() });
  await allSettled();
  expect(marked(later)).toEqual(["Ada: Monday → Friday"]);
});
