// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Person } from "../../../core/records/sharing.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import { shownWidget } from "../../screens/testing/shown-widget.tsx";
import { shellWords, changeWords as words } from "../../words.ts";

const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };
const TEXT = "# Plan\n\nShip on Monday.\n\nAsk the team.\n\nThe end.\n";
const widget = shownWidget();

const changedText = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((text, [from, to]) => text.replace(from, to), TEXT);
const THREE = changedText(["Plan", "Launch"], ["Monday", "Friday"], ["The end", "Fin"]);
const draft = () => widget.rig.ready().draft;
const bar = () => widget.find(".changes-bar");
const at = () => widget.find(".changes-at")?.textContent;
const press = (name: string) => widget.press(name, ".changes-bar");
const pressed = (name: string) => widget.button(name, ".changes-bar").getAttribute("aria-pressed");
const canUndo = () => widget.button(words.undoThis, ".changes-bar").getAttribute("aria-disabled") === "false";
/** The bars beside the lines, with those that are looked at in brackets. */
const marks = () =>
  [...widget.page.querySelectorAll<HTMLElement>(".change-mark, .change-gap")].map(({ dataset, title }) => {
    const name = [dataset.kind, title].filter((one) => one !== "").join(" by ");
    return dataset.current === "true" ? `[${name}]` : name;
  });
/** The words that are marked in the editor; of people: with a *, looked at: in brackets. */
const inEditor = () =>
  [...widget.page.querySelectorAll(".cm-content .md-changed, .cm-content .md-changed-person")].map((one) => {
    const words = `${one.textContent}${one.matches(".md-changed-person") ? "*" : ""}`;
    return one.matches("[class*=-current]") ? `[${words}]` : words;
  });

/** The model changed a text at three places while it was read. */
async function changed(text = THREE): Promise<void> {
  widget.show();
  await widget.arrives(TEXT);
  await widget.arrives(text);
}

test("what the model changed is marked beside its lines, and said in a bar", async () => {
  await changed();
  expect(widget.find(".changes-long")?.textContent).toBe(words.places("Claude", 3));
  expect(widget.find(".changes-count")?.textContent).toBe(`${words.added(3)} ${words.removed(4)} ${words.unit}`);
  expect([at(), marks(), canUndo()]).toEqual(["", ["changed", "changed", "changed"], false]);
});

test("F7 goes from one place to the next and round, Shift-F7 back; the bar's buttons do the same", async () => {
  await changed();
  await widget.key("F7");
  expect([at(), marks()]).toEqual([words.at(1, 3), ["[changed]", "changed", "changed"]]);
  await press(words.next);
  expect(at()).toBe(words.at(2, 3));
  await widget.key("F7");
  await widget.key("F7");
  expect(at()).toBe(words.at(1, 3));
  await widget.key("F7", { shiftKey: true });
  expect([at(), marks()]).toEqual([words.at(3, 3), ["changed", "changed", "[changed]"]]);
  await press(words.previous);
  expect(at()).toBe(words.at(2, 3));
});

test("the first step back is to the last place", async () => {
  await changed();
  await widget.key("F7", { shiftKey: true });
  expect(at()).toBe(words.at(3, 3));
});

test("one place is taken back, the next step goes to what stands where it was, and Mod-Z brings it back", async () => {
  await changed();
  await widget.key("F7");
  await widget.key("F7");
  await press(words.undoThis);
  expect(draft()).toBe(THREE.replace("Friday", "Monday"));
  expect([at(), marks(), canUndo()]).toEqual(["", ["changed", "changed"], false]);
  expect(document.activeElement).toBe(widget.button(words.undoThis, ".changes-bar"));
  await press(words.undoThis);
  expect(draft()).toBe(THREE.replace("Friday", "Monday"));
  await widget.key("F7");
  expect([at(), marks()]).toEqual([words.at(2, 2), ["changed", "[changed]"]]);
  await widget.key("z", { ctrlKey: true });
  expect([draft(), marks().length]).toEqual([THREE, 3]);
});

test("the step back from a place that was taken back goes to the one before it", async () => {
  await changed();
  await widget.key("F7");
  await widget.key("F7");
  await press(words.undoThis);
  await widget.key("F7", { shiftKey: true });
  expect(at()).toBe(words.at(1, 2));
});

test.each([
  ["the very place", ["Friday", "Monday"], ["", ["changed", "changed"], false]],
  ["a place before it", ["Launch", "Plan"], [words.at(1, 2), ["[changed]", "changed"], true]],
  ["a place behind it", ["Fin", "The end"], [words.at(2, 2), ["changed", "[changed]"], true]],
] as const)("when %s is taken back elsewhere, no other one is looked at instead", async (_, [now, then], shown) => {
  await changed();
  await widget.key("F7");
  await widget.key("F7");
  await widget.edits(now, then);
  expect([at(), marks(), canUndo()]).toEqual(shown);
});

