import type { PageCanvas } from "../../../../protocol/page.ts";
import { undoStatus } from "../../../../widget/state/board-moves.ts";
import type { Api } from "../access/gate.ts";
import type { Place } from "../access/place.ts";
import type { Toasts } from "../parts/toasts.ts";
import { pageWords } from "../words.ts";
import type { List } from "./use-list.ts";

/** What the person can do with a canvas of the list. */
export interface CanvasActions {
  open(canvas: PageCanvas): void;
  make(): Promise<void>;
  duplicate(canvas: PageCanvas): Promise<void>;
  archive(canvas: PageCanvas): Promise<void>;
  /** Deletes it; somebody else's only leaves the list, and not before the person has said so again. */
  remove(canvas: PageCanvas): Promise<void>;
  leave(canvas: PageCanvas): Promise<void>;
  share(canvas: PageCanvas): void;
  showActivity(canvas: PageCanvas): void;
}

/** What is asked before anything is done. */
export interface RowQuestion {
  readonly kind: "share" | "leave";
  readonly canvas: PageCanvas;
}

export function createCanvasActions(deps: {
  readonly api: Api;
  readonly toasts: Toasts;
  readonly list: () => Pick<List, "take" | "put" | "refresh">;
  readonly go: (place: Place) => void;
  readonly ask: (question: RowQuestion) => void;
}): CanvasActions {
  const { api, toasts, list, go, ask } = deps;
  const open = (id: string): void => go({ kind: "canvas", id });
  const fail = (what: string, why: string): void =>
    toasts.show({ tone: "error", text: pageWords.failed(what, why), stays: true });

  const undelete = async ({ id, title }: PageCanvas): Promise<void> => {
    const answer = await api.call("/api/undelete", { id });
    if (answer.ok) toasts.show({ text: pageWords.broughtBack(title) });
    else fail(pageWords.notBroughtBack, answer.message);
    await list().refresh();
  };
  const setStatus = async (canvas: PageCanvas, to: PageCanvas["status"]): Promise<PageCanvas | null> => {
    const answer = await api.call("/api/status", { id: canvas.id, to, revision: canvas.revision });
    if (!answer.ok) fail(pageWords.notChanged, answer.message);
    await list().refresh();
    return answer.ok ? answer.value.canvas : null;
  };

  return {
    open: ({ id }) => open(id),
    async make() {
      const answer = await api.call("/api/new", {});
      if (answer.ok) open(answer.value.id);
      else fail(pageWords.notMade, answer.message);
    },
    async duplicate(canvas) {
      const answer = await api.call("/api/duplicate", { id: canvas.id });
      if (!answer.ok) return fail(pageWords.notMade, answer.message);
      toasts.show({ text: pageWords.duplicated(canvas.title) });
      await list().refresh();
    },
    async archive(canvas) {
      const isArchived = canvas.status === "archived";
      list().take(canvas.id);
      const after = await setStatus(canvas, isArchived ? "draft" : "archived");
      if (after === null) return;
      const words = isArchived ? pageWords.unarchived : pageWords.archived;
      toasts.show({ text: words(canvas.title), undo: () => void setStatus(after, undoStatus(canvas) ?? "in_review") });
    },
    async remove(canvas) {
      if (canvas.sharedBy !== undefined) return ask({ kind: "leave", canvas });
      list().take(canvas.id);
      const answer = await api.call("/api/delete", { id: canvas.id });
      if (answer.ok) {
        toasts.show({ text: pageWords.deleted(canvas.title), undo: () => void undelete(canvas) });
        return;
      }
      fail(pageWords.notDeleted, answer.message);
      await list().refresh();
    },
    async leave(canvas) {
      list().take(canvas.id);
      const answer = await api.call("/api/share", { id: canvas.id, change: { op: "leave" } });
      if (answer.ok) return toasts.show({ text: pageWords.left(canvas.title || pageWords.untitled) });
      fail(pageWords.notLeft, answer.message);
      await list().refresh();
    },
    share: (canvas) => ask({ kind: "share", canvas }),
    showActivity: ({ id }) => go({ kind: "activity", id }),
  };
}
