import { expect, test } from "vitest";
import { WIRE_BASELINE, WIRE_CONTENT, WIRE_REST, wireDocument } from "../../../protocol/testing/wire-canvas.ts";
import { listingFrom, RECORD_COLUMNS, recordFrom, recordValues } from "../rows.ts";

/** The row of a canvas as releases before this one wrote it, with the columns that it has since. */
function storedRow(lastEditor: "user" | "claude") {
  const record = {
    ...WIRE_REST,
    widgetKey: "KEY",
    head: {
      by: { kind: "person" },
      openedAt: "2026-11-16T12:03:00.000Z",
      sealed: false,
      contentRevision: 4,
      contentAt: "2026-11-16T12:03:00.000Z",
      unkept: 7,
    },
    statusSet: { by: "model", revision: 1 },
    pastTexts: [{ revision: 4, hash: "20f4a41f2d0c7cc0" }],
    document: wireDocument({}, lastEditor),
    books: [
      {
        client: "",
        writtenVersion: 2,
        shownVersion: 1,
        knownVersion: 1,
        provenVersion: 0,
        offeredRevision: 1,
        seenReview: 0,
        seen: ["title:2bnf0225wvo"],
        offers: [],
        others: [],
        heard: [],
        reopened: [],
        baseline: WIRE_BASELINE,
        submittedIsBaseline: true,
      },
    ],
  };
  return {
    title: "Plan",
    status: "draft",
    version: 3,
    revision: 4,
    created_at: "2026-11-16T12:00:00.000Z",
    updated_at: "2026-11-16T12:03:00.000Z",
    last_editor: lastEditor,
    words: 4,
    open_comments: 1,
    open_proposals: 0,
    edited: 1,
    news: '[["",1,1,0]]',
    approved: null,
    shared: 0,
    meta: "{}",
    record: JSON.stringify(record),
    content: WIRE_CONTENT,
    search: null,
    baseline: null,
  };
}

test.each([
  ["user", "person"],
  ["claude", "model"],
] as const)("a stored canvas that %s edited last is read, and written again to the byte", (stored, kind) => {
  const row = storedRow(stored);
  const record = recordFrom({ ...row, id: "HN8B", owner: "local" });
  const values = recordValues(record);
  expect(Object.fromEntries(RECORD_COLUMNS.map((column, at) => [column, values[at]]))).toEqual(row);
  expect(record.document.lastEditor).toBe(kind);
  expect(record.comments.map(({ by }) => by.kind)).toEqual(["person", "person", "model"]);
  expect(listingFrom({ ...row, id: "HN8B", owner: "local" }).lastEditor).toBe(kind);
});
