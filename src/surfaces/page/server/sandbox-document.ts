import { FRAME_KEPT, FRAME_READ, FRAME_SWITCH, FRAME_WRITE } from "../../../protocol/page.ts";

/**
 * Between the page and the widget, on an origin of its own: it makes the widget's frame and carries messages both ways,
 * only from the page's own window and from that frame, each from its own origin. The page may ask it for the texts that the
 * widget keeps here, and give it some, when the page moves to another address. When another person signs in, it puts away what
 * one has typed, and brings back what is the other's; unsaved text stays, for it says whose it is and no other's widget reads it.
 */
export function sandboxDocument(pageOrigin: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Writing Canvas</title><style>
html, body { margin: 0; height: 100%; overflow: hidden; background: transparent; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
</style></head><body><script>
(() => {
  "use strict";
  const page = ${scriptText(pageOrigin)};
  const sandboxes = ["allow-scripts", "allow-same-origin", "allow-forms"];
  let inner = null;
  const show = ({ html, sandbox = "allow-scripts allow-same-origin", permissions }) => {
    if (typeof html !== "string" || typeof sandbox !== "string") return;
    inner?.remove();
    inner = document.createElement("iframe");
    inner.title = document.title;
    inner.setAttribute("sandbox", sandbox.split(" ").filter((word) => sandboxes.includes(word)).join(" "));
    if (permissions?.clipboardWrite) inner.allow = "clipboard-write";
    inner.srcdoc = html;
    document.body.append(inner);
  };
  const kept = () => {
    try {
      return Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith("canvas:")));
    } catch {
      return {};
    }
  };
  const keep = ({ texts, over }) => {
    for (const [name, text] of Object.entries(texts ?? {})) {
      if (!name.startsWith("canvas:") || typeof text !== "string") continue;
      try {
        if (over === true || localStorage.getItem(name) === null) localStorage.setItem(name, text);
      } catch {
        return;
      }
    }
  };
  const change = ({ from, to }) => {
    const typed = (name) => name.startsWith("canvas:comment:");
    const apart = (subject) => "canvas-of:" + subject + ":";
    const move = (name, next) => {
      const text = localStorage.getItem(name);
      localStorage.removeItem(name);
      if (next !== null) localStorage.setItem(next, text);
    };
    try {
      const names = Object.keys(localStorage);
      for (const name of names) {
        if (!name.startsWith("canvas:") || name.startsWith("canvas:pending")) continue;
        if (!typed(name)) move(name, null);
        else if (typeof from === "string") move(name, apart(from) + name);
      }
      for (const name of names)
        if (typeof to === "string" && name.startsWith(apart(to))) move(name, name.slice(apart(to).length));
    } catch {
      return;
    }
  };
  const tell = (texts) => parent.postMessage({ method: ${scriptText(FRAME_KEPT)}, params: { texts } }, page);
  // A frame of this very origin calls this one itself, and it goes on at once: as an event it would wait behind everything
  // that is typed and drawn in there, and a tab that is closed just then would take the last words with it. Nothing is
  // returned: WebKit forgets who makes a call that is returned, and the page hears this window alone.
  window.postMessage = (data) => {
    parent.postMessage(data, page);
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (source === parent && origin === page) {
      if (data?.method === "ui/notifications/sandbox-resource-ready") show(data.params ?? {});
      else if (data?.method === ${scriptText(FRAME_READ)}) tell(kept());
      else if (data?.method === ${scriptText(FRAME_WRITE)}) { keep(data.params ?? {}); tell({}); }
      else if (data?.method === ${scriptText(FRAME_SWITCH)}) { change(data.params ?? {}); tell({}); }
      else inner?.contentWindow.postMessage(data, "*");
    } else if (inner !== null && source === inner.contentWindow && (origin === location.origin || origin === "null"))
      parent.postMessage(data, page);
  });
  parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, page);
})();
</script></body></html>
`;
}

/**
 * The policy that the MCP Apps specification sets where a resource asks for nothing, and pictures over https: the preview
 * makes none from elsewhere before the person presses it. A srcdoc frame inherits it. In a panel the page itself is framed, by
 * whomever, and all above count as ancestors: there the document is quiet to everybody but the page.
 */
export function sandboxPolicy(pageOrigin: string, isInPanel = false): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "img-src data: https:",
    "media-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(isInPanel ? [] : [`frame-ancestors ${pageOrigin}`]),
  ].join("; ");
}

function scriptText(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003c");
}
