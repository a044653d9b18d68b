import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { doneByPerson } from "../../core/interactions/done-by-person.ts";
import { PERSON_KINDS } from "../../core/records/history.ts";
import { STANDARD_ACTIONS } from "../../core/records/interactions.ts";
import { ERROR_CODES, type ErrorCode } from "../../protocol/errors.ts";
import { refusedBy } from "./aap-answers.ts";

const GUIDE = readFileSync(new URL("../../../docs/aap.md", import.meta.url), "utf8");

/** What the log says of each kind, as far as it takes to make something of it. */
const PAYLOADS: readonly Readonly<Record<string, unknown>>[] = [
  { tasks: [{ task: "a", checked: true, line: 1 }], added: ["p1"] },
  ...["add", "reply", "delete", "resolve", "edit"].map((op) => ({ operations: [{ op, id: "c1", body: "b" }] })),
  { settled: { s1: "accepted" }, kinds: { s1: "suggestion" } },
  { settled: { s1: "kept" }, kinds: { s1: "conflict" } },
  { kind: "suggestion", state: "open", ids: ["s1"] },
];

describe("docs/aap.md", () => {
  test("names every standard verb", () => {
    for (const action of STANDARD_ACTIONS) expect(GUIDE).toContain(`\`${action}\``);
  });

  test.each(PERSON_KINDS.filter((kind) => kind !== "interaction"))("says what %s is called", (kind) => {
    const done = PAYLOADS.flatMap((payload) =>
      doneByPerson({ kind, by: { kind: "person" }, at: "", version: 1, sequence: 1, payload }),
    );
    expect(done.length).toBeGreaterThan(0);
    for (const { action, element } of done) {
      const rows = GUIDE.split("\n").filter((line) => line.startsWith("| ") && line.includes(`\`${action}\``));
      expect(
        rows.some((row) => row.includes(`\`${element}\``)),
        `${action} ${element}`,
      ).toBe(true);
    }
  });

  test.each(ERROR_CODES)("has the answer to %s", (code: ErrorCode) => {
    const { status, error } = refusedBy({ code, message: "" }, "HN8B.md");
    expect(GUIDE).toMatch(new RegExp(`^\\| ${status} +\\| [^|]*\`${error}\``, "m"));
  });

  test("has examples that can be parsed", () => {
    const blocks = [...GUIDE.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text);
    expect(blocks.length).toBe(2);
    for (const text of blocks) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});
