import { htmlComment } from "../../../core/markdown/html-comment.ts";
import { STYLED_ELEMENTS } from "../../../core/markdown/styled-elements.ts";
import type { Inline, TextNode } from "../../../core/markdown/tree.ts";
import { previewWords, unseenWords } from "../../words.ts";
import { mountImage } from "./image-dom.ts";
import { type BuildContext, element, type Mounted, ownButton, ownElement } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";
import { linkTarget, visibleText } from "./safe-address.ts";
import { hasUnseen, visibleNodes } from "./unseen-dom.ts";

type Of<T extends Inline["type"]> = Extract<Inline, { type: T }>;

/** The DOM of one inline node and of everything inside it. */
export function mountInline(context: BuildContext, node: Inline): Mounted {
  switch (node.type) {
    case "text":
      return mountText(context, node);
    case "emphasis":
    case "strong":
    case "strike":
    case "kbd":
    case "sub":
    case "sup":
    case "mark":
      return mountStyled(context, node);
    case "code":
    case "html":
      return isHtmlComment(node) ? mountComment(context, node as Of<"html">) : mountLiteral(context, node);
    case "link":
      return mountLink(context, node);
    case "image":
      return mountImage(context, node);
    case "break":
      return mountBreak(context, node);
    case "footnoteRef":
      return mountFootnoteRef(context, node);
  }
}

/** Puts inline children into `host` and keeps them in step. */
export function patchInlines(context: BuildContext, host: Node, kids: Mounted[], nodes: readonly Inline[]): void {
  patchKids(host, kids, nodes, (node) => mountInline(context, node));
}

function mountText(context: BuildContext, first: TextNode): Mounted {
  if (hasUnseen(first.value)) return mountMarkedText(context, first);
  const dom = context.document.createTextNode(first.value);
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "text" || hasUnseen(node.value)) return false;
      const before = (mounted.node as TextNode).value;
      mounted.node = node;
      setText(context, dom, before, node.value);
      return true;
    },
  };
  return mounted;
}

/** A text with characters that nobody sees, each drawn as a mark. */
function mountMarkedText(context: BuildContext, first: TextNode): Mounted {
  const dom = element(context, "span");
  dom.append(...visibleNodes(context, first.value));
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "text" || !hasUnseen(node.value)) return false;
      if (node.value !== (mounted.node as TextNode).value) dom.replaceChildren(...visibleNodes(context, node.value));
      mounted.node = node;
      return true;
    },
  };
  return mounted;
}

/** Shows a text in an element of its own that holds nothing else. */
export function setVisible(context: BuildContext, dom: Element, before: string, after: string): void {
  if (before === after) return;
  const only = dom.childNodes.length === 1 ? dom.firstChild : null;
  if (only?.nodeType === 3 && !hasUnseen(after)) setText(context, only as Text, before, after);
  else dom.replaceChildren(...visibleNodes(context, after));
}

/** Setting the text is much cheaper than appending to it, but loses a selection inside: only then it is appended. */
export function setText(context: BuildContext, dom: Text, before: string, after: string): void {
  if (before === after) return;
  const isGrowth = context.selection.isInside && after.startsWith(before);
  if (isGrowth) dom.appendData(after.slice(before.length));
  else dom.data = after;
}

function mountStyled(context: BuildContext, first: Of<keyof typeof STYLED_ELEMENTS>): Mounted {
  // Other marks in the text are ours: this one has its own name.
  const dom = element(context, STYLED_ELEMENTS[first.type], first.type === "mark" ? "preview-mark" : "");
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== first.type) return false;
      mounted.node = node;
      patchInlines(context, dom, mounted.kids, (node as typeof first).children);
      return true;
    },
  };
  patchInlines(context, dom, mounted.kids, first.children);
  return mounted;
}

function mountLiteral(context: BuildContext, first: Of<"code" | "html">): Mounted {
  const dom = element(context, "code", first.type === "html" ? "preview-html" : "");
  dom.append(...visibleNodes(context, first.text.value));
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      // A code block has the same type name: only an inline one has a single text.
      if (node.type !== first.type || !("text" in node) || isHtmlComment(node)) return false;
      const before = (mounted.node as typeof first).text.value;
      mounted.node = node;
      setVisible(context, dom, before, node.text.value);
      return true;
    },
  };
  return mounted;
}

