import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockWords } from "../../src/widget/words.ts";
import { BLOCK_ATTACKS } from "../attacks/block-attacks.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();

/** A server that nobody may reach: every connection and every request counts. */
const evil = { url: "", stun: "", packets: 0, connections: 0, requests: [] as string[], close: () => {} };
beforeAll(async () => {
  const server = createServer((request, response) => {
    evil.requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" }).end("evil");
  });
  server.on("connection", () => evil.connections++);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  evil.url = `http://evil.canvas.test:${(server.address() as AddressInfo).port}`;
  const packets = createSocket("udp4", () => evil.packets++);
  await new Promise<void>((bound) => packets.bind(0, "127.0.0.1", bound));
  evil.stun = `stun:127.0.0.1:${packets.address().port}`;
  evil.close = () => {
    packets.close();
    server.close();
    server.closeAllConnections();
  };
});
afterAll(() => evil.close());

test("whatever a block tries, it reaches nobody and nothing but its own page", async () => {
  const host = await openHost({ policy: "none", width: 900 });
  host.toleratesProblems = true;
  const surprises: string[] = [];
  host.page.on("dialog", (dialog) => {
    surprises.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  host.page.on("download", (download) => surprises.push(`download ${download.suggestedFilename()}`));
  host.page.context().on("page", (page) => surprises.push(`page ${page.url()}`));
  const address = host.page.url();
  const history = await host.page.evaluate(() => window.history.length);
  const fences = BLOCK_ATTACKS.map(
    ({ html }) => `\`\`\`html canvas\n${html.replaceAll("EVIL", evil.url).replaceAll("STUN", evil.stun)}\n\`\`\`\n`,
  );
  const person = new Person(host, await host.write({ content: `# Attacks\n\n${fences.join("\n")}` }));
  const block = (at: number) => person.widget.locator(".preview-block").nth(at);
  await block(BLOCK_ATTACKS.length - 1).waitFor();

  // That nothing comes must not be because nothing can.
  await host.page.evaluate((url) => fetch(`${url}/control`), evil.url);
  expect(evil.requests).toEqual(["GET /control"]);
  const call = await host.page.evaluateHandle(async (urls) => {
    const made = new RTCPeerConnection({ iceServers: [{ urls }] });
    made.createDataChannel("a");
    await made.setLocalDescription(await made.createOffer());
    return made;
  }, evil.stun);
  await expect.poll(() => evil.packets, SOON).toBeGreaterThan(0);
  await call.evaluate((made) => made.close());
  Object.assign(evil, { connections: 0, requests: [], packets: 0 });
  const run = (at: number) => block(at).getByRole("button", { name: blockWords.run }).click();
  const isUnharmed = (name: string) => {
    expect(evil.requests, name).toEqual([]);
    expect(host.page.url(), name).toBe(address);
    expect(surprises, name).toEqual([]);
  };
  for (const [at, { name, logs, mayConnect }] of BLOCK_ATTACKS.entries()) {
    if (logs === undefined || mayConnect) continue;
    await run(at);
    const log = block(at).frameLocator("iframe").locator("#out");
    await expect.poll(() => log.textContent(), { ...SOON, message: name }).toMatch(logs);
    await block(at).getByRole("button", { name: blockWords.stop }).click();
    isUnharmed(name);
    expect(evil.connections, name).toBe(0);
    expect(evil.packets, name).toBe(0);
  }
  for (const [at, { logs, mayConnect }] of BLOCK_ATTACKS.entries()) if (logs === undefined || mayConnect) await run(at);
  for (const [at, { name, logs, ended }] of BLOCK_ATTACKS.entries()) {
    if (ended !== undefined) {
      const status = block(at).locator(".preview-block-status");
      await expect.poll(() => status.textContent(), { ...SOON, message: name }).toBe(blockWords.ended[ended]);
    } else if (await block(at).locator("iframe").count()) {
      const log = block(at).frameLocator("iframe").locator("#out");
      await expect.poll(() => log.textContent(), { ...SOON, message: name }).toMatch(logs ?? /never/);
    }
    isUnharmed(name);
  }
  // Pages that it led itself to are places to go back to; what it put there by hand is not.
  expect(await host.page.evaluate(() => window.history.length)).toBeLessThan(history + BLOCK_ATTACKS.length);
  expect(host.log.tools.filter((call) => call.name === "save_canvas")).toEqual([]);
});
