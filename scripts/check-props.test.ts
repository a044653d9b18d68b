import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("check-props.mjs", import.meta.url));
const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** What the script says of these files. */
function check(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), "props-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  const faults = stderr.split("\n").filter((line) => line !== "");
  expect(status).toBe(faults.length === 0 ? 0 : 1);
  return faults;
}

/** So many fields, as they are written in an interface: values, callbacks, what may be left out, with comments between. */
function fields(count: number, name = "field"): string {
  const forms = [
    (at: number) => `  readonly ${name}${at}: { readonly inner: string; readonly other: number };`,
    (at: number) => `  /** It is given; or not: as "you; like". */\n  readonly ${name}${at}?: "one" | "two";`,
    (at: number) => `  ${name}${at}(one: string, two: { readonly three: number }): void;`,
    (at: number) =>
      `  // Always there; since it is asked: once.\n  readonly ${name}${at}: (one: string, two: number) => Map<string, number>;`,
  ];
  return Array.from({ length: count }, (_, at) => forms[at % forms.length]!(at)).join("\n");
}

const FILE = "src/widget/Card.tsx";
const tooMany = (count: number) => [`${FILE}: Card takes ${count} props, more than 12: group what belongs together`];
const card = (type: string) => `export function Card(props: ${type}) {\n  return <p {...props} />;\n}\n`;

test("a component may take twelve props", () => {
  expect(check({ [FILE]: `interface CardProps {\n${fields(12)}\n}\n${card("CardProps")}` })).toEqual([]);
});

test.each([
  ["in an interface", `interface CardProps {\n${fields(13)}\n}\n${card("CardProps")}`],
  ["in a type", `export type CardProps = {\n${fields(13)}\n};\n${card("CardProps")}`],
  ["where they are taken", card(`{\n${fields(13)}\n}`)],
  [
    "by extending",
    `interface Base {\n${fields(9)}\n}\ninterface CardProps extends Base {\n${fields(4, "own")}\n}\n${card("CardProps")}`,
  ],
  [
    "by joining",
    `type Base = { ${fields(9)} };\ntype CardProps = Readonly<Base> & {\n${fields(4, "own")}\n};\n${card("CardProps")}`,
  ],
  ["without some", `interface Base {\n${fields(15)}\n}\n${card('Omit<Base, "field0" | "field1">')}`],
  [
    "some of many",
    `interface Base {\n${fields(9)}\n}\n${card(`Base & Pick<Other, ${["a", "b", "c", "d"].map((name) => `"${name}"`).join(" | ")}>`)}`,
  ],
  [
    "of any kind",
    `interface CardProps<Kind extends { readonly id: string }> {\n${fields(13)}\n}\nfunction Card<Kind>(props: CardProps<Kind>) {}\n`,
  ],
  [
    "taken apart",
    `interface CardProps {\n${fields(13)}\n}\nexport const Card = memo(function Card({ field0, field1: { inner = "a" }, ...rest }: CardProps) {});\n`,
  ],
  ["in a class", `interface CardProps {\n${fields(13)}\n}\nclass Card extends Component<CardProps> {}\n`],
])("more than twelve are found: %s", (_, text) => {
  expect(check({ [FILE]: text })).toEqual(tooMany(13));
});

test("what an imported type brings along counts", () => {
  const base = `import type { Ways } from "./ways.ts";\n\nexport interface Base extends Ways {\n${fields(6)}\n}\n`;
  const text = `import { draw, type Base as Given } from "../text/base.ts";\n\ninterface CardProps extends Partial<Given> {\n${fields(4, "own")}\n}\n`;
  const files = { "src/text/base.ts": base, "src/text/ways.ts": `export interface Ways {\n${fields(4, "way")}\n}\n` };
  expect(check({ ...files, [FILE]: text + card("CardProps") })).toEqual(tooMany(14));
  expect(check({ "src/text/ways.ts": files["src/text/ways.ts"], [FILE]: text + card("CardProps") })).toEqual([
    `${FILE} takes Given from src/text/base.ts, which does not exist`,
  ]);
});

test("a field that comes twice counts once, and what a package brings along does not", () => {
  const twice = `interface Base {\n${fields(12)}\n}\ninterface CardProps extends Base, ComponentProps<"button"> {\n${fields(12)}\n}\n`;
  expect(check({ [FILE]: twice + card("CardProps") })).toEqual([]);
});

test("each component of a file is looked at; hooks and tests are not", () => {
  const many = `interface Many {\n${fields(13)}\n}\nfunction useCard(many: Many) {}\nfunction Small() {}\n`;
  expect(check({ [FILE]: many, "src/widget/Card.test.tsx": many + card("Many") })).toEqual([]);
  expect(check({ [FILE]: many + card("Many") })).toEqual(tooMany(13));
});

test("props that cannot be counted are a fault", () => {
  expect(check({ [FILE]: "export function Card({ title }) {}\n" })).toEqual([`${FILE}: Card has props without a type`]);
});
