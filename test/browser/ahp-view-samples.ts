import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Files } from "../host/open-ahp-view.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgqrABAAFOAL/y00L9AAAAAElFTkSuQmCC",
  "base64",
);
const FONT = readFileSync(
  fileURLToPath(new URL("../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf", import.meta.url)),
);

/** A tenth of a second of silence. */
function silence(): Uint8Array {
  const samples = 800;
  const wav = Buffer.alloc(44 + samples, 0x80);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(8000, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples, 40);
  return wav;
}

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`;

/**
 * A document of many files that refers to each in another way. It says in `results` what became of each, and in `done` that no
 * more comes.
 */
export const RICH: Files = {
  "index.html": `<!doctype html><html lang="en" class="kept"><head><title>Rich</title>
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'">
    <script>window.results = {}; window.errors = []; addEventListener("error", (event) => errors.push(event.message ?? event.target.outerHTML.slice(0, 80)), true);</script>
    <link rel="icon" href="pictures/dot.png"><link rel="preload" as="style" href="styles/late.css" onload="this.rel='stylesheet'">
    <link rel="modulepreload" href="code/main.js"><link rel="stylesheet" href="styles/main.css?v=1" integrity="sha384-wrong">
    <script type="importmap">{ "imports": { "greeting": "./code/greeting.js", "lib/": "./code/lib/" } }</script>
    <script defer src="code/deferred.js"></script><script src="code/classic.js"></script>
    <script type="module" src="code/main.js"></script>
    <script type="module">import { hello } from "greeting"; import("./code/lib/inline.js").then(({ default: value }) => { results.inlineModule = hello + value; });</script>
    <style>@import "./styles/inline.css" layer(low); #inline { background-image: url(pictures/dot.png); }</style>
    </head><body>
    <p id="styled">Styled</p><p id="nested">Nested</p><p id="late">Late</p><p id="inline">Inline</p><p id="font">Font</p>
    <p id="attribute" style="background-image: url('pictures/dot.png')">Attribute</p>
    <img id="img" src="pictures/dot.png" alt=""><img id="srcset" srcset="pictures/dot.png 1x, pictures/none.png 9x" alt="">
    <picture><source srcset="/pictures/drawing.svg" type="image/svg+xml"><img id="picture" alt=""></picture>
    <svg width="20" height="20"><image id="image" href="pictures/dot.png" width="5" height="5"/><use id="use" href="pictures/sprite.svg#star"/></svg>
    <input type="image" id="input" src="pictures/dot.png" alt=""><audio id="audio" src="sound.wav"></audio>
    <video id="video" poster="pictures/dot.png"><track id="track" default src="words.vtt"></video>
    <iframe id="frame" src="pages/inner.html" title="Inner"></iframe><iframe id="written" srcdoc="<p id=in>Written</p><script src='code/written.js'></script>" title="Written"></iframe>
    <iframe id="apart" sandbox="allow-scripts" title="Apart" srcdoc="<p id=in>Apart</p><img src='pictures/dot.png'><script>fetch('data/list.json').catch(() => { document.getElementById('in').textContent += ', and nothing of it'; })</script>"></iframe>
    <object id="object" data="pictures/drawing.svg" type="image/svg+xml" title="Drawing"></object>
    <a id="within" href="#nested">Within</a> <a id="next" href="pages/next.html">Next</a> <a id="web" href="https://elsewhere.example/a">Web</a>
    <form id="form"><input name="a" value="b"><button>Send</button></form>
    <script src="code/checks.js"></script></body></html>`,
  "styles/main.css": `@charset "utf-8"; @import url("deep/nested.css"); /* url(pictures/comment.png) */
    @font-face { font-family: Own; src: url('../font.ttf') format("truetype"); } @namespace url(http://www.w3.org/1999/xhtml);
    #styled { color: rgb(1, 2, 3); background: no-repeat url( ../pictures/dot.png ); } #font { font-family: Own; }
    #styled::after { content: "url(none.png)"; }`,
  "styles/deep/nested.css": `@import "../main.css"; @import 'deeper.css' screen; #nested { color: rgb(4, 5, 6); }`,
  "styles/deep/deeper.css": `#nested { background-image: image-set("../../pictures/dot.png" 1x); }`,
  "styles/late.css": "#late { color: rgb(7, 8, 9); }",
  "styles/inline.css": "#inline { color: rgb(10, 11, 12); }",
  "code/classic.js": `results.classic = [document.currentScript.src, document.getElementById("styled") === null, import("./lib/from-classic.js").then(({ default: value }) => { results.classicImport = value; }) instanceof Promise].join(" ");`,
  "code/written.js": `document.getElementById("in").textContent += " here";`,
  "code/deferred.js": `results.deferred = document.getElementById("form") !== null;`,
  "code/main.js": `import { name, count } from "./circle-a.js"; import data from "./data.json" with { type: "json" }; import * as twin from "./twin.js"; import * as other from "./lib/twin.js";
    results.circle = name() + count; results.json = data.value; results.meta = import.meta.url; results.twins = twin.state === other.state;
    const path = ["./lib/", "computed"].join(""); results.computed = (await import(path + ".js")).default; results.resolved = new URL("../pictures/dot.png", import.meta.url).href;
    try { await import("../../../other/secret.js"); } catch (error) { results.outside = error.name; }
    results.main = true;`,
  "code/circle-a.js": `import { b } from "./circle-b.js"; export const count = b.length; export function name() { return "a" + b; }`,
  "code/circle-b.js": `import { name } from "./circle-a.js"; export const b = typeof name; // import "./not-this.js"`,
  "code/twin.js": "export const state = {};",
  "code/lib/twin.js": "export const state = {};",
  "code/lib/computed.js": `import { hello } from "greeting"; export default hello + "!";`,
  "code/lib/inline.js": `export default " inline";`,
  "code/lib/from-classic.js": "export default 7;",
  "code/greeting.js": `export const hello = "hello";`,
  "code/data.json": `{ "value": 42 }`,
  "code/added.js": `results.added = (results.added ?? "") + "1";`,
  "code/added-2.js": `results.added = (results.added ?? "") + "2";`,
  "code/added-module.js": `import { hello } from "greeting"; results.addedModule = hello;`,
  "code/checks.js": `
    const until = (target, name) => new Promise((yes, no) => { target.addEventListener(name, yes); target.addEventListener("error", () => no(new Error("error event"))); });
    const check = (name, run) => (async () => { try { results[name] = await run(); } catch (error) { results[name] = "threw " + error.name + ": " + error.message; } })();
    const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
    addEventListener("load", async () => {
      await Promise.all([
        check("fetched", async () => (await (await fetch("data/list.json")).json()).length),
        check("fetchedUrl", async () => (await fetch(new URL("data/list.json", document.baseURI))).url),
        check("fetchMissing", () => fetch("data/none.json")),
        check("fetchPost", () => fetch("data/list.json", { method: "POST" })),
        check("aborted", () => { const control = new AbortController(); const asked = fetch("data/list.json", { signal: control.signal }); control.abort(); return asked; }),
        check("asked", async () => { const ask = new XMLHttpRequest(); ask.open("GET", "data/list.json"); ask.responseType = "json"; ask.send(); await until(ask, "load"); return [ask.status, ask.response.length, ask.getResponseHeader("Content-Type")].join(); }),
        check("askedInstance", () => new XMLHttpRequest() instanceof XMLHttpRequest && XMLHttpRequest.DONE === 4),
        check("image", async () => { const made = new Image(); made.src = "pictures/dot.png"; await until(made, "load"); return made.naturalWidth + " " + made.src; }),
        check("imageMissing", async () => { const made = new Image(); made.src = "pictures/none.png"; await until(made, "load"); }),
        check("parsedImage", async () => { const box = make("div", {}); box.innerHTML = '<img src="pictures/drawing.svg#a" alt="">'; document.body.append(box); await until(box.firstChild, "load"); return "loaded"; }),
        check("attributeImage", async () => { const made = make("img", {}); made.setAttribute("srcset", "pictures/dot.png 1x"); document.body.append(made); await until(made, "load"); return made.naturalWidth; }),
        check("addedScripts", async () => { const second = make("script", { src: "code/added-2.js", async: false }); document.head.append(make("script", { src: "code/added.js", async: false }), second); await until(second, "load"); return results.added; }),
        check("addedModule", async () => { const made = make("script", { src: "code/added-module.js", type: "module" }); document.head.append(made); await until(made, "load"); return results.addedModule; }),
        check("addedSheet", async () => { const made = make("link", { href: "styles/added.css", rel: "stylesheet" }); document.head.append(made); await until(made, "load"); return getComputedStyle(document.body).outlineColor; }),
        check("addedStyle", async () => { document.head.append(make("style", { textContent: "#within { background-image: url(pictures/dot.png); }" })); while (!getComputedStyle(within).backgroundImage.startsWith('url("data:')) await new Promise((next) => setTimeout(next, 20)); return "data"; }),
        check("addedFrame", async () => { const made = make("iframe", { src: "pages/inner.html", id: "added-frame" }); made.onload = () => { results.loads = (results.loads ?? 0) + 1; }; document.body.append(made); const heard = await new Promise((yes) => addEventListener("message", ({ source, data }) => { if (source === made.contentWindow) yes(data); })); return heard; }),
        check("shadow", async () => { const host = make("div", {}); document.body.append(host); const root = host.attachShadow({ mode: "closed" }); root.innerHTML = '<iframe src="pages/inner.html"></iframe>'; const frame = root.firstChild; return new Promise((yes) => addEventListener("message", ({ source, data }) => { if (source === frame.contentWindow) yes(data); })); }),
        check("audioLength", async () => { const sound = document.getElementById("audio"); if (!(sound.duration > 0)) await until(sound, "loadedmetadata"); return sound.duration > 0; }),
        check("fontLoaded", async () => { await document.fonts.load("16px Own"); return [...document.fonts].map(({ family, status }) => family + " " + status).join(); }),
        check("submitted", () => { let fired = 0; form.addEventListener("submit", () => { fired += 1; }); form.querySelector("button").click(); return fired; }),
        check("sprite", async () => { while (!use.getAttribute("href")?.startsWith("#canvas-")) await new Promise((next) => setTimeout(next, 20)); return use.getBBox().width > 0; }),
        check("wasm", async () => (await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).instance instanceof WebAssembly.Instance),
      ]);
      const colour = (id) => getComputedStyle(document.getElementById(id)).color;
      results.colours = ["styled", "nested", "late", "inline"].map(colour).join(" ");
      results.pictures = ["img", "srcset", "picture", "input"].map((id) => document.getElementById(id).naturalWidth ?? document.getElementById(id).width).join(" ");
      results.grounds = ["styled", "nested", "inline", "attribute"].map((id) => /(?:url|image-set)\\(+"?data:/.test(getComputedStyle(document.getElementById(id)).backgroundImage)).join(" ");
      results.poster = video.poster.startsWith("ahp-canvas-content:") || video.getAttribute("poster").startsWith("data:");
      results.object = document.getElementById("object").localName;
      results.base = document.baseURI; results.root = document.documentElement.className; results.mode = document.compatMode;
      results.done = true;
    });`,
  "styles/added.css": "body { outline-color: rgb(20, 21, 22); }",
  "data/list.json": "[1, 2, 3]",
  "pictures/dot.png": PNG,
  "pictures/drawing.svg": svg('<rect width="10" height="10" fill="green"/>'),
  "pictures/sprite.svg": svg(
    '<linearGradient id="shine"/><symbol id="star"><path d="M0 0h9v9z" fill="url(#shine)"/></symbol>',
  ),
  "font.ttf": FONT,
  "sound.wav": silence(),
  "words.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n",
  "pages/inner.html": `<!doctype html><p id="in">Inner</p><img id="dot" src="../pictures/dot.png" alt=""><script type="module">import { hello } from "../code/greeting.js";
    const text = await (await fetch("../data/list.json")).text(); const { width } = await new Promise((yes) => { const made = new Image(); made.onload = () => yes(made); made.src = "../pictures/dot.png"; });
    parent.postMessage(["inner", hello, text, width, document.baseURI.endsWith("/pages/inner.html"), typeof RTCPeerConnection].join(" "), "*");</script>`,
  "pages/next.html": `<!doctype html><p id="next">The next page</p><a href="../index.html">Back</a>`,
};

