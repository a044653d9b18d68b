import type { ReactNode } from "react";
import { CommentPanel } from "../features/comments/CommentPanel.tsx";
import type { CommentControls } from "../features/comments/use-comment-controls.ts";
import type { OpenCanvas } from "../features/feature.ts";
import { OutlinePanel } from "../features/outline/OutlinePanel.tsx";
import { showText } from "../text/views.ts";
import { usePanelFocus } from "../ui/use-panel-focus.ts";
import type { DrawnPlace } from "./use-drawn-place.ts";
import type { Page } from "./use-page.ts";
import type { Panel } from "./Workspace.tsx";
import "./side-panel.css";

interface SidePanelOptions {
  readonly canvas: OpenCanvas;
  readonly page: Page;
  readonly commentControls: CommentControls;
  readonly reading: DrawnPlace;
  readonly panel: { readonly open: Panel; show(panel: Panel): void };
}

interface SidePanelParts {
  /** null: none is open. */
  readonly list: ReactNode;
  readonly focus: ReturnType<typeof usePanelFocus>;
}

/** The list beside the text that the person opened. */
export function useSidePanel({ page, commentControls, reading, panel }: SidePanelOptions): SidePanelParts {
  const close = () => panel.show(null);
  const focus = usePanelFocus(panel.open, close);
  const list =
    panel.open === "comments" ? (
      <CommentPanel
        controls={commentControls}
        selected={page.selection}
        covers={!page.hasRoom}
        onShow={(thread) => {
          const at = commentControls.placeOf(thread);
          if (at !== null) showText(page.views(), at.from);
        }}
        onClose={close}
      />
    ) : panel.open === "outline" ? (
      <OutlinePanel text={page.text} place={reading} onGo={({ from }) => reading.goTo(from)} onClose={close} />
    ) : null;
  return { list, focus };
}

/** Beside the text where there is room, else over its edge. */
export function SidePanel({ list, focus, beside = false }: SidePanelParts & { readonly beside?: boolean }) {
  return (
    <div className="side-panel" data-covers={!beside} {...focus}>
      {list}
    </div>
  );
}
