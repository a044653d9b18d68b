import type { ApiAnswer } from "./gate.ts";
import type { Session } from "./session.ts";

/** Spends a link for this browser. */
export type Enter = (link: string) => Promise<ApiAnswer<unknown>>;

/** Whether the person may use the page. */
export type Access =
  | { readonly kind: "entering" }
  /** A link is there, and no server to give it to. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "locked"; readonly why: "none" | "used" | "expired" }
  /** `ended`: the session was good until now; what is on screen may hold unsaved text, so it stays. */
  | { readonly kind: "open"; readonly ended: boolean };

export interface Entry {
  state(): Access;
  subscribe(listener: () => void): () => void;
  /** Comes in by a link's token, or by the session that this browser has. */
  enter(link: string | null): Promise<void>;
  /** Comes in by what the person has typed; the answer says why not. */
  enterBy<Value>(answered: Promise<ApiAnswer<Value>>): Promise<ApiAnswer<Value>>;
  /** The server did not take `token`. */
  shutOut(token: string | null): void;
  /** Another tab may have got in, or been shut out. */
  look(): void;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;

export function createEntry(session: Session, spend: Enter, after = wait): Entry {
  const listeners = new Set<() => void>();
  let state: Access = { kind: "entering" };
  const become = (next: Access): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const bySession = (why: "none" | "used"): void =>
    become(session.read() === null ? { kind: "locked", why } : { kind: "open", ended: false });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enter(link) {
      if (link === null) return bySession("none");
      for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LONGEST_RETRY_MS)) {
        const answer = await spend(link);
        if (answer.ok) return become({ kind: "open", ended: false });
        if (answer.kind !== "unreachable") return bySession("used");
        // With a session the page itself says that the server is away, and goes on.
        if (session.read() !== null) return bySession("used");
        become({ kind: "unreachable" });
        await after(pause);
      }
    },
    async enterBy(answered) {
      const answer = await answered;
      if (answer.ok) become({ kind: "open", ended: false });
      return answer;
    },
    shutOut(token) {
      // Another tab may have brought a newer one meanwhile: then this refusal is of yesterday.
      if (session.read() !== token) return;
      session.drop();
      become(state.kind === "open" ? { kind: "open", ended: true } : { kind: "locked", why: "expired" });
    },
    look() {
      const hasSession = session.read() !== null;
      const isShut = state.kind === "locked" || (state.kind === "open" && state.ended);
      if (isShut && hasSession) become({ kind: "open", ended: false });
      else if (state.kind === "open" && !hasSession) become({ kind: "open", ended: true });
    },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
