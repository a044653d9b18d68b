export type ClientErrorCode =
  /** The connection was lost before the answer: whether it was done is not known. */
  | "connection_lost"
  /** This client was closed. */
  | "closed"
  | "timeout"
  /** The host did not do it; the message says why, as far as it did. */
  | "refused"
  | "unsubscribed"
  /** What the host answered is no answer to what was asked. */
  | "unexpected_answer"
  | "no_session"
  /** So much waits for the host already that no more is taken. */
  | "too_much_waiting";

/** What goes wrong between this client and its host. An error that the host answers with is an `RpcFailure`. */
export class AhpClientError extends Error {
  constructor(
    readonly code: ClientErrorCode,
    message: string,
  ) {
    super(message);
    this.name = "AhpClientError";
  }
}

/** Text of the host's for a message or a log: short, on one line, and with nothing in it that changes how the rest is read. */
export function plain(text: string, longest = 300): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "·");
}

export function wordsOf(error: unknown): string {
  return plain(error instanceof Error ? error.message : String(error));
}
