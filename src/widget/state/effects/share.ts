import type { ExportForm, ShareChange } from "../../../protocol/sharing.ts";
import { callTool, wordsOf } from "../../host/call-tool.ts";
import { shareWords } from "../../words.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { rememberView } from "./remember-view.ts";
import { loseAccess, unsavedIn } from "./unshared.ts";

/** `link`: where a link that was just made leads; it is told once. */
export type Shared = { readonly ok: true; readonly link?: string } | { readonly ok: false; readonly why: string };

export interface ShareCalls {
  /** Changes whom the open canvas is shared with, or gives it back. */
  share(change: ShareChange): Promise<Shared>;
  /** The person took the text out of here: where people share, the owner can read who did. */
  noteExport(form: ExportForm): Promise<void>;
}

export function createShareCalls(deps: EffectDeps): ShareCalls {
  const { store, host } = deps;
  return {
    async share(change) {
      const before = readyOf(store);
      if (before === null) return { ok: false, why: shareWords.elsewhere };
      const { id } = before.view.checkpoint.document;
      const answer = await callTool(deps, "share_canvas", { canvas_id: id, key: before.view.key, change });
      const now = readyOf(store);
      const isHere = now?.view.checkpoint.document.id === id;
      if (!answer.ok) {
        const { error } = answer;
        const isLeft = change.op === "leave" && error.kind === "refused" && error.code === "unknown_canvas";
        if (isLeft) {
          if (isHere) loseAccess(deps, now.view, unsavedIn(now));
          return { ok: true };
        }
        const why = wordsOf(error);
        return { ok: false, why: error.kind === "refused" ? why : shareWords.unreachable(why) };
      }
      const { view, link } = answer.reply;
      rememberView(deps, view);
      if (isHere) store.dispatch({ kind: "loaded", view, home: "server" });
      return { ok: true, ...(link === undefined ? {} : { link }) };
    },
    async noteExport(form) {
      const ready = readyOf(store);
      if (ready === null || ready.view.access === undefined || ready.home !== "server") return;
      const { view } = ready;
      const answer = await callTool(deps, "note_export", {
        canvas_id: view.checkpoint.document.id,
        key: view.key,
        form,
      });
      if (!answer.ok) host.log("warning", `note_export: ${wordsOf(answer.error)}`);
    },
  };
}
