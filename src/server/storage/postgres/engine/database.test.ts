import { describe, expect, test } from "vitest";
import { freshDatabase, whyNoPostgres } from "../../../../../test/setup/fresh-database.ts";
import { openDatabase } from "./database.ts";

describe.skipIf(whyNoPostgres() !== null)(`a database ${whyNoPostgres() ?? ""}`, () => {
  test.each([
    ["none of its own", ""],
    ["some", "?options=-c%20work_mem%3D7MB"],
    ["some with other parameters", "?application_name=mine&options=-c%20work_mem%3D7MB"],
  ])("whose address has %s keeps its options beside ours", async (_, more) => {
    const url = `${await freshDatabase()}${more}`;
    const database = openDatabase({ url, schema: "here", connections: 1, log: () => undefined });
    try {
      const shown = "SELECT current_setting('search_path') AS path, current_setting('work_mem') AS memory";
      const [row] = await database.read({ text: shown, values: [] });
      expect(row).toEqual({ path: "here", memory: more.includes("7MB") ? "7MB" : "4MB" });
    } finally {
      await database.close();
    }
  });
});
