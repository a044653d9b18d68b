import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("check-rooms.mjs", import.meta.url));
const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A small house in which everything is right: `ui` below, two features that do not know each other, `screens` above. */
const HOUSE = {
  "ARCHITECTURE.md": `
### \`src/widget\`

- \`ui\` → nothing: controls
- \`features/notes\`, \`features/list\` → \`ui\`: features
- \`screens\` → \`ui\`, \`features/*\`: screens
- \`words\` → nothing: words alone
`,
  "src/global.css": ".visually-hidden { clip-path: inset(50%); }\n",
  "src/widget/ui/card.css":
    '/* .note is no class here. */\n.card { border: 0; }\n[dir="rtl"] .card-title { order: 1; }\n',
  "src/widget/ui/card.ts": 'export const card = "card";\n',
  "src/widget/features/notes/notes.css": ".note { order: 1; }\n.card .note-title { order: 2; }\n",
  "src/widget/features/notes/Note.tsx": 'export const Note = () => <p className="note card visually-hidden" />;\n',
  "src/widget/features/list/list.css": ".list { order: 1; }\n",
  "src/widget/features/list/List.tsx": 'export const name = "note";\n',
  "src/widget/screens/frame.css": ".frame { order: 1; }\n.frame:has(.note) { order: 2; }\n",
  "src/widget/screens/Frame.tsx": 'export const at = document.querySelector(".note");\n',
  "src/widget/words/words.ts": 'export const words = "note-title";\n',
};

/** What the script says of the house with these files instead or besides. */
function check(changed: Readonly<Record<string, string>> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), "classes-"));
  roots.push(root);
  for (const [path, text] of Object.entries({ ...HOUSE, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  return stderr.split("\n").filter((line) => line !== "");
}

test("a house whose classes are named only where the map lets them has no faults", () => {
  expect(check()).toEqual([]);
});

test.each([
  ["a class", 'export const List = () => <p className="list note" />;'],
  ["a class under a condition", 'export const List = () => <p className={on ? "note" : "list"} />;'],
  ["a class in a template", "export const List = (on: string) => <p className={`note $" + "{on}`} />;"],
  ["a class that is set", 'export const mark = (at: Element) => at.classList.add("note");'],
  ["a class that is written", 'export const mark = (at: Element) => { at.className = "note"; };'],
  ["a selector", 'export const at = document.querySelector(".note");'],
  ["one of several selectors", 'export const at = (one: Element) => one.closest("dialog, .list, p.x > .note");'],
])("%s of another feature in a script is named", (_, line) => {
  expect(check({ "src/widget/features/list/List.tsx": `${line}\n` })).toEqual([
    "src/widget/features/list/List.tsx names .note, a class of src/widget/features/notes",
  ]);
});

test("a class with a hyphen is found in any string, and in no comment", () => {
  const file = "src/widget/features/list/List.tsx";
  expect(check({ [file]: 'export const kind = { class: name("note-title") };\n' })).toEqual([
    `${file} names .note-title, a class of src/widget/features/notes`,
  ]);
  expect(check({ [file]: '/** As ".note-title". */\n// Not "note-title".\nexport const kind = 1;\n' })).toEqual([]);
});

test.each([
  ["inside of its own", ".list .note { order: 2; }"],
  ["in a condition", ".list:has(> .note) { order: 2; }"],
  ["in a rule inside of another", ".list { &:hover .note { order: 2; } }"],
  ["in a query", "@container frame (max-width: 9px) { .list > .note { order: 2; } }"],
])("a class of another feature in css is named: %s", (_, rule) => {
  expect(
    check({ "src/widget/features/list/list.css": `${HOUSE["src/widget/features/list/list.css"]}${rule}\n` }),
  ).toEqual(["src/widget/features/list/list.css names .note, a class of src/widget/features/notes"]);
});

test("nothing below names what is above it", () => {
  expect(check({ "src/widget/ui/card.ts": 'export const open = "dialog[open], .frame";\n' })).toEqual([
    "src/widget/ui/card.ts names .frame, a class of src/widget/screens",
  ]);
  expect(check({ "src/widget/ui/card.css": ".card { order: 1; }\n.frame[data-mode] .card { order: 2; }\n" })).toEqual([
    "src/widget/ui/card.css names .frame, a class of src/widget/screens",
  ]);
});

test("two folders must not define the same class, even where one may import from the other", () => {
  const rule = '.card[data-open="true"] { order: 3; }\n';
  expect(
    check({ "src/widget/features/notes/notes.css": `${HOUSE["src/widget/features/notes/notes.css"]}${rule}` }),
  ).toEqual([".card is defined in src/widget/features/notes and src/widget/ui: a class has one folder"]);
});
