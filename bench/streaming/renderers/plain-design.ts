import DOMPurify from "dompurify";
import { Marked } from "marked";
import morphdom from "morphdom";
import type { MakeRenderer } from "../renderer.ts";

/** The user's plain design: parse all, sanitise all, morph all, on every update. */
export const makePlain: MakeRenderer = (container) => makeWith(container, (text) => parser.parse(text) as string);
const parser = new Marked();

export function makeWith(container: HTMLElement, print: (text: string) => string) {
  const root = document.createElement("div");
  container.append(root);
  return {
    update(text: string) {
      const next = document.createElement("div");
      next.innerHTML = DOMPurify.sanitize(print(text));
      morphdom(root, next);
    },
    destroy: () => root.remove(),
  };
}
