import { reduceSession } from "../wire/reducers.ts";
import {
  type Action,
  type ChatState,
  type ChatSummary,
  IDLE,
  type RootState,
  type SessionState,
} from "../wire/types.ts";
import { ROOT_URI } from "../wire/uris.ts";
import type { Instances } from "./instances.ts";
import type { Peer } from "./peer.ts";
import { activeClientFor, canvasFor } from "./project.ts";

export const TITLE = "Writing Canvas";

/** What the channels of a session are, as each client is shown them. */
export interface ChannelStates {
  /** Null: there is no such channel for this client. */
  stateOf(peer: Peer, channel: string): unknown;
  /** Something was done to the session. */
  apply(action: Action): void;
  /** The canvases that the chat of the released protocol names; undefined: there are none. */
  namedCanvases(): ChatState["canvases"];
}

/** A state changes by actions alone: whoever followed them has what a newcomer is shown. */
export function createChannelStates(options: {
  readonly session: string;
  readonly chat: string;
  readonly provider: string;
  /** ISO time. */
  readonly begun: string;
  readonly instances: () => Instances;
}): ChannelStates {
  const { session, chat, provider, begun, instances } = options;
  const chatSummary: ChatSummary = {
    resource: chat,
    title: TITLE,
    status: IDLE,
    // Nobody writes in it. A time that changes without an action would be another at each end.
    modifiedAt: begun,
    interactivity: "read-only",
  };
  let shared: SessionState = {
    provider,
    title: TITLE,
    status: IDLE,
    lifecycle: "ready",
    activeClients: [],
    chats: [chatSummary],
    defaultChat: chat,
  };
  const root: RootState = {
    agents: [
      {
        provider,
        displayName: TITLE,
        description: "Markdown documents that agents write and you read, edit, comment on and approve.",
        models: [],
      },
    ],
    activeSessions: 1,
  };
  const namedCanvases = (): ChatState["canvases"] => {
    // One whose provider is away is cleared there: that protocol knows no canvas that waits.
    const open = instances()
      .all()
      .filter(({ state }) => state.availability === "ready");
    return open.length === 0 ? undefined : open.map(({ channel }) => ({ resource: channel }));
  };
  const chatFor = (peer: Peer): ChatState => {
    const canvases = peer.shows === "released" ? namedCanvases() : undefined;
    return { ...chatSummary, turns: [], ...(canvases === undefined ? {} : { canvases }) };
  };
  const sessionFor = (peer: Peer): SessionState => ({
    ...shared,
    activeClients: shared.activeClients.map((active) => activeClientFor(peer, active)),
    ...(peer.shows === "proposal" ? { canvases: instances().declarations(), openCanvases: instances().refs() } : {}),
  });

  return {
    stateOf(peer, channel) {
      switch (channel) {
        case ROOT_URI:
          return root;
        case session:
          return sessionFor(peer);
        case chat:
          return chatFor(peer);
        default: {
          const instance = peer.shows === "none" ? undefined : instances().byChannel(channel);
          return instance === undefined ? null : canvasFor(peer, instance.state);
        }
      }
    },
    apply(action) {
      shared = reduceSession(shared, action);
    },
    namedCanvases,
  };
}
