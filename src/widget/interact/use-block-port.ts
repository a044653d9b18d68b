import { useEffect, useMemo, useRef } from "react";
import { interactionMark } from "../../core/feedback/describe-interactions.ts";
import { toldState } from "../../core/feedback/item.ts";
import { MAX_INTERACTIONS_A_SAVE } from "../../protocol/limits.ts";
import type { BlockDeed, BlockPort, DeedState } from "../preview/blocks/block-port.ts";
import type { Rights } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { audienceName, blockWords } from "../words.ts";

interface PortOptions {
  readonly ready: Ready;
  readonly rights: Rights;
  readonly assistant: string;
  readonly actions: Pick<WidgetActions, "interact">;
}

/** Whom the blocks of the open canvas tell what is done in them: one object for as long as it is the same canvas. */
export function useBlockPort(options: PortOptions): BlockPort {
  const latest = useRef(options);
  latest.current = options;
  const { id } = options.ready.view.checkpoint.document;
  const { port, changed } = useMemo(() => createPort(id, () => latest.current), [id]);
  const { view, local, outgoing } = options.ready;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the answers of the port are made of
  useEffect(changed, [changed, view, local, outgoing, options.assistant]);
  return port;
}

function createPort(canvasId: string, latest: () => PortOptions) {
  const listeners = new Set<() => void>();
  const deeds = new Map<string, BlockDeed>();
  const port: BlockPort = {
    canvasId,
    assistant: () => audienceName(latest().ready.view.checkpoint.told.client, latest().assistant),
    whyNot: () => whyNot(latest()),
    send(deed) {
      const id = latest().actions.interact(deed);
      deeds.set(id, deed);
      return id;
    },
    stateOf(id) {
      const deed = deeds.get(id);
      return deed === undefined ? null : stateOf(latest().ready, id, deed);
    },
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

function waitingIn({ local, outgoing }: Ready) {
  return [...(outgoing?.local.interactions ?? []), ...local.interactions];
}

function whyNot({ ready, rights }: PortOptions): string | null {
  if (ready.view.checkpoint.document.status === "archived") return blockWords.archived;
  if (!rights.canComment) return blockWords.onlyReading;
  return waitingIn(ready).length >= MAX_INTERACTIONS_A_SAVE ? blockWords.unsaved : null;
}

/** The server gives it an id of its own: of what it has, the newest of that name is meant. */
function stateOf(ready: Ready, id: string, { action, element, block }: BlockDeed): DeedState | null {
  if (waitingIn(ready).some((one) => one.id === id)) return "waiting";
  const { interactions, told } = ready.view.checkpoint;
  const kept = interactions?.list.findLast(
    (one) => one.action === action && one.element === element && one.block === block,
  );
  if (kept === undefined) return null;
  const state = toldState(told)(interactionMark(kept.id));
  return state === "pending" ? "saved" : state;
}
