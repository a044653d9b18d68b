import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { PAGE_BUNDLE } from "./bundle-page.ts";
import type { HostRequest } from "./page-contract.ts";

/** The MCP Apps default when a resource declares nothing. A srcdoc frame inherits it, so the widget stands under it. */
const STRICT_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

const CHAT_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><style>
  body { margin: 0; font-family: sans-serif; background: Canvas; }
  html[data-theme="dark"] { color-scheme: dark; background: #1f1e1d; }
  section { max-width: 760px; margin: 16px auto; }
  section iframe { width: 100% !important; display: block; }
  section[data-mode="fullscreen"] { position: fixed; inset: 0; z-index: 1; max-width: none; margin: 0; background: Canvas; }
  section[data-mode="fullscreen"] iframe { height: 100% !important; }
  @media (max-width: 500px) { section { margin: 8px 0; } }
</style></head><body><main id="chat"></main><script src="/page.js"></script></body></html>`;

/** Between host and widget: it makes the widget's frame, and carries messages both ways. */
const SANDBOX_PAGE = `<!doctype html><html><head><meta charset="utf-8"><style>
  html, body { margin: 0; height: 100%; } iframe { display: block; width: 100%; height: 100%; border: 0; }
</style></head><body><script>
  let inner = null;
  addEventListener("message", ({ source, data }) => {
    if (inner !== null && source === inner.contentWindow) { parent.postMessage(data, "*"); return; }
    if (source !== parent) return;
    if (data.method === "ui/notifications/sandbox-resource-ready") {
      inner = document.createElement("iframe");
      inner.setAttribute("sandbox", new URLSearchParams(location.search).get("sandbox"));
      inner.srcdoc = data.params.html;
      document.body.append(inner);
    } else inner?.contentWindow.postMessage(data, "*");
  });
  parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
</script></body></html>`;

/** For a browser in which no function of the test can be put: what widgets ask comes over HTTP. */
const ASK_OVER_HTTP = `<script>
  window.askHost = async (...asked) => {
    const answer = await fetch("/ask", { method: "POST", body: JSON.stringify(asked) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
</script>`;

type AskHost = (id: string, request: HostRequest) => Promise<unknown>;

/** The host page and its sandbox on loopback. `ask` answers what widgets ask, where nothing else does. */
export async function servePage(ask?: AskHost): Promise<{ readonly url: string; close(): Promise<void> }> {
  const bundle = await readFile(PAGE_BUNDLE);
  const html = { "content-type": "text/html; charset=utf-8" };
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://host");
    if (path === "/")
      response.writeHead(200, html).end(ask ? CHAT_PAGE.replace("<main", `${ASK_OVER_HTTP}<main`) : CHAT_PAGE);
    else if (path === "/ask" && ask) answerOver(ask, request, response);
    else if (path === "/page.js") response.writeHead(200, { "content-type": "text/javascript" }).end(bundle);
    else if (path === "/sandbox")
      response
        .writeHead(200, searchParams.has("policy") ? html : { ...html, "content-security-policy": STRICT_POLICY })
        .end(SANDBOX_PAGE);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerOver(ask: AskHost, request: IncomingMessage, response: ServerResponse): void {
  text(request)
    .then(async (body) => {
      const [id, asked] = JSON.parse(body) as Parameters<AskHost>;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify((await ask(id, asked)) ?? null));
    })
    .catch((error: unknown) => response.writeHead(500).end(String(error)));
}
