import type { VersionSummary } from "../../../core/document/records.ts";
import type { WidgetTool } from "../../../protocol/names.ts";
import { type ReadReply, readReply } from "../../host/read-reply.ts";
import { shellWords } from "../../words.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import type { Publisher } from "./publish.ts";

type Answer<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly why: string };

/** The history, as the server keeps it. */
export interface VersionCalls {
  listVersions(
    before?: number,
  ): Promise<Answer<{ readonly versions: readonly VersionSummary[]; readonly more: boolean }>>;
  /** `point`: the revision of a recovery point inside the version, whose text is wanted instead. */
  loadVersion(
    version: number,
    point?: number,
  ): Promise<Answer<{ readonly version: VersionSummary; readonly content: string }>>;
  /** Makes a new version with an old text; what stood before stays in the history. */
  restoreVersion(version: number, point?: number): Promise<Answer<object>>;
}

export function createVersionCalls(deps: EffectDeps, autosave: Autosave, publisher: Publisher): VersionCalls {
  const { store, host, cache } = deps;

  const ask = async <Kind extends ReadReply["kind"]>(
    tool: WidgetTool,
    kind: Kind,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Answer<{ readonly reply: Extract<ReadReply, { kind: Kind }> }>> => {
    const ready = readyOf(store);
    if (ready?.home !== "server") return { ok: false, why: shellWords.historyNoServer };
    const canvas = { canvas_id: ready.view.checkpoint.document.id, key: ready.view.key };
    const called = await host.callTool(tool, { ...canvas, ...args });
    if (!called.ok) return { ok: false, why: called.why };
    const reply = readReply(called.reply);
    if (reply?.kind === kind) return { ok: true, reply: reply as Extract<ReadReply, { kind: Kind }> };
    return { ok: false, why: reply?.kind === "error" ? reply.message : called.reply.text };
  };

  return {
    async listVersions(before) {
      const answer = await ask("list_versions", "versions", before === undefined ? {} : { before });
      return answer.ok ? { ok: true, versions: answer.reply.versions, more: answer.reply.more } : answer;
    },
    async loadVersion(version, point) {
      const answer = await ask("load_version", "version", textOf(version, point));
      return answer.ok ? { ok: true, version: answer.reply.version, content: answer.reply.content } : answer;
    },
    async restoreVersion(version, point) {
      const meant = readyOf(store)?.view.checkpoint.document.id;
      // What stands unsaved on screen belongs to the history too, before it is replaced.
      const flushed = await autosave.flush();
      if (!flushed.ok) return flushed;
      // Another canvas has come into the frame: its version of that number is not the one that was chosen.
      if (readyOf(store)?.view.checkpoint.document.id !== meant) return { ok: false, why: shellWords.historyElsewhere };
      const answer = await ask("restore_version", "view", { ...textOf(version, point), save_key: deps.newKey() });
      if (!answer.ok) return answer;
      cache.remember(answer.reply.view);
      store.dispatch({ kind: "loaded", view: answer.reply.view, home: "server" });
      store.dispatch({ kind: "acted" });
      await publisher.publish();
      return { ok: true };
    },
  };
}

function textOf(version: number, point: number | undefined) {
  return point === undefined ? { version } : { version, point };
}
