import { htmlComment } from "../../../core/markdown/html-comment.ts";
import { inlineText } from "../../../core/markdown/plain-text.ts";
import type { Block, ListItem } from "../../../core/markdown/tree.ts";
import { previewWords } from "../../words.ts";
import { type MountedLine, mountCode, mountLine } from "./code-dom.ts";
import { mountDetails } from "./details-dom.ts";
import { addFold, foldButton, patchInlines } from "./inline-dom.ts";
import { type BuildContext, element, type Mounted, ownButton, ownElement } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";
import { visibleText } from "./safe-address.ts";
import { mountTable } from "./table-dom.ts";

type Of<T extends Block["type"]> = Extract<Block, { type: T }>;

/** The DOM of one block and of everything inside it. */
export function mountBlock(context: BuildContext, node: Block): Mounted {
  switch (node.type) {
    case "heading":
    case "paragraph":
    case "summary":
      return mountWords(context, node);
    case "quote":
      return mountQuote(context, node);
    case "details":
      return mountDetails(context, node, (child) => mountBlock(context, child));
    case "list":
      return mountList(context, node);
    case "code":
      return mountCode(context, node);
    case "table":
      return mountTable(context, node);
    case "rule":
      return mountRule(context, node);
    case "html":
    case "frontMatter":
    case "plain":
      return mountLines(context, node);
    case "footnote":
      return mountFootnote(context, node);
  }
}

function mountWords(context: BuildContext, first: Of<"heading" | "paragraph" | "summary">): Mounted {
  const dom =
    first.type === "summary"
      ? element(context, "summary", "preview-summary")
      : element(context, first.type === "heading" ? `h${first.level}` : "p");
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      const isSame =
        node.type === first.type && (node.type !== "heading" || node.level === (first as Of<"heading">).level);
      if (!isSame) return false;
      mounted.node = node;
      patchInlines(context, dom, mounted.kids, (node as typeof first).children);
      return true;
    },
  };
  patchInlines(context, dom, mounted.kids, first.children);
  return mounted;
}

function mountQuote(context: BuildContext, first: Of<"quote">): Mounted {
  const dom = element(context, "blockquote");
  const label = ownElement(context, "p", "preview-alert-label");
  // Ours, not the text's: the direction is found by the words that follow.
  label.dir = "ltr";
  const setAlert = ({ alert }: Of<"quote">) => {
    if (alert === null) {
      delete dom.dataset.alert;
      label.remove();
      return;
    }
    dom.dataset.alert = alert;
    label.textContent = previewWords.alerts[alert];
    dom.prepend(label);
  };
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "quote") return false;
      const before = mounted.node as Of<"quote">;
      mounted.node = node;
      if (before.alert !== node.alert) setAlert(node);
      patchBlocks(context, mounted, node.children);
      return true;
    },
  };
  if (first.alert !== null) setAlert(first);
  patchBlocks(context, mounted, first.children);
  return mounted;
}

function patchBlocks(context: BuildContext, mounted: Mounted, nodes: readonly Block[]): void {
  patchKids(mounted.host, mounted.kids, nodes, (node) => mountBlock(context, node));
}

/** A list is tight or loose by an attribute, not by its elements: one that turns loose at its end is not built again. */
function mountList(context: BuildContext, first: Of<"list">): Mounted {
  const dom = element(context, first.ordered ? "ol" : "ul");
  const setAlert = (node: Of<"list">) => {
    dom.toggleAttribute("data-tight", node.tight);
    if (node.ordered && node.start !== 1) dom.setAttribute("start", String(node.start));
    else dom.removeAttribute("start");
  };
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "list" || node.ordered !== first.ordered) return false;
      const before = mounted.node as Of<"list">;
      mounted.node = node;
      if (before.tight !== node.tight || before.start !== node.start) setAlert(node);
      patchKids(dom, mounted.kids, node.items, (item) => mountItem(context, item));
      return true;
    },
  };
  setAlert(first);
  patchKids(dom, mounted.kids, first.items, (item) => mountItem(context, item));
  return mounted;
}

