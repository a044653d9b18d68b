import { useSyncExternalStore } from "react";
import type { AppState } from "../state/reducer.ts";
import type { Store } from "../state/store.ts";

export function useStore(store: Store): AppState {
  return useSyncExternalStore(store.subscribe, store.state);
}
