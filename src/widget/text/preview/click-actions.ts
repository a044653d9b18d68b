import type { Block, ListItem, Span } from "../../../core/markdown/tree.ts";
import { previewWords } from "../../words.ts";
import { copyText } from "./copy-text.ts";
import type { BuildContext, Mounted } from "./mounted.ts";
import { findHeading, imageSource, linkTarget } from "./safe-address.ts";
import { contentTexts } from "./text-map.ts";

export interface ClickActions {
  readonly openLink: (url: string) => void;
  /** `box` is relative to the top-level block that `element` lies in. */
  readonly toggleTask: (box: Span, element: Element, checked: boolean) => void;
}

/** One listener for everything in the preview that can be pressed. Gives the way to stop. */
export function listenToClicks(root: HTMLElement, context: BuildContext, actions: ClickActions): () => void {
  const onClick = (event: MouseEvent) => {
    const target = (event.target as Element).closest?.("a, button");
    if (!target || !root.contains(target)) return;
    // Words of a link that something is offered for lead to the offer.
    const inlay = (event.target as Element).closest("[data-inlay]");
    if (inlay !== null && target.contains(inlay)) {
      event.preventDefault();
      return;
    }
    // Whatever a link says: the preview never navigates, on no button and with no key held.
    event.preventDefault();
    // The right button asks for the menu, it presses nothing.
    if (event.button > 1) return;
    const owner = context.owners.get(target);
    if (owner) press(root, context, actions, owner, target);
  };
  const onSummary = (event: MouseEvent) => {
    const target = (event.target as Element).closest?.("a, button, summary");
    if (target?.localName !== "summary" || !root.contains(target)) return;
    event.preventDefault();
    pressSummary(root, context, target);
  };
  const onChange = (event: Event) => {
    const box = event.target as HTMLInputElement;
    const owner = context.owners.get(box);
    if (owner?.node.type !== "item") return;
    const item: ListItem = owner.node;
    const wanted = box.checked;
    // The box shows the text; it changes when the text does.
    box.checked = item.checked === true;
    if (item.box) actions.toggleTask(item.box, box, wanted);
  };
  const onAnimationEnd = (event: AnimationEvent) => {
    (event.target as Element).removeAttribute("data-new");
  };
  root.addEventListener("click", onClick);
  // On the way down: before the browser folds it by itself.
  root.addEventListener("click", onSummary, true);
  root.addEventListener("auxclick", onClick);
  root.addEventListener("change", onChange);
  root.addEventListener("animationend", onAnimationEnd);
  return () => {
    root.removeEventListener("click", onClick);
    root.removeEventListener("click", onSummary, true);
    root.removeEventListener("auxclick", onClick);
    root.removeEventListener("change", onChange);
    root.removeEventListener("animationend", onAnimationEnd);
  };
}

/** Folds a part, unless words of its summary were selected: then that was what the press was for. */
function pressSummary(root: HTMLElement, context: BuildContext, summary: Element): void {
  const owner = summary.parentNode && context.owners.get(summary.parentNode);
  const selected = root.ownerDocument.getSelection();
  const isSelecting = selected !== null && !selected.isCollapsed && summary.contains(selected.focusNode);
  if (owner && !isSelecting) context.folds.toggle(owner);
}

function press(root: HTMLElement, context: BuildContext, actions: ClickActions, owner: Mounted, target: Element): void {
  const { node } = owner;
  switch (node.type) {
    case "link": {
      const goal = linkTarget(node.href);
      if (goal.kind === "outside") actions.openLink(goal.url);
      else if (goal.kind === "inside") goToHeading(root, goal.name);
      return;
    }
    case "image": {
      const source = imageSource(node.src);
      if (source.kind === "remote" || source.kind === "unencrypted") actions.openLink(source.src);
      return;
    }
    case "footnoteRef":
      goTo(find(root, ".preview-footnote-number", context, (other) => isNote(other, node.label)));
      return;
    case "footnote":
      goTo(find(root, ".preview-footnote-ref > button", context, (other) => isRef(other, node.label)));
      return;
    case "html":
      context.folds.toggle(owner);
      return;
    case "code":
      if ("lines" in node) copyCode(node, target as HTMLElement);
      return;
  }
}

function isNote(other: Mounted, label: string): boolean {
  return other.node.type === "footnote" && other.node.label === label;
}

function isRef(other: Mounted, label: string): boolean {
  return other.node.type === "footnoteRef" && other.node.label === label;
}

function find(
  root: HTMLElement,
  selector: string,
  context: BuildContext,
  matches: (owner: Mounted) => boolean,
): HTMLElement | null {
  for (const candidate of root.querySelectorAll<HTMLElement>(selector)) {
    const owner = context.owners.get(candidate);
    if (owner && matches(owner)) return candidate;
  }
  return null;
}

function goToHeading(root: HTMLElement, name: string): void {
  const headings = [...root.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")];
  const titles = headings.map((heading) => contentTexts(heading).reduce((title, text) => title + text.data, ""));
  const heading = name === "" || name === "top" ? headings[0] : headings[findHeading(titles, name)];
  if (!heading) return;
  heading.tabIndex = -1;
  goTo(heading);
}

function goTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
  element?.focus({ preventScroll: true });
}

function copyCode(code: Extract<Block, { type: "code" }>, button: HTMLElement): void {
  const text = code.lines.map((line) => `${line.value}\n`).join("");
  const say = (result: string) => {
    button.textContent = result;
    // Back to its name when the person has moved on, so that nothing changes under their eyes by itself.
    const restore = () => {
      button.textContent = previewWords.copy;
    };
    button.addEventListener("blur", restore, { once: true });
    button.addEventListener("pointerleave", restore, { once: true });
  };
  copyText(button.ownerDocument, text).then(
    (isCopied) => say(isCopied ? previewWords.copied : previewWords.copyFailed),
    () => say(previewWords.copyFailed),
  );
}
