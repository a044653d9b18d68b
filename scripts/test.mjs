/**
 * Runs everything that must hold: `npm test`, or some of it: `npm test -- unit browser`.
 * Ends with every failure in full, then one line `N passed, N failed` from the real counts.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureBrowser } from "./ensure-browser.mjs";
import { ensureDependencies } from "./ensure-dependencies.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const results = `${root}test-results`;
const MINUTES = 60_000;

/**
 * A program is one check; a vitest run is as many as it has tests. `engines`, `optional`: where what they need cannot be had,
 * all may be skipped.
 */
const STEPS = {
  build: { program: ["node", "scripts/build.mjs"] },
  types: { program: ["tsc", "--noEmit", "-p", "."] },
  lint: { program: ["biome", "ci", "--colors=off", "."] },
  rooms: { program: ["node", "scripts/check-rooms.mjs"] },
  props: { program: ["node", "scripts/check-props.mjs"] },
  knip: { program: ["knip"] },
  unit: { vitest: ["--config", "vitest.config.ts"] },
  faults: { vitest: ["--config", "test/vitest.config.ts", "--dir", "test/faults"] },
  package: { vitest: ["--config", "test/vitest.config.ts", "--dir", "test/package"] },
  interop: { vitest: ["--config", "test/vitest.config.ts", "--dir", "test/interop"] },
  ahp: { vitest: ["--config", "test/vitest.config.ts", "--dir", "test/ahp"] },
  copilot: { vitest: ["--config", "test/vitest.config.ts", "--dir", "test/copilot"], optional: true },
  browser: { vitest: ["--config", "test/browser/vitest.config.ts"], browser: true },
  engines: { vitest: ["--config", "test/engines/vitest.config.ts"], engines: true },
};

/**
 * Stages come one after the other. In a stage the lanes run side by side, each its steps in order: the second lane mostly
 * waits for processes and disks, and leaves room for the first. Browsers need the whole machine.
 */
const STAGES = [
  [["build"]],
  [
    ["types", "lint", "rooms", "props", "knip", "unit"],
    ["faults", "package", "interop", "ahp", "copilot"],
  ],
  [["browser"]],
  [["engines"]],
];

/**
 * Runs to the end, keeping what it prints, and showing it at once when nothing else runs beside it; a step that hangs is
 * ended, so that its words are not lost.
 */
function run([command, ...args], isAlone) {
  // Colours are for eyes; this output is kept and read again at the end.
  const { FORCE_COLOR: _, ...env } = process.env;
  const program = command === "node" ? process.execPath : `${root}node_modules/.bin/${command}`;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    let output = "";
    const keep = (chunk) => {
      output += chunk;
      if (isAlone) process.stdout.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    const hung = setTimeout(() => {
      output += "\nIt did not end within 20 minutes and was stopped.\n";
      if (process.platform === "win32") child.kill("SIGKILL");
      else process.kill(-child.pid, "SIGKILL");
    }, 20 * MINUTES);
    const end = (ok, more = "") => {
      clearTimeout(hung);
      resolve({ ok, output: output + more });
    };
    child.on("error", (error) => end(false, `${command} could not be started: ${error.message}`));
    child.on("close", (code) => end(code === 0));
  });
}

async function runProgram(name, program, isAlone) {
  const { ok, output } = await run(program, isAlone);
  if (!isAlone) console.log(`\n== ${name}\n${output}`);
  return ok ? counts({ passed: 1 }) : counts({ failures: [{ name: program.join(" "), text: output }] });
}

