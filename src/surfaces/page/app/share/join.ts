import type { Api } from "../access/gate.ts";

/** A link that shares a canvas, on its way. */
export type Joining =
  | { readonly kind: "none" }
  | { readonly kind: "joining"; readonly id: string }
  /** `why`: in the server's words; null: the link is not good, whatever is wrong with it. */
  | { readonly kind: "failed"; readonly id: string; readonly why: string | null };

interface OpenedLink {
  readonly id: string;
  readonly share: string;
}

export interface Join {
  state(): Joining;
  subscribe(listener: () => void): () => void;
  /** The person opened such a link. */
  begin(id: string, secret: string): void;
  /** They are signed in, or the server is back: what waits is asked for. */
  goOn(): void;
  /** They went elsewhere: nothing more is said about it. */
  leave(): void;
}

/** What a link that is wrong, revoked or over is answered with, or one that is not even whole. */
const BAD_LINK: ReadonlySet<string> = new Set(["unknown_canvas", "not_allowed", "invalid_input", "bad_request"]);

/** Takes up what a link shares. The secret stays here, in memory, and no longer than it is needed. */
export function createJoin(api: Pick<Api, "call">): Join {
  const listeners = new Set<() => void>();
  let state: Joining = { kind: "none" };
  let waiting: OpenedLink | null = null;
  let asked: OpenedLink | null = null;
  const become = (next: Joining): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const goOn = async (): Promise<void> => {
    const mine = waiting;
    if (mine === null || asked === mine) return;
    asked = mine;
    const answer = await api.call("/api/join", mine);
    asked = null;
    if (waiting !== mine) return void goOn();
    // Not signed in yet, or the server is away: it is asked again.
    if (!answer.ok && answer.kind !== "refused") return;
    const isBad = !answer.ok && BAD_LINK.has(answer.code);
    // Who has the canvas already needs no link.
    const isTheirs = isBad && (await api.call("/api/open", { id: mine.id })).ok;
    if (waiting !== mine) return void goOn();
    waiting = null;
    if (answer.ok || isTheirs) become({ kind: "none" });
    else become({ kind: "failed", id: mine.id, why: isBad ? null : answer.message });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(id, share) {
      waiting = { id, share };
      become({ kind: "joining", id });
    },
    goOn: () => void goOn(),
    leave() {
      waiting = null;
      if (state.kind !== "none") become({ kind: "none" });
    },
  };
}
