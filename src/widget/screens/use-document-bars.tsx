import type { ReactNode } from "react";
import { ChangesBar } from "../features/changes/ChangesBar.tsx";
import { changedWords } from "../features/changes/change-authors.ts";
import type { ModelChanges } from "../features/changes/use-model-changes.ts";
import type { OpenCanvas } from "../features/feature.ts";
import { RestoredBar, type RestoredText } from "../features/history/RestoredBar.tsx";
import { ProposalBar, waitingWords } from "../features/proposals/ProposalBar.tsx";
import type { ProposalControls } from "../features/proposals/use-proposal-controls.ts";
import { RightsBanner } from "../features/share/RightsBanner.tsx";
import type { Undo } from "../features/undo/use-undo.ts";
import type { Ready } from "../state/state.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { barWords, changeWords, editorWords, historyWords, proposalWords, shellWords } from "../words.ts";
import type { Bar } from "./BarLine.tsx";
import { copyAndDownload } from "./copy-and-download.ts";
import { FailedSaveBanner } from "./FailedSaveBanner.tsx";
import { NO_ID, type TextWithoutCanvas } from "./provisional-canvas.ts";
import { UnsavedTextBanner } from "./UnsavedTextBanner.tsx";
import { useMedia } from "./use-layout.ts";
import { useNewestBar } from "./use-newest-bar.tsx";

interface BarsOptions {
  readonly canvas: OpenCanvas;
  readonly state: Ready | TextWithoutCanvas;
  readonly proposed: ProposalControls;
  readonly changes: ModelChanges | null;
  /** A version was restored, and stands there as it was. */
  readonly restored: RestoredText | null;
  /** The last decision, while it can be taken back. */
  readonly last: Undo["last"];
  /** null: there is nothing to send. */
  readonly sending: Bar | null;
  readonly onShow: (place: { readonly from: number }) => void;
  readonly onRestoredUndo: () => void;
  readonly onRestoredClose: () => void;
}

/** The two lines around the page, as lists of what stands in each. */
export interface DocumentBars {
  readonly above: readonly Bar[];
  readonly below: readonly Bar[];
}

/** On a phone there is one line, below the text. */
const PHONE = "(max-width: 520px)";

/** One line above the text for the tools and what is said of the document, one below for what can be sent. */
export function useDocumentBars(options: BarsOptions): (toolbar: ReactNode) => DocumentBars {
  const isPhone = useMedia(PHONE);
  const newest = useNewestBar(options.canvas);
  const { urgent, others } = barsOf(options, newest);
  return (toolbar) => {
    const tools = toolbar !== null && toolBar(toolbar);
    const line = [...urgent, tools, ...others].filter((bar) => bar !== false);
    const last = options.sending === null ? [] : [options.sending];
    if (!isPhone) return { above: line, below: last };
    // A host that keeps the person waiting: what can be done about it stands in the bar itself.
    const isAsked = options.canvas.ready.sending.kind === "asked";
    return { above: [], below: isAsked ? [...last, ...line] : [...line, ...last] };
  };
}

function toolBar(content: ReactNode): Bar {
  return { id: "tools", content, closed: { icon: "Pencil", words: editorWords.toolbar } };
}

/** What is said of the document. `urgent`: it comes before the tools, since something is wrong or was done just now. */
function barsOf(
  { canvas, state, proposed, changes, restored, last, ...on }: BarsOptions,
  newest: ReturnType<typeof useNewestBar>,
): { readonly urgent: readonly (Bar | false)[]; readonly others: readonly (Bar | false)[] } {
  const { ready, shown, rights, assistant, actions } = canvas;
  const { save } = ready;
  if (state.phase === "stopped" || state.phase === "detached") {
    const content = <UnsavedTextBanner canvas={state} assistant={assistant} actions={actions} />;
    return { urgent: [{ id: "text", content, closed: { icon: "Warning", words: shellWords.notSaved } }], others: [] };
  }
  if (shown.document.id === NO_ID) return { urgent: [], others: [] };
  const exports = copyAndDownload(actions, { ready, shown });
  const warning = { icon: "Warning", words: shellWords.notSaved, tone: "warning" } as const;
  const urgent = [
    save.kind === "failed" && {
      id: "failed",
      closed: warning,
      content: save.forbidden ? (
        <RightsBanner
          ready={ready}
          save={save}
          onCopy={() => void exports.copyOwn()}
          onSuggest={() => void actions.suggestInstead()}
          onDiscard={actions.discard}
        />
      ) : (
        <FailedSaveBanner
          save={save}
          onKeep={() => void actions.keepText()}
          onCopy={() => void exports.copyMarkdown()}
        />
      ),
    },
    ready.touched &&
      save.kind === "browser" &&
      save.why === "no_storage" && {
        id: "storage",
        closed: warning,
        content: (
          <Banner
            tone="warning"
            actions={
              <Button kind="outline" onClick={() => void exports.copyMarkdown()}>
                {shellWords.copy}
              </Button>
            }
          >
            {shellWords.noStorage}
          </Banner>
        ),
      },
    newest.followed,
    restored !== null && {
      id: "restored",
      closed: { icon: "Restore", words: historyWords.restored(restored.name) } as const,
      content: <RestoredBar restored={restored} onUndo={on.onRestoredUndo} onClose={on.onRestoredClose} />,
    },
  ];
  const others = [
    shown.document.status === "archived" && {
      id: "archived",
      closed: { icon: "Archive", words: barWords.archived } as const,
      content: (
        <Banner
          actions={
            rights.canSetStatus && (
              <Button kind="outline" onClick={() => void actions.setStatus("draft")}>
                {shellWords.reopen}
              </Button>
            )
          }
        >
          {shellWords.archivedNotice}
        </Banner>
      ),
    },
    (proposed.open.length > 0 || last !== null) && proposalBar({ canvas, proposed, last }),
    changes !== null && {
      id: "changes",
      closed: {
        icon: "Spark",
        count: changes.places.length,
        words: changeWords.brief(changes.places.length),
        label: changedWords(changes.authors, assistant),
        tone: "accent",
      } as const,
      content: (
        <ChangesBar
          changes={changes}
          assistant={assistant}
          locked={!rights.canEdit}
          onShow={({ from }) => on.onShow({ from })}
        />
      ),
    },
    newest.unsure,
  ];
  return { urgent, others };
}

function proposalBar({ canvas, proposed, last }: Pick<BarsOptions, "canvas" | "proposed" | "last">): Bar {
  const { ready, rights, assistant } = canvas;
  const { access } = ready.view;
  const waiting = proposed.open.length;
  const conflicts = proposed.open.filter(({ proposal: { kind } }) => kind === "conflict").length;
  const words =
    waiting === 0
      ? (last?.words ?? "")
      : conflicts === waiting
        ? shellWords.conflicts(conflicts)
        : conflicts === 0
          ? shellWords.suggestions(waiting)
          : shellWords.suggestionsOrConflicts(waiting);
  const label = waitingWords(proposed, assistant, access);
  return {
    id: "proposals",
    closed: {
      icon: "Compare",
      words,
      ...(waiting > 0 ? { count: waiting, tone: "warning" } : {}),
      ...(label === "" ? {} : { label: `${proposalWords.title}: ${label}` }),
    },
    content: (
      <ProposalBar
        controls={proposed}
        assistant={assistant}
        access={access}
        locked={!rights.canDecide}
        last={last}
        onStep={(by) => proposed.step(by)}
      />
    ),
  };
}
