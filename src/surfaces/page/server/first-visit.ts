import type { ActionDeps } from "../../../server/actions/call.ts";
import { momentOf, personCall } from "../../../server/actions/call.ts";
import { createFirst } from "../../../server/actions/writing/create-once.ts";
import { exampleCanvas } from "../example/example-canvas.ts";

/** Where nobody ever had a canvas, the first visitor finds one that explains itself. */
export async function welcome(deps: ActionDeps & { readonly owner: string }): Promise<void> {
  const call = personCall(deps, "page");
  const moment = momentOf(call);
  await createFirst(call, (given) => exampleCanvas({ ...given, moment }));
}
