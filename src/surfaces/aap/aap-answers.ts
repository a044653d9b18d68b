import type { ServerResponse } from "node:http";
import type { CanvasError } from "../../protocol/errors.ts";
import { AAP } from "../../protocol/interactions.ts";
import { answerJson } from "../../server/http/answer.ts";

type Headers = Readonly<Record<string, string>>;

/** What is said no with, as the protocol writes it. */
export interface Refused {
  readonly status: number;
  readonly error: string;
  /** With what to do next, but where the protocol has words of its own. */
  readonly message: string;
  readonly headers?: Headers;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "not_allowed",
  404: "not_found",
  405: "method_not_allowed",
  429: "too_many_requests",
  503: "unavailable",
};

/** What goes wrong before a path is looked at: who asks, how much at once. */
export function answerAapError(response: ServerResponse, status: number, message: string, headers: Headers = {}): void {
  answerRefused(response, { status, error: BY_STATUS[status] ?? "server_error", message, headers });
}

export function answerRefused(response: ServerResponse, { status, error, message, headers = {} }: Refused): void {
  answerAap(response, status, { error, message }, headers);
}

/** Every answer says by which version of the protocol it is. */
export function answerAap(response: ServerResponse, status: number, body: object, headers: Headers = {}): void {
  answerJson(response, status, body, { "aap-version": AAP, ...headers });
}

export const missingField = (field: string): Refused => ({
  status: 400,
  error: "missing_field",
  message: `${field} is required`,
});

export const invalidField = (message: string): Refused => ({ status: 400, error: "invalid_field", message });

export const notFound = (message: string): Refused => ({ status: 404, error: "not_found", message });

/** What an action said no with. `file`: the name by which the canvas was asked for. */
export function refusedBy({ code, message }: CanvasError, file: string): Refused {
  switch (code) {
    case "unknown_canvas":
    case "invalid_canvas_id":
    case "deleted_canvas":
      return notFound(`Canvas file '${file}' not found`);
    case "not_allowed":
      return { status: 403, error: "not_allowed", message };
    case "archived":
      return { status: 409, error: "archived", message };
    case "key_reused":
      return {
        status: 409,
        error: "key_reused",
        message: "This key was used for another interaction with this canvas. Make a new one for each interaction.",
      };
    case "content_too_large":
      return { status: 413, error: "too_large", message };
    case "storage_full":
      return { status: 507, error: "storage_full", message };
    case "storage_failed":
      return { status: 503, error: "unavailable", message, headers: { "retry-after": "1" } };
    default:
      return invalidField(message);
  }
}
