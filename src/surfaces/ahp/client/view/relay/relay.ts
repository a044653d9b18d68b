import { bridgeScript } from "../frame/frame-scripts.ts";
import { buildDocument } from "./build-document.ts";
import { dataUrlOf, type Loaded, textOf } from "./data-url.ts";
import { prepareDocument } from "./prepare-document.ts";
import { createReader, type Reader, type ReadResource, type RelayLimits, type RelayProblem } from "./reader.ts";
import { createResources, type Resources } from "./resources.ts";

/** A document that is ready to be shown in a frame. */
export interface RelayedPage extends PageInFrame {
  readonly html: string;
}

/** What is known of it while it is there. */
export interface PageInFrame {
  /** What relative references are relative to. */
  readonly base: string;
  /** For what its scripts ask for as they run. */
  readonly reader: Reader;
  readonly resources: Resources;
  /** How many pages it is inside of. */
  readonly depth: number;
  /** It is a stranger to the canvas itself, and gets nothing of what belongs to it. */
  readonly isApart: boolean;
}

export interface Relay {
  readonly reader: Reader;
  /** The page at an address; null: it cannot be read. */
  open(uri: string, depth?: number): Promise<RelayedPage | null>;
  /** A page that another page has as a text. `isApart`: in a sandbox of its own. */
  openText(outer: PageInFrame, text: string, isApart: boolean): Promise<RelayedPage>;
}

/** Makes pages of what an instance has: each is one text, which needs no network. */
export function createRelay(options: {
  readonly readResource: ReadResource;
  readonly limits?: Partial<RelayLimits> | undefined;
  readonly onProblem: (problem: RelayProblem) => void;
  readonly now: () => number;
}): Relay {
  const reader = createReader(options);
  const nothing: Reader = { ...reader, read: async () => null, resolve: () => null };

  const build = async (uri: string, text: string, depth: number): Promise<RelayedPage> => {
    const resources = createResources(reader);
    const built = await buildDocument(uri, text, resources);
    const html = prepareDocument(built, bridgeScript(built.base));
    return { html, base: built.base, reader, resources, depth, isApart: false };
  };
  return {
    reader,
    async open(uri, depth = 0) {
      const loaded = await reader.read(uri);
      return loaded === null ? null : build(uri, asHtml(loaded), depth);
    },
    async openText({ base, depth, isApart: isOuterApart }, text, isApart) {
      if (!isApart && !isOuterApart) return build(base, text, depth + 1);
      // As it was written, a policy of its own included: nothing in it is for us to replace.
      const written = { base, html: text, imports: {}, isQuirky: !/^\s*<!doctype/i.test(text) };
      const html = prepareDocument(written, bridgeScript(base));
      return { html, base, reader: nothing, resources: createResources(nothing), depth: depth + 1, isApart: true };
    },
  };
}

function asHtml(loaded: Loaded): string {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(loaded.mimeType)) return textOf(loaded);
  if (/^image\//.test(loaded.mimeType)) return `<!doctype html><img alt="" src="${dataUrlOf(loaded)}">`;
  return `<!doctype html><pre>${textOf(loaded).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`;
}
