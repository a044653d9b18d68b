import { parseCanvasId } from "../../../core/document/ids.ts";
import type { CanvasError } from "../../../protocol/errors.ts";
import type { Call } from "../call.ts";

/** Why this version is not there, with the oldest that is, where older ones were forgotten; null: that is not why. */
export async function forgottenVersion(call: Call, given: string, version: number): Promise<CanvasError | null> {
  const id = parseCanvasId(given);
  if (id === null || version < 1) return null;
  const [upTo] = await versionsBelow(call, id, version + 1);
  if (upTo !== undefined) return null;
  const oldest = await oldestKept(call, id);
  if (oldest === null) return null;
  const message = `Version ${version} of canvas ${id} is not kept any more: ${keptWords(call)}. The oldest that is there is version ${oldest}.`;
  return { code: "unknown_version", message };
}

function keptWords({ deps }: Call): string {
  const most = deps.limits?.versions;
  return most === undefined
    ? "older versions of it were forgotten"
    : `this server keeps the newest versions of each canvas, at least ${most.toLocaleString("en")}`;
}

/** Null: none is sealed yet. Lists begin with the newest, and may be long: the end is found by halves. */
async function oldestKept(call: Call, id: string): Promise<number | null> {
  let [known] = await versionsBelow(call, id, Number.MAX_SAFE_INTEGER);
  if (known === undefined) return null;
  for (let below = 1; below < known; ) {
    const middle = Math.ceil((below + known) / 2);
    const [older] = await versionsBelow(call, id, middle);
    if (older === undefined) below = middle;
    else known = older;
  }
  return known;
}

async function versionsBelow({ deps, who }: Call, id: string, before: number): Promise<readonly number[]> {
  const page = await deps.store.canvases.versions(who.owner, id, { limit: 1, before });
  return page.map(({ version }) => version);
}
