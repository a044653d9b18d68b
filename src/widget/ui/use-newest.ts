import { useCallback, useInsertionEffect, useRef } from "react";

/**
 * Reads the value of the last render that came on screen, by a function that is always the same. For what is made once
 * and acts long after, in handlers: actions, a drag. What only effects call is an effect event instead.
 */
export function useNewest<T>(value: T): () => T {
  const newest = useRef(value);
  // Before all layout effects: those of the parts inside may act already.
  useInsertionEffect(() => {
    newest.current = value;
  });
  return useCallback(() => newest.current, []);
}
