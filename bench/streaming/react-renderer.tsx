import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type MakeRenderer, twoTurns } from "./renderer.ts";

/** A React component that takes the whole text, rendered within the call; its later turns are waited for. */
export function reactRenderer(element: (text: string, isLast: boolean) => ReactElement): MakeRenderer {
  return (container) => {
    const root = createRoot(container);
    return {
      update: (text, isLast) => flushSync(() => root.render(element(text, isLast))),
      settled: twoTurns,
      destroy: () => root.unmount(),
    };
  };
}
