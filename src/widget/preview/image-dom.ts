import type { Inline } from "../../core/markdown/tree.ts";
import { previewWords, unseenWords } from "../words.ts";
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
  const dress = ({ title, refused }: ImageNode) => {
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
      dress(node);
      if (before.alt.value !== node.alt.value) {
        caption.replaceChildren(...visibleNodes(context, node.alt.value));
        dom.querySelector("img")?.setAttribute("alt", node.alt.value);
      }
      return true;
    },
  };
  dress(first);
  if (source.kind === "inline") showPicture(context, mounted, source.src);
  else if (source.kind === "remote") offerToLoad(context, mounted, source);
  else dom.dataset.state = "refused";
  return mounted;
}

function offerToLoad(context: BuildContext, mounted: Mounted, source: Extract<ImageSource, { kind: "remote" }>): void {
  const dom = mounted.dom as HTMLElement;
  dom.dataset.state = "waiting";
  const button = ownButton(context, "preview-button", previewWords.loadImage(visibleText(source.host)));
  button.title = visibleText(source.src);
  button.addEventListener("click", () => {
    button.remove();
    showPicture(context, mounted, source.src);
  });
  dom.append(button);
}

function showPicture(context: BuildContext, mounted: Mounted, src: string): void {
  const dom = mounted.dom as HTMLElement;
  const picture = ownElement(context, "img", "preview-picture");
  picture.alt = (mounted.node as ImageNode).alt.value;
  picture.referrerPolicy = "no-referrer";
  picture.addEventListener("error", () => {
    picture.remove();
    showFailure(context, mounted);
  });
  picture.src = src;
  dom.dataset.state = "shown";
  dom.append(picture);
}

function showFailure(context: BuildContext, mounted: Mounted): void {
  const dom = mounted.dom as HTMLElement;
  dom.dataset.state = "failed";
  dom.append(ownElement(context, "span", "preview-note", previewWords.imageFailed));
  if (imageSource((mounted.node as ImageNode).src).kind !== "remote") return;
  const open = ownButton(context, "preview-button", previewWords.openImage);
  context.owners.set(open, mounted);
  dom.append(open);
}
