import { pageAddress, panelAddress } from "../../../protocol/page.ts";
import type { PagePort } from "../../../server/mcp/page-links.ts";
import type { LinkHolder } from "../server/links.ts";
import { announceLeader } from "./announce-leader.ts";
import type { LivingLeader } from "./ask-leader.ts";
import { claimPort, type Lead, type Place } from "./claim-port.ts";
import type { PageManagerPorts, ServedPage } from "./manager-ports.ts";

export interface PageManager extends PagePort {
  linkTo(canvasId?: string, holder?: LinkHolder): Promise<string | null>;
  /** For a panel beside a conversation, whose address a model reads: good once, for this canvas alone. Null as `linkTo`. A new one ends the last of the same panel. */
  panelTo(canvasId: string, panel: string): Promise<string | null>;
  /** A link of this panel that nobody has used yet is good for nothing from now on. */
  endPanel(panel: string): Promise<void>;
  /** Whether this process serves the page itself. */
  leads(): boolean;
  /** Ends the page if this process serves it; whoever follows takes over. */
  close(): Promise<void>;
}

/** No result waits longer than this for its link. */
const LINK_WITHIN_MS = 2_000;
const PORTS_TRIED = 20;
/** A leader's end ends its answer; this only finds one whose end was never heard of. */
const CHECK_EVERY_MS = 30_000;
/** After a failure results are not held up again for a while. */
const REST_MS = 30_000;

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "settling"; readonly origin: Promise<string | null> }
  | { readonly kind: "leading"; readonly page: ServedPage }
  | { readonly kind: "following"; readonly origin: string; readonly stop: () => void }
  /** There is no page for now. */
  | { readonly kind: "resting"; readonly stop: () => void }
  | { readonly kind: "closed" };

/**
 * One page a data folder, whoever needs it first. The first to need a link leads: it serves the page and says so in
 * page.json. Others follow: their links point there, and when it ends the first of them to bind its port takes over.
 * Nothing is started, asked or watched before a link is needed.
 */
export function createPageManager(ports: PageManagerPorts): PageManager {
  const { log, after } = ports;
  let state: State = { kind: "idle" };
  let isLate = false;

  const origin = (): Promise<string | null> => {
    switch (state.kind) {
      case "leading":
        return Promise.resolve(state.page.origin);
      case "following":
        return Promise.resolve(state.origin);
      case "settling":
        return state.origin;
      case "idle":
        return settle();
      case "resting":
      case "closed":
        return Promise.resolve(null);
    }
  };

  const settle = (left?: Place): Promise<string | null> => {
    const found = find(left)
      .then(enter)
      .catch((error: unknown) => {
        log(`No page: ${error instanceof Error ? error.message : String(error)}. Results come without a link to it.`);
        return rest();
      })
      .finally(() => {
        isLate = false;
      });
    state = { kind: "settling", origin: found };
    return found;
  };

  /** Goes through the ports until one is ours, or somebody's who serves the same. */
  const find = async (left?: Place): Promise<Lead> => {
    const record = await ports.readRecord();
    const mine = record?.storeId === ports.storeId ? record : null;
    const remembered: Place | null = left ?? mine;
    const places: Place[] = remembered === null ? [] : [remembered];
    const tries = ports.firstPort === 0 ? 1 : PORTS_TRIED;
    for (let next = ports.firstPort; next < Math.min(ports.firstPort + tries, 65_536); next += 1) {
      if (next !== remembered?.port) places.push({ port: next });
    }
    for (const place of places) {
      const claimed = await claimPort(ports, { ...place, onYield: giveAway }, place === remembered);
      if (claimed.kind !== "not ours") return claimed;
      log(`Port ${place.port} ${claimed.why}; trying another for the page.`);
    }
    throw new Error(`ports ${places[0]?.port} to ${places.at(-1)?.port} are all taken by other programs`);
  };

  const enter = async (lead: Lead): Promise<string | null> => {
    if (state.kind === "closed") {
      if (lead.kind === "led") await lead.page.close("gone");
      else lead.leader.release();
      return null;
    }
    if (lead.kind === "follows") return follow(lead.port, lead.leader);
    const { page } = lead;
    state = { kind: "leading", page };
    log(`The page is at ${page.origin}/`);
    const { storeId, version, pid } = ports;
    await announceLeader(ports, { pid, port: page.port, sandboxPort: page.sandboxPort, storeId, version });
    return page.origin;
  };

  const follow = (port: number, leader: LivingLeader): string => {
    const followed = ports.originAt(port);
    let cancelCheck = () => {};
    let isOver = false;
    const stop = () => {
      isOver = true;
      cancelCheck();
      leader.release();
    };
    /** Another server has the port already: the next link finds it. */
    const leave = () => {
      if (isOver) return;
      stop();
      if (state.kind === "following") state = { kind: "idle" };
    };
    const takeOver = () => {
      if (isOver) return;
      stop();
      ports
        .readRecord()
        .then((record) => (record?.port === port ? record : { port }))
        .catch(() => ({ port }))
        .then((left) => (state.kind === "following" ? settle(left) : null))
        .catch((error: unknown) => log(`The page was not taken over: ${String(error)}`));
    };
    const check = () => {
      cancelCheck = after(CHECK_EVERY_MS, () => {
        ports
          .ask({ port, hold: false, patienceMs: CHECK_EVERY_MS })
          .then((answerer) => {
            if (answerer.kind === "nobody" || answerer.kind === "foreign") takeOver();
            else if (!isOver) check();
          })
          .catch((error: unknown) => log(`The page's leader could not be asked: ${String(error)}`));
      });
    };
    leader.ended.then((end) => (end === "yielded" ? leave() : takeOver()), takeOver);
    check();
    state = { kind: "following", origin: followed, stop };
    return followed;
  };

  /** The port goes to a server that was told to use it; the next link follows that. */
  const giveAway = (): void => {
    if (state.kind !== "leading") return;
    const { page } = state;
    state = { kind: "idle" };
    log(`Another server of this folder serves the page at ${page.origin}/ from now on.`);
    page.close("yielded").catch((error: unknown) => log(`The page did not end well: ${String(error)}`));
  };

  const rest = (): null => {
    if (state.kind === "closed") return null;
    const stop = after(REST_MS, () => {
      state = { kind: "idle" };
    });
    state = { kind: "resting", stop };
    return null;
  };

  const inTime = (): Promise<string | null> => {
    const found = origin();
    // One result has waited in vain: the next ones do not.
    if (isLate) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const cancel = after(LINK_WITHIN_MS, () => {
        isLate = true;
        log("The page is not ready yet: this result comes without a link to it.");
        resolve(null);
      });
      found.then(resolve, reject).finally(cancel);
    });
  };

  return {
    linkTo: async (canvas, holder) => {
      const found = await inTime();
      if (found === null) return null;
      return pageAddress(found, { ...(canvas === undefined ? {} : { canvas }), link: ports.mintLink(holder) });
    },
    panelTo: async (canvas, panel) => {
      const found = await inTime();
      return found === null ? null : panelAddress(found, canvas, await ports.panels.mintPanel(canvas, panel));
    },
    endPanel: (panel) => ports.panels.endPanel(panel),
    leads: () => state.kind === "leading",
    close: async () => {
      const before = state;
      state = { kind: "closed" };
      if (before.kind === "leading") await before.page.close("gone");
      // What is still being looked for is given up as soon as it is found.
      else if (before.kind === "following" || before.kind === "resting") before.stop();
    },
  };
}
