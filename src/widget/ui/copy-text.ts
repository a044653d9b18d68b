/** Copies in whatever way this sandbox allows. False when none does. */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    if (html === undefined) await navigator.clipboard.writeText(text);
    else {
      const item = new ClipboardItem({
        "text/plain": new Blob([text], { type: "text/plain" }),
        "text/html": new Blob([html], { type: "text/html" }),
      });
      await navigator.clipboard.write([item]);
    }
    return true;
  } catch {
    // Sandboxes without the clipboard permission still honour the old command inside a press.
    return copyByCommand(text, html);
  }
}

function copyByCommand(text: string, html: string | undefined): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    if (html !== undefined) event.clipboardData?.setData("text/html", html);
    event.preventDefault();
  };
  document.addEventListener("copy", onCopy);
  try {
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", onCopy);
  }
}
