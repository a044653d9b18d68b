import { createLinks } from "../surfaces/page/server/links.ts";
import { dataFolder } from "./data-folder.ts";
import { DONE, type Invocation } from "./surroundings.ts";

/** The data folder's own token, for programs that a server over HTTP cannot identify. */
export async function token(invocation: Invocation): Promise<number> {
  const { surroundings } = invocation;
  const links = await createLinks(dataFolder(invocation), surroundings.now);
  surroundings.stdout.write(`${links.token}\n`);
  return DONE;
}
