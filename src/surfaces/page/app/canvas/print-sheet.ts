import "../../../../widget/text/preview/preview.css";
import "../../../../widget/text/unseen/unseen.css";
import "./print-sheet.css";
import { META_KEY } from "../../../../protocol/names.ts";
import type { OpenedCanvas } from "../../../../protocol/page.ts";
import { createPreview } from "../../../../widget/text/preview/preview-view.ts";

/** What is printed. */
export interface Printed {
  readonly title: string;
  readonly content: string;
}

/**
 * Whoever prints this page, by key or by menu, gets the document that is shown in its frame: all of it, drawn here just
 * for that, in light colours and under its own title. `read` gives null where none is shown: then the page itself is printed.
 * `onPrinted` is told once a print of the document, when the browser is done with it.
 */
export function printDocument(read: () => Printed | null, onPrinted: () => void = () => {}): () => void {
  let undo: (() => void) | null = null;
  const clear = (): void => {
    undo?.();
    undo = null;
  };
  const onAfter = (): void => {
    if (undo !== null) onPrinted();
    clear();
  };
  const onBefore = (): void => {
    clear();
    const printed = read();
    if (printed !== null) undo = drawSheet(printed);
  };
  window.addEventListener("beforeprint", onBefore);
  window.addEventListener("afterprint", onAfter);
  return () => {
    clear();
    window.removeEventListener("beforeprint", onBefore);
    window.removeEventListener("afterprint", onAfter);
  };
}

function drawSheet({ title, content }: Printed): () => void {
  const root = document.documentElement;
  const before = { title: document.title, theme: root.dataset.theme };
  const sheet = document.createElement("article");
  sheet.className = "print-sheet";
  document.body.append(sheet);
  // Everything at once: the browser prints what is there when this returns.
  const preview = createPreview(sheet, {
    onOpenLink: () => {},
    frames: (run) => {
      run();
      return () => {};
    },
  });
  preview.update(content, { streaming: false });
  // Nobody unfolds paper.
  for (const part of sheet.querySelectorAll("details")) part.open = true;
  document.title = title;
  root.dataset.theme = "light";
  return () => {
    preview.destroy();
    sheet.remove();
    document.title = before.title;
    if (before.theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = before.theme;
  };
}

export function printedOf({ canvas, result }: OpenedCanvas): Printed {
  const { content } = result._meta[META_KEY].view.checkpoint.document;
  return { title: canvas.title, content: typeof content === "string" ? content : "" };
}
