/** What the widget asks the browser for, on the person's behalf. */

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** Opens a link in a tab of its own, which learns nothing of this page. False when its address is not one to open. */
export function openLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (!SCHEMES.has(url.protocol)) return false;
  window.open(url.href, "_blank", "noopener,noreferrer");
  return true;
}

interface Embedded {
  readonly type: string;
  readonly resource?: { readonly uri: string; readonly mimeType?: string | undefined; readonly text?: string };
}

/** Gives the files to the browser, which puts them where downloads go. False when there was none to give. */
export function download(contents: readonly Embedded[]): boolean {
  const files = contents.flatMap(({ resource }) =>
    resource?.text === undefined ? [] : [{ ...resource, text: resource.text }],
  );
  for (const { uri, mimeType, text } of files) {
    const address = URL.createObjectURL(new Blob([text], { type: mimeType ?? "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = fileName(uri);
    link.click();
    // The browser reads it after this turn; a minute is more than it needs.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
  return files.length > 0;
}

function fileName(uri: string): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last) || "canvas.md";
  } catch {
    return last || "canvas.md";
  }
}
