import { resolveContent } from "../../../wire/uris.ts";
import { REPLACED, WAITING_SRC, WAITING_SRCDOC } from "../frame/names.ts";
import { CLASSIC_SCRIPTS, REFERENCES, referenceKind } from "../frame/references.ts";
import { textDataUrl } from "./data-url.ts";
import { readImportMap } from "./import-map.ts";
import type { Resources } from "./resources.ts";

export interface BuiltDocument {
  /** What relative references are relative to. */
  readonly base: string;
  /** The document's own text, to stand behind our own head. */
  readonly html: string;
  readonly imports: Readonly<Record<string, string>>;
  /** It asks to be laid out as pages were long ago. */
  readonly isQuirky: boolean;
}

/** Links that would load ahead, or tell a stranger's server that somebody is here. */
const LOADS_AHEAD =
  /(?:^|\s)(?:preconnect|dns-prefetch|prefetch|prerender|modulepreload|manifest|next|import)(?:\s|$)/i;

/**
 * One document out of all that it refers to when it is loaded: its references become addresses that hold what they stand for.
 * It is read by a parser that runs and loads nothing, and is never put into a page of ours.
 */
export async function buildDocument(uri: string, text: string, resources: Resources): Promise<BuiltDocument> {
  const parsed = new DOMParser().parseFromString(withoutNoscript(text), "text/html");
  const all = <E extends Element>(selector: string): readonly E[] => [...parsed.querySelectorAll<E>(selector)];
  const base = takeBase(parsed, uri);
  for (const meta of all("meta[http-equiv]")) meta.remove();

  for (const script of all("script[type=importmap i]")) {
    const map = readImportMap(script.textContent ?? "", base);
    if (map !== null) resources.setImportMap(map);
    script.remove();
  }
  const jobs: Promise<unknown>[] = [];
  for (const link of all<HTMLLinkElement>("link[rel]")) {
    const rel = link.getAttribute("rel") ?? "";
    if (!LOADS_AHEAD.test(rel)) continue;
    if (/modulepreload/i.test(rel)) jobs.push(resources.module(base, asPath(link.getAttribute("href") ?? "")));
    link.remove();
  }
  for (const frame of all("iframe, object, embed")) putAside(frame);
  for (const use of all("use")) {
    const reference = use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "#";
    if (reference.startsWith("#")) continue;
    for (const name of ["href", "xlink:href"]) use.removeAttribute(name);
    use.setAttribute(WAITING_SRC, reference);
  }
  for (const frame of all("frame, frameset, fencedframe")) frame.remove();
  for (const style of all("style"))
    jobs.push(resources.css(base, style.textContent ?? "").then((css) => setText(style, css)));
  for (const element of all('[style*="(" i]')) {
    const style = element.getAttribute("style") ?? "";
    jobs.push(resources.css(base, style).then((css) => element.setAttribute("style", css)));
  }
  for (const script of all(`:is(${CLASSIC_SCRIPTS}, script[type="module" i]):not([src])`))
    jobs.push(resources.script(base, script.textContent ?? "").then((code) => setText(script, code)));
  for (const { elements, attribute } of REFERENCES)
    for (const element of all(elements)) jobs.push(replaceReference(element, attribute, base, resources));
  await Promise.all(jobs);

  return {
    base,
    html: parsed.documentElement.outerHTML,
    imports: resources.takeImports(),
    isQuirky: parsed.compatMode === "BackCompat",
  };
}

/**
 * The parser reads what is meant for browsers without scripts, and could lose its way in it. In the frame it shows nothing, as a
 * template does. Scripts are left alone, whatever they say.
 */
function withoutNoscript(text: string): string {
  return text
    .split(/(<script[\s>][\s\S]*?<\/script\s*>)/i)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/<(\/?)noscript(?=[\s/>])/gi, "<$1template")))
    .join("");
}

async function replaceReference(element: Element, attribute: string, base: string, resources: Resources) {
  const value = element.getAttribute(attribute);
  const kind = value === null ? null : referenceKind(element, attribute);
  if (value === null || kind === null) return;
  const address =
    kind === "module"
      ? importing(await resources.module(base, asPath(value)))
      : await resources.replace(kind, base, value);
  if (address === null) return;
  element.setAttribute(attribute, address);
  element.removeAttribute("integrity");
  if (attribute === "src" || attribute === "href") element.setAttribute(REPLACED, value);
}

/** A script that imports a module, for where the module itself would be a second one. */
export function importing(uri: string | null): string | null {
  return uri === null ? null : textDataUrl("text/javascript", `import ${JSON.stringify(uri)};`);
}

/** An attribute's address is never a bare name, as one in an import may be. */
export function asPath(reference: string): string {
  const trimmed = reference.trim();
  return /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(trimmed) ? trimmed : `./${trimmed}`;
}

/** What a frame loads is for the document's first script to see to, as it runs. */
function putAside(frame: Element): void {
  const [loads, page] = [
    frame.getAttribute(frame.localName === "object" ? "data" : "src"),
    frame.getAttribute("srcdoc"),
  ];
  for (const name of ["src", "srcdoc", "data", "type"]) frame.removeAttribute(name);
  if (page !== null) frame.setAttribute(WAITING_SRCDOC, page);
  else if (loads !== null) frame.setAttribute(WAITING_SRC, loads);
}

/** A script or a style that would end its own element stays as it was. */
function setText(element: Element, text: string): void {
  if (text === element.textContent || /<\/(?:script|style)|<!--/i.test(text)) return;
  element.textContent = text;
}

/** What the document's own `<base>` says, and no more than that: the element goes. */
function takeBase(parsed: Document, uri: string): string {
  const reference = parsed.querySelector("base[href]")?.getAttribute("href")?.trim() ?? "";
  for (const element of parsed.querySelectorAll("base")) element.remove();
  const folder = reference.endsWith("/") ? `${reference}index.html` : reference;
  return (reference === "" ? null : resolveContent(uri, folder)) ?? uri;
}
