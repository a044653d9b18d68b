import type { HostPort } from "../../host/host-port.ts";
import type { BrowserCache } from "../browser-cache.ts";
import type { Clock } from "../clock.ts";
import type { Composition } from "../composition.ts";
import type { KeptUndo } from "../kept-undo.ts";
import type { Liveness } from "../liveness.ts";
import type { Ready } from "../state.ts";
import type { Store } from "../store.ts";

/** What every effect works with. */
export interface EffectDeps {
  readonly store: Store;
  readonly host: HostPort;
  readonly clock: Clock;
  readonly cache: BrowserCache;
  readonly keptUndo: KeptUndo;
  /** Names this life of the widget among others of the same canvas. */
  readonly widgetId: string;
  readonly liveness: Liveness;
  /** What the person is composing; where there is no editor, nothing. */
  readonly composition?: Composition;
  /** A new, unguessable key. */
  readonly newKey: () => string;
}

export function readyOf(store: Store): Ready | null {
  const { canvas } = store.state();
  return canvas.phase === "ready" ? canvas : null;
}
