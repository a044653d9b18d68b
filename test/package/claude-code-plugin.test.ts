import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { version } from "../../package.json";
import { COMMANDS } from "../../src/cli/commands.ts";
import { ROOT } from "./tarball.ts";

const PLUGIN = join(ROOT, "claude-code-plugin");
const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, unknown>;
const markdown = (path: string) => {
  const text = readFileSync(join(PLUGIN, path), "utf8");
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error(`${path} has no front matter`);
  return { head: parse(head) as Record<string, unknown>, body };
};
const COMMAND_FILES = readdirSync(join(PLUGIN, "commands"));

describe("the plugin's folder", () => {
  test("the marketplace names the plugin, and where it lies", () => {
    const market = json(".claude-plugin/marketplace.json") as {
      name: string;
      owner: { name: string };
      plugins: { name: string; source: string; description: string }[];
    };
    expect([market.name, market.owner.name]).toEqual(["writing-canvas", expect.stringMatching(/\S/)]);
    for (const { name, source } of market.plugins) {
      expect(source).toMatch(/^\.\//);
      expect(json(join(source, ".claude-plugin", "plugin.json"))).toMatchObject({ name, version });
    }
    expect(market.plugins).toHaveLength(1);
  });

  test("only the manifest lies in .claude-plugin, and its name is one that Claude Code takes", () => {
    expect(readdirSync(join(PLUGIN, ".claude-plugin"))).toEqual(["plugin.json"]);
    const manifest = json("claude-code-plugin/.claude-plugin/plugin.json");
    expect(manifest.name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(manifest.description).toMatch(/\S/);
  });

  test("its server is this package over stdio", () => {
    expect(json("claude-code-plugin/.mcp.json")).toEqual({
      mcpServers: { "writing-canvas": { command: "npx", args: ["-y", `${json("package.json").name}@${version}`] } },
    });
  });

  test("the plugin, README and guides run the version that they belong to (`node scripts/pin-version.mjs`)", () => {
    const folders = ["claude-code-plugin", "docs"];
    const files = folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    );
    const texts = ["README.md", ...files.filter((file) => /\.(?:md|json|mjs)$/.test(file))];
    const runs = texts.flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/npx"?[^\n]{0,20}-y"?,? "?(writing-canvas[^\s"`…]*)/g)].map(
        ([, name]) => ({ file, name }),
      ),
    );
    expect(runs.length).toBeGreaterThan(15);
    expect(runs.filter(({ name }) => name !== `writing-canvas@${version}`)).toEqual([]);
  });

  test.each(COMMAND_FILES)("the command %s says what it does and what it takes", (file) => {
    expect(file).toMatch(/^[a-z-]+\.md$/);
    const { head, body } = markdown(join("commands", file));
    expect(head).toEqual({ description: expect.stringMatching(/\S/), "argument-hint": expect.stringMatching(/\S/) });
    expect(body).toContain("$ARGUMENTS");
  });

  test.each([
    ["writing-canvas", ["wait for my feedback", "write a plan"]],
    [
      "canvas-actions",
      [
        "show me",
        "display",
        "visualize",
        "report on",
        "dashboard for",
        "let me configure",
        "let me approve",
        "compare",
      ],
    ],
  ])("the skill %s is named as its folder, and its triggers fit", (folder, triggers) => {
    const { head } = markdown(join("skills", folder, "SKILL.md"));
    expect(head.name).toBe(folder);
    expect(String(head.description).length).toBeLessThanOrEqual(1_024);
    for (const words of triggers) expect(head.description).toContain(`"${words}"`);
    expect(readdirSync(join(PLUGIN, "skills")).sort()).toEqual(["canvas-actions", "writing-canvas"]);
  });

  test("every command line that the texts name exists, with its options", () => {
    const skills = readdirSync(join(PLUGIN, "skills")).map((name) => join("skills", name, "SKILL.md"));
    const texts = [...COMMAND_FILES.map((file) => join("commands", file)), ...skills];
    const found = texts.flatMap((file) => [
      ...markdown(file).body.matchAll(/npx -y writing-canvas@[\d.]+ ([a-z]+)([^`\n]*)`/g),
    ]);
    expect(found.length).toBeGreaterThan(3);
    for (const [, name = "", rest = ""] of found) {
      expect(Object.keys(COMMANDS)).toContain(name);
      const options = Object.keys(COMMANDS[name]?.options ?? {});
      for (const [, option = ""] of rest.matchAll(/--([a-z-]+)/g)) expect(options).toContain(option);
    }
  });

  test("every hook runs a script that is there, with a limit", () => {
    const { hooks } = json("claude-code-plugin/hooks/hooks.json") as {
      hooks: Record<string, { matcher: string; hooks: { type: string; command: string; timeout: number }[] }[]>;
    };
    const all = Object.values(hooks).flat();
    expect(all.map(({ matcher }) => matcher)).toEqual(["ExitPlanMode"]);
    for (const { type, command, timeout } of all.flatMap((one) => one.hooks)) {
      const [, script = ""] = /^node "\$\{CLAUDE_PLUGIN_ROOT\}\/([^"]+)"$/.exec(command) ?? [];
      expect([type, existsSync(join(PLUGIN, script)), timeout > 60]).toEqual(["command", true, true]);
    }
  });
});

describe("the hook that reviews a plan", () => {
  const PLAN = "# Plan\n\n1. Do it.\n";
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "canvas-plugin-"));
    mkdirSync(join(folder, "project", ".claude"), { recursive: true });
    mkdirSync(join(folder, "home", ".claude"), { recursive: true });
    // Stands for `writing-canvas review`: keeps what it was asked, and ends as it is told.
    writeFileSync(
      join(folder, "review.mjs"),
      `import { readFileSync, writeFileSync } from "node:fs";
       writeFileSync(process.env.ASKED, JSON.stringify({ args: process.argv.slice(2), plan: readFileSync(0, "utf8"), folder: process.cwd() }));
       const { code, output, words } = JSON.parse(process.env.ENDS);
       if (words) process.stderr.write(words);
       process.stdout.write(typeof output === "string" ? output : JSON.stringify(output ?? {}, null, 2));
       process.exitCode = code;`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  interface Given {
    readonly input?: object | string;
    readonly setting?: string | null;
    readonly ends?: { readonly code: number; readonly output?: unknown; readonly words?: string };
    readonly env?: Record<string, string | undefined>;
  }
  interface Heard {
    readonly answer: {
      systemMessage?: string;
      hookSpecificOutput?: { hookEventName: string; decision: { behavior: string; message?: string } };
    };
    readonly asked: { args: string[]; plan: string; folder: string } | null;
  }
  const permission = (tool_input: object) => ({
    session_id: "s1",
    transcript_path: join(folder, "t.jsonl"),
    cwd: join(folder, "project"),
    permission_mode: "plan",
    hook_event_name: "PermissionRequest",
    tool_name: "ExitPlanMode",
    tool_input,
  });

  /** Runs the hook as Claude Code does: its input on stdin, its answer on stdout, its exit code 0. */
  function runHook({
    input = permission({ plan: PLAN }),
    setting = "on",
    ends = { code: 0 },
    env = {},
  }: Given = {}): Heard {
    const asked = join(folder, "asked.json");
    rmSync(asked, { force: true });
    if (setting !== null)
      writeFileSync(join(folder, "project", ".claude", "writing-canvas.json"), JSON.stringify({ planReview: setting }));
    const ran = spawnSync(process.execPath, [join(PLUGIN, "hooks", "review-plan.mjs")], {
      input: typeof input === "string" ? input : JSON.stringify(input),
      encoding: "utf8",
      env: {
        PATH: process.env.PATH,
        HOME: join(folder, "home"),
        CLAUDE_PROJECT_DIR: join(folder, "project"),
        WRITING_CANVAS_PROGRAM: join(folder, "review.mjs"),
        BROWSER: "true",
        ASKED: asked,
        ENDS: JSON.stringify(ends),
        ...env,
      },
    });
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    return {
      answer: JSON.parse(ran.stdout) as Heard["answer"],
      asked: existsSync(asked) ? (JSON.parse(readFileSync(asked, "utf8")) as Heard["asked"]) : null,
    };
  }
  const approved = (more: object = {}) => ({
    code: 0,
    output: { outcome: "approved", canvasId: "HN8B", content: PLAN, feedback: "", ...more },
  });
  const decisionOf = ({ answer }: Heard) => answer.hookSpecificOutput?.decision;

  test("approved as it is, it passes, and the plan went through stdin alone", () => {
    const heard = runHook({ ends: approved() });
    expect(heard.answer).toEqual({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
    });
    expect(heard.asked?.plan).toBe(PLAN);
    expect(heard.asked?.args).toEqual(["review", "-", "--json", "--timeout", expect.stringMatching(/^\d+$/)]);
  });

  test("the arguments that it uses are those of review", () => {
    const { asked } = runHook({ ends: approved() });
    const options = Object.keys(COMMANDS.review?.options ?? {});
    for (const argument of asked?.args.filter((one) => one.startsWith("--")) ?? [])
      expect(options).toContain(argument.slice(2));
  });

  test.skipIf(process.platform === "win32")(
    "without the program on the path, npx runs the plugin's own version",
    () => {
      const bin = join(folder, "bin");
      mkdirSync(bin);
      const script = `#!/bin/sh\nexec "${process.execPath}" "${join(folder, "review.mjs")}" "$@"\n`;
      writeFileSync(join(bin, "npx"), script, { mode: 0o755 });
      const { asked } = runHook({ ends: approved(), env: { PATH: bin, WRITING_CANVAS_PROGRAM: undefined } });
      expect(asked?.args.slice(0, 3)).toEqual(["-y", `writing-canvas@${version}`, "review"]);
    },
  );

  test("asked for changes, Claude gets the feedback and stays in plan mode", () => {
    const feedback = '### User Comments\n- On "Do it": "How?"';
    const heard = runHook({ ends: { code: 1, output: { outcome: "changes", feedback } } });
    expect(decisionOf(heard)).toMatchObject({ behavior: "deny", message: expect.stringContaining(feedback) });
  });

  test.each([
    ["edited", { content: "# Plan\n\n1. Do it well.\n" }, "# Plan\n\n1. Do it well.\n"],
    ["with a note", { note: "Mind the tests." }, PLAN],
  ])("approved %s, Claude hears of it, and the approved text passes once without another question", (_, more, text) => {
    const first = decisionOf(runHook({ ends: approved(more) }));
    expect(first?.behavior).toBe("deny");
    for (const words of Object.values(more)) expect(first?.message).toContain(words.trim());
    const again = () => runHook({ input: permission({ plan: `${text.trimEnd()}  \n\n` }), ends: { code: 3 } });
    const second = again();
    expect([decisionOf(second), second.asked]).toEqual([{ behavior: "allow" }, null]);
    expect(again().asked).not.toBeNull();
  });

  test("a session's plans are versions of one canvas, unless that is gone", () => {
    const canvasOf = ({ asked }: Heard) => asked?.args.slice(5);
    const changes = { code: 1, output: { outcome: "changes", canvasId: "HN8B", feedback: "More." } };
    expect(canvasOf(runHook({ ends: changes }))).toEqual([]);
    expect(canvasOf(runHook({ ends: changes }))).toEqual(["--canvas", "HN8B"]);
    const other = { ...permission({ plan: PLAN }), session_id: "s2" };
    expect(canvasOf(runHook({ input: other, ends: changes }))).toEqual([]);
    expect(canvasOf(runHook({ ends: { code: 4 } }))).toEqual([]);
    const hostile = { code: 1, output: { outcome: "changes", canvasId: "$(touch x)", feedback: "" } };
    runHook({ input: { ...other, session_id: "s3" }, ends: hostile });
    expect(canvasOf(runHook({ input: { ...other, session_id: "s3" }, ends: changes }))).toEqual([]);
  });

  test("another text than the approved one is shown again", () => {
    runHook({ ends: approved({ note: "Mind the tests." }) });
    const other = runHook({ input: permission({ plan: `${PLAN}2. And more.\n` }), ends: { code: 3 } });
    expect([decisionOf(other), other.asked?.plan]).toEqual([undefined, `${PLAN}2. And more.\n`]);
  });

  test.each([
    ["nobody answers in time", { code: 3, output: { outcome: "waiting" } }, "Nobody has answered"],
    ["it is closed", { code: 1, output: { outcome: "closed", feedback: "" } }, "without an answer"],
    ["there is no page", { code: 4, words: "writing-canvas: There is no page.\n" }, "There is no page"],
    ["it is interrupted", { code: 130 }, "could not be reviewed"],
    ["it crashes", { code: 1, output: "no JSON" }, "could not be reviewed"],
    ["it says yes without a word", { code: 0, output: "" }, "could not be reviewed"],
  ])("when %s nothing is decided, and Claude Code asks by itself", (_, ends, words) => {
    const heard = runHook({ ends });
    expect([decisionOf(heard), heard.answer.systemMessage]).toEqual([undefined, expect.stringContaining(words)]);
  });

  test("it runs in the person's own folder: what lies in the project is never run", () => {
    expect(realpathSync(runHook().asked?.folder ?? "")).toBe(realpathSync(join(folder, "home")));
  });

  test('with "ask" Claude Code asks as well', () => {
    expect(runHook({ setting: "ask", ends: approved() }).answer).toEqual({ systemMessage: expect.any(String) });
  });

  test("nobody has turned it on: it does nothing", () => {
    expect(runHook({ setting: null })).toEqual({ answer: {}, asked: null });
    expect(runHook({ setting: "off" })).toEqual({ answer: {}, asked: null });
    expect(runHook({ setting: "perhaps" })).toEqual({ answer: {}, asked: null });
  });

  test("the user's own setting holds where the project has none, and the environment's before both", () => {
    writeFileSync(join(folder, "home", ".claude", "writing-canvas.json"), '{ "planReview": "on" }');
    expect(runHook({ setting: null, ends: approved() }).asked).not.toBeNull();
    expect(runHook({ setting: "off", ends: approved() }).asked).toBeNull();
    expect(
      runHook({ setting: "off", ends: approved(), env: { WRITING_CANVAS_PLAN_REVIEW: "on" } }).asked,
    ).not.toBeNull();
    expect(runHook({ setting: "on", ends: approved(), env: { WRITING_CANVAS_PLAN_REVIEW: "off" } }).asked).toBeNull();
  });

  test.each([
    ["in continuous integration", { CI: "true" }, "continuous integration"],
    ["without a person", { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, "without a person"],
    ["on another machine", { CLAUDE_CODE_REMOTE: "true" }, "another machine"],
    ["without a page", { WRITING_CANVAS_NO_PAGE: "1" }, "WRITING_CANVAS_NO_PAGE"],
    ["without a browser", { BROWSER: "none" }, "BROWSER"],
  ])("%s nobody would see it: it does not wait", (_, env, words) => {
    const heard = runHook({ env });
    expect([heard.asked, heard.answer]).toEqual([null, { systemMessage: expect.stringContaining(words) }]);
  });

  test.runIf(process.platform === "linux")("nor without a screen", () => {
    const heard = runHook({ env: { BROWSER: undefined } });
    expect([heard.asked, heard.answer.systemMessage]).toEqual([null, expect.stringContaining("no screen")]);
    expect(runHook({ env: { BROWSER: undefined, DISPLAY: ":0" }, ends: approved() }).asked).not.toBeNull();
  });

  test("the plan's file is newer than the plan in the input", () => {
    const file = join(folder, "plan.md");
    writeFileSync(file, "# Newer\n");
    const asked = (planFilePath: string) =>
      runHook({ input: permission({ plan: PLAN, planFilePath }), ends: { code: 3 } }).asked?.plan;
    expect(asked(file)).toBe("# Newer\n");
    expect(asked(join(folder, "none.md"))).toBe(PLAN);
    expect(asked(folder)).toBe(PLAN);
    expect(asked(basename(file))).toBe(PLAN);
  });

  test.each([
    ["another tool", { ...{ hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command: "ls" } } }],
    ["another event", { hook_event_name: "PreToolUse", tool_name: "ExitPlanMode", tool_input: { plan: PLAN } }],
    ["no plan", { hook_event_name: "PermissionRequest", tool_name: "ExitPlanMode", tool_input: {} }],
    ["an empty plan", { hook_event_name: "PermissionRequest", tool_name: "ExitPlanMode", tool_input: { plan: " \n" } }],
  ])("%s is none of its business", (_, input) => {
    expect(runHook({ input })).toEqual({ answer: {}, asked: null });
  });

  test.each([
    ["no JSON", "hello"],
    ["nothing", ""],
  ])("%s as input is said, and stops nobody", (_, input) => {
    expect(runHook({ input }).answer).toEqual({ systemMessage: expect.stringContaining("could not be shown") });
  });
});
