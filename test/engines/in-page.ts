/** Functions that run inside a page of any engine. Each stands alone: only its own text goes there. */

/** What a person would point at: a control by its name, as it is read or spoken, or anything by its selector. */
export type Target =
  | { readonly name: string; readonly within?: string; readonly starts?: boolean }
  | { readonly css: string; readonly has?: string };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the first such thing on screen is; null when there is none. `press`: that a press would reach, which may scroll there. */
export function findBox(target: Target, press: boolean): Box | null {
  const nameOf = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  const isShown = (element: Element) =>
    [...element.getClientRects()].some(({ width, height }) => width * height > 0) &&
    getComputedStyle(element).visibility !== "hidden";
  const isMeant = (element: Element) => {
    if ("css" in target) return target.has === undefined || (element.textContent ?? "").includes(target.has);
    const name = nameOf(element);
    return target.starts ? name.startsWith(target.name) : name === target.name;
  };
  const controls =
    "button, a, summary, input, textarea, select, [role^=menuitem], [role=tab], [role=dialog], [role=article]";
  const scope = ("within" in target && target.within) || "html";
  const candidates =
    "css" in target
      ? document.querySelectorAll(target.css)
      : document.querySelectorAll(`:is(${scope}) :is(${controls})`);
  for (const element of candidates) {
    if (!isMeant(element) || !isShown(element)) continue;
    if (press) element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const box = { x, y, width, height };
    if (!press) return box;
    const isOff = element.matches(":disabled, [aria-disabled=true]");
    const hit = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 80));
    if (!isOff && hit !== null && element.contains(hit)) return box;
  }
  return null;
}

/** Where the first occurrence of these words is; they must stand in one run of text, on one line. */
export function findWords(words: string, within: string): Box | null {
  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(words);
      if (at < 0) continue;
      node.parentElement?.scrollIntoView({ block: "nearest" });
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      const [line, ...others] = range.getClientRects();
      if (line === undefined || others.length > 0) continue;
      return { x: line.x, y: line.y, width: line.width, height: line.height };
    }
  }
  return null;
}

/** What can be read there, line by line. */
export function textIn(within: string): string {
  // biome-ignore lint/performance/useDomNodeTextContent: what the person sees, line by line.
  return [...document.querySelectorAll<HTMLElement>(within)].map((element) => element.innerText).join("\n");
}
