import { expect, test } from "vitest";
import { memoryStorage } from "../../../../widget/state/text-storage.ts";
import { keepPreferences, readPreferences } from "./preferences.ts";

test("choices are kept", () => {
  const storage = memoryStorage();
  keepPreferences(storage, { theme: "dark", view: "board", keys: false });
  expect(readPreferences(storage)).toEqual({ theme: "dark", view: "board", keys: false });
});

test.each(["", "{nope", "null", "[]", '{"theme":"neon","view":7}'])("%j is as if nothing had been chosen", (kept) => {
  const storage = memoryStorage();
  storage.write("canvas:page-preferences", kept);
  expect(readPreferences(storage)).toEqual({ theme: "system", view: "list", keys: true });
});
