import { expect, test } from "vitest";
import { tickedTasks } from "./ticked-tasks.ts";

test.each<[string, string, string, readonly (readonly [string, boolean, number])[]]>([
  ["one", "- [ ] a\n- [ ] b\n", "- [ ] a\n- [x] b\n", [["b", true, 2]]],
  ["one unticked", "1. [x] a", "1. [ ] a", [["a", false, 1]]],
  [
    "two at once",
    "# T\n\n* [ ] a\n  + [X] b\n",
    "# T\n\n* [x] a\n  + [ ] b\n",
    [
      ["a", true, 3],
      ["b", false, 4],
    ],
  ],
  [
    "in a quotation, with other line ends",
    "> - [ ] a\r\n> - [ ] b\r\n",
    "> - [ ] a\r\n> - [x] b\r\n",
    [["b", true, 2]],
  ],
  ["between texts", "x\n- [ ] a\ny", "x\n- [x] a\ny", [["a", true, 2]]],
  ["in another letter is no tick", "- [x] a", "- [X] a", []],
  ["whose words changed is an edit", "- [ ] a", "- [x] b", []],
  ["that came is an edit", "a", "a\n- [x] b", []],
  ["where lines came besides is an edit", "- [ ] a\nb", "- [x] a\nnew\nb", []],
  ["none", "a [ ] b", "a [x] b", []],
])("a task: %s", (_, before, after, expected) => {
  expect(tickedTasks(before, after).map(({ task, checked, line }) => [task, checked, line])).toEqual(expected);
});

test("a long task is cut, and not within a character", () => {
  const task = `${"a".repeat(199)}😀 and more`;
  expect(tickedTasks(`- [ ] ${task}`, `- [x] ${task}`)[0]?.task).toBe(`${"a".repeat(199)}…`);
});

test("a rewrite of a long text is not looked through", () => {
  const long = "- [ ] a\n".repeat(10_000);
  expect(tickedTasks(long, long.replaceAll("[ ]", "[x]"))).toEqual([]);
});