async function runVitest(name, args, isAlone, mayBeSkipped = false) {
  const report = `${results}/${name}.json`;
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { ok, output } = await run(["vitest", "run", ...args, ...reporters], isAlone);
  if (!isAlone) console.log(`\n== ${name}\n${output}`);
  let files;
  try {
    files = JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch (error) {
    return counts({ failures: [{ name: `vitest left no report (${error.message})`, text: output }] });
  }
  const found = read(files);
  const isSkipped = mayBeSkipped && ok && found.skipped.length > 0;
  if (found.passed + found.failures.length === 0 && !isSkipped)
    found.failures.push({ name: "no test ran, and a step without tests proves nothing", text: output });
  // Errors outside of any test (a rejection nobody awaited, a worker that died) are in vitest's own words only.
  if (!ok && found.failures.length === 0)
    found.failures.push({ name: "vitest failed outside of the tests", text: output });
  return found;
}

/** From vitest's report: what passed, what failed and why, and what passed only on another try. */
function read(files) {
  const found = counts({});
  for (const file of files) {
    const path = file.name.replace(root, "");
    for (const test of file.assertionResults) {
      const name = `${path} > ${test.fullName}`;
      const text = test.failureMessages.join("\n");
      if (test.status === "failed") found.failures.push({ name, text });
      else if (test.status === "passed") found.passed += 1;
      else found.skipped.push(name);
      if (test.status === "passed" && text !== "") found.retried.push({ name, text });
    }
    const brokenBeforeTests = file.status === "failed" && !file.assertionResults.some((one) => one.status === "failed");
    if (brokenBeforeTests)
      found.failures.push({ name: path, text: file.message || "The file failed outside of its tests." });
  }
  return found;
}

function counts({ passed = 0, failures = [] }) {
  return { passed, failures, retried: [], skipped: [] };
}

async function runStep(name, isAlone) {
  const step = STEPS[name];
  // One installation at a time. What cannot be had is said in words, and its tests are counted as skipped.
  const installed = step.browser || step.engines ? await installing : null;
  if (step.engines) console.log(installed?.output ?? "");
  if (step.browser && ensureBrowser() === null)
    return counts({ failures: [{ name: "no browser", text: "See the words above: Chromium is missing." }] });
  if (step.program) return runProgram(name, step.program, isAlone);
  return runVitest(name, step.vitest, isAlone, step.engines || step.optional);
}

async function runLane(names, isAlone) {
  const done = [];
  for (const name of names) {
    if (isAlone) console.log(`\n== ${name}`);
    const started = Date.now();
    const found = await runStep(name, isAlone);
    done.push({ name, seconds: Math.round((Date.now() - started) / 1000), ...found });
  }
  return done;
}

function printSummary(done) {
  console.log("\n== Summary");
  for (const { name, seconds, passed, failures, skipped } of done) {
    const more = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
    console.log(`${name.padEnd(8)} ${passed} passed, ${failures.length} failed${more}  (${seconds} s)`);
  }
  for (const { name, skipped } of done) for (const test of skipped) console.log(`skipped in ${name}: ${test}`);
  for (const { name, retried } of done)
    for (const test of retried) console.log(`\nneeded another try in ${name}: ${test.name}\n${test.text}`);
  for (const { name, failures } of done)
    for (const failure of failures) console.log(`\nFAILED in ${name}: ${failure.name}\n${failure.text}`);
}

const asked = process.argv.slice(2);
const isWanted = (name) => asked.length === 0 || asked.includes(name);
const unknown = asked.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}. The steps are: ${Object.keys(STEPS).join(", ")}.`);
  process.exit(2);
}
if (!ensureDependencies()) {
  console.log("0 passed, 1 failed");
  process.exit(1);
}
mkdirSync(results, { recursive: true });
// Downloading takes its time, and nothing waits for it before the last stage.
const installing = isWanted("engines") ? run(["node", "scripts/ensure-engines.mjs"], false) : null;
const done = [];
for (const stage of STAGES) {
  const wanted = stage.map((lane) => lane.filter(isWanted));
  const lanes = wanted.filter((lane) => lane.length > 0);
  done.push(...(await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)))).flat());
}
printSummary(done);
const passed = done.reduce((sum, step) => sum + step.passed, 0);
const failed = done.reduce((sum, step) => sum + step.failures.length, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
