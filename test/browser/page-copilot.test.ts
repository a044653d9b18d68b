import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pageWords } from "../../src/surfaces/page/app/words.ts";
import { shellWords } from "../../src/widget/words.ts";
import { startProvider } from "../copilot/start-provider.ts";
import { missing, startRuntime } from "../copilot/start-runtime.ts";
import { wordsOf } from "../copilot/stub-model.ts";
import { actCall, openCall } from "../copilot/toy-canvas.ts";
import { PATIENCE } from "../host/open-host.ts";
import { newContext, sharedBrowser } from "../host/shared-browser.ts";

const soon = { timeout: PATIENCE };
const widgetOf = (page: Page) => page.frameLocator('.frames iframe[data-ready="true"]').frameLocator("iframe");

test.skipIf(missing !== null)(
  `what Copilot's model writes is seen on the page, what the person types there is told to it, and closing ends the link ${missing ?? ""}`,
  async () => {
    const data = await mkdtemp(join(tmpdir(), "canvas-copilot-data-"));
    const runtime = await startRuntime();
    const browser = await sharedBrowser();
    const context = await newContext(browser, { viewport: { width: 420, height: 760 } });
    const talk = await runtime.create({ requestCanvasRenderer: true });
    const provider = await startProvider(runtime, talk, data);
    try {
      const input = { content: "# Plan\n\nThe first line.\n" };
      const [opened = ""] = await talk.say(openCall("writing-canvas", "plan", { input }));
      const page = await context.newPage();
      await page.goto((JSON.parse(opened) as { readonly url: string }).url);
      await widgetOf(page).getByText("The first line.").first().waitFor();

      const edits = [{ find: "The first line.", replace: "The line as Copilot has it." }];
      await talk.say(actCall("plan", "edit_canvas", { base_version: 1, edits }));
      await widgetOf(page).getByText("The line as Copilot has it.").first().waitFor();

      await widgetOf(page).getByRole("radio", { name: shellWords.write, exact: true }).click();
      await widgetOf(page).locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("Typed by the person.");

      // Beside the person's next words, where they do not see it; then as a result.
      const toldBeside = async () => {
        await talk.say();
        return wordsOf(talk.model.requests.at(-1)?.messages.findLast(({ role }) => role === "user") ?? NOTHING);
      };
      await expect.poll(toldBeside, soon).toContain("Typed by the person.");
      const said = talk.events.flatMap((event) => (event.type === "user.message" ? [event.data.content] : []));
      expect(new Set(said)).toEqual(new Set(["Go on."]));
      expect((await talk.say(actCall("plan", "get_feedback")))[0]).toContain("Typed by the person.");

      const [again = ""] = await talk.say(openCall("writing-canvas", "plan", { input }));
      await talk.session.rpc.canvas.close({ instanceId: "plan" });
      await talk.waitFor("session.canvas.closed");
      const elsewhere = await newContext(browser, { viewport: { width: 420, height: 760 } });
      try {
        const late = await elsewhere.newPage();
        await late.goto((JSON.parse(again) as { readonly url: string }).url);
        await late.getByText(pageWords.usedTitle).waitFor(soon);
      } finally {
        await elsewhere.close();
      }
    } finally {
      await context.close();
      await provider.kill();
      await runtime.close();
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

const NOTHING = { role: "user", content: "" } as const;
