import type { FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Status } from "../../src/core/records/canvas.ts";
import { SOON } from "./person.ts";

/** What a person does with a board, in whatever frame it stands. */
export class BoardHand {
  constructor(
    private readonly page: Page,
    readonly board: FrameLocator | Page,
  ) {}

  column(status: Status): Locator {
    return this.board.locator(`.board-column[data-drop="${status}"]`);
  }

  card(title: string): Locator {
    return this.board.locator(".board-card-open", { hasText: title });
  }

  async sees(title: string, status: Status): Promise<void> {
    await this.column(status).locator(".board-card-open", { hasText: title }).waitFor();
  }

  /** Where on the page the middle of something is, once it has come to rest. */
  private async middleOf(what: Locator): Promise<{ x: number; y: number }> {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (box === null) throw new Error("It is not on screen");
    return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 80) };
  }

  /** Takes a card and holds it over a column. */
  async hold(title: string, over: Status): Promise<void> {
    const from = await this.middleOf(this.card(title));
    const to = await this.middleOf(this.column(over));
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + 20, from.y + 10, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await expect.poll(() => this.column(over).getAttribute("data-receives"), SOON).toBe("true");
  }

  async drag(title: string, to: Status): Promise<void> {
    await this.hold(title, to);
    await this.page.mouse.up();
  }

  /** Rests a finger on a card until it is in hand, carries it to a tab, and lets go. */
  async carry(title: string, to: Status): Promise<void> {
    const from = await this.middleOf(this.card(title));
    const target = await this.middleOf(this.board.locator(`.board-tab[data-drop="${to}"]`));
    const session = await this.page.context().newCDPSession(this.page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", from);
    await this.board.locator(".board-ghost").waitFor();
    await touch("touchMove", { x: (from.x + target.x) / 2, y: (from.y + target.y) / 2 });
    await touch("touchMove", target);
    await expect
      .poll(() => this.board.locator(`.board-tab[data-drop="${to}"]`).getAttribute("data-receives"), SOON)
      .toBe("true");
    await touch("touchEnd");
  }

  async press(title: string, ...keys: readonly string[]): Promise<void> {
    await this.card(title).focus();
    for (const key of keys) await this.page.keyboard.press(key);
  }

  toast(): Locator {
    return this.board.locator(".board-toast");
  }

  /** What a screen reader was told last. */
  async hears(words: string): Promise<void> {
    await expect.poll(() => this.board.locator(".board [aria-live=assertive]").textContent(), SOON).toBe(words);
  }
}
