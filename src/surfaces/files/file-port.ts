import type { Disk, Seen } from "./decide-sync.ts";
import type { Trouble } from "./trouble.ts";

export type WriteOutcome =
  | { readonly kind: "written"; readonly hash: string }
  /** The file is no longer what it was decided on: nothing was written. */
  | { readonly kind: "changed" }
  | { readonly kind: "trouble"; readonly trouble: Trouble };

/** The file that a canvas is bound to. */
export interface FilePort {
  read(): Promise<Disk>;
  /**
   * Puts this text in the place of the file, all of it or nothing, only while the file's bytes have the hash of `over`
   * (null: only while there is no file).
   */
  write(text: string, over: { readonly hash: string; readonly bom: boolean } | null): Promise<WriteOutcome>;
}

/** What is known of the last time that file and canvas were the same; it outlives the process. */
export interface Remembered {
  readonly seen: Seen | null;
  /** Begun and perhaps not finished: a write to the file, or a text taken from it (with its mark in the canvas). */
  readonly pending?: Seen & { readonly mark?: string };
}
export interface MemoryPort {
  load(): Promise<Remembered>;
  save(remembered: Remembered): Promise<void>;
}
