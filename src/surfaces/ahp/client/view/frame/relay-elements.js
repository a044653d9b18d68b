/**
 * Part of the first script of a relayed document: it is text for that page, and nothing here imports it.
 *
 * Elements that scripts add or change: what they refer to is asked for, and written into them. `references` says which attribute
 * of which elements loads what; the first line that fits counts.
 */
export function relayElements({ ask, tell, base }, { references, replaced, waitingSrc, importCall }) {
  const IS_COMPLETE = /^\s*(?:#|data:|blob:|about:|javascript:|$)/i;
  const attributes = [...new Set(references.map(({ attribute }) => attribute))];
  const kindOf = (element, attribute) =>
    references.find((each) => each.attribute === attribute && element.matches(each.elements))?.kind ?? null;
  const { setAttribute, setAttributeNS } = Element.prototype;
  const write = (element, name, value) =>
    name === "xlink:href"
      ? setAttributeNS.call(element, "http://www.w3.org/1999/xlink", name, value)
      : setAttribute.call(element, name, value);
  /** What is wanted, by element and attribute, and what we wrote instead. */
  const wanted = new WeakMap();
  /** Elements whose first attempt to load was refused, because what they want is on its way. */
  const early = new WeakSet();
  /** Scripts run in the order in which they were put into the document. */
  let scripts = Promise.resolve();
  const unplaced = new WeakMap();
  const place = (script) => {
    const put = unplaced.get(script);
    if (put === undefined || !script.isConnected) return;
    unplaced.delete(script);
    scripts = scripts.then(put);
  };

  const addressOf = async (element, name, value) => {
    // What it is may be said a moment after where it is.
    await null;
    const kind = kindOf(element, name);
    if (kind === null) return null;
    if (kind !== "module") return ask({ kind: "replace", as: kind, value });
    const path = /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(value.trim()) ? value.trim() : `./${value.trim()}`;
    const code = `await window.${importCall}(${JSON.stringify(base)}, ${JSON.stringify(path)})`;
    return `data:text/javascript,${encodeURIComponent(code)}`;
  };
  const fulfil = (element, name, value) => {
    const entry = { value, written: null };
    const known = wanted.get(element) ?? new Map();
    wanted.set(element, known.set(name, entry));
    const asked = addressOf(element, name, value);
    const put = async () => {
      const address = await asked;
      early.delete(element);
      if (known.get(name) !== entry) return;
      entry.written = address ?? value;
      if (address !== null) write(element, name, address);
      else element.dispatchEvent(new Event("error"));
    };
    if (element.localName !== "script") void put();
    else {
      unplaced.set(element, put);
      place(element);
    }
  };
  /** True: it is being seen to, and the browser need not try. */
  const take = (element, name, value) => {
    if (name === "src" && element instanceof HTMLIFrameElement) {
      setAttribute.call(element, waitingSrc, value);
      return true;
    }
    if (!attributes.includes(name)) return false;
    if (element.hasAttribute(replaced)) element.removeAttribute(replaced);
    wanted.get(element)?.delete(name);
    if (IS_COMPLETE.test(value) || kindOf(element, name) === null) return false;
    fulfil(element, name, value);
    return true;
  };

  Element.prototype.setAttribute = function (name, value) {
    if (!take(this, String(name).toLowerCase(), String(value))) setAttribute.call(this, name, value);
  };
  Element.prototype.setAttributeNS = function (space, name, value) {
    if (!take(this, String(name), String(value))) setAttributeNS.call(this, space, name, value);
  };
  /** Properties that say the address itself, as scripts expect, and not what it stands for. */
  const reflect = (owner, name) => {
    const native = Object.getOwnPropertyDescriptor(owner, name);
    const inFull = (address) => (name === "srcset" ? address : new URL(address, document.baseURI).href);
    Object.defineProperty(owner, name, {
      ...native,
      get() {
        const value = wanted.get(this)?.get(name)?.value ?? this.getAttribute(replaced);
        return value === null ? native.get.call(this) : inFull(value);
      },
      set(value) {
        if (!take(this, name, String(value))) native.set.call(this, value);
      },
    });
  };
  const withSrc = [HTMLImageElement, HTMLScriptElement, HTMLMediaElement, HTMLSourceElement, HTMLTrackElement];
  for (const { prototype } of [...withSrc, HTMLInputElement, HTMLIFrameElement]) reflect(prototype, "src");
  for (const { prototype } of [HTMLImageElement, HTMLSourceElement]) reflect(prototype, "srcset");
  reflect(HTMLVideoElement.prototype, "poster");
  reflect(HTMLLinkElement.prototype, "href");

  // What was parsed rather than set: the browser has tried already, and its complaint is not for the document's ears.
  const missed = (element, name) => {
    const value = element.getAttribute(name);
    if (value === null || IS_COMPLETE.test(value) || wanted.get(element)?.get(name)?.written === value) return;
    if (take(element, name, value)) early.add(element);
  };
  const LOADS = /url\(\s*["']?(?!\s*(?:data:|blob:|about:|#))|@import|image-set\(/i;
  /** Texts that were seen to, by the element that has them. */
  const seen = new WeakMap();
  const rewriteStyle = async (element) => {
    const isSheet = element.localName === "style";
    const text = isSheet ? element.textContent : element.getAttribute("style");
    if (text === null || !LOADS.test(text) || seen.get(element) === text) return;
    seen.set(element, text);
    const css = await ask({ kind: "css", text });
    if (css === text || seen.get(element) !== text) return;
    seen.set(element, css);
    if (isSheet) element.textContent = css;
    else write(element, "style", css);
  };
  const bringSprite = async (use) => {
    const given = use.getAttribute("href") ?? use.getAttribute("xlink:href");
    const reference = given ?? use.getAttribute(waitingSrc) ?? "";
    if (IS_COMPLETE.test(reference) || seen.get(use) === reference) return;
    seen.set(use, reference);
    const sprite = await ask({ kind: "sprite", reference });
    if (sprite === null || seen.get(use) !== reference) return;
    const holder = document.createElement("div");
    holder.innerHTML = sprite.markup;
    if (document.getElementById(sprite.id) === null) document.body.append(...holder.children);
    write(use, "href", `#${sprite.id}`);
  };
  const look = (element) => {
    place(element);
    for (const name of attributes) missed(element, name);
    if (element.localName === "style" || element.hasAttribute("style")) void rewriteStyle(element);
    if (element.localName === "use") void bringSprite(element);
  };
  const LOOKED_AT = [...references.map(({ elements }) => elements), "script", "style", "[style]", "use"].join(", ");
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      const changed = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      if (changed instanceof Element && (type === "attributes" || changed.localName === "style")) look(changed);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(LOOKED_AT)) look(node);
        for (const inside of node.querySelectorAll(LOOKED_AT)) look(inside);
      }
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...attributes, "style", "rel"],
  });
  const hush = (event) => {
    if (event.isTrusted && event.target instanceof Element && early.has(event.target)) event.stopImmediatePropagation();
  };
  window.addEventListener("error", hush, true);

  // Forms fire their events, and are sent nowhere.
  const sent = (event) => {
    const how = event.submitter?.getAttribute("formmethod") ?? event.target.getAttribute("method") ?? "";
    if (how.toLowerCase() !== "dialog") event.preventDefault();
  };
  window.addEventListener("submit", sent);
  HTMLFormElement.prototype.submit = () => console.error("A canvas that is read over its channel sends no forms.");

  // A link would lead the document out of its place.
  window.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a, area") : null;
    const href = anchor?.getAttribute("href") ?? anchor?.getAttribute("xlink:href") ?? null;
    if (event.defaultPrevented || href === null || /^\s*javascript:/i.test(href)) return;
    event.preventDefault();
    if (!href.startsWith("#")) tell({ kind: "link", href });
    else if (href.length > 1) document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
    else window.scrollTo(0, 0);
  });
}
