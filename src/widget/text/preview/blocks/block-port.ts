import type { BlockMessage } from "../../../../core/blocks/read-interaction.ts";

/** What somebody did in a block, and what the block is called. */
export interface BlockDeed extends BlockMessage {
  readonly block?: string;
}

/** How far it has come: it waits to be saved, is saved, was put before the assistant, has surely reached it. */
export type DeedState = "waiting" | "saved" | "offered" | "seen";

/** Whom the blocks of one canvas tell what the person does in them. */
export interface BlockPort {
  /** Who hears of it, by name. */
  assistant(): string;
  /** Why nothing is sent now, in words; null: it is. */
  whyNot(): string | null;
  /** Hands it on. Not ok: it was not, and why. */
  send(deed: BlockDeed): { readonly ok: true } | { readonly ok: false; readonly why: string };
  /** How far the newest of this name has come; null: nobody knows it any more. */
  stateOf(deed: BlockDeed): DeedState | null;
  /** Calls whenever one of the answers above may be another. Gives the way to stop. */
  onChange(listener: () => void): () => void;
}
