import type { Checkpoint } from "../../core/document/records.ts";
import { buildFeedback } from "../../core/feedback/build-feedback.ts";
import type { CanvasView } from "../../protocol/widget-tools.ts";
import { shownCheckpoint, waitingChanges } from "./shown-checkpoint.ts";
import type { Ready, StatusWish } from "./state.ts";
import { withDecisions } from "./with-decisions.ts";

/** The canvas after a save that no server takes part in: the same rules, kept by the browser alone. */
export function localView(
  ready: Ready,
  extras: { readonly status?: StatusWish; readonly sent?: boolean },
  now: string,
): CanvasView {
  const shown = withDecisions(ready, shownCheckpoint(ready), waitingChanges(ready).decisions, now);
  const before = ready.view.checkpoint.document;
  const textChanged = before.content !== shown.document.content;
  const revision = before.revision + 1;
  // The model's version is sealed by being the model's: the person's first change opens the next one.
  const version = textChanged && before.lastEditor === "claude" ? before.version + 1 : before.version;
  const status = extras.status?.to ?? before.status;
  const approval =
    extras.status?.to === "approved"
      ? {
          revision,
          version,
          at: now,
          by: { kind: "person" as const, client: "widget" },
          ...(extras.status.note === undefined ? {} : { note: extras.status.note }),
        }
      : shown.approval;
  return {
    ...ready.view,
    state: `browser-${revision}`,
    checkpoint: {
      ...shown,
      document: {
        ...shown.document,
        status,
        version,
        revision,
        updatedAt: now,
        lastEditor: textChanged ? "user" : before.lastEditor,
      },
      approval,
      told: extras.sent ? sentTold(shown) : shown.told,
    },
  };
}

/** What went with a message: passed on, as far as anybody knows. */
function sentTold(shown: Checkpoint): Checkpoint["told"] {
  const { told } = shown;
  return { ...told, offered: [...new Set([...told.offered, ...buildFeedback({ checkpoint: shown }).marks])] };
}
