import { createUnderFreeId } from "../../../server/mcp/create-new-canvas.ts";
import { type Call, momentOf, type ServerDeps } from "../../../server/mcp/tool.ts";
import { exampleCanvas } from "../example/example-canvas.ts";

const KEY_LENGTH = 24;
/** Among all processes on a store only the first create under this key is carried out. */
const ONCE = { key: "page:example", fingerprint: "example" };

/** Where nobody ever had a canvas, the first visitor finds one that explains itself. */
export async function createExampleOnce(deps: ServerDeps): Promise<void> {
  if ((await deps.store.count()) > 0) return;
  const call: Call = { deps, client: "page" };
  const moment = momentOf(call, "person");
  await createUnderFreeId(call, ONCE, (id) => ({
    change: exampleCanvas({ id, owner: deps.owner, widgetKey: deps.randomId(KEY_LENGTH), moment }),
  }));
}