/** What the results of `RICH` are where everything works. */
export const BECAME: Readonly<Record<string, unknown>> = {
  classic: "ahp-canvas-content:/draft-1/code/classic.js true true",
  classicImport: 7,
  deferred: true,
  circle: "afunction8",
  json: 42,
  meta: "ahp-canvas-content:/draft-1/code/main.js",
  twins: false,
  inlineModule: "hello inline",
  computed: "hello!",
  resolved: "ahp-canvas-content:/draft-1/pictures/dot.png",
  outside: "TypeError",
  main: true,
  fetched: 3,
  fetchedUrl: "ahp-canvas-content:/draft-1/data/list.json",
  fetchMissing: "threw TypeError: Failed to fetch",
  fetchPost: "threw TypeError: Failed to fetch",
  aborted: "threw AbortError: signal is aborted without reason",
  asked: "200,3,application/json",
  askedInstance: true,
  image: "1 ahp-canvas-content:/draft-1/pictures/dot.png",
  imageMissing: "threw Error: error event",
  parsedImage: "loaded",
  attributeImage: 1,
  added: "12",
  addedScripts: "12",
  addedModule: "hello",
  addedSheet: "rgb(20, 21, 22)",
  addedStyle: "data",
  loads: 1,
  addedFrame: "inner hello [1, 2, 3] 1 true undefined",
  shadow: "inner hello [1, 2, 3] 1 true undefined",
  audioLength: true,
  fontLoaded: "Own loaded",
  submitted: 1,
  sprite: true,
  wasm: true,
  colours: "rgb(1, 2, 3) rgb(4, 5, 6) rgb(7, 8, 9) rgb(10, 11, 12)",
  pictures: "1 1 150 1",
  grounds: "true true true true",
  poster: true,
  object: "img",
  base: "ahp-canvas-content:/draft-1/index.html",
  root: "kept",
  mode: "CSS1Compat",
  done: true,
};

