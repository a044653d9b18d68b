import type { LiveState } from "../access/live.ts";
import { pageWords } from "../words.ts";
import "./live-badge.css";

/** Whether what is on screen is up to date by itself. */
export function LiveBadge({ state }: { readonly state: LiveState }) {
  const words = state === "live" ? pageWords.connected : pageWords.reconnecting;
  return (
    <span className="live-badge" data-state={state} title={words}>
      <span className="live-dot" />
      <span className="live-words">{words}</span>
    </span>
  );
}
