import { z } from "zod";
import { pointNotKept } from "../../../core/document/person/restore-version.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { MomentSummary, VersionSummary } from "../../../core/records/history.ts";
import { refuse } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import type { Call } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { canvasId } from "../inputs.ts";
import { forgottenVersion } from "./forgotten-version.ts";
import { openHead } from "./open-head.ts";

const DEFAULT_LIMIT = 50;

export interface ListedVersions {
  readonly id: string;
  readonly versions: readonly VersionSummary[];
  readonly more: boolean;
  /** So many sealed versions this server keeps at least; left out: all. */
  readonly kept?: number;
}

/** The history, newest first, with recovery points under their version. */
export const listVersions = defineAction({
  name: "list_versions",
  description: "Lists the versions of a canvas, newest first.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    before: z.number().int().optional().describe("Only older ones than this"),
    limit: z.number().int().min(1).max(200).optional(),
  }),
  run: async (call, { canvasId: given, before, limit = DEFAULT_LIMIT }): Promise<Outcome<ListedVersions>> => {
    const found = await findCanvas(call, given);
    if (!found.ok) return found;
    const { record } = found;
    const { id, version } = record.document;
    const showsHead = !record.head.sealed && (before === undefined || before > version);
    const sealed = await call.deps.store.canvases.versions(call.who.owner, id, {
      limit: showsHead ? limit : limit + 1,
      before: Math.min(before ?? version + 1, version + 1),
    });
    const older = sealed.filter((each) => each.version < version);
    const versions = showsHead ? [await openHead(call, record), ...older] : sealed;
    const kept = call.deps.limits?.versions;
    const list = { id, versions: versions.slice(0, limit), more: versions.length > limit };
    return { ok: true, ...list, ...(kept === undefined ? {} : { kept }) };
  },
});

export interface LoadedVersion {
  readonly id: string;
  readonly version: VersionSummary;
  /** Of a text that stood inside the version. */
  readonly point?: MomentSummary;
  readonly content: string;
}

/** The text of one version, or one that stood inside it. */
export const loadVersion = defineAction({
  name: "load_version",
  description: "Loads the text of one version, or of a recovery point inside it.",
  by: ["person"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    version: z.number().int().positive(),
    point: z.number().int().positive().optional().describe("The revision of a text that stood inside the version"),
  }),
  run: async (call, { canvasId: given, version: number, point }): Promise<Outcome<LoadedVersion>> => {
    const found = await findCanvas(call, given);
    if (!found.ok) return found;
    const { record } = found;
    if (point !== undefined) return loadPoint(call, record, number, point);
    const { id, version: newest, content: text } = record.document;
    const kept = await call.deps.store.canvases.version(call.who.owner, id, number);
    if (kept === null && number !== newest) {
      const forgotten = await forgottenVersion(call, id, number);
      if (forgotten !== null) return { ok: false, error: forgotten };
      return refuse("unknown_version", `Canvas ${id} has no version ${number}; the newest is ${newest}.`);
    }
    const { content, ...version } = kept ?? { ...(await openHead(call, record)), content: text };
    return { ok: true, id, version, content };
  },
});

async function loadPoint(
  call: Call,
  record: CanvasRecord,
  number: number,
  revision: number,
): Promise<Outcome<LoadedVersion>> {
  const { id } = record.document;
  const version = await summaryOf(call, record, number);
  const found = await call.deps.store.canvases.moment(call.who.owner, id, number, revision);
  if (version === null || found === null) {
    const forgotten = version === null ? await forgottenVersion(call, id, number) : null;
    return forgotten === null ? refuse("unknown_version", pointNotKept(id, number)) : { ok: false, error: forgotten };
  }
  const { content, version: _, ...point } = found;
  return { ok: true, id, version, point, content };
}

/** Without reading the version's text: a point can be had although that is damaged. */
async function summaryOf(call: Call, record: CanvasRecord, version: number): Promise<VersionSummary | null> {
  const { id, version: newest } = record.document;
  if (version === newest && !record.head.sealed) return openHead(call, record);
  const [kept] = await call.deps.store.canvases.versions(call.who.owner, id, { limit: 1, before: version + 1 });
  return kept?.version === version ? kept : null;
}
