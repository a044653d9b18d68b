// @vitest-environment happy-dom
import { describe, expect, test, vi } from "vitest";
import type { Person, Role } from "../../../core/records/sharing.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import { shownWidget } from "../../screens/testing/shown-widget.tsx";
import { READ_MS } from "../../state/seen-text.ts";
import { shellWords, proposalWords as words } from "../../words.ts";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const TEXT = "# Plan\n\nShip on Monday.\n\nThe end.\n";
const AFTER = (from: string, to: string) => TEXT.replace(from, to);
const widget = shownWidget();

const draft = () => widget.rig.ready().draft;
/** Long enough to have read what came. */
const read = () => widget.pass(READ_MS * 2);
/** What the person sees: what is drawn in the editor, or in the preview. */
const seen = (selector: string) =>
  [...widget.page.querySelectorAll<HTMLElement>(selector)].filter((one) => one.closest("[hidden]") === null);
const texts = (selector: string) => seen(selector).map((one) => one.textContent);
/** What is struck and what is offered in its place. */
const offers = () => [texts("del.inlay-del"), texts(".offer ins")];
/** What the card is called; null: none is open. */
const card = () => widget.find("[role=dialog]")?.getAttribute("aria-label") ?? null;
const press = (name: string) => widget.press(name, ".split-pane:not([hidden])");
const focused = () => document.activeElement?.textContent;

type Options = Parameters<typeof widget.show>[0];

/** The model suggests another day, and another end. */
async function suggested(options?: Options): Promise<void> {
  widget.show(options);
  await widget.arrives(TEXT);
  await widget.edits("Monday", "Tuesday", "suggest");
  await widget.edits("The end.", "Fin.", "suggest");
  await read();
}

/** Person and model wrote different words in the same place. */
async function conflicting(options?: Options): Promise<void> {
  widget.show(options);
  await widget.arrives(TEXT);
  await widget.after(() => widget.rig.actions.type(AFTER("Monday", "Sunday")));
  await widget.pass(5000);
  await widget.arrives(AFTER("Monday", "Friday"));
  await read();
}

/** Bob looks at Ada's canvas, for which the model suggested another day. */
async function shared(role: Role): Promise<void> {
  const server = createFakeServer();
  const written = server.write(TEXT);
  server.signIn(BOB, [ADA, BOB]);
  server.share({ op: "add", who: "bob", role });
  server.edit([{ find: "Monday", replace: "Tuesday" }], "suggest");
  widget.show({ server });
  await widget.arrives(TEXT, written);
  await read();
}

const pressOn = (selector: string) =>
  widget.after(() => {
    const [element] = seen(selector);
    element!.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    element!.click();
  });

/** In another widget somebody refuses it. */
async function rejectElsewhere(text: string): Promise<void> {
  const { rig } = widget;
  const { proposals, document } = rig.server.record();
  const decisions = proposals.filter((one) => one.text === text).map(({ id }) => ({ id, decision: "reject" }));
  rig.server.answer("save_canvas", {
    canvas_id: document.id,
    save_key: "elsewhere",
    base_revision: document.revision,
    decisions,
  });
  await widget.after(() => rig.actions.returned());
}

describe.each([
  ["while the text is read", async () => {}],
  ["while it is written", () => widget.press(shellWords.edit)],
])("%s", (_, begin) => {
  test("a suggestion stands on its words, and a press takes or refuses it", async () => {
    await suggested();
    await begin();
    expect(texts("del.inlay-del")[0]).toBe("Monday");
    expect(texts(".offer ins")).toHaveLength(2);
    await press(words.acceptOne("Tuesday"));
    expect(draft()).toBe(AFTER("Monday", "Tuesday"));
    await press(words.rejectOne("Fin."));
    expect([draft(), offers()]).toEqual([AFTER("Monday", "Tuesday"), [[], []]]);
    expect(widget.rig.server.record().proposals.map(({ state }) => state)).toEqual(["accepted", "rejected"]);
  });

  test("a conflict stands under its words with both texts, and a press settles it", async () => {
    await conflicting();
    await begin();
    expect(texts("mark.inlay-mark").join("")).toContain("Sunday");
    expect(texts(".proposal-sides dd")).toEqual(["Ship on Sunday.", "Ship on Friday."]);
    await press(words.takeTheirs("Claude"));
    expect([draft(), seen(".conflict")]).toEqual([AFTER("Monday", "Friday"), []]);
  });

  test("F9 goes from one to the next, Shift-F9 back, each with the focus in its card, and the last gives it back", async () => {
    await suggested();
    await begin();
    const before = document.activeElement;
    await widget.key("F9");
    expect(focused()).toBe(words.accept);
    expect(seen(".offer[data-current=true]").map((one) => one.querySelector("ins")?.textContent)).toEqual(["Tuesday"]);
    await widget.key("F9");
    expect(texts(".offer[data-current=true] ins").join("")).toContain("Fin");
    await widget.key("F9", { shiftKey: true });
    expect(texts(".offer[data-current=true] ins")).toEqual(["Tuesday"]);
    await widget.press(words.accept, "[role=dialog]");
    expect(texts(".offer[data-current=true] ins").join("")).toContain("Fin");
    expect(focused()).toBe(words.accept);
    await widget.press(words.reject, "[role=dialog]");
    expect([card(), draft()]).toEqual([null, AFTER("Monday", "Tuesday")]);
    expect(document.activeElement === before).toBe(true);
  });

  test("a conflict is reached by key, settled there, and the focus goes back", async () => {
    await conflicting();
    await begin();
    const before = document.activeElement;
    await widget.key("F9");
    expect(focused()).toBe(words.keepMine);
    expect(seen(".conflict[data-current=true]")).toHaveLength(1);
    await press(words.keepBoth);
    expect(draft()).toContain("Ship on Sunday.");
    expect(draft()).toContain("Ship on Friday.");
    expect([seen(".conflict"), document.activeElement === before]).toEqual([[], true]);
  });

  test("who goes on inside a conflict before the next frame stays where they are", async () => {
    await conflicting();
    await begin();
    const waiting: FrameRequestCallback[] = [];
    const frames = vi.spyOn(window, "requestAnimationFrame").mockImplementation((call) => waiting.push(call));
    await widget.key("F9");
    frames.mockRestore();
    const other = [...seen(".conflict button")].find((one) => one.textContent === words.takeTheirs("Claude"));
    (other as HTMLElement).focus();
    for (const call of waiting) call(performance.now());
    expect(waiting.length).toBeGreaterThan(0);
    expect(focused()).toBe(words.takeTheirs("Claude"));
  });

  test("Escape closes the card of a suggestion, leaves it undecided, and gives the focus back", async () => {
    await suggested();
    await begin();
    const before = document.activeElement;
    await widget.key("F9");
    await widget.key("Escape");
    expect([card(), document.activeElement === before]).toEqual([null, true]);
    expect(texts(".offer ins")).toHaveLength(2);
  });

  test("a suggestion that is withdrawn while it is looked at goes with its card, and the focus goes back", async () => {
    await suggested();
    await begin();
    const before = document.activeElement;
    await widget.key("F9");
    await rejectElsewhere("Tuesday");
    expect([texts(".offer ins").includes("Tuesday"), card()]).toEqual([false, null]);
    expect(document.activeElement === before).toBe(true);
  });
});

