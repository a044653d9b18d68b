/**
 * Part of the first script of a relayed document: it is text for that page, and nothing here imports it.
 *
 * Keeps calls over WebRTC out of the document, which no policy does: they are taken from its window, and every frame in it holds
 * only pages that begin with this script. A frame's page is there only later than its frame, and every frame is seen: no tree of
 * elements is made without our knowing. All of it by functions that were taken before the document could replace them, and
 * without iterators and promises, which ask what can be replaced.
 */
export function guardFrames({ request, tell, hello }, { waitingSrc, waitingSrcdoc }) {
  const { apply } = Reflect;
  const { defineProperty: define, getOwnPropertyDescriptor: describe, getOwnPropertyNames: namesOf } = Object;
  const put = (owner, name, value) => define(owner, name, { __proto__: null, value });
  const getter = (owner, name) => describe(owner, name).get;
  const log = console.error.bind(console);

  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "RTCIceTransport"]) {
    delete window[name];
  }

  const FRAMES = "iframe, frame, object, embed, fencedframe";
  const COPIED = ["id", "class", "style", "width", "height", "title", "aria-label", "role"];
  const { matches, remove, replaceWith, attachShadow } = Element.prototype;
  const { querySelectorAll: findInElement } = Element.prototype;
  const { getAttribute, hasAttribute, setAttribute, removeAttribute } = Element.prototype;
  const { createElement } = Document.prototype;
  const { insertBefore } = Node.prototype;
  const { item } = NodeList.prototype;
  const lengthOf = getter(NodeList.prototype, "length");
  const parentOf = getter(Node.prototype, "parentNode");
  const nextOf = getter(Node.prototype, "nextSibling");
  const typeOf = getter(Node.prototype, "nodeType");
  const nameOf = getter(Element.prototype, "localName");
  const windowOf = getter(HTMLIFrameElement.prototype, "contentWindow");
  const addedOf = getter(MutationRecord.prototype, "addedNodes");
  const targetOf = getter(MutationRecord.prototype, "target");
  const dataOf = getter(MessageEvent.prototype, "data");
  const portsOf = getter(MessageEvent.prototype, "ports");
  const sourceOf = getter(MessageEvent.prototype, "source");
  const aimedAt = getter(Event.prototype, "target");
  const stop = Event.prototype.stopImmediatePropagation;
  const listen = EventTarget.prototype.addEventListener;
  const attribute = (element, name) => apply(getAttribute, element, [name]);
  const set = (element, name, value) => apply(setAttribute, element, [name, value]);
  const clear = (element, name) => apply(removeAttribute, element, [name]);
  const each = (found, run) => {
    for (let at = apply(lengthOf, found, []) - 1; at >= 0; at--) run(apply(item, found, [at]));
  };

  /** What a frame must hold: the page that we wrote into it, or nothing yet. */
  const pages = new WeakMap();
  const pageOf = pages.get.bind(pages);
  const setPage = pages.set.bind(pages);
  /** All frames that ever held one, wherever they are. */
  const frames = [];

  /** Out of the document, and back into it as we want it: so whatever it was about to load is forgotten. */
  const renew = (frame, html, number) => {
    const parent = apply(parentOf, frame, []);
    const next = apply(nextOf, frame, []);
    apply(remove, frame, []);
    clear(frame, "src");
    clear(frame, "srcdoc");
    clear(frame, waitingSrc);
    clear(frame, waitingSrcdoc);
    if (html !== null) set(frame, "srcdoc", html);
    if (pageOf(frame) === undefined) put(frames, frames.length, frame);
    setPage(frame, { html, number });
    if (parent !== null) apply(insertBefore, parent, [frame, next]);
  };
  const inItsPlace = (frame, answer) => {
    const made = apply(createElement, document, [answer.kind === "page" ? "iframe" : "img"]);
    for (let at = 0; at < COPIED.length; at++) {
      const value = attribute(frame, COPIED[at]);
      if (value !== null) set(made, COPIED[at], value);
    }
    if (answer.kind === "page") renew(made, answer.html, answer.number);
    else {
      set(made, "alt", attribute(frame, "aria-label") ?? attribute(frame, "title") ?? "");
      set(made, "src", answer.address);
    }
    return made;
  };
  const isOurs = (frame) => {
    const page = pageOf(frame);
    return (
      page !== undefined &&
      attribute(frame, "srcdoc") === page.html &&
      !apply(hasAttribute, frame, ["src"]) &&
      !apply(hasAttribute, frame, [waitingSrc])
    );
  };
  const check = (frame) => {
    const name = apply(nameOf, frame, []);
    if (name === "frame" || name === "fencedframe") {
      apply(remove, frame, []);
      log("A canvas that is read over its channel has no frames of this kind: one was taken out.");
      return;
    }
    if (name === "iframe" && isOurs(frame)) return;
    const loads = name === "object" ? "data" : "src";
    const html = name === "iframe" ? (attribute(frame, "srcdoc") ?? attribute(frame, waitingSrcdoc)) : null;
    const reference = attribute(frame, waitingSrc) ?? attribute(frame, loads);
    if (name === "iframe") renew(frame, null, 0);
    else {
      clear(frame, loads);
      clear(frame, "type");
      clear(frame, waitingSrc);
    }
    if (html === null && !reference) return;
    const mark = pageOf(frame);
    const sandbox = attribute(frame, "sandbox");
    const isApart = sandbox !== null && !/(?:^|\s)allow-same-origin(?:\s|$)/i.test(sandbox);
    request(html === null ? { kind: "page", reference } : { kind: "page", html, isApart }, (answer) => {
      // Nothing to be had, or something else is wanted in it by now.
      if (answer === null || pageOf(frame) !== mark) return;
      if (answer.kind === "page" && name === "iframe") renew(frame, answer.html, answer.number);
      else apply(replaceWith, frame, [inItsPlace(frame, answer)]);
    });
  };
  const checked = (frame) => {
    try {
      check(frame);
    } catch {
      // Better no frame than one that is not ours, and the others still have to be looked at.
      apply(remove, frame, []);
    }
  };
  const checkWithin = (node) => {
    if (apply(typeOf, node, []) !== 1) return;
    if (apply(matches, node, [FRAMES])) checked(node);
    each(apply(findInElement, node, [FRAMES]), checked);
  };
  const observer = new MutationObserver((records) => {
    for (let at = 0; at < records.length; at++) {
      each(apply(addedOf, records[at], []), checkWithin);
      const target = apply(targetOf, records[at], []);
      if (apply(typeOf, target, []) === 1 && apply(matches, target, [FRAMES])) checked(target);
    }
  });
  const observe = observer.observe.bind(observer);
  /** That nothing has loaded is nothing to hear of: what it is to hold comes later. */
  const hush = (event) => {
    const frame = apply(aimedAt, event, []);
    if (apply(typeOf, frame, []) !== 1 || !apply(matches, frame, ["iframe"])) return;
    if (pageOf(frame)?.html === null || apply(hasAttribute, frame, [waitingSrc])) apply(stop, event, []);
  };
  const watch = (root) => {
    observe(root, WATCHED);
    apply(listen, root, ["load", hush, true]);
  };
  const attributeFilter = ["src", "srcdoc", "data", waitingSrc];
  const WATCHED = { subtree: true, childList: true, attributes: true, attributeFilter };
  watch(document);

  put(Element.prototype, "attachShadow", function (options) {
    // A tree that is copied with its element would be one that we do not know of.
    const { mode, delegatesFocus, slotAssignment } = options;
    const shadow = apply(attachShadow, this, [{ __proto__: null, mode, delegatesFocus, slotAssignment }]);
    watch(shadow);
    return shadow;
  });
  const refuse = () => log("A canvas that is read over its channel does not write itself anew: use the DOM.");
  for (const name of ["open", "write", "writeln"]) put(Document.prototype, name, refuse);
  const parsing = [Document, Document.prototype, Element.prototype, ShadowRoot.prototype, DocumentFragment.prototype];
  for (const owner of parsing) {
    for (const name of namesOf(owner)) if (/HTMLUnsafe$/.test(name)) put(owner, name, refuse);
  }

  // The pages in frames begin with scripts of ours, too, which speak to us before any other there can.
  const heard = (event) => {
    const data = apply(dataOf, event, []);
    const port = apply(portsOf, event, [])[0];
    if (port === undefined || data === null || typeof data !== "object" || data.type !== hello) return;
    apply(stop, event, []);
    const source = apply(sourceOf, event, []);
    for (let at = 0; at < frames.length; at++) {
      if (apply(windowOf, frames[at], []) !== source) continue;
      tell({ kind: "frame", number: pageOf(frames[at]).number }, [port]);
      return;
    }
  };
  window.addEventListener("message", heard, true);
}
