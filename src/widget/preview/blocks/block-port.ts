import type { BlockMessage } from "../../../core/blocks/read-interaction.ts";

/** What somebody did in a block, and what the block is called. */
export interface BlockDeed extends BlockMessage {
  readonly block?: string;
}

/** How far it has come: it waits to be saved, is saved, was put before the assistant, has surely reached it. */
export type DeedState = "waiting" | "saved" | "offered" | "seen";

/** Whom the blocks of a document tell what the person does in them. */
export interface BlockPort {
  /** The canvas of the blocks: what the person allowed in one does not hold in another. */
  readonly canvasId: string;
  /** Who hears of it, by name. */
  assistant(): string;
  /** Why nothing is sent now, in words; null: it is. */
  whyNot(): string | null;
  /** Hands it on, and gives the id that it goes by. */
  send(deed: BlockDeed): string;
  /** null: nobody knows that id any more. */
  stateOf(id: string): DeedState | null;
  /** Calls whenever one of the answers above may be another. Gives the way to stop. */
  onChange(listener: () => void): () => void;
}
