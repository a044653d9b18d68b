/**
 * Whether guessing tells anything by time, over real HTTP on loopback, at a server that knows its people: of canvases, links
 * and tokens. `npx tsx bench/guessing-over-http.ts [sqlite|postgres] [TRIES]` prints the same as `bench/guessing.ts`. Each
 * first kind stands there twice: how far a kind is apart from itself is what this machine's noise makes of nothing.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTokensFile } from "../src/cli/serving/tokens-file.ts";
import { ID_ALPHABET, nearIds } from "../src/core/document/ids.ts";
import { hashOf, newToken, tokenLine } from "../src/server/access/tokens.ts";
import { personCall } from "../src/server/actions/call.ts";
import { remove } from "../src/server/actions/listing/bin.ts";
import { randomId } from "../src/server/actions/random-id.ts";
import { share } from "../src/server/actions/sharing/share.ts";
import { create } from "../src/server/actions/writing/create.ts";
import { openStore } from "../src/server/storage/open-store.ts";
import type { Store } from "../src/server/storage/ports.ts";
import { createCanvasServer } from "../src/server.ts";
import { answerOf } from "../src/surfaces/page/app/access/gate.ts";
import { openBrowser, startPeoplePage } from "../src/surfaces/page/server/people-for-tests.ts";
import { startPostgres } from "../test/setup/postgres.ts";
import { compareTimes, nextLetter, printCompared } from "./guessing.ts";

const OWNERS_CANVASES = 600;
const GUESSERS_CANVASES = 40;
const OF_EACH = 100;
const scopes = ["canvas:read", "canvas:write"] as const;

const [kind = "sqlite", tries = "10000"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "canvas-guessing-"));
const postgres = kind === "postgres" ? await startPostgres({ durable: false }) : null;
const options = { now: () => new Date(), log: () => undefined };
mkdirSync(join(folder, "store"));
const store: Store = await openStore(
  postgres === null
    ? { kind: "folder", folder: join(folder, "store") }
    : { kind: "postgres", url: await postgres.freshDatabase() },
  options,
);
try {
  await guessAll(Number(tries));
} finally {
  await store.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function guessAll(tries: number): Promise<void> {
  const made = await makeCanvases();
  const tokens = Array.from({ length: 200 }, newToken);
  const lines = tokens.map(({ hash }, n) =>
    tokenLine({ subject: n === 0 ? "bob" : `person-${n}`, name: null, scopes, hash }, new Date().toISOString()),
  );
  writeFileSync(join(folder, "tokens"), `${lines.join("\n")}\n`, { mode: 0o600 });
  const file = await openTokensFile("tokens", {
    place: { folder, platform: process.platform, uid: process.getuid?.() ?? null },
    log: () => undefined,
    clock: options.now,
  });
  const running = await startPeoplePage(
    folder,
    { tokens: file },
    {
      deps: { store, clock: options.now },
      access: { host: "127.0.0.1", identify: file.identify },
      build: ({ identity }) => createCanvasServer({ ...running.deps, owner: identity?.subject ?? "", identity }),
    },
  );
  const [mine, near] = [tokens[0]?.token ?? "", tokens[100]?.token ?? ""];
  const { gate } = await openBrowser(running.page.origin);
  const entered = await answerOf<{ pass: string }>(gate.signIn(mine));
  if (!entered.ok) throw new Error(entered.message);
  const post = poster(running.page.port);
  const atPage = (route: string, body: object) => post(route, entered.value.pass, body);
  const tool = (token: string, canvas_id: string) =>
    post("/mcp", token, {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "read_canvas", arguments: { canvas_id } },
    });
  const other = (n: number) => `wct_${hashOf(String(n)).slice(0, 32)}`;

  const ids = {
    "never used": made.unused(0),
    "never used, again": made.unused(1),
    "another's": made.pick(made.plain),
    "another's, shared by a link": made.pick(made.linked),
    "another's, in the bin": made.pick(made.binned),
  };
  const is = (status: number) => (got: number) => {
    if (got !== status) throw new Error(`A guess was answered with ${got}`);
  };
  const title = (what: string) => `${what} (${kind})`;
  printCompared(title("read_canvas"), await compareTimes(ids, (id) => tool(mine, id).then(is(200)), tries));
  const opening = (id: string) => atPage("/api/open", { id }).then(is(404));
  printCompared(title("/api/open"), await compareTimes(ids, opening, tries));
  const joining = (id: string) => atPage("/api/join", { id, share: randomId(32) }).then(is(404));
  printCompared(title("/api/join with a wrong secret"), await compareTimes(ids, joining, tries));
  const bearers = {
    "unknown: nothing is right": other,
    "unknown, again": (n: number) => other(n + 1_000_000),
    "near: the last letter is wrong": (n: number) => near.slice(0, -1) + nextLetter(near.at(-1), n),
    "near: the first half is right": (n: number) => `${near.slice(0, 20)}${other(n).slice(20)}`,
  };
  // After ten each is told to wait, and is looked at all the same.
  const showing = (token: string) => tool(token, "AAAA");
  printCompared(title("/mcp with a wrong token"), await compareTimes(bearers, showing, tries));
  await running.close();
  post.end();
}

/** Ada's, of every kind; and some of Bob's own, who guesses. */
async function makeCanvases() {
  const callOf = (subject: string) =>
    personCall(
      {
        ...{ store, clock: options.now, randomId, log: options.log, owner: subject },
        identity: { subject, name: subject, scopes },
      },
      "page",
    );
  const make = async (subject: string, n: number): Promise<string> => {
    const content = `# Plan ${n}\n\n${"Some words of it. ".repeat(50 + (n % 500))}\n`;
    const created = await create.run(callOf(subject), { content });
    if (!created.ok) throw new Error(created.error.message);
    return created.record.document.id;
  };
  const kinds: [string[], string[], string[]] = [[], [], []];
  for (let n = 0; n < OWNERS_CANVASES; n++) kinds[n % 3]?.push(await make("ada", n));
  for (let n = 0; n < GUESSERS_CANVASES; n++) await make("bob", n);
  const [plain, linked, binned] = kinds;
  for (const canvasId of linked)
    await share.run(callOf("ada"), { canvasId, change: { op: "link", role: "viewer", days: 7 } });
  for (const canvasId of binned) await remove.run(callOf("ada"), { canvasId });
  const own = await store.canvases.ids("bob", 1_000);
  const used = new Set([...kinds.flat(), ...own]);
  // Who guesses is told of own ids near the guess, which takes its time, whatever is there.
  const isFar = (id: string) => nearIds(id, own).length === 0;
  const length = plain[0]?.length ?? 4;
  const free: string[] = [];
  while (free.length < 2 * OF_EACH) {
    const id = Array.from({ length }, () => ID_ALPHABET[Math.floor(Math.random() * ID_ALPHABET.length)]).join("");
    if (!used.has(id) && isFar(id)) free.push(id);
  }
  // As many ids of each kind, so that none is asked for oftener.
  const pick = (from: readonly string[]) => {
    const chosen = from.filter(isFar).slice(0, OF_EACH);
    if (chosen.length < OF_EACH) throw new Error("Too few ids are far from those of who guesses");
    return (n: number) => chosen[n % OF_EACH] ?? "";
  };
  return { plain, linked, binned, pick, unused: (half: number) => pick(free.slice(half * OF_EACH)) };
}

/** One request after the other on one connection: its status, once all of the answer is there. */
function poster(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (path: string, bearer: string, body: object): Promise<number> => {
    const sent = JSON.stringify(body);
    const headers = {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(sent)),
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
      ...(path === "/mcp" ? {} : { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" }),
    };
    return new Promise((resolve, reject) => {
      const request = sendRequest({ agent, host: "127.0.0.1", port, path, method: "POST", headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      request.on("error", reject).end(sent);
    });
  };
  return Object.assign(post, { end: () => agent.destroy() });
}
