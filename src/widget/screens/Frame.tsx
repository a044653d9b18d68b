import type { ReactNode } from "react";
import type { HostContext } from "../host/host-port.ts";
import { shellWords } from "../words.ts";
import "./frame.css";

interface FrameProps {
  readonly host: HostContext | null;
  readonly phase: string;
  readonly children: ReactNode;
}

/**
 * The outline of the widget: follows its content inline, fills what is fixed. What stands inside may ask its container `frame`
 * for the width, and its attributes for the rest: `data-mode` (`inline`, `fullscreen`), `data-phase`.
 */
export function Frame({ host, phase, children }: FrameProps) {
  const mode = host?.displayMode === "fullscreen" ? "fullscreen" : "inline";
  const fill = mode === "inline" && host?.container.height !== undefined;
  return (
    <main className="frame" data-mode={mode} data-fill={fill} data-phase={phase} aria-label={shellWords.region}>
      {children}
    </main>
  );
}
