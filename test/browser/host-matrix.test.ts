/**
 * What works where. Each row is one host, driven through everything; what was seen is compared with the table in the
 * README. `npm run matrix` writes that table anew from what is seen.
 */
import { afterAll, expect, test } from "vitest";
import { readCreatedId } from "../../src/protocol/result-lines.ts";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { commentWords, shellWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import type { Capability, HostOptions, TestHost } from "../host/open-host.ts";
import { pagesOfThisFile } from "../host/open-page.ts";
import { textOf } from "../host/server-link.ts";
import { type Cells, COLUMNS, readMatrix, writeMatrix } from "./host-matrix-table.ts";
import { Person, SOON } from "./person.ts";
import { WidgetHand } from "./widget-hand.ts";

const rewrites = process.env.CANVAS_MATRIX === "rewrite";
const openHost = hostsOfThisFile();
const openPage = pagesOfThisFile();
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
  "nothing offered, everything done": { options: { hides: CAPABILITIES } },
  "AppRenderer of @mcp-ui/client, nothing said": { options: { renderer: true } },
  "results without `_meta`": { options: { dropsMeta: true } },
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

const PAGE = "our own page";

/** Not driven here, since it needs a newer Node: `npm run inspector` drives it, and says what it saw. */
const BY_HAND: Readonly<Record<string, Cells>> = {
  "the official Inspector 2.12": ["in one go", "yes", "yes", "yes", "yes", "yes"],
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

test(PAGE, ROOM, async () => {
  const served = await openPage({ width: 1300 });
  const agent = await served.agent();
  const { quote, content, typed, find, replace } = ENGLISH;
  const written = await agent("write_canvas", { content });
  const canvas_id = readCreatedId(textOf(written)) ?? "";
  const hand = new WidgetHand(() => served.widgetOf());
  const onServer = async (words: string) => textOf(await agent("read_canvas", { canvas_id })).includes(words);
  const yes = async (look: () => Promise<boolean>) => {
    await expect.poll(look, SOON).toBe(true);
    return "yes";
  };
  await served.enter(canvas_id);
  await hand.commentOn(quote, "Why then?");
  const comments = await yes(() => onServer("Why then?"));
  await served.split();
  await hand.typeAtEnd(typed);
  const edits = await yes(() => onServer(typed));

  // Who waits for the review gets it when the person sends; one wait may be over before, and then is asked for again.
  const waiting = async (): Promise<string> => {
    const text = textOf(await agent("await_review", { canvas_id }));
    return text.startsWith("Still waiting") ? waiting() : text;
  };
  const review = waiting();
  await served.page.getByRole("button", { name: pageWords.closeReview }).waitFor();
  await hand.press(hand.button(/^Send to /));
  // What was typed the agent has read before: the answer brings what is new to it.
  expect(await review).toMatch(/^The person sent canvas/);
  const sends = "yes";

  await served.page.reload();
  const restores = await yes(async () => (await hand.readable(typed)) && (await hand.readable(quote)));
  await agent("edit_canvas", { canvas_id, mode: "suggest", edits: [{ find, replace }] });
  const isAccepted = await hand.accept(replace);
  const accepts = await yes(async () => (await isAccepted()) && (await onServer(replace)));

  const cells = ["–", edits, comments, sends, restores, accepts];
  seen.set(PAGE, cells);
  if (!rewrites) expect(cells).toEqual(readMatrix().get(PAGE));
});

test("the README has every host, and no other", () => {
  if (rewrites) return;
  expect([...readMatrix().keys()]).toEqual([...Object.keys(ROWS), PAGE, ...Object.keys(BY_HAND)]);
  for (const [name, cells] of Object.entries(BY_HAND)) expect(readMatrix().get(name)).toEqual(cells);
});

afterAll(() => {
  if (!rewrites) return;
  const before = readMatrix();
  const names = [...Object.keys(ROWS), PAGE];
  const rows = names.map((name) => [name, seen.get(name) ?? before.get(name) ?? []] as const);
  writeMatrix([...rows, ...Object.entries(BY_HAND)]);
});

/** One person in one host, doing everything once. Each step returns what the table says of it. */
class Drive {
  private person: Person | null = null;
  private readonly hand: WidgetHand;

  constructor(
    private readonly host: TestHost,
    private readonly options: HostOptions,
    private readonly words: Words,
    private readonly expected: Cells | null,
  ) {
    this.hand = new WidgetHand(() => this.at.widget, options.touch);
  }

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

  /** Ready to be worked with: the way to the editor stands there. */
  private ready(): Promise<void> {
    return this.toEditor.waitFor();
  }

  private get toEditor() {
    return this.options.mode === "fullscreen" ? this.at.layout(shellWords.split) : this.at.button(shellWords.edit);
  }

  async streams(): Promise<string> {
    const call = await this.host.begin("write_canvas", { content: this.words.content });
    this.person = new Person(this.host, call);
    await call.stream(6);
    // The whole arguments have not been sent: what can be read came piece by piece.
    const cell = await this.seeing("streams", async () =>
      (await this.hand.readable(this.words.quote)) ? "yes" : null,
    );
    await call.finish();
    await this.ready();
    return cell;
  }

  async comments(): Promise<string> {
    await this.hand.commentOn(this.words.quote, "Why then?");
    return this.seeing("comments", async () => {
      if (this.saved("Why then?")) return "yes";
      return (await this.hand.shows(shellWords.browserOnly)) ? "in this browser" : null;
    });
  }

  /** Has the server taken a save that holds this? */
  private saved(text: string): boolean {
    const { tools } = this.host.log;
    return tools.some(({ name, args, ok }) => name === "save_canvas" && ok && JSON.stringify(args).includes(text));
  }

  async edits(): Promise<string> {
    await this.hand.press(this.toEditor);
    await this.hand.typeAtEnd(this.words.typed);
    return this.seeing("edits", async () => {
      if (this.saved(this.words.typed)) return "yes";
      return (await this.hand.shows(shellWords.browserOnly)) ? "in this browser" : null;
    });
  }

  async sends(): Promise<string> {
    const { host, words } = this;
    await this.hand.press(this.at.button(shellWords.send("Claude")));
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
    if (cell !== "yes") await this.hand.press(copy.getByRole("button", { name: shellWords.close, exact: true }).last());
    return cell;
  }

  async restores(): Promise<string> {
    await this.host.reload();
    await this.ready();
    return this.seeing("restores", async () => {
      const back = await this.hand.readable(this.words.typed);
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
    const isAccepted = await this.hand.accept(words.replace);
    return this.seeing("accepts a suggestion", async () => {
      if (!(await isAccepted())) return null;
      if (this.saved('"decision":"accept"')) return "yes";
      return (await this.hand.shows(shellWords.browserOnly)) ? "in this browser" : null;
    });
  }

  overflow(): Promise<number> {
    return this.at.overflow();
  }
}
