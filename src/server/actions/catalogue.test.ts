import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ID_ALPHABET } from "../../core/document/ids.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import type { Call } from "./call.ts";
import { ACTIONS } from "./catalogue.ts";

/** What only the person does, whatever the door. */
const PERSONS = [
  "save",
  "save_left",
  "duplicate",
  "import",
  "load",
  "open",
  "list_panels",
  "see_panel",
  "close_panel",
  "list_for_person",
  "list_versions",
  "list_moments",
  "load_version",
  "restore",
  "set_status",
  "leave_message",
  "close_review",
  "interact",
  "follow_interactions",
  "remove",
  "list_bin",
  "bring_back",
  "purge",
  "share",
  "leave",
  "join_by_link",
  "read_audit",
  "note_export",
];

test("every action has a name of its own and says in one line what it does", () => {
  expect(new Set(ACTIONS.map(({ name }) => name)).size).toBe(ACTIONS.length);
  for (const { name, description } of ACTIONS) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(description).toMatch(/^[A-Z][^\n]{10,150}\.$/);
  }
});

test("every action that is defined is in the catalogue", () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const defined = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return [...text.matchAll(/= defineAction\(\{\n {2}name: "(\w+)"/g)].map(([, name]) => name);
  });
  expect(defined.sort()).toEqual(ACTIONS.map(({ name }) => name).sort());
});

test.each(ACTIONS.filter(({ name }) => name !== "import").map((action) => [action.name, action] as const))(
  "%s can be offered by another protocol: its input is a JSON schema of an object",
  (_, { input }) => {
    expect(z.toJSONSchema(input, { io: "input" })).toMatchObject({ type: "object", properties: expect.any(Object) });
  },
);

test("a model does nothing that is the person's: it is refused before anything is looked up", async () => {
  expect(ACTIONS.flatMap(({ name, by }) => (by.includes("model") ? [] : [name]))).toEqual(PERSONS);
  const store = createMemoryStore();
  const touched: string[] = [];
  const watched = new Proxy(store, {
    get: (target, name, receiver) => {
      touched.push(String(name));
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const call = {
    deps: {
      store: watched,
      clock: () => new Date(0),
      randomId: (length: number) => ID_ALPHABET.slice(0, length),
      log: () => undefined,
    },
    who: { owner: "local", kind: "model", client: "test" },
  } satisfies Call;
  for (const action of ACTIONS.filter(({ name }) => PERSONS.includes(name))) {
    const done = await action.run(call, {});
    expect(done, action.name).toMatchObject({ ok: false, error: { code: "not_allowed" } });
  }
  expect(touched).toEqual([]);
});
