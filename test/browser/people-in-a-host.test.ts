/** A server that knows its people, in a host that was written by others: it sends a token of Ada's with each call. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { shareWords } from "../../src/widget/words.ts";
import { TestHost } from "../host/open-host.ts";
import { sharedBrowser } from "../host/shared-browser.ts";

let host: TestHost;
beforeEach(async () => {
  host = await TestHost.open(await sharedBrowser(), { transport: "token", displayModes: ["inline"] });
});
afterEach(() => host.close());

test("the widget knows whose canvas it is, shares it, and the model learns nothing of links", async () => {
  const { widget, canvasId } = await host.write({ content: "# Plan\n\nThe first line.\n" });
  await widget.getByRole("button", { name: shareWords.share, exact: true }).click();
  const dialog = widget.getByRole("dialog", { name: shareWords.title("Plan") });
  await dialog.getByText(shareWords.you("Ada Lovelace")).first().waitFor();
  await dialog.getByText(shareWords.alone).waitFor();

  // Bob has a token, and need not have called before; nobody knows Eve: a link is for such.
  const add = async (who: string) => {
    await dialog.getByLabel(shareWords.who).fill(who);
    await dialog.getByRole("button", { name: shareWords.add, exact: true }).click();
  };
  await add("eve");
  await dialog.getByText(/Nobody called "eve" has signed in here yet/).waitFor();
  await add("bob");
  await dialog.getByText(shareWords.added("Bob")).first().waitFor();
  await dialog.getByRole("button", { name: shareWords.create }).click();
  const link = await dialog.getByLabel(shareWords.newLink).inputValue();
  expect(link).toMatch(new RegExp(`^http://[^/]+/#/canvas/${canvasId}\\?share=\\w{32}$`));
  await host.page.screenshot({ path: "test-results/people-in-a-host.png" });
  await host.page.keyboard.press("Escape");

  const secret = link.split("share=")[1] ?? "";
  const told = [
    await host.link.ask("read_canvas", { canvas_id: canvasId }),
    ...host.log.contexts,
    ...host.log.messages,
  ];
  expect(told.join("\n")).not.toContain(secret);
});
