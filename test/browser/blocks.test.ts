import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { blockWords, interactWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { pagesOfThisFile } from "../host/open-page.ts";
import { madeId, textOf } from "../host/server-link.ts";
import { counter, EXAMPLE, fence } from "./block-samples.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();
const openPage = pagesOfThisFile();

const statusOf = (block: Locator) => block.locator(".preview-block-status");
const run = (block: Locator) => block.getByRole("button", { name: blockWords.run }).click();
const stop = (block: Locator) => block.getByRole("button", { name: blockWords.stop }).click();
const says = (block: Locator, words: string) => expect.poll(() => statusOf(block).textContent(), SOON).toContain(words);

const HOSTS = [
  ["under the strictest policy and without an origin", { sandbox: "opaque" }],
  ["in the renderer of others", { renderer: true, hostName: "Other" }],
] as const;

test.each(HOSTS)("a block works %s, and the model is told what was done in it", async (_, options) => {
  const host = await openHost(options);
  const person = new Person(host, await host.write({ content: `# Release\n\n${fence(EXAMPLE)}\nThe end.\n` }));
  const block = person.widget.locator(".preview-block");
  const page = block.frameLocator("iframe");
  await run(block);
  const names = page.locator("td:first-child");
  await expect.poll(() => names.allTextContents(), SOON).toEqual(["api-users", "auth-login"]);
  await page.getByRole("button", { name: "Name" }).click();
  await expect.poll(() => names.allTextContents(), SOON).toEqual(["auth-login", "api-users"]);
  await page.getByRole("button", { name: "Approve" }).click();
  await says(block, "approve-btn · ");
  // A form without anything in it is not sent, by the browser's own rules; with something it is, by Enter.
  await page.getByRole("button", { name: "Submit review" }).click();
  await page.getByPlaceholder("Comments").fill("Looks good");
  await page.getByPlaceholder("Comments").press("Enter");
  await says(block, "review-form · ");
  const told = () => host.link.ask("read_canvas", { canvas_id: person.call.canvasId, part: "feedback" });
  await expect
    .poll(told, SOON)
    .toContain(
      [
        '- In the block "Test results": "click" "approve-btn" with data "{\\"approved\\":true}"',
        '- In the block "Test results": "submit" "review-form" with data "{\\"comments\\":\\"Looks good\\"}"',
      ].join("\n"),
    );
  expect(host.log.tools.filter(({ args }) => args.interactions !== undefined).length).toBe(2);
});

test("a block goes on through changes around it and of its data, and ends with a change of its code", async () => {
  const served = await openPage();
  const agent = await served.agent();
  const text = (data: string, code = "") =>
    `# Count\n\nAbove.\n\n${fence(counter(data, true) + code)}\nBetween.\n\n${fence(counter(data))}\nBelow.\n`;
  const canvas_id = madeId(await agent("write_canvas", { content: text('{"n":1}') }));
  const edit = (...edits: { find: string; replace: string }[]) => agent("edit_canvas", { canvas_id, edits });
  await served.enter(canvas_id);
  const widget = served.widgetOf();
  const [listening, deaf] = [widget.locator(".preview-block").first(), widget.locator(".preview-block").last()];
  await run(listening);
  await run(deaf);
  const count = async (block: Locator) => Number(await block.frameLocator("iframe").locator("#count").textContent());
  const counts = async () => [await count(listening), await count(deaf)] as const;
  await expect.poll(() => count(deaf), SOON).toBeGreaterThan(2);
  const goesOn = async (change: () => Promise<unknown>, words: string) => {
    const before = await counts();
    await change();
    await widget.getByText(words).first().waitFor();
    const after = await counts();
    expect(after[0]).toBeGreaterThanOrEqual(before[0]);
    expect(after[1]).toBeGreaterThanOrEqual(before[1]);
  };
  await listening.frameLocator("iframe").getByRole("button", { name: "Tell" }).click();
  await says(listening, "count-btn · ");
  await goesOn(() => edit({ find: "Above.", replace: "High above.\n\nMore." }), "High above.");
  await goesOn(() => edit({ find: "Below.", replace: "Far below." }), "Far below.");
  await goesOn(
    () =>
      edit(
        { find: "More.", replace: "Much more.\n\n- A list\n- of two" },
        { find: "Between.", replace: "In between, on both sides." },
        { find: "Far below.", replace: "Farther below.\n\nThe last." },
      ),
    "Farther below.",
  );

  // The agent's calls since have proved that it got what was told before.
  await says(listening, "count-btn · Seen by ");

  // Other data: put into the one that listens, and the other starts again with it.
  const second = await count(listening);
  const data = (block: Locator) => block.frameLocator("iframe").locator("#data").textContent();
  const content = textOf(await agent("read_canvas", { canvas_id })).replaceAll('{"n":1}', '{"n":2}');
  const start = content.indexOf("# Count");
  await agent("write_canvas", { canvas_id, content: content.slice(start), base_version: 4 });
  await expect.poll(() => data(listening), SOON).toBe('{"n":2}');
  await expect.poll(() => data(deaf), SOON).toBe('{"n":2}');
  expect(await count(listening)).toBeGreaterThanOrEqual(second);

  // Other code: off, in words, and it runs again by a press alone.
  await edit({
    find: "setInterval(() => { document.getElementById('count').textContent++; }, 100);\n  show();\n  addEvent",
    replace: "document.title = 1; addEvent",
  });
  await says(listening, blockWords.changed);
  expect(await listening.locator("iframe").count()).toBe(0);
  expect(await deaf.locator("iframe").count()).toBe(1);
  await run(listening);
  await expect.poll(() => data(listening), SOON).toBe("");
  await stop(listening);
  await served.page.reload();
  await widget.getByRole("button", { name: blockWords.run }).nth(1).waitFor();
  expect(await widget.locator("iframe").count()).toBe(0);
});

test("what is typed in the editor around a block leaves it running, and where nothing is sent it says why", async () => {
  const host = await openHost({ mode: "fullscreen", width: 1300 });
  const person = new Person(host, await host.write({ content: `# Both\n\nAbove.\n\n${fence(EXAMPLE)}` }));
  const block = person.widget.locator(".preview-block");
  await person.startEditing();
  await run(block);
  const field = block.frameLocator("iframe").getByPlaceholder("Comments");
  await field.fill("Kept");
  await person.typeAtEnd("\nBelow.");
  await person.editor.press("Control+Home");
  await host.page.keyboard.type("Before. ");
  await person.reads("Before. # Both");
  expect(await field.inputValue()).toBe("Kept");
  await person.setStatus("Draft", "Archived");
  await says(block, interactWords.archived);
  await block.frameLocator("iframe").getByRole("button", { name: "Approve" }).click();
  await host.page.waitForTimeout(500);
  expect(host.log.tools.filter(({ args }) => args.interactions !== undefined)).toEqual([]);
  await person.button(shellWords.reopen).click();
});
