/**
 * Runs as the first script in the page of a block, before any of the block's own. It is text for that page, not a module.
 *
 * The widget trusts the first port that this window sends, for only this script can have sent it. Over it go the person's
 * presses, the height, and answers to pings. The block's code shares this window: whatever is used later is taken now, so that
 * nothing that the block puts in its place is ever handed the port. Should it get hold of it all the same, it can pretend that
 * somebody pressed something; the browser's own word (navigator.userActivation) is asked for besides.
 */
(() => {
  const host = window.parent;
  const apply = Reflect.apply;
  const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
  const parse = JSON.parse;
  const log = console.error.bind(console);
  const later = window.setTimeout.bind(window);
  const find = document.querySelectorAll.bind(document);
  const now = performance.now.bind(performance);
  const fire = window.dispatchEvent.bind(window);
  const NewEvent = CustomEvent;
  const root = document.documentElement;

  const { port1, port2 } = new MessageChannel();
  const tell = port1.postMessage.bind(port1);
  host.postMessage({ type: "canvas:hello" }, "*", [port2]);

  // What the person does here. Only what no script can make: a click may come from `element.click()` on a label.
  const SILENT = new Set(["Tab", "Escape", "Shift", "Control", "Alt", "Meta", "CapsLock"]);
  const isSilent = SILENT.has.bind(SILENT);
  const keyOf = Object.getOwnPropertyDescriptor(KeyboardEvent.prototype, "key").get;
  const pressed = (event) => {
    if (event.isTrusted) tell({ kind: "pressed", by: "pointer" });
  };
  let escaped = 0;
  const typed = (event) => {
    if (!event.isTrusted) return;
    const key = apply(keyOf, event, []);
    if (!isSilent(key)) tell({ kind: "pressed", by: "key" });
    // A way out by keys that no block can bar.
    if (key !== "Escape") return;
    if (now() - escaped < 600) tell({ kind: "out" });
    escaped = now();
  };
  for (const name of ["mousedown", "pointerup"]) window.addEventListener(name, pressed, true);
  window.addEventListener("keydown", typed, true);
  const focused = (event) => {
    if (event.isTrusted && event.target === window) tell({ kind: "focus", isIn: event.type === "focus" });
  };
  for (const name of ["focus", "blur"]) window.addEventListener(name, focused, true);

  // The page goes, and another comes in its place.
  window.addEventListener("pagehide", (event) => {
    if (event.isTrusted) tell({ kind: "left" });
  });

  // The height of what is drawn. A page that is as high as its window has no height of its own, unless it runs over.
  let known = 0;
  let isWaiting = false;
  const measure = () => {
    isWaiting = false;
    const height = root.scrollHeight > root.clientHeight ? root.scrollHeight : root.getBoundingClientRect().height;
    if (Math.ceil(height) === known) return;
    known = Math.ceil(height);
    tell({ kind: "height", height: known });
  };
  const measureSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    later(measure, 40);
  };
  const sizes = new ResizeObserver(measureSoon);
  sizes.observe(root);
  const changes = new MutationObserver(() => {
    leaveOutFrames();
    if (document.body) sizes.observe(document.body);
    measureSoon();
  });
  const WATCHED = { subtree: true, childList: true, characterData: true, attributes: true };
  const watch = changes.observe.bind(changes);
  watch(document, WATCHED);
  window.addEventListener("load", () => {
    tell({ kind: "loaded" });
    measureSoon();
  });

  // A page inside of this one would be a place where none of this has happened. It is there only later than its frame, and
  // every frame is seen: no tree of elements is made here without our knowing. All of it by functions taken beforehand.
  const FRAMES = "iframe, frame, object, embed, fencedframe";
  const { querySelectorAll: findInDocument } = Document.prototype;
  const { querySelectorAll: findInShadow } = DocumentFragment.prototype;
  const { item } = NodeList.prototype;
  const { remove, attachShadow } = Element.prototype;
  const lengthOf = Object.getOwnPropertyDescriptor(NodeList.prototype, "length").get;
  const define = Object.defineProperty;
  const put = (owner, name, value) => define(owner, name, { __proto__: null, value });
  const shadows = [];
  const sweep = (found) => {
    for (let at = apply(lengthOf, found, []) - 1; at >= 0; at--) {
      apply(remove, apply(item, found, [at]), []);
      log("A block has no frames of its own: one was taken out.");
    }
  };
  const leaveOutFrames = () => {
    sweep(apply(findInDocument, document, [FRAMES]));
    for (let at = 0; at < shadows.length; at++) sweep(apply(findInShadow, shadows[at], [FRAMES]));
  };
  put(Element.prototype, "attachShadow", function (options) {
    // A tree that is copied with its element would be one that we do not know of.
    const { mode, delegatesFocus, slotAssignment } = options;
    const shadow = apply(attachShadow, this, [{ __proto__: null, mode, delegatesFocus, slotAssignment }]);
    put(shadows, shadows.length, shadow);
    watch(shadow, WATCHED);
    return shadow;
  });
  const refuse = () => log("A block does not write itself anew: use the DOM.");
  for (const name of ["open", "write", "writeln"]) put(Document.prototype, name, refuse);
  for (const { prototype } of [Element, ShadowRoot])
    if ("setHTMLUnsafe" in prototype) put(prototype, "setHTMLUnsafe", refuse);
  if ("parseHTMLUnsafe" in Document) put(Document, "parseHTMLUnsafe", refuse);

  // What would reach out of the page, or move the page around it back and forth.
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "RTCIceTransport"]) {
    delete window[name];
  }
  for (const name of ["back", "forward", "go", "pushState", "replaceState"]) {
    put(History.prototype, name, () => {});
  }

  // A sandbox without forms fires no submit event, and a link would lead the block out of its place.
  const submit = (form, submitter) => {
    const isUnchecked = form.noValidate || submitter?.formNoValidate === true;
    if (!isUnchecked && !form.reportValidity()) return;
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter });
    const isWanted = form.dispatchEvent(event);
    if (isWanted && form.method === "dialog") form.closest("dialog")?.close(submitter?.value);
  };
  const SUBMITS = "button:not([type]), button[type=submit], input[type=submit], input[type=image]";
  const isOneLine = (field) => field.matches("input:not([type=checkbox], [type=radio], [type=button], [type=file])");
  window.addEventListener("click", (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const button = event.target.closest("button, input");
    if (button?.form && button.matches(SUBMITS) && !button.disabled) {
      event.preventDefault();
      submit(button.form, button);
      return;
    }
    const link = event.target.closest("a[href], area[href]");
    if (!link || link.protocol === "javascript:") return;
    event.preventDefault();
    // Even a place in this page is an address of the page around it.
    const href = link.getAttribute("href") ?? "";
    if (href.startsWith("#")) document.getElementById(href.slice(1))?.scrollIntoView({ block: "nearest" });
    else tell({ kind: "link" });
  });
  window.addEventListener("keydown", (event) => {
    const field = event.target;
    const isEnter = event.key === "Enter" && !event.isComposing && !event.defaultPrevented;
    if (!isEnter || !(field instanceof HTMLInputElement) || !isOneLine(field) || !field.form) return;
    // With a button in the form the browser presses it by itself.
    if ([...field.form.elements].some((one) => one.matches(SUBMITS))) return;
    event.preventDefault();
    submit(field.form, null);
  });
  put(HTMLFormElement.prototype, "requestSubmit", function (submitter = null) {
    submit(this, submitter);
  });

  // What the widget says.
  const listeners = [];
  let isListening = false;
  const listen = window.addEventListener.bind(window);
  Object.defineProperty(window, "addEventListener", {
    configurable: true,
    writable: true,
    value(name, ...rest) {
      if (name === "canvas:update") isListening = true;
      return listen(name, ...rest);
    },
  });
  const dataElements = () => [...find('script[type="application/json"]')];
  const update = (id, at, text) => {
    const elements = dataElements();
    const element = id === null ? elements[at] : elements.find((one) => one.id === id);
    if (!element) return false;
    if (element.textContent === text) return true;
    let data;
    try {
      data = parse(text);
    } catch {
      // It is being written: what was there last holds on.
      return true;
    }
    element.textContent = text;
    for (const listener of listeners) {
      try {
        listener(data, id);
      } catch (error) {
        log(error);
      }
    }
    fire(new NewEvent("canvas:update", { detail: data }));
    return true;
  };
  const dress = (variables, scheme) => {
    root.style.colorScheme = scheme;
    for (const [name, value] of variables) root.style.setProperty(name, value);
  };
  const heed = (message) => {
    if (message.kind === "ping") tell({ kind: "pong", number: message.number });
    else if (message.kind === "theme") dress(message.variables, message.scheme);
    else if (message.kind === "data") {
      const isTaken = isListening && message.data.every(({ id, text }, at) => update(id, at, text));
      tell({ kind: "updated", number: message.number, isTaken });
    }
  };
  port1.onmessage = (event) => heed(apply(dataOf, event, []));

  const maestro = {
    /** Tells the document's agent what the person did: a verb, what it was done to, and any JSON value. */
    send(action, element, data) {
      host.postMessage({ type: "canvas:interaction", action, element: element ?? null, data: data ?? null }, "*");
    },
    /** Calls back with the new data whenever the agent has changed it; the elements hold it already. */
    onUpdate(callback) {
      isListening = true;
      listeners.push(callback);
    },
  };
  Object.defineProperty(window, "maestro", { value: Object.freeze(maestro), enumerable: true });
  document.currentScript.remove();
})();
