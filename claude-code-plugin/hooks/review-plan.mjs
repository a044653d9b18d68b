#!/usr/bin/env node
/**
 * Claude Code asks for permission to leave plan mode: the plan is shown on the canvas page, and the person's answer there
 * is the answer. Whatever goes wrong, nothing is decided, and Claude Code asks by itself as it does without this hook.
 * Reads the hook's input on stdin, answers with JSON on stdout, always ends with 0. Node alone, no packages.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** A little less than the hook's own limit, so that the end of the wait can be said. */
const WAIT_S = 43_140;
const LARGEST_PLAN = 5 * 1024 * 1024;
const REMEMBERED = 50;
/** How Claude Code says that it was started by a script. */
const UNATTENDED = ["sdk-cli", "claude-code-github-action"];
/** The review's exit code for what could not be done at all. */
const CANNOT = 4;

const { env, platform } = process;
const home = env.HOME || env.USERPROFILE || homedir();

process.stdout.write(`${JSON.stringify(await answer())}\n`);

async function answer() {
  try {
    const input = JSON.parse(await readAll(process.stdin));
    if (input.hook_event_name !== "PermissionRequest" || input.tool_name !== "ExitPlanMode") return {};
    const mode = planReview(input.cwd);
    if (mode === "off") return {};
    const plan = planOf(input.tool_input ?? {});
    if (plan.trim() === "") return {};
    if (wasApproved(plan)) return mode === "ask" ? {} : allow();
    const why = whyNoPage();
    if (why !== null) return say(`The plan is not shown on the canvas page: ${why}.`);
    return decide(await review(plan, input.session_id), plan, mode);
  } catch (error) {
    return say(`The plan could not be shown on the canvas page: ${error.message}`);
  }
}

/** What the review's end means. */
function decide({ code, output, errors }, plan, mode) {
  const found = parsed(output);
  if (code === 0 && found?.outcome === "approved") {
    const note = found.note?.trim() ?? "";
    const isEdited = typeof found.content === "string" && same(found.content) !== same(plan);
    if (!isEdited && note === "") return mode === "ask" ? say("You approved the plan on the canvas page.") : allow();
    // Denied once, so that Claude certainly hears of it; called again with the approved text it passes unasked.
    remember(isEdited ? found.content : plan);
    return deny(approvedWith({ note, content: isEdited ? found.content : null, id: found.canvasId }));
  }
  if (code === 1 && found !== null) {
    if (found.outcome === "closed") return say("You closed the plan on the canvas page without an answer.");
    return deny(
      `The person asks for changes to the plan. Take them over in the plan, then call ExitPlanMode again.\n\n${found.feedback}`,
    );
  }
  if (code === 3) return say("Nobody has answered on the canvas page yet; the plan stays there.");
  const words = errors.trim().split("\n").at(-1) ?? "";
  return say(`The plan could not be reviewed on the canvas page${words === "" ? "" : `: ${words}`}`);
}

function approvedWith({ note, content, id }) {
  const parts = [`The person approved the plan${id ? ` (canvas ${id})` : ""}.`];
  if (note !== "") parts.push(`With this note: ${note}`);
  parts.push(
    content === null
      ? "Leave the plan as it is and call ExitPlanMode again: it passes without another question. Then heed the note."
      : `They changed it first. Make the plan say exactly the following and call ExitPlanMode again: then it passes without another question.\n\n${content}`,
  );
  return parts.join("\n\n");
}

function allow() {
  return decision({ behavior: "allow" });
}
function deny(message) {
  return decision({ behavior: "deny", message });
}
function decision(made) {
  return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: made } };
}
/** Words for the person; Claude Code asks as usual. */
function say(systemMessage) {
  return { systemMessage };
}

/** The environment's setting, the project's, the user's; off when nobody turned it on. */
function planReview(cwd) {
  const asked = env.WRITING_CANVAS_PLAN_REVIEW;
  if (asked) return isMode(asked) ? asked : "off";
  const project = env.CLAUDE_PROJECT_DIR || cwd;
  for (const folder of [project, home]) {
    if (typeof folder !== "string" || folder === "") continue;
    const set = readSetting(join(folder, ".claude", "writing-canvas.json"));
    if (set !== null) return set;
  }
  return "off";
}

function readSetting(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  const { planReview: set } = JSON.parse(text);
  return isMode(set) ? set : null;
}

function isMode(text) {
  return text === "on" || text === "ask" || text === "off";
}

/** The plan's file is newer than the text in the input when Claude changed it in the same turn. */
function planOf({ plan, planFilePath }) {
  const given = typeof plan === "string" ? plan : "";
  if (typeof planFilePath !== "string" || !isAbsolute(planFilePath) || !planFilePath.endsWith(".md")) return given;
  try {
    const stats = statSync(planFilePath);
    if (!stats.isFile() || stats.size > LARGEST_PLAN) return given;
    return readFileSync(planFilePath, "utf8") || given;
  } catch {
    return given;
  }
}

