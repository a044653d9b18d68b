/** A host that hands its widgets results without `_meta`: all that happens there, one after the other, and how it looks. */
import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsFound } from "../host/find-faults.ts";
import type { HostOptions, TestHost } from "../host/open-host.ts";
import { Person } from "./person.ts";

const openHost = hostsOfThisFile();
const ROOM = { timeout: 300_000 };

const TEXT = `# A week in the garden

We plant tomatoes in May, once the nights stay warm.

We water them daily.

The compost is ready.
`;

const LOOKS: readonly (readonly [name: string, options: HostOptions])[] = [
  ["light", { height: 560 }],
  ["dark", { height: 560, theme: "dark" }],
  ["light-320", { width: 320, height: 620 }],
  ["dark-320", { width: 320, height: 620, theme: "dark" }],
];

async function writes(host: TestHost, args: Readonly<Record<string, unknown>>): Promise<Person> {
  const person = new Person(host, await host.write(args, { partials: 2 }));
  await person.button(shellWords.edit).waitFor();
  return person;
}

/** Nothing stands out of the page, axe finds nothing, and there is a picture. */
async function looksRight(host: TestHost, person: Person, name: string): Promise<void> {
  expect(await person.overflow()).toBe(0);
  await host.screenshot(`no-meta-${name}`);
  expect(await faultsFound(host)).toEqual([]);
}

test("nothing typed is lost over reloads, rewrites and edits by the model", ROOM, async () => {
  const host = await openHost({ dropsMeta: true });
  const first = await writes(host, { content: TEXT });
  const canvas_id = first.call.canvasId;
  await first.startEditing();
  await first.typeAtEnd("Slugs are a worry.");
  await first.button(shellWords.done).click();
  await first.sees(shellWords.browserOnly);

  await host.reload();
  await first.reads("Slugs are a worry.");

  const rewritten = TEXT.replace("tomatoes in May", "tomatoes in late May");
  const second = await writes(host, { canvas_id, content: rewritten });
  await second.reads("tomatoes in late May");
  await second.reads("Slugs are a worry.");
  await second.startEditing();
  await second.typeAtEnd(" And birds.");
  await second.button(shellWords.done).click();
  await second.sees(shellWords.browserOnly);

  const edits = [{ find: "water them daily", replace: "water them weekly" }];
  const third = new Person(host, await host.edit({ canvas_id, edits }));
  await third.reads("water them weekly");
  await third.reads("Slugs are a worry. And birds.");

  await host.reload();
  for (const person of [first, second, third]) {
    await person.reads("tomatoes in late May");
    await person.reads("water them weekly");
    await person.reads("Slugs are a worry. And birds.");
  }
  expect(host.log.tools).toEqual([]);
});

test.each(LOOKS)("the person is told, calmly (%s)", ROOM, async (name, options) => {
  const host = await openHost({ dropsMeta: true, ...options });
  const person = await writes(host, { content: TEXT });
  await person.sees(shellWords.partialHost);
  await looksRight(host, person, name);
});

test.each(LOOKS)(
  "edits of a text that is nowhere here say what they did and where it is (%s)",
  ROOM,
  async (name, options) => {
    const host = await openHost({ dropsMeta: true, sandbox: "opaque", ...options });
    const canvas_id = (await writes(host, { content: TEXT })).call.canvasId;
    const edits = [{ find: "water them daily", replace: "water them weekly" }];
    const person = new Person(host, await host.edit({ canvas_id, edits }));
    await person.sees(shellWords.partialEdits("Claude", canvas_id));
    await person.sees("water them weekly");
    await person.call.widget.locator("body").scrollIntoViewIfNeeded();
    await looksRight(host, person, `edits-${name}`);
  },
);
