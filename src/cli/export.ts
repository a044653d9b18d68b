import type { CanvasRecord } from "../core/document/records.ts";
import { criticOf } from "../core/export/critic-canvas.ts";
import { printCritic } from "../core/export/critic-markup.ts";
import { parseMarkdown } from "../core/markdown/parse-markdown.ts";
import { printHtml } from "../core/markdown/print-html.ts";
import { htmlPage } from "./html-page.ts";
import { loadNamed, withStore } from "./open-store.ts";
import { printable, printableJson } from "./printable.ts";
import { DONE, type Invocation, UsageError } from "./surroundings.ts";

type Format = "md" | "html" | "critic";

/**
 * A canvas as markdown, to the byte; with what is open in it as CriticMarkup; or as one HTML page. A terminal gets it
 * made harmless.
 */
export async function exportCanvas(invocation: Invocation): Promise<number> {
  const { stdout } = invocation.surroundings;
  const format = askedFormat(invocation.options.format);
  const record = await withStore(invocation, (store) => loadNamed(store, invocation.positionals[0] ?? ""));
  const { id, title, version } = record.document;
  const text = printed(record, format);
  if (invocation.options.json) stdout.write(printableJson({ id, title, version, format, text }));
  else stdout.write(stdout.isTTY ? printable(text, { lines: true }) : text);
  return DONE;
}

function printed(record: CanvasRecord, format: Format): string {
  const { title, content } = record.document;
  switch (format) {
    case "md":
      return content;
    case "critic":
      return printCritic(criticOf(record));
    case "html":
      return htmlPage(title, printHtml(parseMarkdown(content)));
  }
}

function askedFormat(text: string | true | undefined): Format {
  if (text === undefined || text === "md" || text === "html" || text === "critic") return text ?? "md";
  throw new UsageError(`--format is ${JSON.stringify(text)}; it is md, critic or html.`);
}
