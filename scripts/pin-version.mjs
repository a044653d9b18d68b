import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Run by `npm version`: the texts, configurations and the plugin name the version that package.json has.
const root = new URL("../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const isText = (name) => /\.(?:md|json)$/.test(name) && !name.includes("node_modules");
const files = ["docs", "claude-code-plugin"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true })
    .filter(isText)
    .map((name) => `${folder}/${name}`),
);
for (const name of ["README.md", ...files]) {
  const file = new URL(name, root);
  const before = readFileSync(file, "utf8");
  const pinned = before.replace(/writing-canvas@\d+\.\d+\.\d+(?:-[\w.]+)?/g, `writing-canvas@${version}`);
  const after = name.endsWith("plugin.json") ? pinned.replace(/("version": )"[^"]*"/, `$1"${version}"`) : pinned;
  if (after !== before) writeFileSync(file, after);
  if (after !== before) console.log(fileURLToPath(file));
}
