import { useEffect, useState } from "react";
import { interactionMark } from "../../../core/feedback/describe-interactions.ts";
import { toldState } from "../../../core/feedback/item.ts";
import type { Json } from "../../../core/records/interactions.ts";
import type { BlockInteraction } from "../../../protocol/widget-inputs.ts";
import type { Ready } from "../../state/state.ts";
import { waitingChanges } from "../../state/unsaved-changes.ts";
import type { BlockDeed, BlockPort, DeedState } from "../../text/preview/blocks/block-port.ts";
import { useNewest } from "../../ui/use-newest.ts";
import { audienceName, interactWords } from "../../words.ts";
import type { OpenCanvas } from "../feature.ts";

type PortOptions = Pick<OpenCanvas, "ready" | "rights" | "assistant" | "actions">;

/** Whom the blocks of the text tell what is done in them: one object for as long as it is the same page. */
export function useBlockPort(options: PortOptions): BlockPort {
  const newest = useNewest(options);
  const [{ port, changed }] = useState(() => createPort(newest));
  const { view, local, outgoing } = options.ready;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the answers of the port are made of
  useEffect(changed, [changed, view, local, outgoing, options.assistant]);
  return port;
}

function createPort(newest: () => PortOptions) {
  const listeners = new Set<() => void>();
  const port: BlockPort = {
    assistant: () => audienceName(newest().ready.view.checkpoint.told.client, newest().assistant),
    whyNot() {
      const { ready, rights } = newest();
      if (rights.canComment) return null;
      const isArchived = ready.view.checkpoint.document.status === "archived";
      return isArchived ? interactWords.archived : interactWords.readOnly;
    },
    send({ data, ...rest }) {
      return newest().actions.interact(data === undefined ? rest : { ...rest, data: JSON.parse(data) as Json });
    },
    stateOf: (deed) => stateOf(newest().ready, deed),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return { port, changed };
}

/** The newest of that name is meant: a server gives it an id of its own. */
function stateOf(ready: Ready, { action, element, block }: BlockDeed): DeedState | null {
  const isIt = (one: Pick<BlockInteraction, "action" | "element" | "block">) =>
    one.action === action && one.element === element && one.block === block;
  if (waitingChanges(ready).interactions.some(isIt)) return "waiting";
  const { interactions, told } = ready.view.checkpoint;
  const kept = interactions?.list.findLast(isIt);
  if (kept === undefined) return null;
  const state = toldState(told)(interactionMark(kept.id));
  return state === "pending" ? "saved" : state;
}
