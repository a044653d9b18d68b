import { isObject } from "../../../wire/json-rpc.ts";
import type { Answers, Tell, ToBridge } from "../frame/protocol.ts";
import { bytesOf, dataUrlOf, textOf } from "./data-url.ts";
import type { PageInFrame, Relay } from "./relay.ts";
import { takeSprite } from "./sprite.ts";

export interface BridgeEvents {
  told(tell: Exclude<Tell, { readonly kind: "frame" }>): void;
  /** Called before a message is looked at; false: there were too many. */
  mayAsk(): boolean;
}

/** Answers the script of a page, and those of the pages in its frames, as long as the port is open. */
export function answerBridge(relay: Relay, page: PageInFrame, port: MessagePort, events: BridgeEvents): void {
  const inner: PageInFrame[] = [];
  port.onmessage = ({ data, ports }) => {
    if (!events.mayAsk() || !isObject(data)) return;
    const { id, ask, tell } = data;
    if (isObject(tell)) {
      const [given] = ports;
      const opened = typeof tell.number === "number" ? inner[tell.number - 1] : undefined;
      // What goes on in a page inside of the page is that page's own matter, except that a link is one for all.
      if (tell.kind === "frame" && given !== undefined && opened !== undefined)
        answerBridge(relay, opened, given, {
          ...events,
          told: (inside) => inside.kind === "link" && events.told(inside),
        });
      else if (tell.kind === "loaded" || tell.kind === "left") events.told({ kind: tell.kind });
      else if (tell.kind === "link" && typeof tell.href === "string") events.told({ kind: "link", href: tell.href });
      return;
    }
    if (typeof id !== "number" || !isObject(ask)) return;
    const say = (answer: ToBridge["answer"]): void => port.postMessage({ id, answer } satisfies ToBridge);
    answerTo(ask).then(say, () => say(null));
  };

  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const answerTo = async (ask: Readonly<Record<string, unknown>>): Promise<Answers[keyof Answers]> => {
    const { resources, base } = page;
    switch (ask.kind) {
      case "replace":
        return ask.as === "srcset" || ask.as === "sheet" || ask.as === "script" || ask.as === "url"
          ? resources.replace(ask.as, base, text(ask.value))
          : null;
      case "css":
        return page.reader.write(text(ask.text).length) ? resources.css(base, text(ask.text)) : text(ask.text);
      case "module": {
        const type = ask.type === "json" || ask.type === "css" ? ask.type : "script";
        const uri = await resources.module(text(ask.base) || base, text(ask.specifier), type);
        return uri === null ? null : { uri, imports: resources.takeImports() };
      }
      case "bytes":
        return bytes(text(ask.reference));
      case "page":
        return innerPage(ask.html, text(ask.reference), ask.isApart === true);
      case "sprite":
        return sprite(text(ask.reference));
      default:
        return null;
    }
  };

  const load = async (reference: string) => {
    const uri = page.reader.resolve(page.base, reference);
    return uri === null ? null : page.reader.read(uri);
  };
  const bytes = async (reference: string): Promise<Answers["bytes"]> => {
    const loaded = await load(reference);
    if (loaded === null || !relay.reader.write(loaded.body.length)) return null;
    return { uri: loaded.uri, mimeType: loaded.mimeType, bytes: bytesOf(loaded).slice().buffer as ArrayBuffer };
  };
  const innerPage = async (html: unknown, reference: string, isApart: boolean): Promise<Answers["page"]> => {
    const { limits, problem, write } = relay.reader;
    const reached = page.depth >= limits.depth ? "depth" : inner.length >= limits.resources ? "resources" : null;
    if (reached !== null) {
      problem({ kind: "limit", limit: reached });
      return null;
    }
    const loaded = typeof html === "string" ? null : await load(reference);
    if (loaded !== null && /^image\//.test(loaded.mimeType)) return { kind: "picture", address: dataUrlOf(loaded) };
    const opened =
      typeof html === "string"
        ? await relay.openText(page, html, isApart)
        : loaded && (await relay.open(loaded.uri, page.depth + 1));
    if (opened === null || !write(opened.html.length)) return null;
    const { html: made, ...kept } = opened;
    return { kind: "page", html: made, number: inner.push(kept) };
  };
  const sprite = async (reference: string): Promise<Answers["sprite"]> => {
    const loaded = await load(reference);
    const name = /#(.+)$/s.exec(reference)?.[1] ?? "";
    if (loaded === null || !relay.reader.write(loaded.body.length)) return null;
    // The same for the same file: it is put into the document once.
    return takeSprite(textOf(loaded), name, `canvas-${encodeURIComponent(loaded.uri).replaceAll(/[^a-z0-9]/gi, "-")}-`);
  };
}
