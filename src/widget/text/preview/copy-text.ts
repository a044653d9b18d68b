/** Puts `text` on the clipboard. Hosts often refuse the clipboard to a frame: then through a selection, as in old times. */
export async function copyText(document: Document, text: string): Promise<boolean> {
  const clipboard = document.defaultView?.navigator.clipboard;
  if (clipboard) {
    const isWritten = await clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isWritten) return true;
  }
  return copyBySelection(document, text);
}

function copyBySelection(document: Document, text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("aria-hidden", "true");
  field.className = "preview-copy-field";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}
