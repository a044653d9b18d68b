import type { Definition } from "./blocks/raw-block.ts";

/** What inline text may look up outside itself. Each look-up is noted, so that a later change finds its users. */
export interface Environment {
  /** Work done, counted: see `Engine.steps`. */
  steps: number;
  definition(label: string): Definition | undefined;
  footnoteNumber(label: string): number;
  /** The address as it may be followed, or "" if it may not. */
  safeLink(href: string): string;
  safeImage(src: string): string;
}
