import { useMemo } from "react";
import type { OpenCanvas } from "../features/feature.ts";
import { rightsOf } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { shownBesideComments, shownComments } from "../state/unsaved-changes.ts";
import { useNow } from "../time-in-words.ts";
import { NO_RIGHTS, provisionalCanvas, type TextWithoutCanvas } from "./provisional-canvas.ts";
import { useDebouncedIfManyComments } from "./use-debounced.ts";

/** What is on screen in the form of an open canvas, also before it is one. `debounced`: what its comments are placed in. */
export function useOpenCanvas(
  state: Ready | TextWithoutCanvas,
  assistant: string,
  actions: WidgetActions,
): { readonly canvas: OpenCanvas; readonly debounced: Ready } {
  const ready = useMemo(() => (state.phase === "ready" ? state : provisionalCanvas(state)), [state]);
  const isOpen = state.phase === "ready";
  const debounced = useDebouncedIfManyComments(ready);
  const comments = useMemo(() => shownComments(debounced), [debounced]);
  const shown = useMemo(() => ({ ...shownBesideComments(ready), comments }), [ready, comments]);
  const rights = useMemo(() => (isOpen ? rightsOf(ready.view) : NO_RIGHTS), [isOpen, ready.view]);
  const now = useNow();
  return { canvas: { ready, shown, rights, assistant, actions, now }, debounced };
}
