import type { Files } from "../ports.ts";
import { text } from "../rows.ts";
import type { Connection } from "./connection.ts";

export function createFiles({ read }: Connection): Files {
  return {
    canvasOf: (owner, path) =>
      read((database) => {
        const row = database.get(
          "SELECT id FROM living WHERE owner = ? AND json_extract(meta, '$.file') = ? ORDER BY seq DESC LIMIT 1",
          owner,
          path,
        );
        return row ? text(row, "id") : null;
      }),
  };
}
