import { criticOf } from "../../core/export/critic-canvas.ts";
import { printCritic } from "../../core/export/critic-markup.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { ExportForm } from "../../protocol/sharing.ts";
import { noteExport } from "../../server/actions/sharing/audit.ts";
import { asPerson, findNamed, orFail } from "../open-store.ts";
import { DONE, type Invocation, UsageError } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { htmlPage } from "./html-page.ts";
import { askedPaper } from "./paper.ts";
import { writeOutput } from "./write-output.ts";

const FORMATS = ["md", "html", "critic", "pdf", "docx"] as const;
type Format = (typeof FORMATS)[number];

/**
 * A canvas as markdown, to the byte; with what is open in it as CriticMarkup; as one HTML page; as a PDF; as a Word
 * document. To a file, or to stdout: a terminal gets text made harmless, and no binary.
 */
export async function exportCanvas(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.surroundings;
  const { output, force, json } = invocation.options;
  const format = askedFormat(invocation.options);
  const paper = askedPaper(invocation);
  const isBinary = format === "pdf" || format === "docx";
  if (isBinary && stdout.isTTY && typeof output !== "string" && !json) {
    throw new UsageError(
      `A ${format} is no text for a terminal. Name a file (--output FILE.${format}), or send it into one with >.`,
    );
  }
  const record = await asPerson(invocation, async (call) => {
    const found = await findNamed(call, invocation.positionals[0] ?? "", invocation);
    // Of one's own only one's own hand could be noted.
    if (invocation.options.owner !== undefined)
      orFail(await noteExport.run(call, { canvasId: found.document.id, form: FORMS[format] }));
    return found;
  });
  const { id, title, version } = record.document;
  const data = await made(record, format, paper, invocation);
  const said = { id, title, version, format };
  if (typeof output === "string") {
    const file = await writeOutput(invocation.surroundings, output, data, { force: force === true });
    const bytes = Buffer.byteLength(data);
    if (json) stdout.write(printableJson({ ...said, output: file, bytes }));
    else stderr.write(`${printable(title)} (${id}, v${version}) is in ${printable(file)}\n`);
  } else if (json) {
    const content = typeof data === "string" ? { text: data } : { base64: data.toString("base64") };
    stdout.write(printableJson({ ...said, ...content }));
  } else stdout.write(typeof data === "string" && stdout.isTTY ? printable(data, { lines: true }) : data);
  return DONE;
}

const FORMS: Readonly<Record<Format, ExportForm>> = {
  md: "markdown",
  critic: "critic",
  html: "html",
  pdf: "pdf",
  docx: "docx",
};

async function made(
  record: CanvasRecord,
  format: Format,
  paper: "a4" | "letter",
  { surroundings, options }: Invocation,
): Promise<string | Buffer> {
  const { title, content } = record.document;
  switch (format) {
    case "md":
      return content;
    case "critic":
      return printCritic(criticOf(record));
    case "html":
      return htmlPage(title, content);
    case "pdf": {
      const { printPdf } = await import("./print-pdf.ts");
      return printPdf(htmlPage(title, content, { paper }), surroundings);
    }
    case "docx": {
      const { docxFile } = await import("./docx/docx-file.ts");
      return docxFile(record, { paper, comments: options.comments === true });
    }
  }
}

function askedFormat({ format, output, comments, force }: Invocation["options"]): Format {
  if (force && typeof output !== "string")
    throw new UsageError("--force needs --output FILE: it lets that file be replaced.");
  const ending = typeof output === "string" ? /\.(\w+)$/.exec(output)?.[1]?.toLowerCase() : undefined;
  const text = format ?? (FORMATS.some((each) => each === ending) ? ending : "md");
  const found = FORMATS.find((each) => each === text);
  if (!found) throw new UsageError(`--format is ${JSON.stringify(text)}; it is one of ${FORMATS.join(", ")}.`);
  if (comments && found !== "docx") {
    throw new UsageError("--comments goes with docx. `--format critic` is markdown with suggestions and comments.");
  }
  return found;
}
