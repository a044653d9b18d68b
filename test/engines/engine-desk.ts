import { shellWords } from "../../src/widget/words.ts";
import { type CallTool, RealServer } from "../host/real-server.ts";
import { madeId, textOf } from "../host/server-link.ts";
import type { EngineDriver } from "./engine-driver.ts";
import { EnginePage } from "./engine-page.ts";

export const EDITOR = ".cm-content";
export const PREVIEW = ".preview";

/** One engine on our own page, served by the built program, and an agent that writes there as a model does. */
export class EngineDesk {
  readonly page: EnginePage;
  readonly widget: EnginePage;
  /** The agent of the test that runs. */
  agent: CallTool = () => Promise.reject(new Error("No agent has come yet"));

  private constructor(
    readonly driver: EngineDriver,
    readonly server: RealServer,
  ) {
    this.page = new EnginePage(driver);
    this.widget = new EnginePage(driver, ['.frames iframe[data-ready="true"]', "iframe"]);
  }

  static async open(driver: EngineDriver): Promise<EngineDesk> {
    const server = await RealServer.run();
    const desk = new EngineDesk(driver, server);
    await desk.page.go(server.firstLink);
    await desk.page.reads("Welcome to Writing Canvas");
    return desk;
  }

  /** For each try another: what one agent writes twice in a minute is one canvas, with all that the first try left in it. */
  async meetAgent(): Promise<void> {
    this.agent = await this.server.agent();
  }

  /** The id of a canvas that the agent writes. */
  async written(content: string): Promise<string> {
    return madeId(await this.agent("write_canvas", { content }));
  }

  /** A canvas of the agent's, on screen. Its last words tell it from the one before. */
  async canvas(content: string): Promise<string> {
    const id = await this.written(content);
    await this.show(id, content.trimEnd().split("\n").at(-1) ?? "");
    return id;
  }

  async show(id: string, words: string): Promise<void> {
    await this.page.go(`${this.server.origin}/#/canvas/${id}`);
    await this.widget.reads(words, `${PREVIEW}, ${EDITOR}`);
    await this.widget.sees({ name: shellWords.more });
  }

  async list(): Promise<void> {
    await this.page.go(`${this.server.origin}/#/`);
  }

  async textOf(id: string): Promise<string> {
    return textOf(await this.agent("read_canvas", { canvas_id: id }));
  }

  /** Waits until the agent can read these words. It asks when nothing is left to be saved: asking all the time puts that off. */
  onServer(id: string, words: string): Promise<void> {
    return this.page.waitFor(`the agent reads “${words}”`, async () => {
      const state = (await this.isOnCanvas()) ? await this.widget.text(".saved-state") : "";
      if (state.includes(shellWords.edited) || state.includes(shellWords.saving)) return false;
      return (await this.textOf(id)).includes(words);
    });
  }

  private isOnCanvas(): Promise<boolean> {
    return this.page.evaluate(() => location.hash.startsWith("#/canvas/"));
  }

  /** From whatever the page shows first to a caret in the editor, beside what is read. */
  async startWriting(): Promise<void> {
    const editor = { css: EDITOR };
    if (!(await this.widget.isThere(editor))) await this.widget.press({ name: shellWords.split });
    await this.widget.press(editor);
    await this.widget.waitFor("the editor has the focus", () =>
      this.widget.evaluate(() => document.activeElement?.classList.contains("cm-content") === true),
    );
  }

  async typeAtEnd(words: string): Promise<void> {
    await this.startWriting();
    await this.driver.chord("Control", "End");
    await this.driver.type(words);
    await this.widget.reads(words, EDITOR);
  }

  async more(item: string): Promise<void> {
    await this.widget.press({ name: shellWords.more });
    await this.widget.press({ name: item });
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}
