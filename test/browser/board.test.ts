/** The board in the chat: show_board in a real host, moved by mouse, by keys and by menu; opened, edited, and back. */
import { expect, test } from "vitest";
import { META_KEY } from "../../src/protocol/names.ts";
import type { WidgetReply } from "../../src/protocol/widget-tools.ts";
import { boardWords, shellWords, statusWords } from "../../src/widget/words.ts";
import { hostsOfThisFile } from "../host/browser.ts";
import { faultsFound } from "../host/find-faults.ts";
import type { HostOptions, TestHost } from "../host/open-host.ts";
import { madeId as idOf, type ToolResult } from "../host/server-link.ts";
import { BoardHand } from "./board-hand.ts";
import { Person, SOON } from "./person.ts";

const openHost = hostsOfThisFile();
/** Many steps, perhaps on a starved machine. */
const ROOM = { timeout: 300_000 };

async function write(host: TestHost, title: string, more: Readonly<Record<string, unknown>> = {}): Promise<ToolResult> {
  return host.link.call("write_canvas", { content: `# ${title}\n\nSome words to read.\n`, ...more });
}

/** The person's words and the model's stand against each other: nobody can approve that. */
async function writeConflict(host: TestHost): Promise<void> {
  const written = await write(host, "Clash");
  const said = written._meta?.[META_KEY] as WidgetReply;
  if (said.kind !== "view") throw new Error("A small canvas comes with its view");
  const { key, checkpoint } = said.view;
  const { id, revision } = checkpoint.document;
  await host.link.call("save_canvas", {
    canvas_id: id,
    key,
    save_key: "person",
    base_revision: revision,
    content: "# Clash\n\nSome words of mine.\n",
  });
  await host.link.call("write_canvas", {
    canvas_id: id,
    base_version: 1,
    content: "# Clash\n\nSome words of the model.\n",
  });
}

async function showBoard(host: TestHost, args: Readonly<Record<string, unknown>> = {}) {
  const call = await host.showBoard(args);
  const hand = new BoardHand(host.page, call.widget);
  await call.widget.locator(".board").waitFor();
  return { call, hand, person: new Person(host, call) };
}

/** What the server has, whoever is asked on screen. */
async function statusOf(host: TestHost, id: string): Promise<string> {
  const text = await host.link.ask("read_canvas", { canvas_id: id, part: "feedback" });
  return /^Canvas \w+ v\d+, (\w+)/m.exec(text)?.[1] ?? text;
}

test("cards are moved by mouse, by keys and by menu; undone; put back by Escape", ROOM, async () => {
  const host = await openHost();
  const plan = idOf(await write(host, "Plan"));
  await write(host, "Notes", { status: "in_review" });
  const { call, hand } = await showBoard(host);
  expect(call.text).toContain("2 canvases: 1 draft, 1 in_review.");
  await hand.sees("Plan", "draft");

  await hand.drag("Plan", "in_review");
  await hand.sees("Plan", "in_review");
  await hand.hears(boardWords.moved("Plan", statusWords.in_review));
  await expect.poll(() => statusOf(host, plan), SOON).toBe("in_review");

  await hand.toast().getByRole("button", { name: boardWords.undo }).click();
  await hand.sees("Plan", "draft");
  await expect.poll(() => statusOf(host, plan), SOON).toBe("draft");

  await hand.hold("Plan", "approved");
  await host.page.keyboard.press("Escape");
  await hand.hears(boardWords.putBack("Plan"));
  // Let go over the card itself it must not count as a press.
  await hand.card("Plan").hover();
  await host.page.mouse.up();
  await hand.sees("Plan", "draft");

  await hand.press("Plan", "Space", "ArrowRight", "ArrowRight");
  await hand.hears(statusWords.approved);
  await host.page.keyboard.press("Space");
  await hand.sees("Plan", "approved");
  await hand.hears(boardWords.moved("Plan", statusWords.approved));
  await expect.poll(() => hand.card("Plan").evaluate((card) => card === document.activeElement), SOON).toBe(true);
  await expect.poll(() => statusOf(host, plan), SOON).toBe("approved");

  await call.widget.getByRole("button", { name: boardWords.moveCard("Plan") }).click();
  await call.widget.getByRole("menuitemradio", { name: statusWords.archived }).click();
  await hand.hears(boardWords.moved("Plan", statusWords.archived));
  await call.widget.getByRole("button", { name: statusWords.archived, expanded: false }).click();
  await hand.sees("Plan", "archived");
});

