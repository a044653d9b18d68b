import { useEffect, useEffectEvent } from "react";

/** One key of the open canvas and what it does. */
export interface KeyBinding {
  /** As in `KeyboardEvent.key`; letters in lower case. */
  readonly key: string;
  /** The key by its place on the keyboard, where a modifier changes what it types. */
  readonly code?: string;
  readonly mod?: boolean;
  readonly alt?: boolean;
  /** Left out: with Shift and without, and `run` looks for itself. */
  readonly shift?: boolean;
  /** False: it was not meant, and the next binding or the browser has its turn. */
  run(event: KeyboardEvent): boolean;
}

/** The one place where the keys of a screen are heard. The first binding that takes a press has it. */
export function useKeymap(bindings: readonly KeyBinding[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const taken = bindings.some((binding) => isPressed(binding, event) && binding.run(event));
    if (taken) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function isPressed({ key, code, mod = false, alt = false, shift }: KeyBinding, event: KeyboardEvent): boolean {
  const isKey = code === undefined ? event.key.toLowerCase() === key.toLowerCase() : event.code === code;
  const isMod = event.ctrlKey || event.metaKey;
  return isKey && isMod === mod && event.altKey === alt && (shift === undefined || event.shiftKey === shift);
}
