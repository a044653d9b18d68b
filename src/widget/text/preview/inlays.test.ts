// @vitest-environment happy-dom
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markdownText } from "../../../core/markdown/testing/random-markdown.ts";
import { type Inlay, ownHost } from "./inlays.ts";
import { createPreview, type PreviewView } from "./preview-view.ts";
import { contentTexts } from "./text-map.ts";

let container: HTMLElement;
let view: PreviewView;
beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
  view = createPreview(container, { onOpenLink: () => undefined });
});
afterEach(() => {
  view.destroy();
  container.remove();
});

/** What is offered for the words between ‹ and › of the text. */
function show(marked: string, offered: string, place: Inlay["place"] = "words"): string {
  const from = marked.indexOf("‹");
  const to = marked.indexOf("›") - 1;
  view.update(marked.replace(/[‹›]/g, ""), { streaming: false });
  const element = ownHost(document, place);
  element.append(offered);
  view.setInlays([{ id: "a", from, to, wrap: "del", place, element }]);
  return container
    .querySelector(".preview")!
    .innerHTML.replace(/<div class="preview-run">(.*)<\/div>$/s, "$1")
    .replaceAll(/ (?:dir|class|data-own|data-inlay|data-tight)="[^"]*"/g, "");
}

test.each([
  ["words in a line", "We meet ‹Monday› at ten.", "<p>We meet <del>Monday</del><span>new</span> at ten.</p>"],
  ["nothing before", "‹We› meet.", "<p><del>We</del><span>new</span> meet.</p>"],
  ["nothing behind", "We ‹meet.›", "<p>We <del>meet.</del><span>new</span></p>"],
  ["put in between", "We ‹›meet.", "<p>We <span>new</span>meet.</p>"],
  ["put in at the start", "‹›We meet.", "<p><span>new</span>We meet.</p>"],
  [
    "a strong word whole",
    "On ‹**Monday**›, ten.",
    "<p>On <strong><del>Monday</del></strong><span>new</span>, ten.</p>",
  ],
  ["part of a strong word", "**On ‹Monday›**", "<p><strong>On <del>Monday</del><span>new</span></strong></p>"],
  ["over marks", "A ‹b *c* d› e", "<p>A <del>b </del><em><del>c</del></em><del> d</del><span>new</span> e</p>"],
])("stands in place: %s", (_, marked, html) => expect(show(marked, "new")).toBe(html));

test.each([
  ["a paragraph", "One ‹two›.\n\nThree.", "<p>One <del>two</del>.</p><div>new</div><p>Three.</p>"],
  ["an item", "- one\n- ‹two›", "<ul><li><p>one</p></li><li><p><del>two</del></p><div>new</div></li></ul>"],
  ["a quote", "> One ‹two›.", "<blockquote><p>One <del>two</del>.</p><div>new</div></blockquote>"],
])("stands between blocks: behind %s", (_, marked, html) => expect(show(marked, "new", "blocks")).toBe(html));

test("the source of a place, and the place of a source, are the same with something in between", () => {
  show("We meet ‹Monday› at ten.", "Tuesday");
  const last = contentTexts(container).at(-1)!;
  expect(view.sourceOf(last, 4)).toBe("We meet Monday at ".length);
  expect(view.rangesOf(3, 17).map(String).join("|")).toBe("meet |Monday| at");
});

test("words that change around it are shown, and it stands where it is set next", () => {
  show("We meet ‹Monday› at ten.", "Tuesday");
  view.update("We all meet Monday.\n\nNew.", { streaming: false });
  expect(container.textContent).toBe("We all meet Monday.New.");
});

test("a block that nothing happened to keeps its element", () => {
  view.update("One two.\n\nThree.", { streaming: false });
  const element = ownHost(document, "words");
  const inlay = { id: "a", wrap: "del", place: "words", element } as const;
  view.setInlays([{ ...inlay, from: 4, to: 7 }]);
  const del = container.querySelector("del");
  view.update("One two.\n\nThree, four.", { streaming: false });
  view.setInlays([{ ...inlay, from: 4, to: 7 }]);
  expect(container.querySelector("del")).toBe(del);
});

test("law: whatever stands in the text, taken out again it is as if nothing had been there", () => {
  const place = fc.record({
    from: fc.nat(400),
    length: fc.nat(30),
    place: fc.constantFrom("words" as const, "blocks" as const),
    wrap: fc.constantFrom("del" as const, "mark" as const),
  });
  // What is folded around an inlay opens, and stays open.
  const drawn = () =>
    container.querySelector(".preview")!.innerHTML.replace(/ (?:open|data-folded)=""| aria-expanded="\w+"/g, "");
  fc.assert(
    fc.property(markdownText, markdownText, fc.array(place, { maxLength: 8 }), (text, other, places) => {
      view.update(text, { streaming: false });
      view.setInlays([]);
      const plain = drawn();
      const nodes = contentTexts(container);
      const inlays = places.map(({ from, length, place, wrap }, at): Inlay => {
        const start = Math.min(from, text.length);
        const to = Math.min(start + length, text.length);
        return { id: `${at}`, from: start, to, place, wrap, element: ownHost(document, place) };
      });
      view.setInlays(inlays);
      expect(contentTexts(container).map(String).length).toBeGreaterThanOrEqual(nodes.length);
      view.setInlays([]);
      expect(drawn()).toBe(plain);
      expect(contentTexts(container)).toEqual(nodes);
      view.setInlays(inlays);
      view.update(other, { streaming: false });
      view.setInlays([]);
      const after = drawn();
      view.update("", { streaming: false });
      view.update(other, { streaming: false });
      expect(after).toBe(drawn());
    }),
    { numRuns: 40 },
  );
});
