import { expect, test } from "vitest";
import { memoryStorage } from "../../../../widget/state/text-storage.ts";
import { keepPreferences, readPreferences } from "./preferences.ts";

test("choices are kept", () => {
  const storage = memoryStorage();
  keepPreferences(storage, { theme: "dark", view: "board", whose: "shared", keys: false });
  expect(readPreferences(storage)).toEqual({ theme: "dark", view: "board", whose: "shared", keys: false });
});

test.each(["", "{nope", "null", "[]", '{"theme":"neon","view":7,"whose":"theirs"}'])(
  "%j is as if nothing had been chosen",
  (kept) => {
    const storage = memoryStorage();
    storage.write("canvas:page-preferences", kept);
    expect(readPreferences(storage)).toEqual({ theme: "system", view: "list", whose: "all", keys: true });
  },
);
