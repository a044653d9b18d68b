import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { version } from "../../../package.json";
import { COMMANDS } from "../commands.ts";
import { parseCommand } from "../parse-command.ts";
import { runCommand } from "../testing/run-command.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const GUIDE = read("docs/hosting.md");
const DOCKERFILE = read("Dockerfile");
const COMPOSE = read("compose.yaml");

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
const compose = parse(COMPOSE) as Compose;
const NODES = ["node-1", "node-2"].map((name) => compose.services[name] as Service);

/** What stands in fences of this language, in the order of the page. */
function blocks(language: string): readonly string[] {
  return [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, text]) => text ?? "",
  );
}

/** The arguments of an instruction in the exec form. */
function instruction(name: string): readonly string[] {
  const [, list] = new RegExp(`^${name} (\\[.*\\])$`, "m").exec(DOCKERFILE) ?? [];
  return JSON.parse(list ?? "null") as readonly string[];
}

/** Every command of ours that the guide types, without what the shell makes of it. */
function typedCommands(): readonly string[] {
  const lines = [...blocks("sh"), ...blocks("ini")].flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));
  return lines.flatMap((line) => {
    const [, rest] = /^(?:ExecStart=\/usr\/local\/bin\/)?writing-canvas ([^#]*)/.exec(line) ?? [];
    const [, inContainer] = /docker compose run --rm node-1 (.*)/.exec(line) ?? [];
    return [rest, inContainer].flatMap((each) => (each === undefined ? [] : [each.trim()]));
  });
}

describe("every command line is one that the program takes", () => {
  const served: readonly (readonly [string, readonly string[]])[] = [
    ["CMD of the Dockerfile", instruction("CMD")],
    ...NODES.map(({ command = [] }, index) => [`node ${index + 1} of compose.yaml`, command] as const),
    ["the Kubernetes fragment", JSON.parse(/args: (\[.*\])/.exec(GUIDE)?.[1] ?? "[]") as readonly string[]],
  ];
  test.each(served)("%s", (_, args) => {
    expect(parseCommand(args)).toMatchObject({
      name: "serve",
      options: { host: "0.0.0.0", port: "3001", drain: "10" },
    });
  });

  test("those of the guide", () => {
    const typed = typedCommands();
    expect(typed.length).toBeGreaterThan(10);
    for (const line of typed) expect(() => parseCommand(line.split(/\s+/)), line).not.toThrow();
  });
});

/** What the program asks its environment for when it serves on a folder, and when it is given a database. */
describe("every variable", () => {
  const asked = new Set<string>();
  const recording = (env: Record<string, string>): Record<string, string> =>
    new Proxy(env, {
      get: (target, name) => {
        if (typeof name === "string") asked.add(name);
        return Reflect.get(target, name) as unknown;
      },
    });
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "canvas-hosting-"));
    const env = recording({ WRITING_CANVAS_DATA: folder, WRITING_CANVAS_TOKEN: "a-token-of-this-test" });
    const args = ["serve", "--port", "0", "--sandbox-port", "0"];
    const { code, err } = await runCommand(folder, args, { env, onStop: (stop) => stop() });
    expect([code, err]).toEqual([0, ""]);
    const nowhere = recording({ WRITING_CANVAS_STORE: "postgres://127.0.0.1:1/canvases" });
    expect((await runCommand(folder, ["list"], { env: nowhere })).code).toBe(1);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["docs/hosting.md", GUIDE],
    ["compose.yaml", COMPOSE],
    ["Dockerfile", DOCKERFILE],
  ])("that %s names is one that the program reads", (_, text) => {
    const named = [...text.matchAll(/WRITING_CANVAS_[A-Z_]+/g)].map(([name]) => name);
    expect([...new Set(named)].filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe("docs/hosting.md", () => {
  // Of one's own machine, or of the page there.
  const LOCAL = ["data", "help", "open", "ui"];
  test.each(Object.keys(COMMANDS.serve?.options ?? {}).filter((name) => !LOCAL.includes(name)))("has --%s", (name) =>
    expect(GUIDE).toMatch(new RegExp(`--${name}(?![\\w-])`)),
  );

  test("names each number that a node counts", async () => {
    const { createServerMetrics } = await import("../../server/observe/server-metrics.ts");
    const lines = createServerMetrics({ version }).text().split("\n");
    const names = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(10);
    const short = (name: string): string => name.replace(/^writing_canvas/, "…");
    expect(names.filter((name) => !GUIDE.includes(name) && !GUIDE.includes(short(name)))).toEqual([]);
  });

  test("has fragments that can be parsed", () => {
    for (const text of blocks("json")) expect(() => JSON.parse(text) as unknown).not.toThrow();
    for (const text of blocks("yaml"))
      expect(parseAllDocuments(text).flatMap((document) => ("errors" in document ? document.errors : []))).toEqual([]);
    for (const text of blocks("nginx")) expect(text.split("{").length, "braces of nginx").toBe(text.split("}").length);
  });
});

describe("compose.yaml", () => {
  test("gives no secret a default, and asks for each", () => {
    const variables = [...COMPOSE.matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, name, rest]) => [name, rest?.slice(0, 2)]);
    expect(variables.length).toBeGreaterThan(5);
    for (const [name, form] of variables) expect([name, form]).toEqual([name, ":?"]);
    for (const [name] of variables) expect(GUIDE).toContain(`${name}=`);
  });

  test("starts nodes once the database is there, the proxy once nodes are, and keeps the database inside", () => {
    for (const node of NODES) expect(node.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    const { postgres, proxy } = compose.services;
    const healthy = { condition: "service_healthy" };
    expect(proxy?.depends_on).toEqual({ "node-1": healthy, "node-2": healthy });
    expect([postgres?.networks, postgres?.ports, compose.networks.inside]).toEqual([
      ["inside"],
      undefined,
      { internal: true },
    ]);
    for (const { ports } of NODES) expect(ports).toBeUndefined();
    for (const [name, { volumes = [], networks }] of Object.entries(compose.services)) {
      for (const network of networks) expect(compose.networks, name).toHaveProperty(network);
      for (const volume of volumes.filter((each) => !each.startsWith(".")))
        expect(compose.volumes, name).toHaveProperty(volume.split(":", 1)[0] ?? "");
    }
  });

  test("has a proxy that leads to both nodes, by its own file", () => {
    const mounted = compose.services.proxy?.volumes?.find((each) => each.startsWith("./")) ?? "";
    const caddyfile = read(mounted.split(":", 1)[0] ?? "");
    expect(caddyfile).toContain("reverse_proxy node-1:3001 node-2:3001 {");
    for (const [, name] of caddyfile.matchAll(/\{\$(\w+)\}/g))
      expect(compose.services.proxy?.environment).toHaveProperty(name ?? "");
  });
});

describe("the Dockerfile", () => {
  test("runs the built program as nobody special, in the exec form, and copies what there is", () => {
    expect(instruction("ENTRYPOINT")).toEqual(["node", "/app/dist/index.js"]);
    const [last = ""] = DOCKERFILE.split(/^FROM /m).slice(-1);
    expect(last).toMatch(/^USER node$/m);
    expect(last).not.toMatch(/^RUN /m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
      ([, files]) => files?.split(" ") ?? [],
    );
    const there = new Set([...readdirSync(ROOT), "."]);
    expect(copied.filter((file) => !there.has(file))).toEqual([]);
  });
});
