import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../parse-command.ts";
import type { Invocation } from "../surroundings.ts";
import { type AgentsPlace, askedAgents } from "./asked-agents.ts";

const PLACE: AgentsPlace = { knowsPeople: false, hasClient: false, log: "text" };

function asked(args: readonly string[], env: Readonly<Record<string, string>> = {}, place: Partial<AgentsPlace> = {}) {
  const surroundings = { env, home: "/home/ann", folder: "/work" };
  const invocation = { surroundings, ...parseCommand(["serve", ...args]) } as unknown as Invocation;
  return askedAgents(invocation, { ...PLACE, ...place });
}

describe("what agents are told", () => {
  test("is nothing unless it is asked for", () => {
    expect(asked([])).toEqual({ agents: new Map(), root: null, sinks: [], owner: "local" });
  });

  test("is asked for by options, which may be repeated", () => {
    const args = ["--agent", "writer", "--agent=editor=Claude Code", "--interactions", "records", "--notify", "stderr"];
    expect(asked([...args, "--notify", "file:~/lines", "--notify", 'command:["tmux","x"]'])).toEqual({
      agents: new Map([
        ["writer", "writer"],
        ["editor", "Claude Code"],
      ]),
      root: "/work/records",
      sinks: [{ kind: "stderr" }, { kind: "file", path: "/home/ann/lines" }, { kind: "command", words: ["tmux", "x"] }],
      owner: "local",
    });
  });

  test("is asked for in the environment, and options count first", () => {
    const env = {
      WRITING_CANVAS_AGENTS: "writer, editor=cursor",
      WRITING_CANVAS_INTERACTIONS: "~/.aimaestro",
      WRITING_CANVAS_NOTIFY: 'stderr\ncommand:["a", "b,c"]\n',
    };
    expect(asked([], env)).toMatchObject({
      agents: new Map([
        ["writer", "writer"],
        ["editor", "cursor"],
      ]),
      root: join("/home/ann", ".aimaestro"),
      sinks: [{ kind: "stderr" }, { kind: "command", words: ["a", "b,c"] }],
    });
    expect(asked(["--agent", "other"], env).agents).toEqual(new Map([["other", "other"]]));
  });

  test("is said to the one client of a server over stdio", () => {
    expect(asked(["--notify", "mcp"], {}, { hasClient: true }).sinks).toEqual([{ kind: "mcp" }]);
  });

  test("is of one person where the server knows many", () => {
    const place = { knowsPeople: true };
    expect(asked(["--agent", "writer"], {}, place).owner).toBe("local");
    expect(asked(["--notify", "stderr", "--agent-owner", "ada/1"], {}, place).owner).toBe("ada/1");
  });

  test.each<[string, readonly string[], RegExp, Partial<AgentsPlace>?]>([
    ["a name with a space", ["--agent", "a b"], /--agent has the name "a b"; a name is 1 to 64 letters/],
    ["a name that is a path", ["--agent", "../x"], /--agent has the name "..\/x"/],
    ["a name of dots", ["--agent", ".."], /--agent has the name/],
    ["a long name", ["--agent", "x".repeat(65)], /--agent has the name/],
    ["no name", ["--agent", "=cursor"], /--agent has the name ""/],
    ["no program", ["--agent", "writer="], /--agent writer needs the name that its program gives itself/],
    ["a program with a control", ["--agent", "writer=a\u001bb"], /--agent writer needs the name/],
    ["the owner's name", ["--agent", "Local=x"], /Local is all of your canvases already/],
    [
      "the name of whose it is",
      ["--agent", "Ada=x", "--agent-owner", "ada"],
      /--agent Ada is the name of --agent-owner/,
      { knowsPeople: true },
    ],
    ["one name twice", ["--agent", "a=x", "--agent", "A=y"], /has the name A twice/],
    ["an unknown sink", ["--notify", "syslog"], /--notify is "syslog"; it is stderr, file:PATH, mcp, or command/],
    ["a file without a path", ["--notify", "file:"], /--notify is "file:"; it is/],
    ["a command that is no JSON", ["--notify", "command:notify-send"], /needs a JSON array of texts/],
    ["a command without a program", ["--notify", "command:[]"], /needs a JSON array of texts/],
    ["a command with a number", ["--notify", 'command:["a",1]'], /needs a JSON array of texts/],
    ["MCP over HTTP", ["--notify", "mcp"], /mcp is for a server over stdio.*Use stderr, file:PATH, or command/],
    ["lines among JSON", ["--notify", "stderr"], /would put lines among those of --log json/, { log: "json" }],
    ["nobody's files", ["--interactions", "d"], /--agent-owner SUBJECT/, { knowsPeople: true }],
    ["nobody's lines", ["--notify", "stderr"], /--agent-owner SUBJECT/, { knowsPeople: true }],
    ["somebody where nobody is known", ["--agent-owner", "ada"], /is for a server that knows its people/],
    ["nobody who could be", ["--agent-owner", "a\u001b"], /at most 255 visible characters/, { knowsPeople: true }],
  ])("is not asked for with %s", (_, args, words, place) => {
    expect(() => asked(args, {}, place)).toThrow(words);
  });
});