function mountItem(context: BuildContext, first: ListItem): Mounted {
  const isTask = first.checked !== null;
  const dom = element(context, "li", isTask ? "preview-task" : "");
  const box = isTask ? ownElement(context, "input", "preview-task-box") : null;
  if (box) {
    box.type = "checkbox";
    box.disabled = !context.tasks.canBeTicked;
    dom.append(box);
  }
  const show = (node: ListItem) => {
    patchKids(dom, mounted.kids, node.children, (child) => mountBlock(context, child));
    if (!box) return;
    box.checked = node.checked === true;
    // The attribute too: it is what a copy of the page and an export keep.
    box.toggleAttribute("checked", node.checked === true);
    const head = node.children[0];
    box.setAttribute(
      "aria-label",
      (head?.type === "paragraph" && inlineText(head.children).trim()) || previewWords.task,
    );
  };
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "item" || (node.checked !== null) !== isTask) return false;
      mounted.node = node;
      show(node);
      return true;
    },
  };
  show(first);
  if (box) context.owners.set(box, mounted);
  return mounted;
}

function mountRule(context: BuildContext, first: Of<"rule">): Mounted {
  const dom = element(context, "hr");
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "rule") return false;
      mounted.node = node;
      return true;
    },
  };
  return mounted;
}

const LINES_CLASS = { html: "preview-raw", frontMatter: "preview-raw preview-front", plain: "preview-raw" } as const;

/**
 * Text shown as it stands: raw HTML, front matter, and what was too deep or too long to parse, which says so. Of an HTML
 * comment only that it is there, until it is pressed.
 */
function mountLines(context: BuildContext, first: Of<"html" | "frontMatter" | "plain">): Mounted {
  const isComment = isHtmlComment(first);
  const dom = element(context, "div", isComment ? "preview-remark" : LINES_CLASS[first.type]);
  if (isComment) dom.append(foldButton(context));
  const note = first.type === "plain" ? ownElement(context, "p", "preview-note", first.reason) : null;
  if (note) dom.append(note);
  const host = element(context, "div", "preview-raw-lines");
  dom.append(host);
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host,
    patch(node) {
      if (node.type !== first.type || !("lines" in node) || isHtmlComment(node) !== isComment) return false;
      if (note && node.type === "plain" && note.textContent !== node.reason) note.textContent = node.reason;
      mounted.node = node;
      show(node);
      return true;
    },
  };
  const show = (node: Of<"html" | "frontMatter" | "plain">) => {
    const changed = patchKids(host, mounted.kids, node.lines, (line) => mountLine(context, line) as Mounted);
    for (let index = changed?.start ?? 0; index < (changed?.end ?? 0); index++) {
      (mounted.kids[index] as Mounted as MountedLine).color(null, 0);
    }
  };
  show(first);
  if (isComment) addFold(context, mounted);
  return mounted;
}

/** Lines are joined only where they may be a comment: a block of HTML may be long. */
function isHtmlComment(node: Of<"html" | "frontMatter" | "plain">): boolean {
  if (node.type !== "html" || !node.lines[0]?.value.trimStart().startsWith("<!--")) return false;
  return htmlComment(node.lines.map(({ value }) => value).join("\n")) !== null;
}

function mountFootnote(context: BuildContext, first: Of<"footnote">): Mounted {
  const dom = element(context, "div", "preview-footnote");
  dom.setAttribute("role", "note");
  const back = ownButton(context, "preview-link preview-footnote-number", "");
  const host = element(context, "div", "preview-footnote-body");
  // A note that nothing refers to has no number: it goes by its label.
  const setAlert = (node: Of<"footnote">) => {
    const name = node.number > 0 ? String(node.number) : visibleText(node.label);
    back.textContent = name;
    back.setAttribute("aria-label", previewWords.backToFootnote(name));
  };
  setAlert(first);
  dom.append(back, host);
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host,
    patch(node) {
      if (node.type !== "footnote") return false;
      const before = mounted.node as Of<"footnote">;
      mounted.node = node;
      if (before.number !== node.number || before.label !== node.label) setAlert(node);
      patchBlocks(context, mounted, node.children);
      return true;
    },
  };
  context.owners.set(back, mounted);
  patchBlocks(context, mounted, first.children);
  return mounted;
}
