import { useMemo, useRef } from "react";
import type { OpenCanvas } from "../features/feature.ts";
import { type PlacedComments, placeComments } from "../state/placed-comments.ts";
import { rightsOf } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { shownBesideComments } from "../state/unsaved-changes.ts";
import { useNow } from "../time-in-words.ts";
import { NO_RIGHTS, provisionalCanvas, type TextWithoutCanvas } from "./provisional-canvas.ts";

/** What is on screen in the form of an open canvas, also before it is one. */
export function useOpenCanvas(state: Ready | TextWithoutCanvas, assistant: string, actions: WidgetActions): OpenCanvas {
  const ready = useMemo(() => (state.phase === "ready" ? state : provisionalCanvas(state)), [state]);
  const isOpen = state.phase === "ready";
  const placed = usePlacedComments(ready);
  const shown = useMemo(() => shownBesideComments(ready), [ready]);
  const rights = useMemo(() => (isOpen ? rightsOf(ready.view) : NO_RIGHTS), [isOpen, ready.view]);
  const now = useNow();
  return { ready, shown, placed, rights, assistant, actions, now };
}

function usePlacedComments(ready: Ready): PlacedComments {
  const before = useRef<PlacedComments | null>(null);
  const placed = useMemo(() => placeComments(ready, before.current), [ready]);
  before.current = placed;
  return placed;
}
