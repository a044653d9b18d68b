import type { PageError, PageRoute, PageRoutes } from "../../../../protocol/page.ts";
import { pageWords } from "../words.ts";
import { type Gate, UnknownServerError } from "./gate.ts";

/** What came of a request. "locked": the session is not, or no longer, good. */
export type ApiAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly kind: "locked" | "unreachable" | "refused";
      readonly code: string;
      readonly message: string;
    };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The page may go before the answer comes: the browser sees the request through to the end. */
  readonly outlivesPage?: boolean;
}

export interface Api {
  call<Route extends PageRoute>(
    route: Route,
    request: PageRoutes[Route]["request"],
    how?: CallOptions,
  ): Promise<ApiAnswer<PageRoutes[Route]["answer"]>>;
}

/** The person's actions as requests. No call throws: a refusal and a lost server are values. */
export function createApi(gate: Pick<Gate, "send">): Api {
  return {
    call: (route, request, { signal, outlivesPage = false } = {}) =>
      answerOf(
        gate.send(route, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
          cache: "no-store",
          ...(outlivesPage ? { keepalive: true } : {}),
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
  };
}

/** What came of a request, as a value. */
export async function answerOf<Value>(sent: Promise<Response>): Promise<ApiAnswer<Value>> {
  try {
    const response = await sent;
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, value: answer as Value };
    const { code, message } = errorIn(answer, response.status);
    if (code === "no_session") return { ok: false, kind: "locked", code, message };
    // A proxy or a server that is just ending: it may well be there in a moment.
    const kind = response.status >= 502 && response.status <= 504 ? "unreachable" : "refused";
    return { ok: false, kind, code, message };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { ok: false, kind: "refused", code: "unreadable", message: pageWords.unreadableAnswer };
    const message = error instanceof UnknownServerError ? pageWords.strangerAnswers : pageWords.unreachable;
    return { ok: false, kind: "unreachable", code: "unreachable", message };
  }
}

function errorIn(answer: unknown, status: number): PageError["error"] | { code: string; message: string } {
  const error = (answer as Partial<PageError> | null)?.error;
  if (typeof error?.message === "string" && typeof error.code === "string") return error;
  // Our own endpoints answer in one form; another program on the port may not.
  return { code: status === 401 ? "no_session" : "unreadable", message: pageWords.unreadableAnswer };
}