test("what cannot be approved goes back, with words", async () => {
  const host = await openHost();
  await writeConflict(host);
  const { hand } = await showBoard(host);
  await hand.drag("Clash", "approved");
  await hand.toast().getByText("1 conflict is still open", { exact: false }).waitFor();
  await hand.sees("Clash", "draft");
  await host.screenshot("board-refused");
  expect(await faultsFound(host)).toEqual([]);
});

test("a canvas opens in the same frame, is edited and saved, and the board is there again", ROOM, async () => {
  const host = await openHost();
  const plan = idOf(await write(host, "Plan"));
  const { call, hand, person } = await showBoard(host);
  await hand.card("Plan").click();
  await person.reads("Some words to read.");
  await person.startEditing();
  await person.typeAtEnd("Written from the board.");
  await host.screenshot("board-canvas");
  await person.button(boardWords.back).click();
  await hand.sees("Plan", "draft");
  await person.savedOnServer("Written from the board.");
  expect(await host.link.ask("read_canvas", { canvas_id: plan })).toContain("Written from the board.");
  await call.widget.locator(".board-card", { hasText: shellWords.edits(1) }).waitFor();

  // A reload shows the board as it is now, not as it was when it was asked for.
  await host.link.call("edit_canvas", { canvas_id: plan, edits: [], status: "in_review" });
  await host.reload();
  await hand.sees("Plan", "in_review");
});

test("a search finds, and a board without matches says so", async () => {
  const host = await openHost();
  await write(host, "Zebra");
  await write(host, "Horse");
  const { call, hand } = await showBoard(host);
  await hand.sees("Horse", "draft");
  const search = call.widget.getByRole("searchbox", { name: boardWords.search });
  await search.fill("zebra");
  await hand.card("Horse").waitFor({ state: "detached" });
  await hand.sees("Zebra", "draft");
  await search.fill("unicorn");
  await call.widget.getByText(boardWords.noneMatch("unicorn")).waitFor();
});

/** A canvas that an agent waits for. */
async function awaited(host: TestHost, title: string): Promise<string> {
  const id = idOf(await write(host, title, { status: "in_review" }));
  // It waits for longer than any test lasts, and ends with the server.
  void host.link.call("await_review", { canvas_id: id, timeout_s: 3_600 }, 3_600_000).catch(() => undefined);
  const waits = async () => {
    const said = (await host.link.call("show_board", {}))._meta?.[META_KEY] as WidgetReply;
    return said.kind === "board" && said.board.canvases.some((canvas) => canvas.id === id && canvas.waiting !== null);
  };
  await expect.poll(waits, SOON).toBe(true);
  return id;
}

/** Canvases of every kind, as a week of work leaves them. */
async function fill(host: TestHost): Promise<void> {
  await write(host, "Onboarding guide", { status: "archived" });
  await write(host, "Weekly report");
  await write(host, "A long title about the architecture of the payment service and all that hangs on it");
  await write(host, "خطة الإطلاق", { status: "in_review" });
  await writeConflict(host);
  await awaited(host, "Release notes 4.2");
  await write(host, "Launch plan");
}

const LOOKS: readonly (readonly [string, HostOptions])[] = [
  ["light", {}],
  ["dark", { theme: "dark" }],
  ["320", { width: 320, height: 700, touch: true }],
  ["fullscreen", { width: 1400, mode: "fullscreen" }],
  ["forced-colours", { forcedColours: true }],
  ["no-server", { lacks: ["serverTools"] }],
];

