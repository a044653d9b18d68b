import { isObject, RpcFailure } from "../wire/json-rpc.ts";
import type { Action, ActionEnvelope, SessionActiveClient } from "../wire/types.ts";
import type { ClientOptions } from "./ahp-client.ts";
import { AhpClientError, plain, wordsOf } from "./client-error.ts";
import type { Connection } from "./connection.ts";
import { findSession } from "./greet-host.ts";
import type { Link } from "./link.ts";
import { declarationsOf } from "./providers.ts";

/** The host's one session: found, kept, and told which canvases this client provides. */
export interface Session {
  /** Null: it was not asked for yet. */
  address(): string | null;
  find(): Promise<string>;
  /** The host began anew with this client: its session may be another, and knows nothing of this client's canvases. */
  beganAnew(link: Link, said: string | null): Promise<void>;
  onConnected(): void;
  onDropped(channel: string): void;
  onAction(envelope: ActionEnvelope): void;
}

export interface SessionOptions extends Pick<ClientOptions, "clientId" | "clientInfo" | "provides" | "log"> {
  readonly connection: Connection;
  /** What the host said of its session when it was greeted. */
  readonly said: () => string | null;
  readonly subscribe: (channel: string) => Promise<unknown>;
  readonly drop: (channel: string, why: string) => void;
  readonly stateOf: (channel: string) => unknown;
  readonly dispatch: (channel: string, action: Action) => Promise<unknown>;
}

/** A host that takes this client's canvases out of the session again and again is not told of them for ever. */
const MOST_REPEATED = 5;

export function createSession(options: SessionOptions): Session {
  const { clientId, clientInfo, provides = [], log = () => {}, connection, said, subscribe, drop, stateOf } = options;
  let address: string | null = null;
  let finding: Promise<string> | null = null;
  let isAnnounced = false;
  let isAnnouncing = false;
  let repeated = 0;

  const announce = (): void => {
    if (provides.length === 0 || address === null || isAnnouncing) return;
    const activeClient: SessionActiveClient = {
      clientId,
      ...(clientInfo === undefined ? {} : { displayName: clientInfo.title ?? clientInfo.name }),
      tools: [],
      canvasProviders: declarationsOf(provides),
    };
    isAnnounced = true;
    isAnnouncing = true;
    options.dispatch(address, { type: "session/activeClientSet", activeClient }).then(
      () => {
        isAnnouncing = false;
        announceAgain();
      },
      (error: unknown) => {
        isAnnouncing = false;
        log(`AHP: the host does not take this client's canvases: ${wordsOf(error)}`);
      },
    );
  };

  /** Where the host has it no more: it was taken out, or what was announced once is answered as done and was undone since. */
  const announceAgain = (): void => {
    if (isAnnouncing || isKnownThere() || repeated >= MOST_REPEATED || connection.connected() === null) return;
    repeated += 1;
    announce();
  };

  const isKnownThere = (): boolean => {
    const state = address === null ? undefined : stateOf(address);
    const clients = isObject(state) && Array.isArray(state.activeClients) ? (state.activeClients as unknown[]) : [];
    return clients.some((one) => isObject(one) && one.clientId === clientId && Array.isArray(one.canvasProviders));
  };

  const look = async (link: Link): Promise<string> => {
    const found = said() ?? (await findSession(link));
    if (found === null) throw new AhpClientError("no_session", "The host has no session.");
    return found;
  };

  const find = async (): Promise<string> => {
    for (;;) {
      try {
        const link = connection.connected() ?? (await connection.ready());
        const found = await look(link);
        // Known before its state is: whoever hears of that state finds in it what is open.
        address = found;
        await subscribe(found);
        if (!isAnnounced) announce();
        return found;
      } catch (error) {
        // Lost, or not there yet, which says nothing about the session.
        if (!(error instanceof AhpClientError) || error.code !== "connection_lost") throw error;
      }
    }
  };

  const dropped = (channel: string): void => {
    if (channel !== address) return;
    address = null;
    finding = null;
  };

  return {
    address: () => address,
    find() {
      if (finding !== null) return finding;
      const mine = find();
      finding = mine;
      mine.catch(() => {
        if (finding !== mine) return;
        finding = null;
        address = null;
      });
      return mine;
    },
    async beganAnew(link, fresh) {
      isAnnounced = false;
      if (address === null) return;
      const before = address;
      const now = fresh ?? (await findSession(link).catch(refusal));
      if (now === before) return;
      drop(before, "the host has another session now");
      address = now;
      finding = now === null ? null : Promise.resolve(now);
      if (now === null) return;
      // It is asked for with all other wishes.
      subscribe(now).catch((error: unknown) => {
        log(`AHP: ${plain(now)}: ${wordsOf(error)}`);
        dropped(now);
      });
    },
    onConnected() {
      repeated = 0;
      const isThere = address !== null && stateOf(address) !== undefined;
      if (isThere && !(isAnnounced && isKnownThere())) announce();
    },
    onDropped: dropped,
    onAction({ channel, action }) {
      if (channel === address && action.type === "session/activeClientRemoved") announceAgain();
    },
  };
}

/** The host says that it cannot tell; whatever else happens is not about the session. */
function refusal(error: unknown): null {
  if (error instanceof RpcFailure) return null;
  throw error;
}
