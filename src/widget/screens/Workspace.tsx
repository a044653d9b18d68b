import { Fragment, type ReactNode, useMemo } from "react";
import { useAsking } from "../features/ask/use-asking.tsx";
import { useBlockPort } from "../features/blocks/use-block-port.ts";
import { useChangedWords } from "../features/changes/use-changed-words.tsx";
import type { ModelChanges } from "../features/changes/use-model-changes.ts";
import type { CommentControls } from "../features/comments/use-comment-controls.ts";
import { useComments } from "../features/comments/use-comments.tsx";
import type { Feature, OpenCanvas } from "../features/feature.ts";
import { useHidden } from "../features/hidden/use-hidden.tsx";
import { useOffers } from "../features/proposals/use-offers.tsx";
import type { ProposalControls } from "../features/proposals/use-proposal-controls.ts";
import { useProtection } from "../features/protection/use-protection.tsx";
import type { Undo } from "../features/undo/use-undo.ts";
import { isMac } from "../text/editor/describe-key.ts";
import { Toolbar } from "../text/editor/Toolbar.tsx";
import { BeforeChange } from "../text/reading/BeforeChange.tsx";
import { useKeymap } from "../ui/use-keymap.ts";
import { BarLine } from "./BarLine.tsx";
import { DocumentPage } from "./DocumentPage.tsx";
import { SidePanel, useSidePanel } from "./SidePanel.tsx";
import type { DocumentBars } from "./use-document-bars.tsx";
import { useDrawnPlace } from "./use-drawn-place.ts";
import type { LayoutControls } from "./use-layout.ts";
import type { Page } from "./use-page.ts";

export type Panel = "comments" | "outline" | null;

interface WorkspaceProps {
  readonly canvas: OpenCanvas;
  readonly page: Page;
  readonly layout: LayoutControls;
  readonly undo: Undo;
  readonly commentControls: CommentControls;
  /** What others changed since the person last looked. */
  readonly changes: ModelChanges | null;
  /** What is offered and waits for a decision. */
  readonly proposed: ProposalControls;
  /** The list beside the text. */
  readonly panel: { readonly open: Panel; show(panel: Panel): void };
  /** A place of the source to bring into view, each time anew. */
  readonly place: { readonly at: { readonly from: number } | null; reveal(place: { readonly from: number }): void };
  /** What stands above and below the text; the toolbar is one of it. */
  readonly bars: (toolbar: ReactNode) => DocumentBars;
}

/** The page with all that features add to it: one list of them, put together here. */
export function Workspace(props: WorkspaceProps) {
  const { canvas, page, layout, undo, commentControls, changes, proposed, panel, place, bars } = props;
  const { ready, rights, assistant } = canvas;
  const blocks = useBlockPort(canvas);
  const hidden = useHidden(page.streaming ? "" : page.text, page.views);
  const reading = useDrawnPlace(canvas, page, layout, { isWanted: panel.open === "outline", reveal: place.at });
  const protection = useProtection(canvas, page);
  const asking = useAsking(canvas, page, commentControls);
  const changed = useChangedWords(canvas, page, changes, place.reveal);
  const offers = useOffers({
    controls: proposed,
    assistant,
    access: ready.view.access,
    touches: ready.view.checkpoint.touches,
    locked: !rights.canDecide,
    lockedOwn: !rights.canSuggest,
    ...page,
    draft: ready.draft,
    others: hidden.inPreview,
  });
  const comments = useComments(canvas, page, commentControls, {
    tools: [protection.tools, asking.tools],
    busy: asking.isOpen,
    panelOpen: panel.open === "comments",
    decorations: proposed.marks,
  });
  // A pressed mark is asked of them in this order: comments are last, for they take whatever nobody else knows.
  const features: readonly Feature[] = [changed, offers, hidden, protection, undo, asking, comments];
  useKeymap([...features.flatMap(({ keys = [] }) => keys), ...layout.keys]);
  const side = useSidePanel({ canvas, page, commentControls, reading, panel });
  const marks = useMemo(
    () => [...(comments.marks ?? []), ...(protection.marks ?? [])],
    [comments.marks, protection.marks],
  );
  const press = ([id]: readonly string[]) => void features.some((one) => one.press?.(id) === true);
  const { above, below } = bars(
    page.writing ? (
      <Toolbar mac={isMac()} onCommand={(command) => page.editor()?.run(command)} onComment={comments.compose} />
    ) : null,
  );
  return (
    <>
      <BeforeChange of={reading.drawn} onChange={reading.remember} />
      <BarLine place="above" bars={above} />
      <div className="workspace-stage">
        <DocumentPage
          canvas={canvas}
          page={page}
          undo={undo}
          changes={changes}
          added={{ marks, inlays: offers.inlays, changes: changed.inEditor, press }}
          blocks={blocks}
          reveal={place.at}
          head={hidden.line}
          side={page.hasRoom && side.list !== null ? <SidePanel {...side} beside /> : null}
        />
        {!page.hasRoom && side.list !== null && <SidePanel {...side} />}
      </div>
      <BarLine place="below" bars={below} />
      {features.map(({ layer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same features in the same order
        <Fragment key={at}>{layer}</Fragment>
      ))}
    </>
  );
}
