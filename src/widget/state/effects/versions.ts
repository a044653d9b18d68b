import { pointNotKept, restoreVersion } from "../../../core/document/person/restore-version.ts";
import type { Canvas } from "../../../core/records/canvas.ts";
import type { MomentSummary, VersionSummary } from "../../../core/records/history.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { type CallError, callTool, wordsOf } from "../../host/call-tool.ts";
import { historyWords, shellWords } from "../../words.ts";
import { canvasOf } from "../browser/browser-record.ts";
import { newestHere, updateHere } from "../browser/browser-store.ts";
import { type KeptHistory, listHistory, textsOf } from "../browser/kept-history.ts";
import type { Ready } from "../state.ts";
import { textOnceSaved } from "../with-decisions.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { loadNewest } from "./load.ts";
import { rememberView } from "./remember-view.ts";
import { followBrowser } from "./save-here.ts";
import type { Publisher } from "./tell-assistant.ts";

type Answer<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly why: string };

/** The text that came, and the version that holds the one that went. */
export interface Replacement {
  readonly text: string;
  readonly replaced: number;
}

/**
 * `made` is null where both texts were the same. `moved`: not restored, for the text that it would replace has become
 * another than the one that the person saw.
 */
export type Restored =
  | { readonly ok: true; readonly made: Replacement | null }
  | { readonly ok: false; readonly why: string; readonly moved?: true };

/** The history, as the server keeps it; without one, as far as this browser does. */
export interface VersionCalls {
  listVersions(
    before?: number,
  ): Promise<Answer<{ readonly versions: readonly VersionSummary[]; readonly more: boolean; readonly kept?: number }>>;
  /** Every text that stood inside the version, newest first. */
  listMoments(version: number): Promise<Answer<{ readonly moments: readonly MomentSummary[] }>>;
  /** `point`: the revision of a text that stood inside the version, which is wanted instead. */
  loadVersion(
    version: number,
    point?: number,
  ): Promise<Answer<{ readonly version: VersionSummary; readonly content: string }>>;
  /** Makes a new version with an old text; what stood before stays in the history. `seen`: the text that it replaces, as the person could read it. */
  restoreVersion(version: number, point?: number, seen?: string): Promise<Restored>;
}

