import type { Action } from "./actions.ts";
import { type AppState, INITIAL_STATE, reduce } from "./reducer.ts";

/** The one place that holds the widget's state. */
export interface Store {
  state(): AppState;
  dispatch(action: Action): void;
  subscribe(listener: () => void): () => void;
}

export function createStore(): Store {
  let state = INITIAL_STATE;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
