import { isContentUri, parseContentUri } from "../../wire/uris.ts";
import { refusalWords } from "./words.ts";

export type UrlDecision =
  /** Loaded by a frame. `hasOrigin`: it may keep the origin of its address, which is not that of the page around it. */
  | { readonly kind: "direct"; readonly url: string; readonly hasOrigin: boolean }
  /** Read over the channel: nothing of it is loaded by the browser. */
  | { readonly kind: "relayed"; readonly uri: string }
  | { readonly kind: "refused"; readonly why: string };

export interface UrlPolicy {
  /** The instance whose address it is: content of another one is not shown in its place. */
  readonly instanceId: string;
  /** The origin of the page that shows it; "null" where it has none. */
  readonly pageOrigin: string;
  /** Schemes of the program around the page, such as `vscode-webview`: in lower case, without a colon. */
  readonly schemes?: readonly string[] | undefined;
}

/** What no option allows: they would run in the page around it, or show something of it. */
const NEVER = new Set(["javascript", "vbscript", "about", "blob", "filesystem", "view-source", "srcdoc"]);
const LONGEST = 8_192;
const LONGEST_DATA = 2_000_000;
/** By its names and its numbers. Names that end so are this machine, too: browsers ask nobody about them. */
const THIS_MACHINE = /^(?:(?:[a-z0-9_-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** What cannot be seen, or turns around what can. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Whether a canvas may be shown from an address, and in which way. A list of what is allowed: whatever is not on it, or can be
 * read in two ways, is refused, with the reason in words.
 */
export function checkUrl(url: string, { instanceId, pageOrigin, schemes = [] }: UrlPolicy): UrlDecision {
  const [, written = ""] = SCHEME.exec(url) ?? [];
  const scheme = written.toLowerCase();
  if (url === "") return refused(refusalWords.empty);
  if (UNSEEN.test(url) || url.trim() !== url) return refused(refusalWords.unseen);
  if (url.length > (scheme === "data" ? LONGEST_DATA : LONGEST)) return refused(refusalWords.long);
  if (scheme === "") return refused(refusalWords.noScheme);
  if (scheme === "ahp-canvas-content") return checkContent(url, instanceId);
  if (scheme === "data") return { kind: "direct", url, hasOrigin: false };
  // A browser forgives what others would read as another machine.
  if (/[\s\\]/.test(url)) return refused(refusalWords.twoWays);
  if (scheme === "https" || scheme === "http") return checkWeb(url, scheme, pageOrigin);
  if (scheme === "file")
    return /^file:\/\/\//i.test(url) ? { kind: "direct", url, hasOrigin: false } : refused(refusalWords.otherMachine);
  if (!NEVER.has(scheme) && schemes.includes(scheme)) {
    // Where the program gives its addresses origins, this one's is its own; a page of the same one would be no stranger.
    const hasOrigin = pageOrigin !== "null" && !url.toLowerCase().startsWith(`${pageOrigin.toLowerCase()}/`);
    return { kind: "direct", url, hasOrigin };
  }
  return refused(refusalWords.scheme(scheme));
}

function checkContent(url: string, instanceId: string): UrlDecision {
  const address = isContentUri(url) ? parseContentUri(url) : null;
  if (address === null) return refused(refusalWords.noContent);
  return address.instanceId === instanceId ? { kind: "relayed", uri: url } : refused(refusalWords.otherCanvas);
}

function checkWeb(url: string, scheme: string, pageOrigin: string): UrlDecision {
  if (!/^https?:\/\/[^/]/i.test(url)) return refused(refusalWords.twoWays);
  const read = URL.canParse(url) ? new URL(url) : null;
  if (read === null || read.hostname === "") return refused(refusalWords.unreadable);
  if (read.username !== "" || read.password !== "" || /^[^:]+:\/\/[^/?#]*@/.test(url))
    return refused(refusalWords.credentials);
  if (scheme === "http" && !THIS_MACHINE.test(read.hostname)) return refused(refusalWords.unencrypted);
  return { kind: "direct", url: read.href, hasOrigin: read.origin !== pageOrigin };
}

function refused(why: string): UrlDecision {
  return { kind: "refused", why };
}

/** Whether a link of a canvas may be opened elsewhere: a web page or a mail, without a name and a password in it. */
export function isOpenable(url: string): boolean {
  if (UNSEEN.test(url) || !/^(?:https?:\/\/|mailto:)/i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === "" && password === "";
}
