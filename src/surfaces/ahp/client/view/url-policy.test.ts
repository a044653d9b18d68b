import { expect, test } from "vitest";
import { checkUrl } from "./url-policy.ts";
import { refusalWords as why } from "./words.ts";

const POLICY = { instanceId: "draft-1", pageOrigin: "https://host.example", schemes: ["vscode-webview", "javascript"] };

test.each([
  ["https://canvas.example/a?b#c", "https://canvas.example/a?b#c", true],
  ["HTTPS://Canvas.Example", "https://canvas.example/", true],
  ["https://host.example:8443/a", "https://host.example:8443/a", true],
  // The page's own origin is not given to what is shown in it.
  ["https://host.example/canvas", "https://host.example/canvas", false],
  ["https://HOST.example:443/", "https://host.example/", false],
  ["http://localhost:3000/", "http://localhost:3000/", true],
  ["http://127.0.0.1:80/a", "http://127.0.0.1/a", true],
  ["http://[::1]:3000", "http://[::1]:3000/", true],
  ["http://a-page.localhost:3001/?b#c", "http://a-page.localhost:3001/?b#c", true],
  ["file:///home/a/canvas.html", "file:///home/a/canvas.html", false],
  ["data:text/html,<p>a b</p>", "data:text/html,<p>a b</p>", false],
  ["vscode-webview://id/index.html", "vscode-webview://id/index.html", true],
])("%s is loaded by a frame", (url, loaded, hasOrigin) => {
  expect(checkUrl(url, POLICY)).toEqual({ kind: "direct", url: loaded, hasOrigin });
});

test.each(["ahp-canvas-content:/draft-1/index.html", "ahp-canvas-content:/draft-1/a%20b/c.html"])(
  "%s is read over the channel",
  (uri) => {
    expect(checkUrl(uri, POLICY)).toEqual({ kind: "relayed", uri });
  },
);

test.each<[string, string]>([
  ["", why.empty],
  [" https://canvas.example", why.unseen],
  ["https://canvas.example ", why.unseen],
  ["\u0000https://canvas.example", why.unseen],
  ["java\tscript:alert(1)", why.unseen],
  ["https://canvas.example/\n", why.unseen],
  ["https://canvas.example/\u202etxt", why.unseen],
  ["https://canvas.example/\u200b", why.unseen],
  [`https://canvas.example/${"a".repeat(9000)}`, why.long],
  ["//canvas.example/a", why.noScheme],
  ["/a", why.noScheme],
  ["a.html", why.noScheme],
  ["?a:b", why.noScheme],
  [":javascript", why.noScheme],
  ["https:canvas.example", why.twoWays],
  ["https:/canvas.example", why.twoWays],
  ["https:///canvas.example", why.twoWays],
  ["https:\\\\canvas.example", why.twoWays],
  ["https://canvas.example\\@other.example", why.twoWays],
  ["https://canvas.example/a b", why.twoWays],
  ["https://[canvas", why.unreadable],
  ["https://canvas.example:99999/", why.unreadable],
  ["https://person:secret@canvas.example", why.credentials],
  ["https://person@canvas.example", why.credentials],
  ["https://:@canvas.example", why.credentials],
  ["http://localhost@canvas.example", why.credentials],
  ["http://canvas.example", why.unencrypted],
  ["HTTP://canvas.example", why.unencrypted],
  ["http://localhost.canvas.example", why.unencrypted],
  ["http://127.0.0.1.canvas.example", why.unencrypted],
  ["http://localhost.", why.unencrypted],
  ["http://notlocalhost", why.unencrypted],
  ["http://a.localhost.", why.unencrypted],
  ["http://.localhost", why.unencrypted],
  ["http://0.0.0.0", why.unencrypted],
  ["http://127.0.0.2", why.unencrypted],
  ["http://[::ffff:127.0.0.1]", why.unencrypted],
  ["http://192.168.0.1", why.unencrypted],
  ["file://server/share/canvas.html", why.otherMachine],
  ["file:canvas.html", why.otherMachine],
  ["javascript:alert(1)", why.scheme("javascript")],
  ["JaVaScRiPt:alert(1)", why.scheme("javascript")],
  ["vbscript:a", why.scheme("vbscript")],
  ["blob:https://host.example/1", why.scheme("blob")],
  ["about:blank", why.scheme("about")],
  ["about:srcdoc", why.scheme("about")],
  ["filesystem:https://host.example/a", why.scheme("filesystem")],
  ["view-source:https://canvas.example", why.scheme("view-source")],
  ["ftp://canvas.example", why.scheme("ftp")],
  ["ws://canvas.example", why.scheme("ws")],
  ["chrome://settings", why.scheme("chrome")],
  ["tauri-app://a", why.scheme("tauri-app")],
  ["ahp-canvas:/1", why.scheme("ahp-canvas")],
  ["AHP-Canvas-Content:/draft-1/index.html", why.noContent],
  ["ahp-canvas-content://draft-1/index.html", why.noContent],
  ["ahp-canvas-content:/draft-1", why.noContent],
  ["ahp-canvas-content:/draft-1/../draft-2/index.html", why.noContent],
  ["ahp-canvas-content:/draft-1/%2e%2e/a", why.noContent],
  ["ahp-canvas-content:/draft-2/index.html", why.otherCanvas],
])("%j is refused", (url, words) => {
  expect(checkUrl(url, POLICY)).toEqual({ kind: "refused", why: words });
});
