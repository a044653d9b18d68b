import { expect, test } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { HostOptions, TestHost } from "../host/open-host.ts";
import { baseVersionIn, heard, Person } from "./person.ts";

const openHost = hostsOfThisFile();

const FIRST = "# Garden\n\nWe plant tomatoes in May.\n\nWe water them daily.\n";

/** The person adds a line and sends; returns what the model was told by whatever way this host has. */
async function tell(host: TestHost, person: Person, line: string): Promise<string> {
  const messagesBefore = host.log.messages.length;
  await person.startEditing();
  await person.typeAtEnd(`\n${line}\n`);
  await person.savedOnServer(line);
  await person.send();
  await heard(host.log.messages, /Review my edits on canvas/, messagesBefore);
  // What a message triggers: the model looks, and its result ends with the feedback.
  return host.link.ask("read_canvas", { canvas_id: person.call.canvasId });
}

/** Write, feedback, edit, feedback, rewrite, approval: the heart of the product in one host. */
async function threeTurns(options: HostOptions, prepare: (host: TestHost) => void = () => {}): Promise<TestHost> {
  const host = await openHost(options);
  prepare(host);
  const one = new Person(host, await host.write({ content: FIRST }, { partials: 8 }));
  const canvas_id = one.call.canvasId;
  const told = await tell(host, one, "Slugs are a worry.");
  expect(told).toContain("Slugs are a worry.");

  const edits = [{ find: "tomatoes", replace: "tomatoes and beans" }];
  const second = await host.edit({ canvas_id, edits, base_version: baseVersionIn(told) }, { partials: 4 });
  const two = new Person(host, second);
  await two.reads("tomatoes and beans");
  await two.reads("Slugs are a worry.");
  const toldAgain = await tell(host, two, "Beans need poles.");
  expect(toldAgain).toContain("Beans need poles.");

  const content =
    "# Garden\n\nWe plant tomatoes and beans in late May.\n\nWe water them daily.\n\nSlugs are a worry.\n\nBeans need poles.\n";
  const third = await host.write({ canvas_id, content, base_version: baseVersionIn(toldAgain) }, { partials: 8 });
  const three = new Person(host, third);
  await three.reads("late May");
  await three.reads("Beans need poles.");
  await three.setStatus("Draft", "Approved");
  await three.button(shellWords.approve).click();
  await three.button("Approved").waitFor();
  expect(await host.link.ask("read_canvas", { canvas_id })).toContain("approved");
  return host;
}

test("the loop over three turns: written, edited, told, answered, approved", async () => {
  const host = await threeTurns({});
  await heard(host.log.contexts, /Slugs are a worry\./);
  await heard(host.log.contexts, /Beans need poles\./);
  await host.screenshot("loop");
});

test("the same where the model's context cannot be updated", async () => {
  const host = await threeTurns({}, ({ answers }) => {
    answers.context = "fail";
  });
  expect(host.log.contexts).toEqual([]);
});

test("the same in an opaque sandbox over HTTP, inline only", async () => {
  const host = await threeTurns({ transport: "http", sandbox: "opaque", displayModes: ["inline"] });
  const person = new Person(host, host.calls[2]!);
  expect(await person.button(shellWords.expand).count()).toBe(0);
});

test("the same in the dark, at 320 px", async () => {
  const host = await threeTurns({ theme: "dark", width: 320, height: 700 });
  await host.screenshot("loop-dark-320");
});

test("where the host asks first, refuses or fails on the message, the words can be copied, and a late yes counts", async () => {
  const host = await openHost({ hides: ["message"] });
  const person = new Person(host, await host.write({ content: FIRST }));
  const said = new RegExp(`Review my edits on canvas ${person.call.canvasId}`);
  let answer = (_: "accept"): void => {};
  host.answers.message = new Promise((done) => {
    answer = done;
  });
  await person.startEditing();
  await person.typeAtEnd("One more thing.");
  await person.send();
  await person.sees(shellWords.asked);
  await host.screenshot("message-asked");
  await person.button(shellWords.copyInstead).click();
  await person.sees(said);
  await person.sees(shellWords.promptAsked);
  answer("accept");
  await heard(host.log.messages, said);
  await person.button(shellWords.copy).waitFor({ state: "detached" });
  for (const no of ["refuse", "fail"] as const) {
    host.answers.message = no;
    await person.typeAtEnd(` And ${no}.`);
    await person.send();
    await person.sees(said);
    await person.button(shellWords.copy).waitFor();
    await heard(host.log.contexts, new RegExp(`And ${no}\\.`));
    await person.widget.getByRole("button", { name: shellWords.close, exact: true }).last().click();
  }
  expect(host.log.messages.length).toBe(1);
});

test("where the host takes no messages at all, the prompt is shown to copy", async () => {
  const host = await openHost({ lacks: ["message"] });
  const person = new Person(host, await host.write({ content: FIRST }));
  await person.startEditing();
  await person.typeAtEnd("One more thing.");
  await person.send();
  await person.sees(shellWords.promptTitle("Claude"));
  await person.sees(new RegExp(`Review my edits on canvas ${person.call.canvasId}`));
  await host.screenshot("prompt-to-copy");
});

test("where no canvas can reach its server, the text stays in the browser and the model is told all the same", async () => {
  const host = await openHost({ lacks: ["serverTools"] });
  const person = new Person(host, await host.write({ content: FIRST }, { partials: 3 }));
  await person.startEditing();
  await person.typeAtEnd("Kept in the browser.");
  await person.sees(shellWords.browserOnly);
  await heard(host.log.contexts, /Kept in the browser\./);
  await person.send();
  await heard(host.log.messages, /Review my edits on canvas/);
  expect(host.log.tools).toEqual([]);
  await host.reload();
  await person.reads("Kept in the browser.");
});
