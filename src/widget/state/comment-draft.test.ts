import { expect, test } from "vitest";
import { type CommentDraft, type DraftPort, findTarget, keepDraft, readDraft } from "./comment-draft.ts";

function port(text: string | null = null): DraftPort & { text: string | null } {
  const kept = {
    text,
    read: () => kept.text,
    write: (next: string | null) => {
      kept.text = next;
    },
  };
  return kept;
}
const draft: CommentDraft = {
  body: "half a thought",
  target: { kind: "text", from: 4, to: 8, quote: "keys" },
  open: true,
};

test("a draft is read back as it was kept", () => {
  const kept = port();
  keepDraft(kept, draft);
  expect(readDraft(kept)).toEqual(draft);
});

test("an empty draft is forgotten", () => {
  const kept = port("x");
  keepDraft(kept, { ...draft, body: "  " });
  expect(kept.text).toBeNull();
});

test.each([["{"], ["7"], ["null"], ['{"body":1}'], ['{"body":"a","target":{"kind":"text","from":"1"}}']])(
  "what is damaged is as good as absent: %s",
  (text) => {
    expect(readDraft(port(text))).toBeNull();
  },
);

test.each([
  ["where it was", "xxx keys", 4],
  ["nearest after", "xxxxx keys", 6],
  ["nearest of two", "keys xxxx", 0],
])("a draft finds its text %s", (_name, content, from) => {
  expect(findTarget(draft.target, content)).toMatchObject({ from, to: from + 4 });
});

test("a draft whose text is gone becomes one on the whole document", () => {
  expect(findTarget(draft.target, "nothing")).toEqual({ kind: "document" });
});
