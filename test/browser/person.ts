import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { shellWords } from "../../src/widget/words.ts";
import { type HostCall, PATIENCE, type TestHost } from "../host/open-host.ts";

/** A condition is waited for, never a time. */
export const SOON = { timeout: PATIENCE, interval: 100 };

/** What a person does with one widget, by the names that they see. */
export class Person {
  constructor(
    private readonly host: TestHost,
    readonly call: HostCall,
  ) {}

  get widget() {
    return this.call.widget;
  }

  button(name: string): Locator {
    return this.widget.getByRole("button", { name, exact: true });
  }

  /** One of Read, Write and Split, in fullscreen. */
  layout(name: string): Locator {
    return this.widget.getByRole("radio", { name, exact: true });
  }

  /** The rendered document. */
  get article(): Locator {
    return this.widget.getByRole("article").first();
  }

  get editor(): Locator {
    return this.widget.locator(".cm-content");
  }

  async reads(text: string): Promise<void> {
    await this.widget.getByRole("article").filter({ hasText: text }).first().waitFor();
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.widget.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Inline by Edit, fullscreen by Split. */
  async startEditing(): Promise<void> {
    await this.button(shellWords.edit).or(this.layout(shellWords.split)).click();
    await this.editor.waitFor();
  }

  async typeAtEnd(text: string): Promise<void> {
    await this.editor.focus();
    await this.editor.press("Control+End");
    await this.editor.pressSequentially(text);
  }

  /** All in one stroke: one change for undo, however slow the machine is. */
  async putAtEnd(text: string): Promise<void> {
    await this.editor.focus();
    await this.editor.press("Control+End");
    await this.host.page.keyboard.insertText(text);
  }

  async replaceAll(text: string): Promise<void> {
    await this.editor.focus();
    await this.editor.press("Control+a");
    await this.host.page.keyboard.insertText(text);
  }

  /** Waits until the server has taken a save that holds this text. */
  async savedOnServer(text: string): Promise<void> {
    const taken = () =>
      this.host.log.tools.some(
        ({ name, args, ok, text: saved = args.content }) =>
          name === "save_canvas" && ok && typeof saved === "string" && saved.includes(text),
      );
    await expect.poll(taken, SOON).toBe(true);
  }

  async send(assistant = "Claude"): Promise<void> {
    await this.button(shellWords.send(assistant)).click();
  }

  async setStatus(from: string, to: string): Promise<void> {
    await this.button(from).click();
    await this.widget
      .getByRole("menuitemradio", { name: to })
      .or(this.widget.getByRole("menuitem", { name: to }))
      .first()
      .click();
  }

  /** The name of what has the focus, as it is spoken. */
  focused(): Promise<string> {
    return this.widget.locator("html").evaluate((html) => {
      const at = html.ownerDocument.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
    });
  }

  /** By how much the widget is wider than its page: nothing may be. */
  overflow(): Promise<number> {
    return this.widget.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  }

  async more(item: string): Promise<void> {
    await this.button(shellWords.more).click();
    await this.widget.getByRole("menuitem", { name: item }).click();
  }
}

/** Waits until the host has heard it, and returns it: never read at once what comes in its own time. */
export async function heard(list: readonly string[], matching: RegExp, from = 0): Promise<string> {
  const find = () => list.slice(from).find((text) => matching.test(text)) ?? null;
  await expect.poll(find, SOON).not.toBeNull();
  return find() as string;
}

export function baseVersionIn(text: string): number {
  const found = /base_version: (\d+)/.exec(text);
  if (found === null) throw new Error(`There is no base_version in:\n${text}`);
  return Number(found[1]);
}
