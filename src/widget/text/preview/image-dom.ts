import type { Inline } from "../../../core/markdown/tree.ts";
import { previewWords, unseenWords } from "../../words.ts";
import { type BuildContext, element, type Mounted, ownButton, ownElement } from "./mounted.ts";
import { type ImageSource, imageSource, visibleText } from "./safe-address.ts";
import { visibleNodes } from "./unseen-dom.ts";

type ImageNode = Extract<Inline, { type: "image" }>;

/**
 * A picture. One that stands inside the text is shown at once. A remote one is a button that names its server, since
 * loading it would tell that server who reads what. The words for it stay in the DOM, hidden while the picture shows,
 * so that comments on them keep their place.
 */
export function mountImage(context: BuildContext, first: ImageNode): Mounted {
  const source = imageSource(first.src);
  const dom = element(context, "span", "preview-image");
  const caption = element(context, "span", "preview-image-words");
  caption.append(...visibleNodes(context, first.alt.value));
  const setTitle = ({ title, refused }: ImageNode) => {
    const lines = [title, refused === undefined ? "" : unseenWords.notFollowed(refused)].filter(Boolean);
    if (lines.length === 0) dom.removeAttribute("title");
    else dom.title = lines.map(visibleText).join("\n");
  };
  dom.append(caption);
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "image" || node.src !== first.src) return false;
      const before = mounted.node as ImageNode;
      mounted.node = node;
      setTitle(node);
      if (before.alt.value !== node.alt.value) {
        caption.replaceChildren(...visibleNodes(context, node.alt.value));
        dom.querySelector("img")?.setAttribute("alt", node.alt.value);
      }
      return true;
    },
  };
  setTitle(first);
  if (source.kind === "inline") showPicture(context, mounted, source.src);
  else if (source.kind === "remote") offerToLoad(context, mounted, source);
  else if (source.kind === "unencrypted") showNote(context, mounted, previewWords.imageUnencrypted, "refused");
  else dom.dataset.state = "refused";
  return mounted;
}

function offerToLoad(context: BuildContext, mounted: Mounted, source: Extract<ImageSource, { kind: "remote" }>): void {
  const dom = mounted.dom as HTMLElement;
  dom.dataset.state = "waiting";
  const button = ownButton(context, "preview-button", previewWords.loadImage(visibleText(source.host)));
  button.title = visibleText(source.src);
  button.addEventListener("click", () => {
    const hadFocus = context.document.activeElement === button;
    button.remove();
    const picture = showPicture(context, mounted, source.src);
    // The focus stays where the button was.
    picture.tabIndex = -1;
    if (hadFocus) picture.focus({ preventScroll: true });
  });
  dom.append(button);
}

function showPicture(context: BuildContext, mounted: Mounted, src: string): HTMLImageElement {
  const dom = mounted.dom as HTMLElement;
  const picture = ownElement(context, "img", "preview-picture");
  picture.alt = (mounted.node as ImageNode).alt.value;
  picture.referrerPolicy = "no-referrer";
  picture.addEventListener("error", () => {
    picture.remove();
    showNote(context, mounted, previewWords.imageFailed, "failed");
  });
  picture.src = src;
  dom.dataset.state = "shown";
  dom.append(picture);
  return picture;
}

/** Why it is not shown, and the way to open it elsewhere. */
function showNote(context: BuildContext, mounted: Mounted, words: string, state: "failed" | "refused"): void {
  const dom = mounted.dom as HTMLElement;
  const source = imageSource((mounted.node as ImageNode).src);
  dom.dataset.state = state;
  dom.append(ownElement(context, "span", "preview-note", words));
  if (source.kind === "inline" || source.kind === "none") return;
  const open = ownButton(context, "preview-button", previewWords.openImage);
  open.title = visibleText(source.src);
  context.owners.set(open, mounted);
  dom.append(open);
}