/** Nobody would see a page here, and the hook would wait in vain. */
function whyNoPage() {
  if (env.CI && env.CI !== "false") return "this is a continuous integration run";
  if (UNATTENDED.includes(env.CLAUDE_CODE_ENTRYPOINT)) return "Claude Code runs without a person (claude -p)";
  if (env.CLAUDE_CODE_REMOTE === "true") return "Claude Code runs on another machine";
  if (env.WRITING_CANVAS_NO_PAGE && env.WRITING_CANVAS_NO_PAGE !== "0")
    return "WRITING_CANVAS_NO_PAGE turns the page off";
  if (env.BROWSER) return env.BROWSER === "none" ? "BROWSER says that there is none" : null;
  if (platform !== "linux" || env.WSL_DISTRO_NAME) return null;
  return env.DISPLAY || env.WAYLAND_DISPLAY ? null : "there is no screen to open a browser on";
}

/** A session's plans are versions of one canvas: so the page marks what changed since the last. */
async function review(plan, session) {
  const args = ["review", "-", "--json", "--timeout", String(WAIT_S)];
  const before = canvasOf(session);
  let ended = await start(before === null ? args : [...args, "--canvas", before], plan);
  // That canvas may be gone, or archived.
  if (ended.code === CANNOT && before !== null) ended = await start(args, plan);
  const { canvasId } = parsed(ended.output) ?? {};
  if (isCanvasId(canvasId)) rememberCanvas(session, canvasId);
  return ended;
}

/** The program that this plugin was made with. */
function ownVersion() {
  return JSON.parse(readFileSync(new URL("../.claude-plugin/plugin.json", import.meta.url), "utf8")).version;
}

async function start(args, plan) {
  // A clone's dist/index.js, for those who work on it.
  const own = env.WRITING_CANVAS_PROGRAM;
  if (own) return run(process.execPath, [resolve(own), ...args], plan, false);
  const isWindows = platform === "win32";
  const npx = () => run("npx", ["-y", `writing-canvas@${ownVersion()}`, ...args], plan, isWindows);
  // The shell that Windows needs for it does not tell a program that is missing from one that failed.
  if (isWindows && !isOnPath("writing-canvas.cmd")) return npx();
  try {
    return await run("writing-canvas", args, plan, isWindows);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return npx();
  }
}

/** All arguments are our own words: what the plan says goes through stdin alone. */
function run(command, args, stdin, shell) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], shell, cwd: workFolder() });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      errors = (errors + chunk).slice(-10_000);
    });
    // It may end before it has read everything.
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output, errors }));
    child.stdin.end(stdin);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.once(signal, () => {
        child.kill(signal);
        process.exit(0);
      });
    }
  });
}

function isOnPath(name) {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** Not the project's: npx, and the shell of Windows, would run a program of that name that lies in it. */
function workFolder() {
  const data = env.WRITING_CANVAS_DATA;
  return existsSync(home) && (!data || isAbsolute(data)) ? home : undefined;
}

function parsed(output) {
  try {
    const found = JSON.parse(output);
    return typeof found === "object" && found !== null ? found : null;
  } catch {
    return null;
  }
}

/** Without what an editor adds at the ends of lines and of the text. */
function same(text) {
  return text.replace(/[ \t]*\r?$/gm, "").trim();
}

function hashOf(plan) {
  return createHash("sha256").update(same(plan)).digest("hex");
}

function memoryFile() {
  return join(env.CLAUDE_PLUGIN_DATA || join(home, ".claude", "writing-canvas"), "plans.json");
}

/** Approved texts that were not yet called again with, and the canvas of each session. */
function memory() {
  try {
    const { approved, canvases } = JSON.parse(readFileSync(memoryFile(), "utf8"));
    return {
      approved: approved.filter((hash) => typeof hash === "string"),
      canvases: canvases.filter((one) => typeof one?.session === "string" && isCanvasId(one.canvas)),
    };
  } catch {
    return { approved: [], canvases: [] };
  }
}

function wasApproved(plan) {
  const hash = hashOf(plan);
  const { approved, canvases } = memory();
  if (!approved.includes(hash)) return false;
  keep({ approved: approved.filter((other) => other !== hash), canvases });
  return true;
}

/** An approval is good for one call. */
function remember(plan) {
  const { approved, canvases } = memory();
  keep({ approved: [...approved, hashOf(plan)], canvases });
}

function canvasOf(session) {
  return memory().canvases.find((one) => one.session === session)?.canvas ?? null;
}

function rememberCanvas(session, canvas) {
  if (typeof session !== "string") return;
  const { approved, canvases } = memory();
  keep({ approved, canvases: [...canvases.filter((one) => one.session !== session), { session, canvas }] });
}

/** It becomes an argument of a command. */
function isCanvasId(id) {
  return typeof id === "string" && /^[2-9A-Z]{4,12}$/.test(id);
}

function keep({ approved, canvases }) {
  const file = memoryFile();
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const kept = { approved: approved.slice(-REMEMBERED), canvases: canvases.slice(-REMEMBERED) };
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
