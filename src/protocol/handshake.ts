/**
 * What page and server sign, each to show the other that it holds its key. `place` is the page's name and port: whoever
 * passes a challenge on to another server is found out by it. `frame` is the port of the frame's document: whoever has another
 * one is not asked for it.
 */
export function greetingText(said: {
  readonly challenge: string;
  readonly place: string;
  readonly nonce: string;
  readonly frame: number;
}): string {
  return JSON.stringify(["writing-canvas greeting", said.challenge, said.place, said.nonce, said.frame]);
}

export function passText(said: { readonly place: string; readonly nonce: string }): string {
  return JSON.stringify(["writing-canvas pass", said.place, said.nonce]);
}
