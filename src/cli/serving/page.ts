import { personCall } from "../../server/actions/call.ts";
import type { LinkHolder } from "../../surfaces/page/server/links.ts";
import { findNamed } from "../open-store.ts";
import { CommandError, DONE, type Invocation } from "../surroundings.ts";
import { printableJson } from "../terminal/printable.ts";
import { askedPublicOrigin } from "./asked-address.ts";
import { holderOfBrowser, openBrowser } from "./open-browser.ts";
import { type OpenCanvas, openCanvas } from "./open-canvas.ts";
import { NO_PUBLIC_URL, openPage } from "./open-page.ts";
import { said } from "./serving-options.ts";
import { askedTokensFile } from "./tokens-file.ts";

/**
 * A fresh link to the page, and the page itself when nobody serves it: then until the process is asked to stop. With a public
 * address only the link: the page is served there.
 */
export async function page(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const stopped = new Promise<void>((resolve) => surroundings.onStop(resolve));
  const publicOrigin = askedPublicOrigin(invocation);
  const people = askedTokensFile(invocation) ?? said(invocation, "issuer", "WRITING_CANVAS_ISSUER");
  if (people !== null)
    throw new CommandError(
      `With ${people.from} people sign in at the page, and no link lets anybody in: open ${publicOrigin ?? "the address that `serve` printed"}.`,
    );
  const canvas = await openCanvas(invocation);
  const isUnknown = canvas.store.marks !== undefined && publicOrigin === null;
  const manager = isUnknown ? null : openPage(invocation, canvas);
  try {
    if (isUnknown) throw new CommandError(NO_PUBLIC_URL);
    if (manager === null)
      throw new CommandError("WRITING_CANVAS_NO_PAGE turns the page off. Unset it to use the page.");
    const id = await askedCanvas(invocation, canvas);
    const fresh = async (holder?: LinkHolder) => {
      const link = await manager.linkTo(id, holder);
      if (link === null) throw new CommandError("There is no page. What stands above says why.");
      return link;
    };
    const link = await fresh();
    const serves = manager.leads();
    surroundings.stdout.write(options.json ? printableJson({ link, serves }) : `${link}\n`);
    // A link is good once: what was printed stays good for another browser.
    if (
      options["no-browser"] !== true &&
      !(await openBrowser(surroundings, await fresh(holderOfBrowser(surroundings))))
    )
      canvas.log("No browser could be opened. Open the page by the link above; it is good for one use within a day.");
    if (serves) {
      canvas.log("Nobody served the page, so this command does. Ctrl+C ends it.");
      await stopped;
    }
  } finally {
    await manager?.close();
    await canvas.close();
  }
  return DONE;
}

async function askedCanvas(invocation: Invocation, { deps }: OpenCanvas): Promise<string | undefined> {
  const [name] = invocation.positionals;
  if (name === undefined) return undefined;
  return (await findNamed(personCall(deps, "command line"), name, invocation)).document.id;
}
