import { createHmac } from "node:crypto";
import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server,
  request as sendRequest,
} from "node:http";
import { createServer as createRaw, type Server as RawServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { listenOn } from "../../../server/http/listen.ts";
import { askLeader, askToYield } from "./ask-leader.ts";
import { LEADER_ROUTE, type Prover } from "./leader-proof.ts";
import { createLeaderRoute } from "./leader-route.ts";

const PATIENT = 200_000;
const proverOf = (key: string): Prover => {
  const prove = (text: string) => createHmac("sha256", key).update(text).digest("hex");
  return { prove, checkProof: (text, proof) => prove(text) === proof };
};
const OURS = proverOf("key");
let running: (() => void)[] = [];
afterEach(() => {
  for (const stop of running) stop();
  running = [];
});

async function http(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createHttp(listener);
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  running.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: bound.port };
}
function leader(prover: Prover, onYield?: () => void): Promise<{ server: Server; port: number }> {
  const { answer } = createLeaderRoute({
    host: "127.0.0.1",
    prover,
    storeId: "store",
    version: "1.0.0",
    ...(onYield === undefined ? {} : { onYield }),
  });
  return http((request, response) => void answer(request, response).catch(() => response.destroy()));
}

async function raw(act: (socket: Socket) => void): Promise<number> {
  const server: RawServer = createRaw((socket) => {
    running.push(() => socket.destroy());
    socket.on("error", () => {});
    act(socket);
  });
  running.push(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

const ask = (port: number, hold = false, patienceMs = PATIENT) => askLeader(OURS, { port, hold, patienceMs });

test("whoever knows the key is a leader, and says of what", async () => {
  const { port } = await leader(OURS);
  expect(await ask(port)).toMatchObject({ kind: "leader", storeId: "store", version: "1.0.0" });
});

test.each([
  [1001, "foreign"],
  [1000, "leader"],
  [0, "leader"],
  ["gone", "foreign"],
  ["hidden", "leader"],
] as const)("asked by user %s, the leader of user 1000 is to them: %s", async (caller, kind) => {
  const user = { id: 1000, ofPeer: async () => caller };
  const { answer } = createLeaderRoute({ host: "127.0.0.1", user, prover: OURS, storeId: "store", version: "1.0.0" });
  const { port } = await http((request, response) => void answer(request, response).catch(() => response.destroy()));
  expect((await ask(port)).kind).toBe(kind);
});

test("a leader that is watched is watched until it ends", async () => {
  const { server, port } = await leader(OURS);
  const answerer = await ask(port, true);
  if (answerer.kind !== "leader") throw new Error(answerer.kind);
  server.close();
  server.closeAllConnections();
  await answerer.ended;
});

test.each(["gone", "yielded"] as const)("a leader that ends says to whoever watches it: %s", async (end) => {
  const route = createLeaderRoute({ host: "127.0.0.1", prover: OURS, storeId: "store", version: "1.0.0" });
  const { port } = await http((request, response) => void route.answer(request, response).catch(() => {}));
  const answerer = await ask(port, true);
  if (answerer.kind !== "leader") throw new Error(answerer.kind);
  route.release(end);
  expect(await answerer.ended).toBe(end);
});

test("whoever no longer watches does not hold the leader", async () => {
  const { server, port } = await leader(OURS);
  const answerer = await ask(port, true);
  if (answerer.kind !== "leader") throw new Error(answerer.kind);
  answerer.release();
  await answerer.ended;
  await new Promise((resolve) => server.close(resolve));
});

test("a leader with another key is foreign", async () => {
  expect((await ask((await leader(proverOf("other"))).port)).kind).toBe("foreign");
});

test("a program that passes the challenge on to the true leader is foreign", async () => {
  const { port } = await leader(OURS);
  const relay = await http((request, response) => {
    fetch(`http://127.0.0.1:${port}${request.url}`)
      .then((answer) => answer.text())
      .then((text) => response.end(text))
      .catch(() => response.destroy());
  });
  expect((await ask(relay.port)).kind).toBe("foreign");
});

test.each([
  ["answers 404", () => http((_, response) => void response.writeHead(404).end("no\n"))],
  ["answers something else", () => http((_, response) => void response.end("<html></html>\n"))],
  ["answers nothing", () => http((_, response) => void response.end())],
  ["never stops", () => http((_, response) => void response.end("x".repeat(100_000)))],
])("a web server that %s is foreign", async (_, start) => {
  expect((await ask((await start()).port)).kind).toBe("foreign");
});

test("a leader lets its port go to whoever knows the key, unless it was told to stay", async () => {
  let yields = 0;
  const { port } = await leader(OURS, () => {
    yields += 1;
  });
  expect([await askToYield(OURS, port), yields]).toEqual([true, 1]);
  expect([await askToYield(proverOf("other"), port), yields]).toEqual([false, 1]);
  expect(await askToYield(OURS, (await leader(OURS)).port)).toBe(false);
});

test("whoever else has the port hears no proof, and a proof that was heard is good for nothing", async () => {
  const heard: string[] = [];
  let yields = 0;
  const true_ = await leader(OURS, () => {
    yields += 1;
  });
  const passesOn = await http((request, response) => {
    heard.push(request.url ?? "");
    fetch(`http://127.0.0.1:${true_.port}${request.url}`)
      .then((answer) => answer.text())
      .then((text) => response.end(text))
      .catch(() => response.destroy());
  });
  expect(await askToYield(OURS, passesOn.port)).toBe(false);
  expect(heard.filter((path) => path.includes("yield="))).toEqual([]);

  const seen: string[] = [];
  true_.server.on("request", (request: IncomingMessage) => void seen.push(request.url ?? ""));
  expect(await askToYield(OURS, true_.port)).toBe(true);
  const proof = seen.find((path) => path.includes("yield="));
  expect((await fetch(`http://127.0.0.1:${true_.port}${proof}`)).status).toBe(403);
  expect(yields).toBe(1);
});

test("a program that speaks no HTTP is foreign", async () => {
  const port = await raw((socket) => socket.write("220 mail.example ESMTP\r\n"));
  expect((await ask(port)).kind).toBe("foreign");
});

test("a program that takes the connection and says nothing is silent", async () => {
  expect((await ask(await raw(() => {}), false, 50)).kind).toBe("silent");
});

const CHALLENGE = `?challenge=${"a".repeat(32)}`;
test.each([
  ["no challenge", "GET", "", {}, 400],
  ["a challenge of another form", "GET", "?challenge=link:abc", {}, 400],
  ["a POST", "POST", CHALLENGE, {}, 405],
  ["a web page", "GET", CHALLENGE, { origin: "http://127.0.0.1:3001" }, 403],
  ["another name of this machine", "GET", CHALLENGE, { host: "evil.example" }, 403],
])("a leader refuses %s", async (_, method, query, headers, status) => {
  const { port } = await leader(OURS);
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    sendRequest({ host: "127.0.0.1", port, path: LEADER_ROUTE + query, method, headers, agent: false }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on("error", reject)
      .end();
  });
  expect(answered).toBe(status);
});