test.each(LOOKS)("the board looks right: %s", async (name, options) => {
  const host = await openHost(options);
  await fill(host);
  const { hand, person } = await showBoard(host);
  await hand.sees("Launch plan", "draft");
  expect(await person.overflow()).toBe(0);
  await host.screenshot(`board-${name}`);
  // The colours of forced-colours mode are the person's own.
  if (!options.forcedColours) expect(await faultsFound(host)).toEqual([]);
});

test("an empty board says what goes where", async () => {
  const host = await openHost();
  const { call } = await showBoard(host);
  await call.widget.getByText(boardWords.none).waitFor();
  await host.screenshot("board-empty");
  expect(await faultsFound(host)).toEqual([]);
});

test("right to left, with a card in hand", async () => {
  const host = await openHost({ beforeScripts: () => document.documentElement?.setAttribute("dir", "rtl") });
  await fill(host);
  const { hand, person } = await showBoard(host);
  await person.widget.locator("html").evaluate((html) => html.setAttribute("dir", "rtl"));
  await hand.sees("Launch plan", "draft");
  await hand.hold("Launch plan", "approved");
  expect(await person.overflow()).toBe(0);
  await host.screenshot("board-rtl-dragging");
  await host.page.mouse.up();
  await hand.sees("Launch plan", "approved");
});

test("approving what an agent waits for asks first, and takes a note along", async () => {
  const host = await openHost();
  const id = await awaited(host, "Plan");
  const { call, hand, person } = await showBoard(host);
  await call.widget.getByText(boardWords.waiting).waitFor();
  await hand.drag("Plan", "approved");
  const dialog = call.widget.getByRole("dialog", { name: boardWords.approve("Plan", 1) });
  await dialog.getByRole("textbox").fill("Ship it");
  await host.screenshot("board-approve");
  expect(await faultsFound(host)).toEqual([]);
  await dialog.getByRole("button", { name: shellWords.approve }).click();
  await hand.sees("Plan", "approved");
  await person.sees(boardWords.moved("Plan", statusWords.approved));
  expect(await host.link.ask("read_canvas", { canvas_id: id, part: "feedback" })).toContain("Ship it");
});

test("narrow, a card goes by its menu or by a finger, and the tab stays", ROOM, async () => {
  const host = await openHost({ width: 320, height: 700, touch: true });
  await write(host, "Notes");
  await write(host, "Plan");
  const { call, hand } = await showBoard(host);
  await call.widget.getByRole("tab", { name: statusWords.draft, selected: true }).waitFor();
  await call.widget.getByRole("button", { name: boardWords.moveCard("Plan") }).tap();
  await host.screenshot("board-320-menu");
  await call.widget.getByRole("menuitemradio", { name: statusWords.in_review }).tap();
  await hand.toast().getByText(boardWords.moved("Plan", statusWords.in_review)).waitFor();
  await hand.sees("Notes", "draft");
  await call.widget.getByRole("tab", { name: statusWords.in_review }).tap();
  await hand.sees("Plan", "in_review");
  await hand.carry("Plan", "approved");
  await hand.toast().getByText(boardWords.moved("Plan", statusWords.approved)).waitFor();
});

test("loading and failing are said", async () => {
  const host = await openHost();
  const call = await host.begin("show_board", {});
  await call.sendInput();
  await call.widget.getByText(boardWords.loading).waitFor();
  await host.screenshot("board-loading");
  await call.finish();
  await call.widget.getByText(boardWords.none).waitFor();
  await host.link.stop();
  await call.widget.getByRole("button", { name: boardWords.refresh }).click();
  const again = call.widget.getByRole("button", { name: shellWords.tryAgain });
  await again.waitFor();
  await host.screenshot("board-unreachable");
  await host.link.start();
  await again.click();
  await again.waitFor({ state: "detached" });
});
