import type { ReactNode } from "react";
import { ChangesBar } from "../features/changes/ChangesBar.tsx";
import type { ModelChanges } from "../features/changes/use-model-changes.ts";
import type { OpenCanvas } from "../features/feature.ts";
import { RestoredBar, type RestoredText } from "../features/history/RestoredBar.tsx";
import { ProposalBar } from "../features/proposals/ProposalBar.tsx";
import type { ProposalControls } from "../features/proposals/use-proposal-controls.ts";
import { RightsBanner } from "../features/share/RightsBanner.tsx";
import type { Undo } from "../features/undo/use-undo.ts";
import type { Ready } from "../state/state.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { shellWords } from "../words.ts";
import { copyAndDownload } from "./copy-and-download.ts";
import { FailedSaveBanner } from "./FailedSaveBanner.tsx";
import { NO_ID, type TextWithoutCanvas } from "./provisional-canvas.ts";
import { UnsavedTextBanner } from "./UnsavedTextBanner.tsx";
import { useMedia } from "./use-layout.ts";
import { useNewestBanner } from "./use-newest-banner.tsx";

interface BarsOptions {
  readonly canvas: OpenCanvas;
  readonly state: Ready | TextWithoutCanvas;
  readonly proposed: ProposalControls;
  readonly changes: ModelChanges | null;
  /** A version was restored, and stands there as it was. */
  readonly restored: RestoredText | null;
  /** The last decision, while it can be taken back. */
  readonly last: Undo["last"];
  /** false: there is nothing to send. */
  readonly sending: ReactNode;
  readonly onShow: (place: { readonly from: number }) => void;
  readonly onRestoredClose: () => void;
}

/** The two lines around the page, as lists of what stands in each. */
export interface DocumentBars {
  readonly above: readonly ReactNode[];
  readonly below: readonly ReactNode[];
}

/** On a phone there is one line, below the text. */
const PHONE = "(max-width: 520px)";

/** One line above the text for the tools and what is said of the document, one below for what can be sent. */
export function useDocumentBars(options: BarsOptions): (toolbar: ReactNode) => DocumentBars {
  const isPhone = useMedia(PHONE);
  const newest = useNewestBanner(options.canvas);
  const { urgent, others } = wordsOf(options, newest);
  return (toolbar) => {
    const line = [...urgent, toolbar, ...others].filter(isShown);
    const last = [options.sending].filter(isShown);
    return isPhone ? { above: [], below: [...line, ...last] } : { above: line, below: last };
  };
}

function isShown(bar: ReactNode): boolean {
  return bar !== false && bar !== null && bar !== undefined;
}

/** What is said of the document, the most urgent first. */
function wordsOf(
  { canvas, state, proposed, changes, restored, last, ...on }: BarsOptions,
  newest: ReactNode,
): { readonly urgent: readonly ReactNode[]; readonly others: readonly ReactNode[] } {
  const { ready, shown, rights, assistant, actions } = canvas;
  const { save } = ready;
  if (state.phase === "stopped" || state.phase === "detached") {
    return {
      urgent: [<UnsavedTextBanner key="text" canvas={state} assistant={assistant} actions={actions} />],
      others: [],
    };
  }
  if (shown.document.id === NO_ID) return { urgent: [], others: [] };
  const exports = copyAndDownload(actions, shown);
  const urgent = [
    save.kind === "failed" && save.forbidden && (
      <RightsBanner
        ready={ready}
        save={save}
        onCopy={() => void exports.copyOwn(ready)}
        onSuggest={() => void actions.suggestInstead()}
        onDiscard={actions.discard}
      />
    ),
    save.kind === "failed" && !save.forbidden && (
      <FailedSaveBanner save={save} onKeep={() => void actions.keepText()} onCopy={() => void exports.copyMarkdown()} />
    ),
    ready.touched && save.kind === "browser" && save.why === "no_storage" && (
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
  ];
  const others = [
    ready.incoming !== null && ready.editing && (
      <p className="bars-incoming" role="status">
        {shellWords.writing(assistant)}
      </p>
    ),
    shown.document.status === "archived" && (
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
    restored !== null && <RestoredBar restored={restored} actions={actions} onClose={on.onRestoredClose} />,
    (proposed.open.length > 0 || last !== null) && (
      <ProposalBar
        controls={proposed}
        assistant={assistant}
        access={ready.view.access}
        locked={!rights.canDecide}
        last={last}
        onStep={(by) => proposed.step(by)}
      />
    ),
    changes !== null && (
      <ChangesBar
        changes={changes}
        assistant={assistant}
        locked={!rights.canEdit}
        onShow={({ from }) => on.onShow({ from })}
      />
    ),
    newest,
  ];
  return { urgent, others };
}