test("a press on the new words opens the card beside them without taking the focus; a press elsewhere closes it", async () => {
  await suggested();
  const before = document.activeElement;
  await pressOn(".offer ins");
  expect(card()).toBe(words.suggests("Claude"));
  expect(document.activeElement === before).toBe(true);
  await pressOn(".preview h1");
  expect(card()).toBeNull();
});

test("while the model writes nothing of the offers stands in the text, and they come back behind it", async () => {
  await suggested();
  await widget.key("F9");
  await widget.streams(TEXT.slice(0, 12));
  expect([offers(), card()]).toEqual([[[], []], null]);
  await widget.arrives(`${TEXT}More.\n`);
  expect(texts(".offer ins")).toHaveLength(2);
});

test("an offer that came a moment ago, where others stood, cannot be pressed until it can have been read", async () => {
  await suggested();
  await widget.edits("Plan", "Launch", "suggest");
  const accept = () => widget.button(words.acceptOne("Launch"), ".preview");
  expect([accept().getAttribute("aria-disabled"), accept().title]).toEqual(["true", shellWords.early]);
  await press(words.acceptOne("Launch"));
  expect(draft()).toBe(TEXT);
  await read();
  expect(accept().getAttribute("aria-disabled")).toBeNull();
  await press(words.acceptOne("Launch"));
  expect(draft()).toBe(AFTER("Plan", "Launch"));
});

test("offers are put out of the text and into it again; conflicts stay", async () => {
  await suggested();
  await widget.press(words.inText, ".proposal-bar");
  expect(offers()).toEqual([[], []]);
  await widget.press(words.inText, ".proposal-bar");
  expect(texts(".offer ins")).toHaveLength(2);
});

test.each<[Role, readonly string[]]>([
  ["viewer", []],
  ["commenter", []],
  ["editor", [words.acceptOne("Tuesday"), words.rejectOne("Tuesday")]],
])("to a %s an offer shows what it says, and %j", async (role, buttons) => {
  await shared(role);
  expect(offers()).toEqual([["Monday"], ["Tuesday"]]);
  expect(widget.buttons(".preview")).toEqual(buttons);
  await widget.key("F9");
  expect(card()).toBe(words.suggests("Claude"));
  expect(widget.buttons("[role=dialog] .proposal-actions")).toHaveLength(buttons.length === 0 ? 0 : 3);
  await widget.key("Escape");
  expect(card()).toBeNull();
});

test("their own suggestion a person can take back, and nothing else", async () => {
  await shared("commenter");
  await widget.press(shellWords.suggestChanges);
  await widget.after(() => widget.rig.actions.type(AFTER("The end.", "Fin.")));
  await widget.press(shellWords.done);
  await widget.pass(5000);
  expect(texts(".offer ins").join(" ")).toContain("Fin");
  const [withdraw = "", ...others] = widget.buttons(".preview");
  expect([withdraw, others]).toEqual([expect.stringContaining("Withdraw “Fin"), []]);
  await press(withdraw);
  await widget.pass(5000);
  expect([texts(".offer ins"), draft()]).toEqual([["Tuesday"], TEXT]);
});

test("what was decided is taken back with Mod-Z, and stands in the text again", async () => {
  await suggested();
  await press(words.acceptOne("Tuesday"));
  await widget.key("z", { ctrlKey: true });
  expect(draft()).toBe(TEXT);
  expect(texts(".offer ins")).toHaveLength(2);
});
