/**
 * What works where. Each row is one host, driven through everything; what was seen is compared with the table in the
 * README. `npm run matrix` writes that table anew from what is seen.
 */
import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { commentWords, proposalWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { Capability, HostOptions, TestHost } from "../host/open-host.ts";
import { type Cells, COLUMNS, readMatrix, writeMatrix } from "./host-matrix-table.ts";
import { Person, SOON } from "./person.ts";

const rewrites = process.env.CANVAS_MATRIX === "rewrite";
const openHost = hostsOfThisFile();
/** Six things one after the other, perhaps on a starved machine. */
const ROOM = { timeout: 300_000 };

interface Words {
  readonly content: string;
  /** What is commented on. */
  readonly quote: string;
  readonly typed: string;
  readonly find: string;
  readonly replace: string;
}

const ENGLISH: Words = {
  content: "# Garden\n\nWe plant tomatoes in May.\n\nWe water them daily.\n",
  quote: "tomatoes in May",
  typed: "Slugs are a worry.",
  find: "water them daily",
  replace: "water them weekly",
};
const ARABIC: Words = {
  content: "# الحديقة\n\nنزرع الطماطم في مايو.\n\nنسقيها كل يوم.\n",
  quote: "الطماطم في مايو",
  typed: "الحلزون مشكلة.",
  find: "كل يوم",
  replace: "كل أسبوع",
};

interface Row {
  readonly options: HostOptions;
  readonly words?: Words;
}

const CAPABILITIES: readonly Capability[] = [
  "serverTools",
  "message",
  "updateModelContext",
  "openLinks",
  "downloadFile",
  "logging",
];

/** By what the README calls them. */
const ROWS: Readonly<Record<string, Row>> = {
  "AppFrame of @mcp-ui/client, everything offered": { options: {} },
  "nothing optional offered": { options: { lacks: CAPABILITIES } },
  ...Object.fromEntries(CAPABILITIES.map((name) => [`no \`${name}\``, { options: { lacks: [name] } }])),
  "inline only": { options: { displayModes: ["inline"] } },
  "fullscreen only": { options: { displayModes: ["fullscreen"], mode: "fullscreen", width: 1300 } },
  "fixed height": { options: { inlineHeight: "fixed" } },
  "unbounded height": { options: { inlineHeight: "unbounded" } },
  "320 px": { options: { width: 320, height: 700 } },
  touch: { options: { touch: true, width: 390, height: 760 } },
  "opaque storage": { options: { sandbox: "opaque" } },
  dark: { options: { theme: "dark" } },
  "right-to-left text": { options: { locale: "ar" }, words: ARABIC },
  "reduced motion": { options: { reducedMotion: true } },
  "forced colours": { options: { forcedColours: true } },
  "200 % zoom": { options: { width: 450, height: 450, scale: 2 } },
};

const NOT_RUN: Readonly<Record<string, string>> = {
  "the official Inspector (needs Node 22.19)": "not run",
  "our own page (comes later)": "–",
};

const seen = new Map<string, Cells>();

test.each(Object.entries(ROWS))("%s", ROOM, async (name, { options, words = ENGLISH }) => {
  const host = await openHost(options);
  const expected = rewrites ? null : (readMatrix().get(name) ?? null);
  const drive = new Drive(host, options, words, expected);
  const found: Record<(typeof COLUMNS)[number], string> = {
    streams: await drive.streams(),
    comments: await drive.comments(),
    edits: await drive.edits(),
    sends: await drive.sends(),
    restores: await drive.restores(),
    "accepts a suggestion": await drive.accepts(),
  };
  const cells = COLUMNS.map((column) => found[column]);
  seen.set(name, cells);
  expect(await drive.overflow()).toBe(0);
  if (!rewrites) expect(cells).toEqual(expected);
});

test("the README has every host, and no other", () => {
  if (rewrites) return;
  const notRun = Object.values(NOT_RUN).map((why) => COLUMNS.map(() => why));
  expect([...readMatrix().keys()]).toEqual([...Object.keys(ROWS), ...Object.keys(NOT_RUN)]);
  expect([...readMatrix().values()].slice(-notRun.length)).toEqual(notRun);
});

afterAll(() => {
  if (!rewrites) return;
  const before = readMatrix();
  const rows = Object.keys(ROWS).map((name) => [name, seen.get(name) ?? before.get(name) ?? []] as const);
  writeMatrix([...rows, ...Object.entries(NOT_RUN).map(([name, why]) => [name, COLUMNS.map(() => why)] as const)]);
});

/** One person in one host, doing everything once. Each step returns what the table says of it. */
class Drive {
  private person: Person | null = null;

  constructor(
    private readonly host: TestHost,
    private readonly options: HostOptions,
    private readonly words: Words,
    private readonly expected: Cells | null,
  ) {}

  /** Waits for what the table says; where the table is being written, for the first that holds. */
  private async seeing(column: (typeof COLUMNS)[number], look: () => Promise<string | null>): Promise<string> {
    const expected = this.expected?.[COLUMNS.indexOf(column)];
    let cell: string | null = null;
    const now = async () => {
      cell = await look();
      return cell;
    };
    if (expected === undefined) await expect.poll(now, SOON).not.toBeNull();
    else await expect.poll(now, { ...SOON, message: `the column "${column}"` }).toBe(expected);
    return cell ?? "";
  }

  private get at(): Person {
    if (this.person === null) throw new Error("Nothing has been written yet");
    return this.person;
  }

  private press(target: Locator): Promise<void> {
    return this.options.touch ? target.tap() : target.click();
  }

  private async shows(text: string): Promise<boolean> {
    return (await this.at.widget.getByText(text).count()) > 0;
  }

  private readable(text: string): Promise<boolean> {
    return this.at.widget
      .getByRole("article")
      .filter({ hasText: text })
      .count()
      .then((count) => count > 0);
  }

  /** Ready to be worked with: fullscreen the editor stands there, inline the way to it. */
  private ready(): Promise<void> {
    return this.options.mode === "fullscreen" ? this.at.editor.waitFor() : this.at.button(shellWords.edit).waitFor();
  }

  async streams(): Promise<string> {
    const call = await this.host.begin("write_canvas", { content: this.words.content });
    this.person = new Person(this.host, call);
    await call.stream(6);
    // The whole arguments have not been sent: what can be read came piece by piece.
    const cell = await this.seeing("streams", async () => ((await this.readable(this.words.quote)) ? "yes" : null));
    await call.finish();
    await this.ready();
    return cell;
  }

  async comments(): Promise<string> {
    const { widget } = this.at;
    const { quote } = this.words;
    const field = widget.getByRole("textbox", { name: commentWords.newOn(quote) });
    const add = widget.getByRole("button", { name: commentWords.addOn });
    const opened = async () => {
      if ((await field.count()) > 0) return true;
      await selectText(widget.locator(".preview"), quote);
      if ((await add.count()) > 0) await this.press(add);
      return false;
    };
    await expect.poll(opened, SOON).toBe(true);
    await field.fill("Why then?");
    await this.press(widget.getByRole("dialog").getByRole("button", { name: commentWords.send, exact: true }));
    await widget
      .getByRole("button", { name: commentWords.open(1), exact: true })
      .first()
      .waitFor();
    return this.seeing("comments", async () => {
      if (this.saved("Why then?")) return "yes";
      return (await this.shows(shellWords.browserOnly)) ? "in this browser" : null;
    });
  }

  /** Has the server taken a save that holds this? */
  private saved(text: string): boolean {
    const { tools } = this.host.log;
    return tools.some(({ name, args, ok }) => name === "save_canvas" && ok && JSON.stringify(args).includes(text));
  }

  async edits(): Promise<string> {
    if (this.options.mode !== "fullscreen") await this.press(this.at.button(shellWords.edit));
    await this.at.editor.waitFor();
    await this.at.typeAtEnd(this.words.typed);
    await this.at.button(`${shellWords.edits(1)}, ${shellWords.comments(1)}`).waitFor();
    return this.seeing("edits", async () => {
      if (this.saved(this.words.typed)) return "yes";
      return (await this.shows(shellWords.browserOnly)) ? "in this browser" : null;
    });
  }

  async sends(): Promise<string> {
    const { host, words } = this;
    await this.press(this.at.button(shellWords.send("Claude")));
    const copy = this.at.widget.getByRole("dialog", { name: shellWords.promptTitle("Claude") });
    const cell = await this.seeing("sends", async () => {
      if (host.log.messages.length > 0) return "yes";
      return (await copy.count()) > 0 ? "words to copy" : null;
    });
    const said = [...host.log.messages, ...host.log.contexts, ...(await copy.allInnerTexts())].join("\n");
    const { canvasId } = this.at.call;
    // However it was sent, the model can now know it: told outright, or by asking the server.
    const known = said.includes(words.typed) ? said : await host.link.ask("read_canvas", { canvas_id: canvasId });
    expect(known).toContain(words.typed);
    expect(said).toContain(`canvas ${canvasId}`);
    if (cell !== "yes") await this.press(copy.getByRole("button", { name: shellWords.close, exact: true }).last());
    return cell;
  }

  async restores(): Promise<string> {
    await this.host.reload();
    await this.ready();
    return this.seeing("restores", async () => {
      const back = await this.readable(this.words.typed);
      const commented = await this.at.button(commentWords.open(1)).count();
      if (!back || commented === 0) return null;
      const onServer = await this.host.link.ask("read_canvas", { canvas_id: this.at.call.canvasId });
      return onServer.includes(this.words.typed) ? "yes" : "from this browser";
    });
  }

  async accepts(): Promise<string> {
    const { host, words } = this;
    const canvas_id = this.at.call.canvasId;
    const edits = [{ find: words.find, replace: words.replace }];
    this.person = new Person(host, await host.edit({ canvas_id, mode: "suggest", edits }));
    await this.ready();
    const accept = this.at.button(proposalWords.acceptOne(words.replace));
    await this.press(accept.first());
    return this.seeing("accepts a suggestion", async () => {
      const isSettled = (await accept.count()) === 0;
      if (!isSettled || !(await this.readable(words.replace))) return null;
      if (this.saved('"decision":"accept"')) return "yes";
      return (await this.shows(shellWords.browserOnly)) ? "in this browser" : null;
    });
  }

  overflow(): Promise<number> {
    return this.at.overflow();
  }
}

/** Selects the first occurrence of the words, as any way of selecting does. */
async function selectText(preview: Locator, quote: string): Promise<void> {
  await preview.first().evaluate((root, wanted) => {
    // A press on the text takes the focus out of the editor.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(wanted);
      if (at >= 0) return document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, quote);
}
