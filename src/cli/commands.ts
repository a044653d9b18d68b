/** The commands of this program, their options and help: one table, however many there are. */
import type { Invocation } from "./surroundings.ts";

interface OptionSpec {
  /** What its value is called; without: a switch. */
  readonly value?: string;
  readonly short?: string;
  /** It may be given several times; each of its values counts. */
  readonly repeats?: true;
  readonly help: string;
}
export interface CommandSpec {
  readonly help: string;
  /** Without one it is among those for canvases. */
  readonly group?: keyof typeof GROUPS;
  /** What its exit codes mean, where they mean more than done, failed and asked wrongly. */
  readonly exits?: readonly string[];
  /** What else is to be known, a line each. */
  readonly notes?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Names of the arguments; all are needed. */
  readonly positionals: readonly string[];
  /** Names of further arguments that may be left out. */
  readonly optional?: readonly string[];
  readonly load: () => Promise<(invocation: Invocation) => Promise<number>>;
}

const HELP: OptionSpec = { short: "h", help: "say this" };
const DATA: OptionSpec = {
  value: "DIR",
  help: "the data folder (or WRITING_CANVAS_DATA); by default the platform's own",
};
const STORE: OptionSpec = {
  value: "URL",
  help: "a PostgreSQL database in place of the data folder, postgres://… (or WRITING_CANVAS_STORE)",
};
const JSON_OUTPUT: OptionSpec = { help: "answer as JSON; what went wrong too, as {error: {message}}" };
const UI: OptionSpec = {
  value: "on|off",
  help: "on: every host shows the widget; off: none does (or WRITING_CANVAS_UI)",
};
const PUBLIC_URL: OptionSpec = {
  value: "URL",
  help: "behind a proxy with TLS: where people reach the page, https://… (or WRITING_CANVAS_PUBLIC_URL)",
};
const LIMITS = {
  "max-document": {
    value: "SIZE",
    help: "the longest text of a canvas, such as 500KB; 5MB by default (or WRITING_CANVAS_MAX_DOCUMENT)",
  },
  "max-canvases": {
    value: "N",
    help: "how many canvases a person may have, the bin's too (or WRITING_CANVAS_MAX_CANVASES)",
  },
  "keep-versions": {
    value: "N",
    help: "forget versions older than about the newest N (or WRITING_CANVAS_KEEP_VERSIONS)",
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
/** For agents: what people do with canvases, by the Agent Action Protocol. */
const AGENTS = {
  agent: {
    value: "NAME[=CLIENT]",
    repeats: true,
    help: "the canvases that this program works on, as an agent; repeatable (or WRITING_CANVAS_AGENTS)",
  },
  interactions: {
    value: "DIR",
    help: "write what people do as files below DIR/agents (or WRITING_CANVAS_INTERACTIONS)",
  },
  notify: {
    value: "SINK",
    repeats: true,
    help: 'tell it to stderr, file:PATH, mcp, command:["PROGRAM",…]; repeatable (or WRITING_CANVAS_NOTIFY)',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
const OWNER: OptionSpec = {
  value: "NAME",
  help: "of this person, in a store whose server knows its people (--tokens, --issuer)",
};
const TOKENS: OptionSpec = {
  value: "FILE",
  help: "people's tokens, a name and a hash a line; `token add` writes it (or WRITING_CANVAS_TOKENS)",
};
const YES: OptionSpec = { short: "y", help: "do not ask" };

/** In what order and under which words --help names the commands. */
export const GROUPS = { serving: "For hosts", canvases: "Your canvases", setup: "Setting up" } as const;

/** Without a command: MCP over stdio. */
export const STDIO: CommandSpec = {
  help: "MCP over stdio: what a host's configuration runs",
  options: {
    store: STORE,
    data: DATA,
    "no-page": { help: "give no links to the page, and never serve it (or WRITING_CANVAS_NO_PAGE=1)" },
    ui: UI,
    ...LIMITS,
    ...AGENTS,
    version: { short: "v", help: "say the version" },
    help: HELP,
  },
  positionals: [],
  load: async () => (await import("./serving/stdio.ts")).stdio,
};

export const COMMANDS: Readonly<Record<string, CommandSpec>> = {
  serve: {
    group: "serving",
    help: "the page, MCP over HTTP at http://127.0.0.1:3001/mcp, and AHP at /ahp",
    options: {
      port: {
        value: "N",
        short: "p",
        help: "the port (or PORT); 0 takes any free one; 3001, or the next free one, by default",
      },
      host: {
        value: "ADDRESS",
        help: "the address to bind; 127.0.0.1 by default; any wider one needs a token, --tokens or --issuer",
      },
      "token-file": {
        value: "FILE",
        help: "ask every caller for the bearer token in this file, which only you may read (or WRITING_CANVAS_TOKEN)",
      },
      token: { value: "TOKEN", help: "the same as an argument, which other users of the machine can see" },
      tokens: TOKENS,
      issuer: {
        value: "URL",
        help: "people sign in at this OAuth 2 or OpenID issuer; its tokens (JWT) say who calls (or WRITING_CANVAS_ISSUER)",
      },
      audience: {
        value: "AUD",
        help: "with --issuer: whom tokens must be for; PUBLIC-URL/mcp by default (or WRITING_CANVAS_AUDIENCE)",
      },
      "client-id": {
        value: "ID",
        help: "with --issuer: as what the page is registered there, to come back to PUBLIC-URL/auth/callback (or WRITING_CANVAS_CLIENT_ID)",
      },
      "client-secret-file": {
        value: "FILE",
        help: "with --client-id: its secret, where it has one (or WRITING_CANVAS_CLIENT_SECRET)",
      },
      "public-url": PUBLIC_URL,
      "sandbox-url": {
        value: "URL",
        help: "behind a proxy: the second name, for the frame of the canvas (or WRITING_CANVAS_SANDBOX_URL)",
      },
      "sandbox-port": { value: "N", help: "the frame's port; by default the one after the page's" },
      open: { help: "open the page in the browser" },
      "no-page": { help: "MCP alone, without the page (or WRITING_CANVAS_NO_PAGE=1)" },
      log: {
        value: "FORM",
        help: "on stderr: text for people, or json with a line for every request (or WRITING_CANVAS_LOG)",
      },
      rate: {
        value: "N",
        help: "requests a second that are served for one owner, 4 times as many at once (or WRITING_CANVAS_RATE)",
      },
      drain: {
        value: "SECONDS",
        help: "asked to stop, serve on for so long while /readyz says no; 0 by default (or WRITING_CANVAS_DRAIN)",
      },
      ui: UI,
      ...LIMITS,
      ...AGENTS,
      "agent-owner": {
        value: "SUBJECT",
        help: "with --tokens or --issuer: whose interactions are written and told (or WRITING_CANVAS_AGENT_OWNER)",
      },
      store: STORE,
      connections: {
        value: "N",
        help: "with --store: at most so many connections to the database, 10 by default (or WRITING_CANVAS_CONNECTIONS)",
      },
      data: DATA,
      help: HELP,
    },
    positionals: [],
    notes: [
      "With --tokens or --issuer the server knows its people: each sees their own canvases and what is shared with them.",
      "/metrics then asks for WRITING_CANVAS_OPERATOR_TOKEN as a bearer, unless only this machine reaches the server.",
      "Agents reach what people do at /api/agents/NAME/canvas/interactions; NAME is local, or who they are, or --agent's.",
    ],
    load: async () => (await import("./serving/serve.ts")).serve,
  },
  page: {
    help: "opens the page, on a canvas when one is named",
    options: {
      "no-browser": { help: "only print the link" },
      "public-url": PUBLIC_URL,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    optional: ["ID"],
    load: async () => (await import("./serving/page.ts")).page,
  },
  list: {
    help: "your canvases, the newest change first",
    options: {
      status: { value: "STATUS", help: "only draft, in_review, approved or archived" },
      query: { value: "WORDS", short: "q", help: "only with all these words in title or text" },
      deleted: { help: "what is in the bin instead, and can be brought back" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    load: async () => (await import("./canvases/list.ts")).list,
  },
  show: {
    help: "the text of a canvas",
    options: {
      version: { value: "N", help: "as it was in version N" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["ID"],
    load: async () => (await import("./canvases/show.ts")).show,
  },
  export: {
    help: "a canvas as markdown, HTML, PDF or Word document",
    options: {
      format: {
        value: "FORMAT",
        short: "f",
        help: "md (by default), html, pdf, docx, or critic: md with open suggestions and comments as CriticMarkup",
      },
      output: {
        value: "FILE",
        short: "o",
        help: "into this file (its ending chooses the format); by default to stdout",
      },
      force: { help: "replace FILE if it is there" },
      paper: { value: "PAPER", help: "of pdf and docx: a4 or letter; by default what your locale uses" },
      comments: { help: "docx: with open comments, and suggestions as changes to take or leave" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["ID"],
    load: async () => (await import("./export/export.ts")).exportCanvas,
  },
  import: {
    help: "a new canvas from a markdown file (- for stdin)",
    options: {
      title: { value: "TITLE", help: "its title; by default its first heading" },
      critic: { help: "read CriticMarkup in it as suggestions and comments" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["FILE"],
    load: async () => (await import("./canvases/import.ts")).importFile,
  },
  delete: {
    help: "puts a canvas into the bin, for 30 days",
    options: {
      yes: YES,
      forever: { help: "remove it at once, with all its versions, out of the bin too" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["ID"],
    exits: ["0 deleted", "1 you said no, or it could not be done", "2 asked wrongly"],
    load: async () => (await import("./canvases/delete.ts")).deleteCanvas,
  },
  undelete: {
    help: "brings a canvas back from the bin",
    options: { owner: OWNER, store: STORE, data: DATA, json: JSON_OUTPUT, help: HELP },
    positionals: ["ID"],
    load: async () => (await import("./canvases/undelete.ts")).undelete,
  },
  audit: {
    help: "who shared, approved, exported and deleted canvases, and when; newest first",
    options: {
      canvas: { value: "ID", help: "of this canvas alone, also when it is gone" },
      limit: { value: "N", help: "at most so many lines; 100 by default" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    load: async () => (await import("./canvases/audit.ts")).audit,
  },
  interactions: {
    help: "what people did with canvases (or with one), as agents read it; newest first",
    options: {
      limit: { value: "N", help: "at most so many; 50 by default" },
      owner: OWNER,
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    optional: ["ID"],
    load: async () => (await import("./canvases/interactions.ts")).interactions,
  },
  review: {
    help: "shows FILE (- for stdin) to the person, waits, and says what they decided",
    options: {
      title: { value: "TITLE", help: "its title; by default its first heading" },
      canvas: { value: "ID", help: "as the next version of this canvas; by default of the file's own" },
      timeout: { value: "SECONDS", help: "wait no longer than this; by default until they answer" },
      write: { help: "write their text back into FILE, unless it has changed meanwhile (then beside it)" },
      "no-browser": { help: "only print the link" },
      "no-page": { help: "no page either: hosts with the server show the canvas" },
      data: DATA,
      json: { help: "answer as JSON: outcome (approved, changes, closed, waiting), note, feedback, content, …" },
      help: HELP,
    },
    positionals: ["FILE"],
    exits: [
      "0 approved",
      "1 they ask for changes, or closed it without an answer",
      "2 asked wrongly",
      "3 the timeout has passed; the same command goes on waiting",
      "4 it could not be done",
      "130 stopped with Ctrl+C",
    ],
    load: async () => (await import("./files/review.ts")).review,
  },
  open: {
    help: "a canvas for FILE, both kept the same while it runs; never outside FOLDER (its own)",
    options: {
      new: { help: "begin the file if there is none, or write one again that was deleted" },
      "on-disk": {
        value: "WHO",
        help: "who changes the file on the disk: person (by default: the assistant is told of it) or model",
      },
      "no-browser": { help: "only print the link" },
      "no-page": { help: "no page either: hosts with the server show the canvas" },
      data: DATA,
      json: { help: "say everything as lines of JSON" },
      help: HELP,
    },
    positionals: ["FILE"],
    optional: ["FOLDER"],
    exits: ["0 file and canvas are the same", "1 they differ at the end, or it could not be done", "2 asked wrongly"],
    load: async () => (await import("./files/open.ts")).open,
  },
  backup: {
    help: "a copy of all canvases, while hosts use them",
    options: {
      force: { help: "replace FILE if it is there" },
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["FILE"],
    load: async () => (await import("./store/backup.ts")).backup,
  },
  recover: {
    help: "what can be read of a damaged store's FILE, as a new store; FILE stays as it is",
    options: {
      into: { value: "NEW", help: "the new file; by default canvases.db in a new folder beside FILE" },
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["FILE"],
    load: async () => (await import("./store/recover.ts")).recover,
  },
  dump: {
    help: "everything that is kept as lines of JSON, to FILE or stdout; `load` reads it into another store",
    options: {
      owner: { value: "NAME", help: "what is kept of this owner alone, without keys" },
      force: { help: "replace FILE if it is there" },
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    optional: ["FILE"],
    exits: ["0 done", "1 something is damaged and was left out, or it could not be done", "2 asked wrongly"],
    load: async () => (await import("./store/dump.ts")).dump,
  },
  load: {
    help: "puts what `dump` wrote (- for stdin) into the store; what is there already is left as it is",
    options: {
      "dry-run": { help: "check the whole file, say what would be done, and write nothing" },
      store: STORE,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["FILE"],
    exits: ["0 all of it is there", "1 something could not be loaded", "2 asked wrongly"],
    load: async () => (await import("./store/load.ts")).load,
  },
  erase: {
    help: "deletes for good everything that is kept of an owner",
    options: { yes: YES, store: STORE, data: DATA, json: JSON_OUTPUT, help: HELP },
    positionals: ["OWNER"],
    exits: ["0 erased", "1 you said no, there was nothing, or it could not be done", "2 asked wrongly"],
    load: async () => (await import("./store/erase.ts")).erase,
  },
  install: {
    group: "setup",
    help: "adds this server to a host's configuration; without HOST names the hosts",
    options: {
      list: { help: "name the hosts, where their files are, and which are configured" },
      project: { help: "into the project's file, in this folder (.mcp.json, .vscode/mcp.json, .cursor/mcp.json …)" },
      extension: { help: "copilot: only the folder that shows the canvas in Copilot's side panel" },
      http: { value: "URL", help: "reach a running server (`serve`) in place of starting one" },
      "with-token": { help: "with --http: the host sends the token that is in its WRITING_CANVAS_TOKEN" },
      "dry-run": { help: "show the change and write nothing" },
      yes: YES,
      force: { help: "although the host was not found, or in place of another server or folder of that name" },
      data: { value: "DIR", help: "let the host keep its canvases in this data folder" },
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    optional: ["HOST"],
    exits: ["0 it is there", "1 you said no, nobody could be asked, or it could not be done", "2 asked wrongly"],
    load: async () => (await import("./hosts/install.ts")).install,
  },
  uninstall: {
    group: "setup",
    help: "takes this server out of a host's configuration again",
    options: {
      project: { help: "out of the project's file, in this folder" },
      extension: { help: "copilot: only the folder that shows the canvas in Copilot's side panel" },
      "dry-run": { help: "show the change and write nothing" },
      yes: YES,
      force: { help: "although another server has that name" },
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: ["HOST"],
    exits: ["0 it is not there", "1 you said no, nobody could be asked, or it could not be done", "2 asked wrongly"],
    load: async () => (await import("./hosts/uninstall.ts")).uninstall,
  },
  token: {
    group: "setup",
    help: "the token for programs that `serve` cannot identify; or add, list, revoke those of people",
    options: {
      tokens: TOKENS,
      name: { value: "WORDS", help: "add: as they are shown to others; by default as NAME" },
      "read-only": { help: "add: a token that reads and changes nothing" },
      yes: YES,
      data: DATA,
      json: JSON_OUTPUT,
      help: HELP,
    },
    positionals: [],
    optional: ["ACTION", "NAME"],
    notes: [
      "token                          prints the data folder's own token",
      "token add NAME --tokens FILE   makes one of a person's, prints it once, and keeps its hash in FILE",
      "token list --tokens FILE       names them: short id, name, what it may, when it was made",
      "token revoke NAME|ID           takes out all of a name's, or the one with this short id, within a second",
    ],
    load: async () => (await import("./serving/token.ts")).token,
  },
  doctor: {
    group: "setup",
    help: "looks at store, page, versions and hosts, and says what to do; changes nothing",
    options: { store: STORE, data: DATA, json: JSON_OUTPUT, help: HELP },
    positionals: [],
    exits: ["0 nothing is broken", "1 something is", "2 asked wrongly"],
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
};
