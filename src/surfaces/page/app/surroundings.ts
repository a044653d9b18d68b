import type { Api } from "./access/gate.ts";
import type { Live } from "./access/live.ts";
import type { SignedIn } from "./access/use-me.ts";
import type { Preferences } from "./parts/preferences.ts";
import type { Toasts } from "./parts/toasts.ts";

/** What every screen stands on. */
export interface Surroundings {
  readonly api: Api;
  readonly live: Live;
  readonly toasts: Toasts;
  readonly preferences: Preferences;
  readonly me: SignedIn;
  readonly prefer: (change: Partial<Preferences>) => void;
}
