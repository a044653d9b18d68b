import { type Reducer, reduceCanvas, reduceChat, reduceReleasedCanvas, reduceSession } from "./reducers.ts";
import type { ActionEnvelope, CanvasState, ChatState, ReleasedCanvasState, SessionState } from "./types.ts";

/** The states of channels, by their addresses. */
export type Channels = Readonly<Record<string, unknown>>;

/** By what comes before the first colon of a channel's address. */
const REDUCERS: Readonly<Record<string, Reducer<unknown>>> = {
  "ahp-session": forState<SessionState>(reduceSession),
  "ahp-chat": forState<ChatState>(reduceChat),
  // Of the proposal and of the released protocol: a peer is sent the actions of one of the two.
  "ahp-canvas": (state, action) =>
    reduceReleasedCanvas(reduceCanvas(state as CanvasState, action) as ReleasedCanvasState, action),
};

/** What becomes of all that is known by one envelope. A channel that is not known, or an action that was refused, changes nothing. */
export function reduceChannels(channels: Channels, { channel, action, rejectionReason }: ActionEnvelope): Channels {
  if (rejectionReason !== undefined || !Object.hasOwn(channels, channel)) return channels;
  const before = channels[channel];
  const after = REDUCERS[channel.slice(0, channel.indexOf(":"))]?.(before, action) ?? before;
  return after === before ? channels : { ...channels, [channel]: after };
}

function forState<State>(reduce: Reducer<State>): Reducer<unknown> {
  return (state, action) => reduce(state as State, action);
}
