import { parseMarkdown } from "../core/markdown/parse-markdown.ts";
import { printHtml } from "../core/markdown/print-html.ts";
import { htmlPage } from "./html-page.ts";
import { loadNamed, withStore } from "./open-store.ts";
import { DONE, type Invocation, UsageError } from "./surroundings.ts";

/** A canvas as markdown, to the byte, or as one HTML page. */
export async function exportCanvas(invocation: Invocation): Promise<number> {
  const { stdout } = invocation.surroundings;
  const format = askedFormat(invocation.options.format);
  const { document } = await withStore(invocation, (store) => loadNamed(store, invocation.positionals[0] ?? ""));
  const { id, title, version, content } = document;
  const text = format === "md" ? content : htmlPage(title, printHtml(parseMarkdown(content)));
  stdout.write(invocation.options.json ? `${JSON.stringify({ id, title, version, format, text }, null, 2)}\n` : text);
  return DONE;
}

function askedFormat(text: string | true | undefined): "md" | "html" {
  if (text === undefined || text === "md" || text === "html") return text ?? "md";
  throw new UsageError(`--format is ${JSON.stringify(text)}; it is md or html.`);
}
