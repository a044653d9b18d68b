// @vitest-environment happy-dom
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Mounted, TreeNode } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";

/** A node is told apart by its object; a capital letter is one whose DOM holds a frame. */
const nodeOf = (value: string): TreeNode => ({ type: "text", value, from: 0, to: 0 });
const shownBy = (node: TreeNode) => ("value" in node ? node.value : "");

/** Children by letters. Every child remembers how often it was built, and in how many places it has stood. */
function rig() {
  const host = document.createElement("div");
  const kids: Mounted[] = [];
  const moved = new Map<Node, number>();
  const mount = (node: TreeNode): Mounted => {
    const dom = document.createElement("p");
    dom.textContent = shownBy(node);
    const holds = /[A-Z]/.test(shownBy(node));
    const mounted: Mounted = {
      node,
      dom,
      kids: [],
      host: dom,
      patch(next) {
        if (holds !== /[A-Z]/.test(shownBy(next)) || (holds && shownBy(next)[0] !== dom.textContent[0])) return false;
        mounted.node = next;
        dom.textContent = shownBy(next);
        return true;
      },
      ...(holds && { keeps: (next: TreeNode) => shownBy(next)[0] === dom.textContent[0] }),
    };
    return mounted;
  };
  const place = (dom: Node, next: Node | null) => {
    moved.set(dom, (moved.get(dom) ?? 0) + 1);
    host.insertBefore(dom, next);
  };
  const show = (nodes: readonly TreeNode[]) => {
    patchKids(host, kids, nodes, mount, place);
    expect([...host.children].map((dom) => dom.textContent)).toEqual(nodes.map(shownBy));
    expect(kids.map((kid) => kid.dom)).toEqual([...host.children]);
  };
  const domOf = (value: string) => [...host.children].find((dom) => dom.textContent === value);
  return { show, domOf, moved };
}

test.each([
  ["above it", "aXb", "cXb"],
  ["below it", "aXb", "aXc"],
  ["above and below at once", "aXb", "cXd"],
  ["more above and less below", "aXbc", "defXg"],
  ["less above and more below", "abcX", "Xdefg"],
  ["what stood above it moves below it", "aXb", "Xab"],
  ["it stands between others that changed places", "abXcd", "cdXab"],
])("a child with a frame stays in its place when there is change %s", (_, before, after) => {
  const { show, domOf, moved } = rig();
  const nodes = new Map([...new Set(before + after)].map((letter) => [letter, nodeOf(letter)]));
  show([...before].map((letter) => nodes.get(letter)!));
  const frame = domOf("X");
  show([...after].map((letter) => nodes.get(letter)!));
  expect(domOf("X")).toBe(frame);
  expect(moved.get(frame!)).toBe(1);
});

test("a child with a frame goes on for a node that is another object of the same kind", () => {
  const { show, domOf } = rig();
  show([..."aXb"].map(nodeOf));
  const frame = domOf("X");
  show(["c", "d", "X with other data", "e"].map(nodeOf));
  expect(domOf("X with other data")).toBe(frame);
});

test("of two with the same code each goes on for its own node", () => {
  const { show, domOf } = rig();
  const [one, two] = [nodeOf("X1"), nodeOf("X2")];
  show([one, two, nodeOf("a")]);
  const second = domOf("X2");
  show([nodeOf("b"), two, nodeOf("c")]);
  expect(domOf("X2")).toBe(second);
});

test("law: whatever changes, the children are those of the nodes, and one that is unchanged and in order is not built again", () => {
  const letters = fc.array(fc.constantFrom(..."abcdefXYZ"), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 2, maxLength: 5 }), (texts) => {
      const { show, domOf, moved } = rig();
      const known = new Map<string, TreeNode>();
      const node = (letter: string) => {
        if (!known.has(letter)) known.set(letter, nodeOf(letter));
        return known.get(letter)!;
      };
      let frame: Element | undefined;
      for (const text of texts) {
        const distinct = [...new Set(text)];
        show(distinct.map(node));
        const frames = distinct.filter((letter) => /[A-Z]/.test(letter));
        if (frames.length === 1 && frames[0] === "X" && frame !== undefined) expect(domOf("X")).toBe(frame);
        frame = frames.length === 1 ? domOf("X") : undefined;
      }
      for (const times of moved.values()) expect(times).toBe(1);
    }),
  );
});
