import type { Action, ActionEnvelope, CanvasState, ReleasedCanvasState, SessionActiveClient } from "../wire/types.ts";
import type { LogEntry } from "./numbered-log.ts";
import type { Peer } from "./peer.ts";

/** What one client is shown: its own addresses, and nothing that it does not know. */

/** The address by which this client loads an instance; undefined: there is none for it. */
export function addressFor(peer: Peer, { instanceId, url, provider }: CanvasState): string | undefined {
  if (url === undefined) return undefined;
  const own = provider.kind === "server" && peer.reachesHost ? peer.addresses.get(instanceId) : undefined;
  const address = own ?? url;
  if (peer.shows === "proposal") return address;
  return /^https?:/.test(address) ? address : undefined;
}

export function canvasFor(peer: Peer, state: CanvasState): CanvasState | ReleasedCanvasState {
  const { url: _, ...rest } = state;
  const address = addressFor(peer, state);
  const url = address === undefined ? {} : { url: address };
  if (peer.shows === "proposal") return { ...rest, ...url };
  const { instanceId, extensionId, canvasId, title, status } = state;
  return {
    instanceId,
    extensionId,
    canvasId,
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status }),
    ...url,
  };
}

/** Which canvases a client provides is for those who know what a canvas is. */
export function activeClientFor(peer: Peer, client: SessionActiveClient): SessionActiveClient {
  if (peer.shows === "proposal") return client;
  const { canvasProviders: _, ...rest } = client;
  return rest;
}

/** An update of a canvas as it is kept: with the state that came of it, of which each client has its own address. */
export interface KeptUpdate extends Action {
  readonly type: "canvas/updated" | "canvas/stateChanged";
  readonly state: CanvasState;
}

export function envelopeFor(peer: Peer, entry: LogEntry): ActionEnvelope {
  const { channel, seq, origin, rejectionReason } = entry;
  return {
    channel,
    // A refused one comes back as it was sent.
    action: rejectionReason === undefined ? actionFor(peer, entry.action) : entry.action,
    serverSeq: seq,
    ...(origin === undefined ? {} : { origin }),
    ...(rejectionReason === undefined ? {} : { rejectionReason }),
  };
}

function actionFor(peer: Peer, action: Action): Action {
  switch (action.type) {
    case "canvas/updated": {
      const { state, ...update } = action as KeptUpdate;
      return typeof update.url === "string" ? { ...update, url: addressFor(peer, state) ?? null } : update;
    }
    case "canvas/stateChanged":
      return { type: action.type, canvas: canvasFor(peer, (action as KeptUpdate).state) };
    case "session/activeClientSet":
      return isActiveClient(action.activeClient)
        ? { ...action, activeClient: activeClientFor(peer, action.activeClient) }
        : action;
    default:
      return action;
  }
}

function isActiveClient(value: unknown): value is SessionActiveClient {
  return typeof value === "object" && value !== null;
}
