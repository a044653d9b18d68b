import { describe, expect, test } from "vitest";
import type { Book } from "../records/books.ts";
import type { CanvasRecord } from "../records/canvas.ts";
import { isOpenFor, lastClosed, noteOpen } from "./panel-state.ts";

const SINCE = "2026-01-02T00:00:00.000Z";
const NOW = "2026-01-04T00:00:00.000Z";

function canvas(written: number, updatedAt = "2026-01-03T00:00:00.000Z", status = "draft"): CanvasRecord {
  const books = written === 0 ? [] : [{ writtenVersion: 1 } as Book, { writtenVersion: written } as Book];
  return { owner: "local", document: { status, updatedAt }, books, meta: {} } as unknown as CanvasRecord;
}

const later = (record: CanvasRecord, written: number): CanvasRecord => ({ ...canvas(written), meta: record.meta });

describe("a canvas beside a conversation", () => {
  test.each([
    ["is open once an agent has written to it", canvas(1), true],
    ["is not, where only the person has", canvas(0), false],
    ["is not, where that was long ago", canvas(3, "2026-01-01T00:00:00.000Z"), false],
    ["is not, once it is archived", canvas(3, undefined, "archived"), false],
    [
      "is, however old, where it was opened for the person",
      noteOpen(canvas(0, "2025-01-01"), "local", true, NOW),
      true,
    ],
    ["is not, once the person has closed it", noteOpen(canvas(2), "local", false, NOW), false],
    ["is closed for one alone", noteOpen(canvas(2), "somebody", false, NOW), true],
    ["is open again when an agent writes again", later(noteOpen(canvas(2), "local", false, NOW), 3), true],
  ])("%s", (_, record, isOpen) => {
    expect(isOpenFor(record, "local", { since: SINCE })).toBe(isOpen);
  });

  test.each([
    ["a canvas that nobody wrote", canvas(0), "2026-01-03T12:00:00.000Z", true],
    ["one that the person has closed before", noteOpen(canvas(1), "local", false, NOW), "2026-01-05", true],
    ["not one that they closed while somebody waited", noteOpen(canvas(1), "local", false, NOW), "2026-01-03", false],
  ])("whoever waits for an answer opens %s", (_, record, waitedSince, isOpen) => {
    expect(isOpenFor(record, "local", { since: SINCE, waitedSince })).toBe(isOpen);
  });

  test("is open for whoever's model wrote it, and not for those it is shared with", () => {
    const books = [{ writtenVersion: 2, subject: "ada" } as Book, { writtenVersion: 0, subject: "bob" } as Book];
    const shared = { ...canvas(0), owner: "ada", books };
    expect(["ada", "bob", "eve"].map((owner) => isOpenFor(shared, owner, { since: SINCE }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("an opening lasts until it is closed, whatever happens to the canvas", () => {
    const first = canvas(1);
    const closed = noteOpen(first, "local", false, NOW);
    const again = noteOpen(later(closed, 2), "local", true, "2026-01-05");
    expect([first, later(first, 3), closed, later(closed, 2), again].map((each) => lastClosed(each, "local"))).toEqual([
      "",
      "",
      NOW,
      NOW,
      NOW,
    ]);
    expect(lastClosed(noteOpen(again, "local", false, "2026-01-06"), "local")).toBe("2026-01-06");
  });

  test("what is open already is not noted again", () => {
    const open = noteOpen(canvas(2), "local", true, NOW);
    expect(noteOpen(later(open, 5), "local", true, "2026-02-01").meta).toBe(open.meta);
    const closed = noteOpen(canvas(2), "local", false, NOW);
    expect(isOpenFor(noteOpen(later(closed, 3), "local", false, NOW), "local", { since: SINCE })).toBe(false);
  });
});
