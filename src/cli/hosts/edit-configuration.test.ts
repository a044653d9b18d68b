import fc from "fast-check";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { readEntry, type Target, withEntry, withoutEntry } from "./edit-configuration.ts";

const ENTRY = { command: "npx", args: ["-y", "writing-canvas"] };
const JSON_FILE: Target = { format: "json", key: "mcpServers", name: "writing-canvas" };
const TOML_FILE: Target = { format: "toml", key: "mcp_servers", name: "writing-canvas" };
const YAML_FILE: Target = { format: "yaml", key: "extensions", name: "writing-canvas" };

function added(text: string, target: Target, entry: Readonly<Record<string, unknown>> = ENTRY): string {
  const edited = withEntry(text, target, entry);
  expect(edited).toMatchObject({ kind: "edited" });
  return edited.kind === "edited" ? edited.text : "";
}

function removed(text: string, target: Target): string {
  const edited = withoutEntry(text, target);
  expect(edited).toMatchObject({ kind: "edited" });
  return edited.kind === "edited" ? edited.text : "";
}

describe("JSON", () => {
  const ours = (indent: string, unit = "  ", eol = "\n") =>
    [
      `"writing-canvas": {`,
      `${unit}"command": "npx",`,
      `${unit}"args": [`,
      `${unit}${unit}"-y",`,
      `${unit}${unit}"writing-canvas"`,
      `${unit}]`,
      "}",
    ].join(eol + indent);

  test.each([
    ["an empty file", "", `{\n  "mcpServers": {\n    ${ours("    ")}\n  }\n}\n`],

    [
      "no servers",
      '{\n  "theme": "dark"\n}\n',
      `{\n  "theme": "dark",\n  "mcpServers": {\n    ${ours("    ")}\n  }\n}\n`,
    ],
    [
      "an empty table",
      '{\n    "mcpServers": {}\n}\n',
      `{\n    "mcpServers": {\n        ${ours("        ", "    ")}\n    }\n}\n`,
    ],
    [
      "tabs",
      '{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}',
      `{\n\t"mcpServers": {\n\t\t"a": {},\n\t\t${ours("\t\t", "\t")}\n\t}\n}`,
    ],
    [
      "Windows line ends",
      '{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n',
      `{\r\n  "mcpServers": {\r\n    "a": {},\r\n    ${ours("    ", "  ", "\r\n")}\r\n  }\r\n}\r\n`,
    ],
    [
      "a trailing comma",
      '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
      `{\n  "mcpServers": {\n    "a": {},\n    ${ours("    ")},\n  },\n}\n`,
    ],
    [
      "a remark behind the last",
      '{\n  "mcpServers": {\n    "a": {} // mine\n    // "b": {}\n  }\n}\n',
      `{\n  "mcpServers": {\n    "a": {}, // mine\n    ${ours("    ")}\n    // "b": {}\n  }\n}\n`,
    ],
    [
      "only a remark",
      '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
      `{\n  "mcpServers": {\n    // none yet\n    ${ours("    ")}\n  }\n}\n`,
    ],
    [
      "a byte order mark",
      '\ufeff{\n  "mcpServers": {\n    "a": 1\n  }\n}\n',
      `\ufeff{\n  "mcpServers": {\n    "a": 1,\n    ${ours("    ")}\n  }\n}\n`,
    ],
    [
      "one line",
      '{"a":1,"mcpServers":{"b":{}}}',
      '{"a":1,"mcpServers":{"b":{},"writing-canvas":{"command":"npx","args":["-y","writing-canvas"]}}}',
    ],
    [
      "a table on one line",
      '{\n  "mcpServers": { "b": {} }\n}',
      '{\n  "mcpServers": { "b": {}, "writing-canvas": {"command":"npx","args":["-y","writing-canvas"]} }\n}',
    ],
    ["an empty object", "{}\n", `{\n  "mcpServers": {\n    ${ours("    ")}\n  }\n}\n`],
  ])("%s", (_, before, after) => {
    expect(added(before, JSON_FILE)).toBe(after);
  });

  test("an entry is replaced where it stands", () => {
    const before = '{\n  "mcpServers": {\n    "writing-canvas": { "command": "old" }, // mine\n    "z": 1\n  }\n}\n';
    expect(added(before, JSON_FILE)).toBe(`{\n  "mcpServers": {\n    ${ours("    ")}, // mine\n    "z": 1\n  }\n}\n`);
  });

  test.each([
    ["not JSON", '{ "mcpServers": ', "line 1"],
    ["a list", "[]", "not a JSON object"],
    ["servers that are a list", '{"mcpServers":[]}', "not a table"],
    ["servers twice", '{"mcpServers":{},"mcpServers":{}}', ""],
    ["two documents", "{}{}", "line 1"],
  ])("%s is left alone", (_, text, reason) => {
    const read = readEntry(text, JSON_FILE);
    const edited = withEntry(text, JSON_FILE, ENTRY);
    expect(edited.kind).toBe("unsafe");
    if (read.kind === "invalid") expect(read.reason).toContain(reason);
  });

  const someJson = fc.dictionary(
    fc.constantFrom("a", "b", "theme", "mcp", "x y", '"', "\\"),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  );
  const style = fc.record({
    indent: fc.constantFrom("  ", "    ", "\t", "   "),
    eol: fc.constantFrom("\n", "\r\n"),
    end: fc.constantFrom("", "\n", "\r\n", "  \n\n"),
    mark: fc.constantFrom("", "\ufeff"),
    remarks: fc.boolean(),
    trailing: fc.boolean(),
  });
  const file = fc.tuple(someJson, fc.option(someJson, { nil: undefined }), style).map(([rest, servers, how]) => {
    const made = servers === undefined ? rest : { ...rest, mcpServers: servers, last: true };
    let text = JSON.stringify(made, null, how.indent);
    const value = JSON.parse(text) as Record<string, unknown> & { mcpServers?: Record<string, unknown> };
    if (how.trailing)
      text = text.replace(/([}\]"\w])(\n\s*[}\]])/g, (all, end: string, close: string) =>
        /[{[]$/.test(end) ? all : `${end},${close}`,
      );
    if (how.remarks) text = text.replace(/,\n/g, ", // said\n").replace(/\{\n/g, "{ /* begins */\n");
    return { text: how.mark + text.replaceAll("\n", how.eol) + how.end, servers: value.mcpServers, value };
  });

  test("law: what was there is there, and removing takes away exactly what was added", () => {
    fc.assert(
      fc.property(file, ({ text, servers, value }) => {
        const after = added(text, JSON_FILE);
        const parsed = parseJsonc(after.replace(/^\ufeff/, "")) as Record<string, unknown>;
        expect(parsed).toEqual({ ...value, mcpServers: { ...servers, "writing-canvas": ENTRY } });
        expect(added(after, JSON_FILE)).toBe(after);
        const back = removed(after, JSON_FILE);
        if (servers && Object.keys(servers).length > 0) expect(back).toBe(text);
        else expect(parseJsonc(back.replace(/^\ufeff/, ""))).toEqual({ ...value, mcpServers: {} });
      }),
      { numRuns: 250 },
    );
  });
});

describe("TOML", () => {
  const ours = '[mcp_servers.writing-canvas]\ncommand = "npx"\nargs = ["-y", "writing-canvas"]\n';

  test.each([
    ["an empty file", "", ours],
    [
      "other settings",
      'model = "o3"\n\n[mcp_servers.a]\ncommand = "x" # mine\n',
      `model = "o3"\n\n[mcp_servers.a]\ncommand = "x" # mine\n\n${ours}`,
    ],
    ["no line end at the end", 'model = "o3"', `model = "o3"\n\n${ours}`],
    ["Windows line ends", "a = 1\r\n", `a = 1\r\n\r\n${ours.replaceAll("\n", "\r\n")}`],
  ])("%s", (_, before, after) => {
    expect(added(before, TOML_FILE)).toBe(after);
    expect(removed(after, TOML_FILE).trimEnd()).toBe(before.trimEnd());
  });

  test("an entry goes with its own tables, and those after it stay", () => {
    const before = `a = 1\n\n${ours}\n[mcp_servers.writing-canvas.env]\nX = "1"\n\n[mcp_servers."other.one"]\ncommand = "y"\n`;
    const after = removed(before, TOML_FILE);
    expect(parseToml(after)).toEqual({ a: 1, mcp_servers: { "other.one": { command: "y" } } });
    expect(parseToml(added(before, TOML_FILE))).toEqual({
      a: 1,
      mcp_servers: { "other.one": { command: "y" }, "writing-canvas": ENTRY },
    });
  });

  test.each([
    ["not TOML", "a = = 1\n"],
    ["servers on one line", 'mcp_servers = { a = { command = "x" } }\n'],
    ["a text that looks like our table", 'a = """\n[mcp_servers.writing-canvas]\n"""\n'],
  ])("%s is left alone, or kept whole", (_, text) => {
    const edited = withEntry(text, TOML_FILE, ENTRY);
    if (edited.kind === "edited") expect(parseToml(edited.text)).toMatchObject(parseToml(text));
  });

  test("paths of Windows are written as they are", () => {
    const entry = { command: "C:\\Program Files\\node.exe", args: ["C:\\x\\index.js"] };
    expect(readEntry(added("", TOML_FILE, entry), TOML_FILE)).toEqual({ kind: "read", entry });
  });
});

describe("YAML", () => {
  const entry = {
    name: "writing-canvas",
    enabled: true,
    type: "stdio",
    cmd: "npx",
    args: ["-y", "writing-canvas"],
    timeout: 300,
  };
  const ours =
    '  writing-canvas:\n    name: "writing-canvas"\n    enabled: true\n    type: stdio\n    cmd: npx\n    args: ["-y", "writing-canvas"]\n    timeout: 300\n';

  test.each([
    ["an empty file", "", `extensions:\n${ours}`],
    ["other settings", "GOOSE_MODEL: x\n", `GOOSE_MODEL: x\nextensions:\n${ours}`],
    ["an empty table", "extensions: {} # none\nGOOSE_MODE: auto\n", `extensions: # none\n${ours}GOOSE_MODE: auto\n`],
    ["nothing behind the key", "extensions:\nGOOSE_MODE: auto\n", `extensions:\n${ours}GOOSE_MODE: auto\n`],
    [
      "other extensions, then other settings",
      "extensions:\n  developer: # mine\n    enabled: true\n    name: developer\n\n# last\nGOOSE_MODE: auto\n",
      `extensions:\n  developer: # mine\n    enabled: true\n    name: developer\n${ours}\n# last\nGOOSE_MODE: auto\n`,
    ],
    ["no line end at the end", "extensions:\n  a:\n    b: 1", `extensions:\n  a:\n    b: 1\n${ours}`],
    [
      "wide steps",
      "extensions:\n    a:\n        b: 1\n",
      `extensions:\n    a:\n        b: 1\n${ours.replace(/^ {2}/gm, "    ").replace(/^ {6}(?=\w)/gm, "      ")}`,
    ],
  ])("%s", (_, before, after) => {
    const text = added(before, YAML_FILE, entry);
    expect(text).toBe(after);
    expect(added(text, YAML_FILE, entry)).toBe(text);
    const left = parseYaml(removed(text, YAML_FILE)) as { extensions?: unknown } | null;
    const had = parseYaml(before) as { extensions?: unknown } | null;
    expect({ ...left, extensions: left?.extensions ?? {} }).toEqual({ ...had, extensions: had?.extensions ?? {} });
  });

  test("an entry among others is taken out whole", () => {
    const text = `extensions:\n  a:\n    b: 1\n${ours}  z:\n    y: |\n      text\nlast: 1\n`;
    expect(removed(text, YAML_FILE)).toBe("extensions:\n  a:\n    b: 1\n  z:\n    y: |\n      text\nlast: 1\n");
    const asLast = `extensions:\n  z:\n    y: |\n      text\n${ours}last: 1\n`;
    expect(removed(asLast, YAML_FILE)).toBe("extensions:\n  z:\n    y: |\n      text\nlast: 1\n");
  });

  test.each([
    ["not YAML", "a: [\n"],
    ["a table on one line", "extensions: { a: { b: 1 } }\n"],
    ["a list", "- a\n"],
    ["extensions as a list", "extensions:\n  - a\n"],
  ])("%s is left alone", (_, text) => {
    expect(withEntry(text, YAML_FILE, entry).kind).toBe("unsafe");
  });
});
