/** Builds dist/: the widget and the page (one HTML file each), the server bundle, the store's contract, the command, the declarations. */
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url)),
);
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    index: "src/main.ts",
    server: "src/server.ts",
    "store-contract": "src/server/storage/contract/store-contract.ts",
    "heavy-worker": "src/heavy-worker.ts",
  },
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // What users install stays outside; what only a few commands need comes along, cut to what is used, in chunks of its own.
  external: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
  // Modules before the older form: that one finds its parts only when it runs, where they are no longer.
  mainFields: ["module", "main"],
  // For Node it has only that older form; the modules it has for browsers run everywhere.
  alias: { yaml: "./node_modules/yaml/browser/index.js" },
  metafile: true,
  splitting: true,
  loader: { ".md": "text" },
  logLevel: "warning",
});
const licenses = [...licensesOf(metafile), ...takeLicenses("widget"), ...takeLicenses("page")];
writeFileSync(new URL("../dist/LICENSES.txt", import.meta.url), inOneText(licenses));
run("typescript/bin/tsc", ["-p", "tsconfig.server.json"]);
chmodSync(new URL("../dist/index.js", import.meta.url), 0o755);

/** The licences of the packages whose code is in the server's bundle: they ask to stand beside it. */
function licensesOf({ inputs }) {
  const packages = Object.keys(inputs).map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(packages.filter(Boolean))].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(new URL(`../${folder}/package.json`, import.meta.url)));
    const file = readdirSync(new URL(`../${folder}/`, import.meta.url)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} ${version} says nothing about its licence`);
    return { name, version, text: readFileSync(new URL(`../${folder}/${file}`, import.meta.url), "utf8") };
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
