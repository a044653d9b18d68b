/** One way to show a growing text. `update` shows `text` within the call, or starts what `settled` waits for. */
export interface Renderer {
  update(text: string, isLast: boolean): void;
  /** For renderers that leave work for later turns: calls back when they have had them. */
  settled?(then: () => void): void;
  destroy(): void;
}

export type MakeRenderer = (container: HTMLElement) => Renderer;

/** Two turns of the event loop: React schedules what it left over in one, and its effects in the next. */
export function twoTurns(then: () => void): void {
  oneTurn(() => oneTurn(then));
}

// Callbacks rather than promises: the browser does not count what runs in a promise as script.
function oneTurn(then: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    then();
  };
  channel.port2.postMessage(null);
}
