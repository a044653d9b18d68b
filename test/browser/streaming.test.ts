import { describe, expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { Person, SOON } from "./person.ts";
import { SAMPLE } from "./sample.ts";

const openHost = hostsOfThisFile();

describe.each([
  ["stdio", "same-origin"],
  ["http", "opaque"],
] as const)("over %s in a %s sandbox", (transport, sandbox) => {
  test.each([0, 1, 20])("a document arrives in %i partials and stands complete", async (partials) => {
    const host = await openHost({ transport, sandbox });
    const call = await host.write({ content: SAMPLE }, { partials });
    const person = new Person(host, call);
    await person.button("Draft").waitFor();
    await person.reads("The end.");
    await person.article.getByRole("heading", { name: "Launch plan", level: 1 }).waitFor();
    await person.article.getByRole("table").waitFor();
    await person.sees("v1");
    await person.button(shellWords.edit).waitFor();
    expect(call.canvasId).toMatch(/^[2-9A-HJKMNP-Z]{4,}$/);
    await host.screenshot(`streamed-${transport}-${sandbox}-${partials}`);
  });
});

test("while it is written there is a preview and nothing to press; then it settles, then it is ready", async () => {
  const host = await openHost();
  const call = await host.begin("write_canvas", { content: SAMPLE });
  const person = new Person(host, call);
  await call.stream(20);
  await person.sees(shellWords.writing("Claude"));
  await person.reads("Slow is smooth");
  expect(await person.button(shellWords.edit).count()).toBe(0);
  await host.screenshot("streaming");
  await call.sendInput();
  await person.reads("The end.");
  await person.sees(shellWords.settling);
  expect(await person.button(shellWords.edit).count()).toBe(0);
  await call.finish();
  await person.button(shellWords.edit).waitFor();
});

test.each([
  ["scrolled up stays exactly there", true],
  ["followed the end stays at the end", false],
])("the stream ends, and whoever %s", async (_, scrollsUp) => {
  const host = await openHost();
  const parts = Array.from({ length: 30 }, (_part, at) => `## Part ${at + 1}\n\n${"Words to read. ".repeat(60)}`);
  const call = await host.begin("write_canvas", { content: `# Long\n\n${parts.join("\n\n")}\n` });
  const person = new Person(host, call);
  await call.stream(30);
  const page = person.widget.locator(".page");
  const left = () =>
    page.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
  await expect.poll(left, SOON).toBeLessThan(2);
  await person.article.getByRole("heading", { name: "Part 20" }).waitFor();
  const heading = person.article.getByRole("heading", { name: "Part 12" });
  const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  if (scrollsUp) {
    await page.hover();
    await host.page.mouse.wheel(0, -900);
    await expect.poll(left, SOON).toBeGreaterThan(500);
  }
  await person.widget
    .locator("body")
    .evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const before = await top();
  await call.finish();
  await person.button(shellWords.edit).waitFor();
  if (scrollsUp) await expect.poll(async () => Math.abs((await top()) - before), SOON).toBeLessThan(2);
  else await expect.poll(left, SOON).toBeLessThan(2);
});

test("a first write that is stopped can be kept", async () => {
  const host = await openHost();
  const call = await host.begin("write_canvas", { content: SAMPLE });
  const person = new Person(host, call);
  await call.stream(4);
  await call.cancel();
  await person.sees(shellWords.stopped);
  await host.screenshot("stopped");
  await person.button(shellWords.keepText).click();
  await person.button(shellWords.edit).waitFor();
  await person.savedOnServer("Launch plan");
  expect(await host.link.ask("list_canvases", {})).toContain("Launch plan");
});

test("an update that is stopped leaves the document as it was", async () => {
  const host = await openHost();
  const first = await host.write({ content: "# One\n\nThe first text.\n" });
  const call = await host.begin("write_canvas", { canvas_id: first.canvasId, content: "# Two\n\nAnother text.\n" });
  const person = new Person(host, call);
  await call.stream(3);
  await call.cancel();
  await person.sees(shellWords.stoppedUpdate);
  expect(await host.link.ask("read_canvas", { canvas_id: first.canvasId })).toContain("The first text.");
});

test("the conversation is reloaded: the document is there again, and nothing was saved or published for it", async () => {
  const host = await openHost();
  const call = await host.write({ content: SAMPLE }, { partials: 5 });
  const person = new Person(host, call);
  await person.button(shellWords.edit).waitFor();
  await host.reload();
  await person.reads("The end.");
  await person.button(shellWords.edit).waitFor();
  expect(host.log.tools.filter(({ name }) => name === "save_canvas")).toEqual([]);
  expect(host.log.messages).toEqual([]);
});

test("the server was restarted: the document comes from its id alone, as it is now", async () => {
  const host = await openHost({ transport: "http", sandbox: "opaque" });
  const call = await host.write({ content: SAMPLE });
  const person = new Person(host, call);
  await person.startEditing();
  await person.typeAtEnd("The very end.");
  await person.savedOnServer("The very end.");
  await host.link.stop();
  await host.link.start();
  await host.reload();
  await person.reads("The very end.");
});

test("the policy is in force, and a breach of it would be noticed", async () => {
  const host = await openHost({ sandbox: "opaque" });
  host.toleratesProblems = true;
  const call = await host.write({ content: "# Safe\n" });
  await new Person(host, call).reads("Safe");
  const frame = host.page.frames().at(-1);
  await frame?.evaluate(() => fetch("https://example.com/").catch(() => null));
  await expect.poll(() => host.log.problems.length, SOON).toBeGreaterThan(0);
});
