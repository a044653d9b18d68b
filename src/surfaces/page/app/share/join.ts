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
    const next = await ask(mine);
    if (asked === mine) asked = null;
    if (next === null || waiting !== mine) return;
    waiting = null;
    become(next);
  };
  /** What came of it; null: not signed in yet, or the server is away, and it is to be asked again. */
  const ask = async (link: OpenedLink): Promise<Joining | null> => {
    const answer = await api.call("/api/join", link);
    if (answer.ok) return { kind: "none" };
    if (answer.kind !== "refused") return null;
    const { id } = link;
    if (!BAD_LINK.has(answer.code)) return { kind: "failed", id, why: answer.message };
    // Who has the canvas already needs no link.
    const isTheirs = (await api.call("/api/open", { id })).ok;
    return isTheirs ? { kind: "none" } : { kind: "failed", id, why: null };
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
