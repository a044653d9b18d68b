import { criticOf } from "../../core/export/critic-canvas.ts";
import { printCritic } from "../../core/export/critic-markup.ts";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { printHtml } from "../../core/markdown/print-html.ts";
import type { ExportForm } from "../../protocol/sharing.ts";
import type { OpenCanvas } from "../features/feature.ts";
import { unsavedIn } from "../state/effects/unshared.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import { shownCheckpoint } from "../state/unsaved-changes.ts";
import { copyText } from "../ui/copy-text.ts";
import { shellWords } from "../words.ts";

/** Copies and downloads of the document. Each says what happened. */
export function copyAndDownload(actions: WidgetActions, { ready, shown }: Pick<OpenCanvas, "ready" | "shown">) {
  const { document } = shown;
  const copied = (done: boolean): void => {
    if (done) void actions.noteExport("copy");
    said(done);
  };
  const said = (done: boolean): void => {
    if (done) actions.say(shellWords.copied);
    else actions.say(shellWords.copyFailed, "warning");
  };
  const save = async (name: string, text: string, form: ExportForm): Promise<void> => {
    if (await actions.download({ name, mimeType: "text/markdown", text })) return void actions.noteExport(form);
    // No sandbox seen lets a frame download by itself: the clipboard is the nearest thing that works.
    if (await copyText(text)) {
      void actions.noteExport("copy");
      actions.say(shellWords.downloadCopied);
    } else actions.say(shellWords.copyFailed, "warning");
  };
  return {
    /** What the person wrote and may not save: their own words, which leave with them. */
    copyOwn: async () => said(await copyText(unsavedIn(ready))),
    copyMarkdown: async () => copied(await copyText(document.content)),
    copyRichText: async () => copied(await copyText(document.content, printHtml(parseMarkdown(document.content)))),
    download: () => save(`${fileName(document.title)}.md`, document.content, "markdown"),
    /** With what is open in it: suggestions and comments as CriticMarkup. */
    downloadMarked: () =>
      save(`${fileName(document.title)}.critic.md`, printCritic(criticOf(shownCheckpoint(ready))), "critic"),
  };
}

/** A name that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "")
    .slice(0, 80)
    // Half a character at the cut; dots and spaces at the end, which Windows drops.
    .replace(/\p{Cs}/gu, "")
    .replace(/[. ]+$/, "");
  // Windows keeps these names for devices, whatever stands behind a dot.
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain)) return `canvas ${plain}`;
  return plain || "canvas";
}
