import type { Interaction, Json } from "../core/records/interactions.ts";
import type { BlockInteraction } from "./widget-inputs.ts";

/** Which protocol agents and dashboards speak with us about what people do: the Agent Action Protocol. */
export const AAP = "aap/1.0";

/** The `type` of a message from a block, and of what a dashboard posts. */
export const INTERACTION_TYPE = "canvas:interaction";

/** What somebody did with a canvas, as agents read it. The fields of the protocol come first, in its order. */
export interface InteractionRecord {
  /** A UUID. */
  readonly id: string;
  /** ISO time. */
  readonly timestamp: string;
  /** "HN8B.md". */
  readonly canvasFile: string;
  readonly action: string;
  readonly element: string | null;
  readonly data: Json;
  readonly summary: string;
  /** Where something in `data` looks like a credential: summary and notice do not show it. Left out: nowhere. */
  readonly masked?: readonly string[];
  /** What the block is called that it was done in. */
  readonly block?: string;
  /** The version that the canvas had then. */
  readonly version: number;
  /** Who it was, where the server knows them. */
  readonly by?: string;
}

/** The same in a list. `seen`: the agent has surely got it; left out where nobody kept count yet. */
export interface ListedInteraction extends InteractionRecord {
  readonly seen?: boolean;
}

/** Whether what the widget sent can be read: its data, if any, is JSON. */
export function isReadable({ data }: Pick<BlockInteraction, "data">): boolean {
  if (data === undefined) return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}

/** What the widget sent, with its data as a value: it must be JSON. `id`: the one to know it by, where that is another. */
export function readInteraction({ data, ...rest }: BlockInteraction, id = rest.id): Interaction {
  const { action, element, block } = rest;
  return {
    id,
    action,
    ...(element === undefined ? {} : { element }),
    ...(data === undefined ? {} : { data: JSON.parse(data) as Json }),
    ...(block === undefined ? {} : { block }),
  };
}
