import { existsSync, statSync } from "node:fs";
import { sqliteVersion } from "../../server/storage/sqlite/inspect.ts";
import { askedStore } from "../asked-store.ts";
import { findChromium } from "../export/find-chromium.ts";
import { DONE, FAILED, type Invocation, type Surroundings } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { checkDatabase } from "./check-database.ts";
import { checkHosts } from "./check-hosts.ts";
import { checkPage } from "./check-page.ts";
import { checkStore } from "./check-store.ts";
import { attention, type Finding, ok, problem } from "./finding.ts";

const OLDEST_NODE = [20, 19] as const;

/** Looks at everything that can be wrong, and changes nothing. Exit code 1 when something is broken. */
export async function doctor(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const address = askedStore(invocation);
  const findings = [
    ...(await checkProgram(surroundings)),
    ...(address.kind === "postgres" ? await checkDatabase(address) : await checkFolder(address.folder, invocation)),
    ...(await checkHosts(surroundings)),
    checkPrinting(surroundings),
  ];
  const isSound = findings.every(({ level }) => level !== "problem");
  const { stdout } = surroundings;
  if (options.json) stdout.write(printableJson({ ok: isSound, version: surroundings.version, findings }));
  else stdout.write(findings.map(linesOf).join(""));
  return isSound ? DONE : FAILED;
}

async function checkFolder(folder: string, invocation: Invocation): Promise<readonly Finding[]> {
  const store = await checkStore(folder, invocation.surroundings);
  return isFolder(folder) ? [...store, ...(await checkPage(folder, invocation))] : store;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function checkProgram({
  version,
  nodeVersion,
  widgetFiles,
  pageFiles,
}: Surroundings): Promise<readonly Finding[]> {
  return [
    ok("version", `writing-canvas ${version}`),
    checkNode(nodeVersion),
    await checkSqlite(),
    ...checkBuilt("widget", widgetFiles),
    ...checkBuilt("page", pageFiles),
  ];
}

function checkNode(nodeVersion: string): Finding {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, "").split(".").map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (isNew) return ok("Node", nodeVersion);
  return problem(
    "Node",
    `${nodeVersion} is too old`,
    `Install Node ${OLDEST_NODE.join(".")} or newer from nodejs.org.`,
  );
}

async function checkSqlite(): Promise<Finding> {
  try {
    const { engine, version } = await sqliteVersion();
    return ok("SQLite", `${version} (${engine})`);
  } catch (error) {
    return problem("SQLite", "there is none", error instanceof Error ? error.message : String(error));
  }
}

/** Only a fault is worth a line. */
function checkBuilt(name: string, files: readonly string[]): readonly Finding[] {
  if (files.length === 0 || files.some((file) => existsSync(file))) return [];
  return [
    problem(
      name,
      `it is not built: no ${files.join(" and no ")}`,
      "In a clone: npm run build. Otherwise install it again.",
    ),
  ];
}

function checkPrinting(surroundings: Surroundings): Finding {
  const found = findChromium(surroundings);
  switch (found.kind) {
    case "found":
      return ok("PDF", `printed by ${found.path}`);
    case "wrong":
      return problem("PDF", `CHROME_PATH is ${found.path}, which cannot be run`, "Correct it, or unset it.");
    case "none":
      return attention(
        "PDF",
        "no browser to print with",
        "Install Chrome, Chromium or Edge, or name one in CHROME_PATH; everything else works without.",
      );
  }
}

function linesOf({ about, level, message, next }: Finding): string {
  const line = `${level.padEnd(9)}  ${about}: ${printable(message)}\n`;
  return next === undefined ? line : `${line}${" ".repeat(11)}→ ${printable(next)}\n`;
}