const isHtmlComment = (node: Of<"code" | "html">): boolean =>
  node.type === "html" && htmlComment(node.text.value) !== null;

/** A comment in HTML: only that it is there, until it is pressed. Its text stands in the line all the same. */
function mountComment(context: BuildContext, first: Of<"html">): Mounted {
  const dom = element(context, "span", "preview-remark");
  const code = element(context, "code", "preview-html");
  code.append(...visibleNodes(context, first.text.value));
  dom.append(foldButton(context), code);
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: code,
    patch(node) {
      if (node.type !== "html" || !("text" in node) || !isHtmlComment(node)) return false;
      const before = (mounted.node as typeof first).text.value;
      mounted.node = node;
      setVisible(context, code, before, node.text.value);
      return true;
    },
  };
  addFold(context, mounted);
  return mounted;
}

export function foldButton(context: BuildContext): HTMLButtonElement {
  return ownButton(context, "preview-remark-button", previewWords.htmlComment);
}

/** A part that its button folds, closed at first. */
export function addFold(context: BuildContext, mounted: Mounted): void {
  context.owners.set((mounted.dom as Element).querySelector(":scope > button")!, mounted);
  const { node } = mounted;
  const text = "lines" in node ? (node.lines[0]?.value ?? "") : "text" in node ? node.text.value : "";
  context.folds.add(mounted, text, false);
}

function mountLink(context: BuildContext, first: Of<"link">): Mounted {
  const isLink = linkTarget(first.href).kind !== "none";
  const dom = element(context, isLink ? "a" : "span", isLink ? "preview-link" : "");
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "link") return false;
      const isSame = node.href === first.href || (linkTarget(node.href).kind !== "none") === isLink;
      if (!isSame) return false;
      const before = mounted.node as Of<"link">;
      mounted.node = node;
      if (isLink && (before.href !== node.href || before.title !== node.title)) setLinkAttributes(dom, node);
      if (!isLink && before.refused !== node.refused) setRefusedAttributes(dom, node);
      patchInlines(context, dom, mounted.kids, node.children);
      return true;
    },
  };
  if (isLink) {
    setLinkAttributes(dom, first);
    context.owners.set(dom, mounted);
  } else setRefusedAttributes(dom, first);
  patchInlines(context, dom, mounted.kids, first.children);
  return mounted;
}

/** Where a link would lead that is none here can be asked of it. */
function setRefusedAttributes(dom: HTMLElement, { refused }: Of<"link">): void {
  if (refused === undefined) {
    dom.removeAttribute("class");
    dom.removeAttribute("title");
    return;
  }
  dom.className = "preview-refused";
  dom.title = unseenWords.notFollowed(visibleText(refused));
}

function setLinkAttributes(dom: HTMLElement, node: Of<"link">): void {
  const address = visibleText(node.href);
  dom.setAttribute("href", node.href);
  dom.setAttribute("title", node.title ? `${visibleText(node.title)}\n${address}` : address);
  dom.setAttribute("rel", "noopener noreferrer nofollow");
}

function mountBreak(context: BuildContext, first: Of<"break">): Mounted {
  const dom = first.hard ? element(context, "br") : context.document.createTextNode("\n");
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "break" || node.hard !== first.hard) return false;
      mounted.node = node;
      return true;
    },
  };
  return mounted;
}

function mountFootnoteRef(context: BuildContext, first: Of<"footnoteRef">): Mounted {
  const dom = ownElement(context, "sup", "preview-footnote-ref");
  const link = ownButton(context, "preview-link", String(first.number));
  link.setAttribute("aria-label", previewWords.footnote(first.number));
  dom.append(link);
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "footnoteRef") return false;
      mounted.node = node;
      link.textContent = String(node.number);
      link.setAttribute("aria-label", previewWords.footnote(node.number));
      return true;
    },
  };
  context.owners.set(link, mounted);
  return mounted;
}
