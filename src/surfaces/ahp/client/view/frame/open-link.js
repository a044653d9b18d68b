/**
 * Part of the first script of a relayed document: it is text for that page, and nothing here imports it.
 *
 * Opens the port to the page that shows the document. `ask` gives a promise of an answer; `request` does without one, since the
 * document could forge what a promise says. Whatever is used later is taken now, before the document can put something in its
 * place. Should it get hold of the port all the same, it can read what it can read anyway, and no more.
 */
export function openLink({ hello, base }) {
  const { port1, port2 } = new MessageChannel();
  const { apply } = Reflect;
  const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
  const post = port1.postMessage.bind(port1);
  const waiting = { __proto__: null };
  let last = 0;
  port1.onmessage = (event) => {
    const { id, answer } = apply(dataOf, event, []);
    const done = waiting[id];
    delete waiting[id];
    done?.(answer);
  };
  window.parent.postMessage({ type: hello }, "*", [port2]);
  const request = (ask, done) => {
    last += 1;
    waiting[last] = done;
    post({ id: last, ask });
  };
  const tell = (what, ports = []) => post({ tell: what }, ports);
  window.addEventListener("pagehide", (event) => {
    if (event.isTrusted) tell({ kind: "left" });
  });
  window.addEventListener("load", (event) => {
    if (event.isTrusted) tell({ kind: "loaded" });
  });
  return { base, hello, request, tell, ask: (ask) => new Promise((resolve) => request(ask, resolve)) };
}
