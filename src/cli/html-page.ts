import { escapeHtml } from "../core/markdown/escape-html.ts";

// No script can run in it, whatever the text says; pictures may come from where the text says.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:";
const STYLE = `
:root { color-scheme: light dark; }
body { max-inline-size: 44rem; margin: 3rem auto; padding-inline: 1.25rem; font: 1.0625rem/1.65 system-ui, sans-serif; }
h1, h2, h3, h4 { line-height: 1.25; margin-block: 2em 0.6em; }
h1 { margin-block-start: 0; }
pre { overflow-x: auto; padding: 1em; background: color-mix(in srgb, currentColor 6%, transparent); border-radius: 6px; }
code { font: 0.9em ui-monospace, monospace; }
blockquote { margin-inline: 0; padding-inline-start: 1em; border-inline-start: 3px solid color-mix(in srgb, currentColor 25%, transparent); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.35em 0.7em; }
img { max-inline-size: 100%; }
`;

/** A document on its own: one file that opens anywhere and prints well. `body` is HTML that we printed. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