export function createVersionCalls(deps: EffectDeps, autosave: Autosave, publisher: Publisher): VersionCalls {
  const { store } = deps;

  /** The open canvas as the tools name it; null where no server has it. */
  const canvasNow = () => {
    const ready = readyOf(store);
    return ready?.home === "server" ? { canvas_id: ready.view.checkpoint.document.id, key: ready.view.key } : null;
  };

  /** The open canvas as this browser keeps it; null where a server does. */
  const canvasHere = () => {
    const ready = readyOf(store);
    if (ready?.home !== "browser") return null;
    const newest = newestHere(deps, ready.view);
    const canvas = canvasOf(newest, new Date(deps.clock.now()).toISOString());
    return { canvas, history: newest.beside?.history ?? [] };
  };

  return {
    async listVersions(before) {
      const here = canvasHere();
      if (here !== null) return { ok: true, versions: listHistory(here.history, here.canvas, before), more: false };
      const canvas = canvasNow();
      if (canvas === null) return NO_SERVER;
      const input = { ...canvas, ...(before === undefined ? {} : { before }) };
      const answer = await callTool(deps, "list_versions", input);
      if (!answer.ok) return failed(answer.error);
      // What was asked for is the versions.
      if (answer.reply.kind !== "versions") return NO_SERVER;
      const { versions, more, kept } = answer.reply;
      return { ok: true, versions, more, ...(kept === undefined ? {} : { kept }) };
    },
    async listMoments(version) {
      const canvas = canvasNow();
      if (canvas === null) return NO_SERVER;
      const answer = await callTool(deps, "list_versions", { ...canvas, inside: version });
      if (!answer.ok) return failed(answer.error);
      // A server of an earlier release lists its versions.
      return { ok: true, moments: answer.reply.kind === "moments" ? answer.reply.moments : [] };
    },
    async loadVersion(version, point) {
      const here = canvasHere();
      if (here !== null) return loadHere(here, version, point);
      const canvas = canvasNow();
      if (canvas === null) return NO_SERVER;
      const answer = await callTool(deps, "load_version", { ...canvas, ...textOf(version, point) });
      if (!answer.ok) return failed(answer.error);
      return { ok: true, version: answer.reply.version, content: answer.reply.content };
    },
    async restoreVersion(version, point, seen) {
      const before = readyOf(store);
      if (before === null) return NO_SERVER;
      const meant = before.view.checkpoint.document.id;
      const moved = { ok: false, why: historyWords.restoreMoved, moved: true } as const;
      if (seen !== undefined && before.draft !== seen) return moved;
      const expected = textOnceSaved(before, new Date(deps.clock.now()).toISOString());
      // What stands unsaved on screen belongs to the history too, before it is replaced.
      const flushed = await autosave.flush();
      if (!flushed.ok) return flushed;
      // Another canvas has come into the frame: its version of that number is not the one that was chosen.
      const saved = readyOf(store);
      if (saved?.view.checkpoint.document.id !== meant) return { ok: false, why: shellWords.historyElsewhere };
      // Saving has brought in what others wrote.
      if (saved.base.content !== expected) return moved;
      const { revision, hash } = saved.base;
      const { version: replaced } = saved.view.checkpoint.document;
      const show = async (view: CanvasView, home: Ready["home"]): Promise<Restored> => {
        store.dispatch({ kind: "loaded", view, home, own: true });
        store.dispatch({ kind: "acted" });
        await publisher.publish();
        const { version: made, content } = view.checkpoint.document;
        return { ok: true, made: made > replaced ? { text: content, replaced } : null };
      };
      if (saved.home === "browser") {
        if (point !== undefined) return { ok: false, why: pointNotKept(meant, version) };
        const done = updateHere(deps, saved.view, "person", (canvas, moment, texts) =>
          restoreVersion(canvas, texts, version, moment, undefined, { revision, hash }),
        );
        if (done.kind === "full") return { ok: false, why: shellWords.storageFull };
        if (done.kind === "done") return show(done.view, "browser");
        if (done.error.code !== "decision_stale") return { ok: false, why: done.error.message };
        followBrowser(deps);
        return moved;
      }
      const canvas = canvasNow();
      if (canvas === null) return NO_SERVER;
      const answer = await callTool(deps, "restore_version", {
        ...canvas,
        ...textOf(version, point),
        save_key: deps.newKey(),
        seen: { revision, hash },
      });
      if (
        !answer.ok &&
        answer.error.kind === "refused" &&
        answer.error.code === "decision_stale" &&
        (await loadNewest(deps))
      )
        return moved;
      if (!answer.ok) return failed(answer.error);
      rememberView(deps, answer.reply.view);
      return show(answer.reply.view, "server");
    },
  };
}

type CanvasHere = { readonly canvas: Canvas; readonly history: KeptHistory };

function loadHere({ canvas, history }: CanvasHere, number: number, point: number | undefined) {
  const { id, content: now, version: newest } = canvas.document;
  if (point !== undefined) return { ok: false, why: pointNotKept(id, number) } as const;
  const version = listHistory(history, canvas).find((each) => each.version === number);
  const content = number === newest ? now : textsOf(history, now).get(number);
  if (version === undefined || content === undefined) return { ok: false, why: historyWords.notHere(number) } as const;
  return { ok: true, version, content } as const;
}

const NO_SERVER = { ok: false, why: shellWords.historyNoServer } as const;

function failed(error: CallError): { readonly ok: false; readonly why: string } {
  return { ok: false, why: wordsOf(error) };
}

function textOf(version: number, point: number | undefined) {
  return point === undefined ? { version } : { version, point };
}
