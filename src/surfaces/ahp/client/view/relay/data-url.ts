import type { CanvasResourceContent } from "../../../wire/types.ts";

/** By the end of a name; for whoever says no type. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  htm: "text/html",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  wav: "audio/wav",
  mp4: "video/mp4",
  webm: "video/webm",
  vtt: "text/vtt",
  wasm: "application/wasm",
  txt: "text/plain",
  md: "text/markdown",
};

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** What a content is: its type without parameters, and what it says. */
export interface Loaded {
  readonly uri: string;
  readonly mimeType: string;
  readonly body: string | Uint8Array;
}

/** Null: it has no body, or one that cannot be read. */
export function loadedFrom(uri: string, { mimeType = "", text, blob }: CanvasResourceContent): Loaded | null {
  const [said = ""] = mimeType.toLowerCase().split(";", 1);
  const ending = /\.([a-z0-9]+)$/i.exec(uri)?.[1]?.toLowerCase() ?? "";
  const type = TYPE.test(said.trim()) ? said.trim() : (TYPES[ending] ?? "application/octet-stream");
  if (text !== undefined) return { uri, mimeType: type, body: text };
  const bytes = blob === undefined ? null : fromBase64(blob);
  return bytes === null ? null : { uri, mimeType: type, body: bytes };
}

export function textOf({ body }: Loaded): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

export function bytesOf({ body }: Loaded): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

export function dataUrlOf({ mimeType, body }: Loaded): string {
  return typeof body === "string" ? textDataUrl(mimeType, body) : `data:${mimeType};base64,${toBase64(body)}`;
}

/**
 * A text as an address, almost as it is written, so that an address inside an address hardly grows. It can stand between double
 * quotes in HTML, CSS and JavaScript, and ends no element.
 */
export function textDataUrl(mimeType: string, text: string): string {
  // A space stays a space: browsers keep it there, except at the end.
  const written = wellFormed(text).replace(/[^ -~]|["#%&'<>\\`]| $/gu, encodeURIComponent);
  return `data:${mimeType};charset=utf-8,${written.replaceAll("'", "%27")}`;
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

const PART = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PART) text += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(text);
}
