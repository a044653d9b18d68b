import { expect, test } from "vitest";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import { unseenChanges } from "./unseen-changes.ts";

test.each([
  ["nothing", "a [b](https://a.x)", "c [d](https://a.x)", []],
  ["an address", "[a](https://a.x)", "[a](https://b.x)", ["address: https://a.x → https://b.x"]],
  [
    "one of two equal addresses",
    "[a](https://a.x) [b](https://a.x)",
    "[a](https://a.x) [b](https://b.x)",
    ["address: https://a.x → https://b.x"],
  ],
  [
    "an address behind what came first in the text",
    "```ts\n```\n\n[a](https://a.x)",
    "```ts run\n```\n\n[a](https://b.x)",
    ["address: https://a.x → https://b.x", "fence:  → run"],
  ],
  ["a link that came", "a", "[a](https://a.x)", ["address:  → https://a.x"]],
  ["a definition", "[a]: https://a.x", "[a]: https://b.x", ["definition: [a]: https://a.x → [a]: https://b.x"]],
  ["a remark that came", "", "[//]: # (b)", ["remark:  → b"]],
  ["a zero-width space", "ab", "a\u200bb", ["characters:  → \u200b"]],
])("%s", (_name, before, after, told) => {
  expect(
    unseenChanges(parseMarkdown(before), parseMarkdown(after)).map(({ kind, was, is }) => `${kind}: ${was} → ${is}`),
  ).toEqual(told);
});