test("when something changes before the place that is looked at, it stays the one that is undone", async () => {
  await changed(changedText(["Monday", "Friday"], ["The end", "Fin"]));
  await widget.key("F7");
  await widget.edits("Plan", "Launch");
  expect([at(), marks()]).toEqual([words.at(2, 3), ["changed", "[changed]", "changed"]]);
  await press(words.undoThis);
  expect(draft()).toBe(THREE.replace("Friday", "Monday"));
});

test("whoever types beside the words of a place goes on looking at it", async () => {
  await changed();
  await widget.key("F7");
  await widget.key("F7");
  await widget.after(() => widget.rig.actions.type(THREE.replace("Ship on", "We ship on")));
  expect([at(), marks()]).toEqual([words.at(2, 3), ["changed", "[changed]", "changed"]]);
});

test("the comparison takes the preview's place, and gives it back as it was", async () => {
  await changed();
  const replaced = widget.note(".preview");
  await press(words.compare);
  expect([pressed(words.compare), widget.find(".page[data-sheet]")?.hidden, replaced()]).toEqual(["true", true, []]);
  const compared = widget.find(`[aria-label="${words.compared}"]`);
  expect([compared?.querySelector("del")?.textContent, compared?.querySelector("ins")?.textContent]).toEqual([
    "Plan",
    "Launch",
  ]);
  await press(words.compare);
  expect([pressed(words.compare), widget.find(".page[data-sheet]")?.hidden, replaced()]).toEqual(["false", false, []]);
  expect(widget.find(`[aria-label="${words.compared}"]`)).toBeNull();
});

test("with the last place that is taken back the comparison ends, too", async () => {
  await changed(changedText(["Monday", "Friday"]));
  await press(words.compare);
  await widget.key("F7");
  await press(words.undoThis);
  expect([draft(), bar(), widget.find(".page[data-sheet]")?.hidden]).toEqual([TEXT, null, false]);
});

test("Got it ends marks, bar and comparison, and what comes next is looked at from its start", async () => {
  await changed();
  await widget.key("F7");
  await widget.key("F7");
  await press(words.compare);
  await press(words.done);
  expect([draft(), bar(), marks(), widget.find(".page[data-sheet]")?.hidden]).toEqual([THREE, null, [], false]);
  await widget.edits("Ask the team", "Tell everybody");
  await widget.edits("Launch", "Start");
  expect([at(), pressed(words.compare)]).toEqual(["", "false"]);
  await widget.key("F7");
  expect(at()).toBe(words.at(1, 2));
});

test("while the model writes nothing is marked, and then all of it", async () => {
  await changed();
  await widget.streams(TEXT.slice(0, 20));
  expect([bar(), marks()]).toEqual([null, []]);
  await widget.arrives(THREE.replace("Ask the team", "Tell everybody"));
  expect(marks()).toHaveLength(4);
});

test("in the editor the words themselves are marked, and those that are looked at", async () => {
  await changed();
  await widget.press(shellWords.edit);
  expect(inEditor()).toEqual(["Launch", "Friday", "Fin"]);
  await widget.key("F7");
  expect(inEditor()).toEqual(["[Launch]", "Friday", "Fin"]);
});

/** Ada looks at her canvas; Bob changes a day, the model the end. */
async function changedByTwo(me: Person): Promise<void> {
  const server = createFakeServer();
  const written = server.write(TEXT);
  server.signIn(ADA, [ADA, BOB]);
  server.share({ op: "add", who: "bob", role: me === ADA ? "editor" : "viewer" });
  server.signIn(me, [ADA, BOB]);
  widget.show({ server });
  await widget.arrives(TEXT, written);
  server.writeAs(me === ADA ? BOB : ADA, changedText(["Monday", "Friday"]));
  await widget.after(() => widget.rig.actions.returned());
  await widget.edits("The end", "Fin");
}

test("what a person changed is marked as theirs, what the model changed as the model's", async () => {
  await changedByTwo(ADA);
  expect(widget.find(".changes-long")?.textContent).toBe("Bob changed 1 place, Claude 1");
  expect(marks()).toEqual([`changed by ${words.changedBy("Bob")}`, "changed"]);
  expect(widget.texts(".change-mark[data-colour] .avatar")).toEqual(["B"]);
  await widget.key("F7");
  expect(widget.find(".changes-who")?.textContent).toBe("Bob");
  await widget.key("F7");
  expect(widget.find(".changes-who")?.textContent).toBe("Claude");
  await widget.press(shellWords.edit);
  expect(inEditor()).toEqual(["Friday*", "[Fin]"]);
});

test("whoever may only read steps through the changes and compares, and takes nothing back", async () => {
  await changedByTwo(BOB);
  await widget.key("F7");
  expect(at()).toBe(words.at(1, 2));
  expect(widget.buttons(".changes-bar")).toEqual([words.previous, words.next, words.compare, words.done]);
});
