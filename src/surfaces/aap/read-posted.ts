import type { IncomingMessage } from "node:http";
import { readCanvasFile } from "../../core/document/canvas-file.ts";
import type { Json } from "../../core/records/interactions.ts";
import { INTERACTION_TYPE } from "../../protocol/interactions.ts";
import { readJsonBody } from "../../server/http/read-body.ts";
import { invalidField, missingField, notFound, type Refused } from "./aap-answers.ts";

/** So large may a body be. */
export const MOST_BYTES = 64 * 1024;
const KEY_HEADER = "idempotency-key";
const EXAMPLE = `{"action": "submit", "element": "approve-btn", "canvasFile": "HN8B.md", "data": {}}`;

/** An interaction as a dashboard posts it, checked as far as it can be without the canvas. */
export interface Posted {
  readonly canvasId: string;
  readonly canvasFile: string;
  readonly action: string;
  readonly element?: string | undefined;
  readonly data?: Json | undefined;
  readonly key?: string | undefined;
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refused: Refused };

export async function readPosted(request: IncomingMessage): Promise<Read<Posted>> {
  // A form of any web site could be posted as text; JSON only a script can send, and none of another site is let in.
  if (!/^application\/json *(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
    const message = "Send the body as JSON, with the header Content-Type: application/json.";
    return refuse({ status: 415, error: "unsupported_media_type", message });
  }
  const body = await readJsonBody(request, MOST_BYTES, EXAMPLE);
  if (body.ok) return readFields(body.value, request.headers[KEY_HEADER]);
  const { status, message, headers } = body;
  if (status === 400) return refuse({ status, error: "invalid_json", message, headers });
  if (status === 503) return refuse({ status, error: "unavailable", message, headers });
  const tooLarge = `The body has more than ${MOST_BYTES / 1024} KiB. Send less in data.`;
  return refuse({ status, error: "too_large", message: tooLarge, headers });
}

function readFields(body: unknown, header: string | readonly string[] | undefined): Read<Posted> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return refuse({
      status: 400,
      error: "invalid_json",
      message: `The body is no JSON object. Send one like ${EXAMPLE}.`,
    });
  const { type, action, element, canvasFile, data, key } = body as Readonly<Record<string, unknown>>;
  if (type !== undefined && type !== INTERACTION_TYPE)
    return refuse(invalidField(`type must be "${INTERACTION_TYPE}". Send that, or leave it out.`));
  const named = readText("action", action);
  if (!named.ok) return named;
  const placed = readFileName(canvasFile);
  if (!placed.ok) return placed;
  if (element !== undefined && element !== null && typeof element !== "string")
    return refuse(invalidField("element must be a string: an id, a name or a label. Send one, or leave it out."));
  const keyed = readKey(key, header);
  if (!keyed.ok) return keyed;
  return {
    ok: true,
    value: {
      ...placed.value,
      action: named.value,
      ...(typeof element === "string" ? { element } : {}),
      // Every other value counts, 0, false and "" too.
      ...(data === undefined || data === null ? {} : { data: data as Json }),
      ...(keyed.value === null ? {} : { key: keyed.value }),
    },
  };
}

/** The canvas that a file name means. */
export function readFileName(given: unknown): Read<Pick<Posted, "canvasId" | "canvasFile">> {
  const text = readText("canvasFile", given);
  if (!text.ok) return text;
  const canvasFile = text.value;
  const file = readCanvasFile(canvasFile);
  switch (file.kind) {
    case "canvas":
      return { ok: true, value: { canvasId: file.id, canvasFile } };
    case "none":
      return refuse(notFound(`Canvas file '${canvasFile}' not found`));
    case "refused":
      return refuse(invalidField(file.why));
  }
}

function readText(field: string, value: unknown): Read<string> {
  if (value === undefined || value === null || (typeof value === "string" && value.trim() === ""))
    return refuse(missingField(field));
  return typeof value === "string" ? { ok: true, value } : refuse(invalidField(`${field} must be a string.`));
}

/** In the body, or in the header that other interfaces know. */
function readKey(given: unknown, header: string | readonly string[] | undefined): Read<string | null> {
  const sent = typeof header === "string" ? header : undefined;
  if (given === undefined || given === null) return { ok: true, value: sent ?? null };
  if (typeof given !== "string") return refuse(invalidField("key must be a string. Send one of 1 to 200 characters."));
  if (sent !== undefined && sent !== given)
    return refuse(invalidField("key and the header Idempotency-Key differ. Send one of them."));
  return { ok: true, value: given };
}

function refuse(refused: Refused): { readonly ok: false; readonly refused: Refused } {
  return { ok: false, refused };
}
