import { expect, test } from "vitest";
import { createViewMessages, type MessagesOptions } from "./view-messages.ts";
import { answerWords } from "./words.ts";

function setUp(options: Partial<MessagesOptions> = {}) {
  const posted: unknown[] = [];
  const sent: unknown[] = [];
  const faults: string[] = [];
  const messages = createViewMessages({
    limits: { perSecond: 100, size: 1000 },
    now: () => 0,
    context: () => ({ theme: "dark", locale: "de" }),
    post: (data) => posted.push(data),
    send: (payload) => sent.push(payload),
    isPressed: () => true,
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  const greet = () => {
    messages.posted({ jsonrpc: "2.0", id: 0, method: "ui/initialize", params: {} });
    const result = {
      hostInfo: { name: "a" },
      hostCapabilities: { logging: {} },
      hostContext: { theme: "light", toolInfo: 1 },
    };
    messages.came({ jsonrpc: "2.0", id: 0, result });
  };
  return { messages, posted, sent, faults, greet };
}
const settled = () => new Promise<void>((done) => setTimeout(done));
const request = (id: number, method: string, params: unknown = {}) => ({ jsonrpc: "2.0", id, method, params });

test("a canvas that speaks another language is left alone", () => {
  const { messages, posted, sent } = setUp();
  messages.posted({ hello: 1 });
  messages.posted(request(1, "own/thing"));
  messages.came({ jsonrpc: "2.0", id: 7, result: {} });
  messages.contextChanged({ theme: "light" });
  messages.lost();
  expect([sent, posted]).toEqual([[{ hello: 1 }, request(1, "own/thing")], [{ jsonrpc: "2.0", id: 7, result: {} }]]);
});

test("the greeting's answer says what only this end knows", () => {
  const { posted, sent, greet } = setUp({ onOpenLink: () => true });
  greet();
  expect(sent).toHaveLength(1);
  expect(posted).toEqual([
    {
      jsonrpc: "2.0",
      id: 0,
      result: {
        hostInfo: { name: "a" },
        hostCapabilities: { logging: {}, openLinks: {} },
        hostContext: { theme: "dark", toolInfo: 1, locale: "de" },
      },
    },
  ]);
});

test("what changes around it is told, once it has its greeting", () => {
  const { messages, posted, greet } = setUp();
  messages.contextChanged({ theme: "light" });
  greet();
  messages.contextChanged({});
  messages.contextChanged({ theme: "light" });
  expect(posted.slice(1)).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "light" } },
  ]);
});

test("links and files are seen to here, and only what may be opened is opened", async () => {
  const opened: string[] = [];
  const files: unknown[] = [];
  let isPressed = true;
  const { messages, posted, sent, greet } = setUp({
    isPressed: () => isPressed,
    onOpenLink: (url) => void opened.push(url),
    onDownload: async (contents) => {
      files.push(...contents);
      return false;
    },
  });
  greet();
  messages.posted(request(1, "ui/open-link", { url: "https://a.example" }));
  messages.posted(request(2, "ui/open-link", { url: "javascript:alert(1)" }));
  messages.posted(request(3, "ui/open-link"));
  messages.posted(request(4, "ui/download-file", { contents: [1, 2] }));
  await settled();
  isPressed = false;
  messages.posted(request(5, "ui/open-link", { url: "https://b.example" }));
  messages.followed("https://c.example");
  await settled();
  expect([opened, files, sent.length]).toEqual([["https://a.example"], [1, 2], 1]);
  const refused = { isError: true };
  expect(posted.slice(1)).toEqual([
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 2, result: refused },
    { jsonrpc: "2.0", id: 3, result: refused },
    { jsonrpc: "2.0", id: 4, result: refused },
    { jsonrpc: "2.0", id: 5, result: refused },
  ]);
});

test("without anybody to open links, they are sent on", () => {
  const { messages, sent, greet } = setUp();
  greet();
  messages.posted(request(1, "ui/open-link", { url: "https://a.example" }));
  expect(sent).toHaveLength(2);
});

test("where messages may be lost, all that it waits for is answered once", () => {
  const { messages, posted, greet } = setUp();
  greet();
  messages.posted(request(1, "tools/call"));
  messages.posted(request(2, "tools/call"));
  messages.came({ jsonrpc: "2.0", id: 1, result: {} });
  messages.lost();
  messages.came({ jsonrpc: "2.0", id: 2, result: {} });
  expect(posted.slice(1)).toEqual([
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 2, error: { code: -32000, message: answerWords.lost } },
  ]);
});

test("a greeting without an answer is sent again, and the view need not know", async () => {
  let isAway = true;
  const { messages, posted, sent } = setUp({
    send(payload) {
      if (isAway) throw new Error("Away.");
      sent.push(payload);
    },
  });
  const greeting = request(0, "ui/initialize");
  messages.posted(greeting);
  await settled();
  expect([sent, posted]).toEqual([[], []]);
  isAway = false;
  messages.back();
  messages.lost();
  await settled();
  expect([sent, posted]).toEqual([[greeting, greeting], []]);
  messages.came({ jsonrpc: "2.0", id: 0, result: {} });
  messages.back();
  await settled();
  expect([sent.length, posted.length]).toEqual([2, 1]);
});

test("what could not be sent, or is too large to be, is answered", async () => {
  const { messages, posted, faults, greet } = setUp({
    send: (payload) => ((payload as { id: number }).id === 1 ? Promise.reject(new Error("Away.")) : undefined),
  });
  greet();
  messages.posted(request(1, "tools/call"));
  messages.posted(request(2, "tools/call", "a".repeat(2000)));
  messages.posted(new Map());
  await settled();
  expect(faults).toEqual(["large", "not_json"]);
  expect(posted.slice(1)).toEqual([
    { jsonrpc: "2.0", id: 2, error: { code: -32000, message: answerWords.tooLarge } },
    { jsonrpc: "2.0", id: 1, error: { code: -32000, message: "Away." } },
  ]);
});

test("before it goes it saves, and its last calls are answered", async () => {
  const { messages, posted, sent, greet } = setUp();
  greet();
  let isOver = false;
  const over = messages.tearDown().then(() => {
    isOver = true;
  });
  const asked = posted.at(-1) as { id: string; method: string };
  expect(asked.method).toBe("ui/resource-teardown");
  messages.posted(request(1, "tools/call"));
  messages.posted({ jsonrpc: "2.0", id: asked.id, result: {} });
  await settled();
  expect([isOver, sent.length]).toEqual([false, 2]);
  messages.came({ jsonrpc: "2.0", id: 1, result: {} });
  await over;
  expect(isOver).toBe(true);
});

test("one that never greeted has nothing to save", async () => {
  await setUp().messages.tearDown();
});
