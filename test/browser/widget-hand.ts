import type { FrameLocator, Locator } from "playwright-core";
import { expect } from "vitest";
import { commentWords, proposalWords, shellWords } from "../../src/widget/words.ts";
import { SOON } from "./person.ts";

/** What everybody does with a canvas, in whatever host its widget stands. `find` gives the widget that is there now. */
export class WidgetHand {
  constructor(
    private readonly find: () => FrameLocator,
    private readonly touch = false,
  ) {}

  get widget(): FrameLocator {
    return this.find();
  }

  button(name: string | RegExp): Locator {
    return this.widget.getByRole("button", { name, exact: true });
  }

  press(target: Locator): Promise<void> {
    return this.touch ? target.tap() : target.click();
  }

  async shows(text: string): Promise<boolean> {
    return (await this.widget.getByText(text).count()) > 0;
  }

  async readable(text: string): Promise<boolean> {
    return (await this.widget.getByRole("article").filter({ hasText: text }).count()) > 0;
  }

  async commentOn(quote: string, body: string): Promise<void> {
    const { widget } = this;
    const field = widget.getByRole("textbox", { name: commentWords.newOn(quote) });
    const add = widget.getByRole("button", { name: commentWords.addOn });
    const opened = async () => {
      if ((await field.count()) > 0) return true;
      await selectText(widget.locator(".preview"), quote);
      if ((await add.count()) > 0) await this.press(add);
      return false;
    };
    await expect.poll(opened, SOON).toBe(true);
    await field.fill(body);
    await this.press(widget.getByRole("dialog").getByRole("button", { name: commentWords.send, exact: true }));
    await widget
      .getByRole("button", { name: commentWords.open(1), exact: true })
      .first()
      .waitFor();
  }

  /** Types where the text ends, and waits until the widget counts it as an edit beside one comment. */
  async typeAtEnd(text: string): Promise<void> {
    const editor = this.widget.locator(".cm-content");
    await editor.waitFor();
    await editor.focus();
    await editor.press("Control+End");
    await editor.pressSequentially(text);
    const counted = `${shellWords.edits(1)}, ${shellWords.comments(1)}`;
    // On a phone the tools have the line, and the button to send says it.
    await this.button(counted).or(this.widget.getByTitle(counted)).first().waitFor();
  }

  /** Accepts the suggestion that offers these words; answers a look at whether it is settled and in the text. */
  async accept(words: string): Promise<() => Promise<boolean>> {
    const accept = this.button(proposalWords.acceptOne(words));
    await this.press(accept.first());
    return async () => (await accept.count()) === 0 && (await this.readable(words));
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
