import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PageRoute, PageRoutes } from "../../src/protocol/page.ts";
import { ROOT } from "./tarball.ts";

const PLAN = "# Plan for the hook\n\n1. Do it.\n";

let folder: string;
let hook: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-plan-review-"));
});
afterEach(async () => {
  if (hook !== null && hook.exitCode === null) {
    hook.kill("SIGTERM");
    await once(hook, "close");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** The hook as Claude Code runs it, on the built program; its browser only writes the address down. */
function startHook(plan: string) {
  const seen = join(folder, "address");
  rmSync(seen, { force: true });
  const browser = join(folder, "browser.mjs");
  writeFileSync(
    browser,
    `#!${process.execPath}\nimport { renameSync, writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(`${seen}.new`)}, process.argv[2]);\nrenameSync(${JSON.stringify(`${seen}.new`)}, ${JSON.stringify(seen)});\n`,
    { mode: 0o755 },
  );
  const child = spawn(process.execPath, [join(ROOT, "claude-code-plugin", "hooks", "review-plan.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      BROWSER: browser,
      WRITING_CANVAS_PROGRAM: join(ROOT, "dist", "index.js"),
      WRITING_CANVAS_PLAN_REVIEW: "on",
      WRITING_CANVAS_DATA: join(folder, "data"),
      WRITING_CANVAS_PAGE_PORT: "0",
    },
  });
  hook = child;
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const ended = once(child, "close").then(() => {
    expect(child.exitCode).toBe(0);
    return JSON.parse(output) as unknown;
  });
  child.stdin.end(
    JSON.stringify({
      session_id: "s1",
      hook_event_name: "PermissionRequest",
      tool_name: "ExitPlanMode",
      tool_input: { plan },
      cwd: folder,
    }),
  );
  const address = async (): Promise<URL> => {
    while (!existsSync(seen)) {
      if (child.exitCode !== null) throw new Error(`The hook ended and showed nothing: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return new URL(readFileSync(seen, "utf8"));
  };
  return { ended, address };
}

/** What the page does for the person at this address. */
async function visit(address: URL) {
  const [, id = "", link = ""] = /^#\/canvas\/([2-9A-Z]+)\?link=(.+)$/.exec(address.hash) ?? [];
  const post = async <Route extends PageRoute>(
    route: Route,
    body: PageRoutes[Route]["request"],
    session = "",
  ): Promise<PageRoutes[Route]["answer"]> => {
    // The system need not know the page's name, which browsers find by themselves.
    const answer = await fetch(new URL(route, `http://127.0.0.1:${address.port}`), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(session === "" ? {} : { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as PageRoutes[Route]["answer"];
  };
  const { pass: session } = await post("/api/session", { link });
  const { canvas } = await post("/api/open", { id }, session);
  return { id, canvas, post, session };
}

describe.skipIf(process.platform === "win32")("a plan of Claude Code on the real page", () => {
  test("approved there, it is approved", async () => {
    const { ended, address } = startHook(PLAN);
    const { id, canvas, post, session } = await visit(await address());
    expect(canvas.title).toBe("Plan for the hook");
    await post("/api/status", { id, to: "approved", revision: canvas.revision }, session);
    expect(await ended).toEqual({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
    });
  });

  test("approved with a note, Claude gets the note, and the same plan passes without a page", async () => {
    const first = startHook(PLAN);
    const { id, canvas, post, session } = await visit(await first.address());
    const note = "Mind the tests.";
    await post("/api/status", { id, to: "approved", revision: canvas.revision, note }, session);
    expect(await first.ended).toMatchObject({
      hookSpecificOutput: { decision: { behavior: "deny", message: expect.stringContaining(note) } },
    });
    const again = startHook(PLAN);
    expect(await again.ended).toMatchObject({ hookSpecificOutput: { decision: { behavior: "allow" } } });
  });

  test("closed there, Claude Code asks by itself; the next plan is a version of the same canvas", async () => {
    const first = startHook(PLAN);
    const closed = await visit(await first.address());
    await closed.post("/api/close-review", { id: closed.id }, closed.session);
    expect(await first.ended).toEqual({ systemMessage: expect.stringContaining("without an answer") });
    const next = startHook(`${PLAN}2. And test it.\n`);
    const shown = await visit(await next.address());
    expect([shown.id, shown.canvas.version]).toEqual([closed.id, 2]);
    await shown.post("/api/status", { id: shown.id, to: "approved", revision: shown.canvas.revision }, shown.session);
    expect(await next.ended).toMatchObject({ hookSpecificOutput: { decision: { behavior: "allow" } } });
  });
});
