export interface BlockSurroundings {
  /** What the page may load and do, as the value of a Content-Security-Policy. */
  readonly policy: string;
  /** Styles that those of the block stand above. */
  readonly style: string;
  /** The script that runs before any of the block's. */
  readonly bridge: string;
}

/**
 * The page in which a block runs: policy, styles and bridge are the first things in its head, whatever the block begins with.
 * Its own doctype, `<html>` and `<head>` come too late to begin anything, which browsers forgive: the attributes of `<html>`
 * still count. So no text of the block has to be understood to keep it behind the policy.
 */
export function prepareBlock(html: string, { policy, style, bridge }: BlockSurroundings): string {
  for (const [name, text] of Object.entries({ style, bridge })) {
    if (/<\/(?:script|style)|<!--/i.test(text))
      throw new RangeError(`The ${name} of a block would end its own element`);
  }
  const content = policy.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return [
    "<!doctype html><html><head>",
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    `<meta http-equiv="Content-Security-Policy" content="${content}">`,
    `<style>${style}</style>`,
    `<script>${bridge}</script>`,
    // A mark of the byte order would be the first text of the body, and end the head. A tree that the parser closes to
    // scripts would hide a frame from the bridge.
    html.replace(/^\uFEFF/, "").replaceAll(/shadowrootmode/gi, "data-$&"),
  ].join("");
}