/** A canvas that is loaded from its own address: it says what it can reach, and what it hears. */
export const DIRECT = `<!doctype html><title>Direct</title><p>Direct</p><script>
  const tried = (run) => { try { return run(); } catch { return "threw"; } };
  parent.postMessage({
    kept: tried(() => { localStorage.setItem("a", "in its own store"); return localStorage.getItem("a"); }), parent: tried(() => parent.document.title),
    cookie: tried(() => document.cookie), referrer: document.referrer,
  }, "*");
  addEventListener("message", ({ data }) => parent.postMessage({ heard: data }, "*"));</script>`;

/** The least that speaks MCP Apps. `heard` has all that it was told. */
export const APP = `<!doctype html><html lang="en"><head><title>App</title><meta name="color-scheme" content="light dark"></head><body>
  <label>Text <input></label> <button id="open">Open</button> <button id="download">Download</button> <button id="call">Call</button>
  <script>window.heard = []; const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    heard.push(data);
    if (data.method !== "ui/resource-teardown") return;
    post({ id: "last", method: "tools/call", params: { saved: true } });
    post({ id: data.id, result: {} });
  });
  document.getElementById("open").onclick = () => post({ id: "open", method: "ui/open-link", params: { url: "https://elsewhere.example/" } });
  document.getElementById("download").onclick = () => post({ id: "download", method: "ui/download-file", params: { contents: [{}] } });
  document.getElementById("call").onclick = () => post({ id: "call", method: "tools/call", params: {} });
  post({ id: 1, method: "ui/initialize", params: {} });</script></body></html>`;
