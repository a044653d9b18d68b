import type { LivingLeader } from "./ask-leader.ts";
import type { PageManagerPorts, ServedPage } from "./manager-ports.ts";

/** Where the page is, was, or may be served. */
export interface Place {
  readonly port: number;
  readonly sandboxPort?: number;
}

/** How a port was settled: this process serves the page there, or follows who does. */
export type Lead =
  | { readonly kind: "led"; readonly page: ServedPage }
  | { readonly kind: "follows"; readonly port: number; readonly leader: LivingLeader };

type Claim = Lead | { readonly kind: "not ours"; readonly why: string };

/** A program that says nothing is given this long; on a port where a fellow is to be expected, longer: it may be busy. */
const STRANGER_MS = 3_000;
const FELLOW_MS = 30_000;
/** A port that is taken though nobody listens is just being let go, or just being taken. */
const PAUSE_MS = 50;
const PAUSES = 40;

/**
 * Serves the page on this port, or follows whoever serves the same store there. Binding decides: of several that try at
 * once one serves, and the others find it.
 */
export async function claimPort(
  ports: PageManagerPorts,
  place: Place & { readonly onYield: () => void },
  isExpected: boolean,
): Promise<Claim> {
  const { port } = place;
  for (let pauses = 0; ; pauses += 1) {
    if (port !== 0) {
      const patienceMs = isExpected || pauses > 0 ? FELLOW_MS : STRANGER_MS;
      const answerer = await ports.ask({ port, hold: true, patienceMs });
      if (answerer.kind === "leader") return judge(ports, port, answerer);
      if (answerer.kind === "foreign") return { kind: "not ours", why: "is taken by another program" };
      if (answerer.kind === "silent") return { kind: "not ours", why: "is taken by a program that does not answer" };
    }
    const started = await ports.startPage(place);
    if (started.ok) return { kind: "led", page: started.page };
    if (pauses === PAUSES) return { kind: "not ours", why: "cannot be bound" };
    await new Promise<void>((resolve) => ports.after(PAUSE_MS, resolve));
  }
}

function judge(ports: PageManagerPorts, port: number, leader: LivingLeader): Claim {
  if (leader.storeId === ports.storeId && leader.version === ports.version) return { kind: "follows", port, leader };
  leader.release();
  return {
    kind: "not ours",
    why:
      leader.storeId === ports.storeId
        ? `is served by Writing Canvas ${leader.version}, and this is ${ports.version}`
        : "is served by Writing Canvas on another store",
  };
}
