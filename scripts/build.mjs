/**
 * Builds dist/: the widget and the page (one HTML file each), the server bundle, the store's contract, the command, the client for
 * Agent Host Protocol hosts, the declarations, and copilot-extension/, a folder that works wherever it is copied to.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rawText } from "./raw-text.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** By Node itself and the program's own file: what lies in node_modules/.bin does not start without a shell on Windows. */
function run(program, args) {
  const file = fileURLToPath(new URL(`../node_modules/${program}`, import.meta.url));
  const done = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
run("vite/bin/vite.js", ["build", "--logLevel", "warn"]);
run("vite/bin/vite.js", ["build", "--logLevel", "warn", "--config", "vite.page.config.ts"]);
const { name, version, license, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url)),
);
const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  // Modules before the older form: that one finds its parts only when it runs, where they are no longer.
  mainFields: ["module", "main"],
  metafile: true,
  loader: { ".md": "text" },
  logLevel: "warning",
};
const { metafile } = await build({
  ...bundling,
  entryPoints: {
    index: "src/main.ts",
    server: "src/server.ts",
    copilot: "src/copilot.ts",
    "store-contract": "src/server/storage/contract/store-contract.ts",
    "heavy-worker": "src/heavy-worker.ts",
  },
  outdir: "dist",
  target: "node20",
  // What users install stays outside; what only a few commands need comes along, cut to what is used, in chunks of its own.
  external: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
  // For Node it has only that older form; the modules it has for browsers run everywhere.
  alias: { yaml: "./node_modules/yaml/browser/index.js" },
  splitting: true,
});
const ofPages = [...takeLicenses("widget"), ...takeLicenses("page")];
const ofAhp = await buildAhpClient();
writeFileSync(
  new URL("../dist/LICENSES.txt", import.meta.url),
  inOneText([...licensesOf(metafile), ...ofPages, ...ofAhp]),
);
await buildCopilotExtension();
run("typescript/bin/tsc", ["-p", "tsconfig.server.json"]);
chmodSync(new URL("../dist/index.js", import.meta.url), 0o755);

/** One file for browsers and Node: nothing in it may need either, or a package. The one that is in it has no others, and runs anywhere. */
async function buildAhpClient() {
  const { metafile } = await build({
    ...bundling,
    platform: "neutral",
    entryPoints: { ahp: "src/ahp.ts" },
    outdir: "dist",
    target: "es2022",
    plugins: [rawText],
  });
  const isOurs = (path) => path.startsWith("src/") || /(?:^|\/)node_modules\/es-module-lexer\//.test(path);
  const [foreign] = Object.keys(metafile.inputs).filter((path) => !isOurs(path));
  if (foreign !== undefined) throw new Error(`The client for browsers must bring nothing with it, and has ${foreign}`);
  const { bytes } = metafile.outputs["dist/ahp.js"];
  const packed = gzipSync(readFileSync(new URL("../dist/ahp.js", import.meta.url))).length;
  console.log(`dist/ahp.js  ${(bytes / 1000).toFixed(1)} kB, gzip ${(packed / 1000).toFixed(1)} kB`);
  return licensesOf(metafile);
}

/** All that Copilot's own Node needs, in one file beside what the browser gets. */
async function buildCopilotExtension() {
  const folder = new URL("../dist/copilot-extension/", import.meta.url);
  const { metafile } = await build({
    ...bundling,
    entryPoints: { "writing-canvas": "src/copilot.ts" },
    outdir: "dist/copilot-extension",
    outExtension: { ".js": ".mjs" },
    target: "node22",
    // Copilot brings its SDK, and its Node has SQLite; pg asks for pg-native only where somebody wants it.
    external: ["@github/copilot-sdk", "libsql", "pg-native"],
    // What pg is made of asks for Node's own modules in the older way.
    banner: {
      js: 'import { createRequire as requireIn } from "node:module";\nconst require = requireIn(import.meta.url);',
    },
    // Names stay, for those who read an error's trace.
    minifySyntax: true,
    minifyWhitespace: true,
  });
  writeFileSync(new URL("LICENSES.txt", folder), inOneText([...licensesOf(metafile), ...ofPages]));
  writeFileSync(
    new URL("package.json", folder),
    `${JSON.stringify({ name: `${name}-copilot-extension`, version, license, private: true, type: "module" }, null, 2)}\n`,
  );
  for (const file of ["canvas-app.html", "page.html"])
    copyFileSync(new URL(`../dist/${file}`, import.meta.url), new URL(file, folder));
  copyFileSync(new URL("../copilot-extension/extension.mjs", import.meta.url), new URL("extension.mjs", folder));
  copyFileSync(new URL("../LICENSE", import.meta.url), new URL("LICENSE", folder));
}

/** The licences of the packages whose code is in the server's bundle: they ask to stand beside it. */
function licensesOf({ inputs }) {
  const packages = Object.keys(inputs).map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(packages.filter(Boolean))].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(new URL(`../${folder}/package.json`, import.meta.url)));
    const files = readdirSync(new URL(`../${folder}/`, import.meta.url));
    const read = (file) => readFileSync(new URL(`../${folder}/${file}`, import.meta.url), "utf8");
    const own = files.find((each) => /^licen[cs]e/i.test(each));
    if (own !== undefined) return { name, version, text: read(own) };
    // Some have it at the end of their page.
    const readme = files.find((each) => /^readme/i.test(each));
    const [, text] = /^#+ *licen[cs]e\b.*\n([\s\S]+)/im.exec(readme === undefined ? "" : read(readme)) ?? [];
    if (text === undefined) throw new Error(`${name} ${version} says nothing about its licence`);
    return { name, version, text };
  });
}

/** Those of the widget or the page, as Vite left them in dist/. */
function takeLicenses(what) {
  const file = new URL(`../dist/${what}-licenses.json`, import.meta.url);
  const found = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  return found.map(({ name, version, identifier, text }) => ({
    name,
    version,
    text: text ?? `Licence: ${identifier}`,
  }));
}

function inOneText(licenses) {
  const byName = new Map(licenses.map((each) => [`${each.name} ${each.version}`, each.text.trim()]));
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}\n\n${text}\n`)
    .join("\n----\n\n");
}
