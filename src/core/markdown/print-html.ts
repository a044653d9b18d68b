import { directionOf } from "./direction.ts";
import { escapeHtml, escapeUrl } from "./escape-html.ts";
import { blockText, inlineText } from "./plain-text.ts";
import { STYLED_ELEMENTS } from "./styled-elements.ts";
import type { AlertKind, Alignment, Block, Inline, ListItem, MarkdownDocument, TableRow, TextNode } from "./tree.ts";

export interface PrintOptions {
  /** Raw HTML goes out as it came in. Only for comparing with the standard's examples. */
  readonly trustHtml?: boolean;
  /** Every block says the direction of its first letter where it is not that of what it stands in. */
  readonly directions?: boolean;
  /** `false`: a picture that is not in the text itself becomes a link to it. */
  readonly remotePictures?: boolean;
  /** The pieces of each line of code in this language, each with its kind or null; null: not coloured. */
  readonly colorCode?: (
    language: string,
    lines: readonly string[],
  ) => readonly (readonly { readonly kind: string | null; readonly text: string }[])[] | null;
  /** Parts that fold are open: for paper. */
  readonly openDetails?: boolean;
}

/**
 * The document as HTML for export: made from the tree alone, with everything escaped. Ids and classes are ours. Footnotes
 * come last, in the order of their numbers.
 */
export function printHtml(document: MarkdownDocument, options: PrintOptions = {}): string {
  return new HtmlPrinter(options).document(document);
}

/** What an alert is called. */
export const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  note: "Note",
  tip: "Tip",
  important: "Important",
  warning: "Warning",
  caution: "Caution",
};

class HtmlPrinter {
  private readonly parts: string[] = [];
  private readonly trustHtml: boolean;
  private readonly remotePictures: boolean;
  private readonly colorCode: PrintOptions["colorCode"];
  private inLink = false;
  private readonly directions: boolean;
  private direction: "ltr" | "rtl" = "ltr";
  private readonly footnotes: (Block & { type: "footnote" })[] = [];
  private readonly referred = new Map<number, number>();

  private readonly openDetails: boolean;

  constructor(options: PrintOptions) {
    const { trustHtml = false, directions = false, remotePictures = true, openDetails = false, colorCode } = options;
    this.colorCode = colorCode;
    this.openDetails = openDetails;
    this.trustHtml = trustHtml;
    this.remotePictures = remotePictures;
    this.directions = directions;
  }

  document(document: MarkdownDocument): string {
    for (const { node } of document.blocks) this.block(node, false);
    if (this.footnotes.length > 0) this.notes();
    return this.parts.join("");
  }

  private put(html: string): void {
    if (html !== "") this.parts.push(html);
  }

  private line(): void {
    const last = this.parts.at(-1);
    if (last !== undefined && !last.endsWith("\n")) this.put("\n");
  }

  private blocks(nodes: readonly Block[], tight: boolean): void {
    for (const node of nodes) this.block(node, tight);
  }

  private block(node: Block, tight: boolean): void {
    switch (node.type) {
      case "paragraph":
        if (tight) {
          this.inlines(node.children);
          return;
        }
        this.element("p", node.children);
        return;
      case "heading":
        this.element(`h${node.level}`, node.children);
        return;
      case "quote":
        this.directed(
          () => blockText(node),
          (dir) => {
            const alert = node.alert === null ? "" : ` class="alert alert-${node.alert}"`;
            this.container("blockquote", dir + alert, () => {
              if (node.alert !== null) this.put(`<p class="alert-label">${ALERT_NAMES[node.alert]}</p>\n`);
              this.blocks(node.children, false);
            });
          },
        );
        return;
      case "details": {
        if (!node.folds) {
          this.blocks(node.children, false);
          return;
        }
        this.directed(
          () => blockText(node),
          (dir) =>
            this.container("details", dir + (node.open || this.openDetails ? ' open=""' : ""), () =>
              this.blocks(node.children, false),
            ),
        );
        return;
      }
      case "summary":
        this.element("summary", node.children);
        return;
      case "list": {
        const start = node.ordered && node.start !== 1 ? ` start="${node.start}"` : "";
        this.directed(
          () => blockText(node),
          (dir) =>
            this.container(node.ordered ? "ol" : "ul", dir + start, () => {
              for (const item of node.items) this.item(item, node.tight);
            }),
        );
        return;
      }
      case "code": {
        const name = node.info.split(/\s/, 1)[0]!;
        const language = name === "" ? "" : ` class="language-${escapeHtml(name)}"`;
        this.line();
        this.put(
          `<pre${this.codeDirection()}><code${language}>${this.colored(node.language, node.lines)}</code></pre>\n`,
        );
        return;
      }
      case "table":
        this.directed(
          () => blockText(node),
          (dir) => this.table(dir, node.align, node.head, node.rows),
        );
        return;
      case "rule":
        this.line();
        this.put("<hr />\n");
        return;
      case "html":
        this.line();
        if (this.trustHtml) this.put(`${node.lines.map((line) => line.value).join("\n")}\n`);
        else this.put(`<pre${this.codeDirection()} class="raw-html">${this.lines(node.lines)}</pre>\n`);
        return;
      case "frontMatter":
        this.line();
        this.put(`<pre${this.codeDirection()} class="front-matter">${this.lines(node.lines)}</pre>\n`);
        return;
      case "plain":
        this.line();
        this.put(`<pre${this.codeDirection()} class="plain-text">${this.lines(node.lines)}</pre>\n`);
        return;
      case "footnote":
        this.footnotes.push(node);
        return;
    }
  }

