import { shellWords } from "../../words.ts";
import type { NoticeEnd } from "../actions.ts";
import type { StatusWish } from "../state.ts";
import { textOnceSaved } from "../with-decisions.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/** Changes the status. An approval is of the text that the person saw: if another stands there by now, or after saving, it is not given. */
export async function changeStatus(
  deps: EffectDeps,
  autosave: Autosave,
  wish: StatusWish,
  text?: string,
): Promise<void> {
  const { store } = deps;
  const warn = (text: string, until?: NoticeEnd): void => {
    const ends = until === undefined ? {} : { until };
    store.dispatch({ kind: "said", notice: { id: "status", tone: "warning", text, ...ends } });
  };
  /** A refusal says itself what to do. */
  const saidOf = ({ why, code }: { readonly why: string; readonly code?: string }): string =>
    code === undefined ? shellWords.statusNotChanged(why) : why;
  store.dispatch({ kind: "dismissed", id: "status" });
  const seen = readyOf(store);
  if (!seen) return;
  if (wish.to === "approved" && text !== undefined && seen.draft !== text) return warn(shellWords.approveMoved);
  const open = seen.view.checkpoint.proposals.filter((one) => one.kind === "conflict" && one.state === "open");
  if (wish.to === "approved" && open.length > 0) return warn(shellWords.approveConflicts, "settled");
  const expected = seen.suggesting ? seen.draft : textOnceSaved(seen, new Date(deps.clock.now()).toISOString());
  const flushed = await autosave.flush({ suggest: true });
  const reopens = !flushed.ok && flushed.code === "archived" && (wish.to === "draft" || wish.to === "in_review");
  if (!flushed.ok && !reopens) return warn(saidOf(flushed), "saved");
  if (wish.to === "approved" && readyOf(store)?.draft !== expected) return warn(shellWords.approveMoved);
  const changed = await autosave.flush({ status: wish, reopens, suggest: true });
  if (!changed.ok) warn(saidOf(changed));
}