  private colored(language: string, lines: readonly TextNode[]): string {
    const colored = this.colorCode?.(
      language,
      lines.map(({ value }) => value),
    );
    if (!colored) return this.lines(lines);
    const piece = ({ kind, text }: { readonly kind: string | null; readonly text: string }): string =>
      kind === null ? escapeHtml(text) : `<span class="code-${kind}">${escapeHtml(text)}</span>`;
    return colored.map((tokens) => `${tokens.map(piece).join("")}\n`).join("");
  }

  private lines(lines: readonly TextNode[]): string {
    return lines.map((line) => `${escapeHtml(line.value)}\n`).join("");
  }

  /** Calls `write` with the attribute that turns the direction, where the text's is another than that around it. */
  private directed(text: () => string, write: (dir: string) => void): void {
    const outer = this.direction;
    if (this.directions) this.direction = directionOf(text()) ?? outer;
    write(this.direction === outer ? "" : ` dir="${this.direction}"`);
    this.direction = outer;
  }

  private codeDirection(): string {
    return this.direction === "rtl" ? ' dir="ltr"' : "";
  }

  private element(name: string, children: readonly Inline[], before = ""): void {
    this.line();
    this.directed(
      () => inlineText(children),
      (dir) => {
        this.put(`<${name}${dir}>${before}`);
        this.inlines(children);
        this.put(`</${name}>\n`);
      },
    );
  }

  private container(name: string, attributes: string, content: () => void): void {
    this.line();
    this.put(`<${name}${attributes}>\n`);
    content();
    this.line();
    this.put(`</${name}>\n`);
  }

  private item(item: ListItem, tight: boolean): void {
    this.line();
    this.put("<li>");
    const box =
      item.checked === null ? "" : `<input type="checkbox" disabled=""${item.checked ? ' checked=""' : ""} /> `;
    const first = item.children[0];
    if (first && !(tight && first.type === "paragraph")) this.put("\n");
    if (box !== "" && first?.type === "paragraph" && !tight) {
      this.element("p", first.children, box);
      this.blocks(item.children.slice(1), tight);
    } else {
      this.put(box);
      this.blocks(item.children, tight);
    }
    this.put("</li>\n");
  }

  private table(dir: string, align: readonly Alignment[], head: TableRow, rows: readonly TableRow[]): void {
    const row = (name: string, cells: TableRow): void => {
      this.container("tr", "", () => {
        cells.cells.forEach((cell, column) => {
          const side = align[column] ?? null;
          this.directed(
            () => inlineText(cell.children),
            (direction) => {
              this.put(`<${name}${direction}${side ? ` align="${side}"` : ""}>`);
              this.inlines(cell.children);
              this.put(`</${name}>\n`);
            },
          );
        });
      });
    };
    this.container("table", dir, () => {
      this.container("thead", "", () => row("th", head));
      if (rows.length > 0) {
        this.container("tbody", "", () => {
          for (const cells of rows) row("td", cells);
        });
      }
    });
  }

  private inlines(nodes: readonly Inline[]): void {
    for (const node of nodes) this.inline(node);
  }

  private inline(node: Inline): void {
    switch (node.type) {
      case "text":
        this.put(escapeHtml(node.value));
        return;
      case "emphasis":
      case "strong":
      case "strike":
      case "kbd":
      case "sub":
      case "sup":
      case "mark": {
        const name = STYLED_ELEMENTS[node.type];
        this.put(`<${name}>`);
        this.inlines(node.children);
        this.put(`</${name}>`);
        return;
      }
      case "code":
        this.put(`<code>${escapeHtml(node.text.value)}</code>`);
        return;
      case "link":
        if (node.href === "" && !this.trustHtml) {
          this.inlines(node.children);
          return;
        }
        this.put(`<a href="${escapeUrl(node.href)}"${title(node.title)}>`);
        this.inLink = true;
        this.inlines(node.children);
        this.inLink = false;
        this.put("</a>");
        return;
      case "image":
        if (node.src === "" && !this.trustHtml) {
          this.put(escapeHtml(node.alt.value));
          return;
        }
        if (!this.remotePictures && !/^data:/i.test(node.src)) {
          const name = escapeHtml(node.alt.value || node.src);
          this.put(this.inLink ? name : `<a href="${escapeUrl(node.src)}"${title(node.title)}>${name}</a>`);
          return;
        }
        this.put(`<img src="${escapeUrl(node.src)}" alt="${escapeHtml(node.alt.value)}"${title(node.title)} />`);
        return;
      case "break":
        this.put(node.hard ? "<br />\n" : "\n");
        return;
      case "html":
        this.put(this.trustHtml ? node.text.value : escapeHtml(node.text.value));
        return;
      case "footnoteRef": {
        const count = (this.referred.get(node.number) ?? 0) + 1;
        this.referred.set(node.number, count);
        const id = `footnote-ref-${node.number}${count > 1 ? `-${count}` : ""}`;
        this.put(`<sup id="${id}"><a href="#footnote-${node.number}">${node.number}</a></sup>`);
        return;
      }
    }
  }

  private notes(): void {
    const sorted = this.footnotes.filter((note) => note.number > 0).sort((a, b) => a.number - b.number);
    const unused = this.footnotes.filter((note) => note.number === 0);
    this.container("section", ' class="footnotes"', () => {
      this.container("ol", "", () => {
        for (const note of sorted) {
          this.container("li", ` id="footnote-${note.number}"`, () => {
            this.blocks(note.children, false);
            this.put(`<a href="#footnote-ref-${note.number}">↩</a>`);
          });
        }
      });
      for (const note of unused) {
        this.container("div", "", () => {
          this.put(`[^${escapeHtml(note.label)}]`);
          this.blocks(note.children, false);
        });
      }
    });
  }
}

const title = (value: string): string => (value === "" ? "" : ` title="${escapeHtml(value)}"`);
