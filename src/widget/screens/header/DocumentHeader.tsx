import { useMemo, useState } from "react";
import { createWordCounter } from "../../../core/markdown/plain-text.ts";
import type { OpenCanvas } from "../../features/feature.ts";
import type { ProposalControls } from "../../features/proposals/use-proposal-controls.ts";
import type { HostContext } from "../../host/host-port.ts";
import { isMine } from "../../people/who.ts";
import type { Ready } from "../../state/state.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Header } from "../../ui/Header.tsx";
import { shellWords } from "../../words.ts";
import { NO_ID, type TextWithoutCanvas } from "../provisional-canvas.ts";
import type { LayoutControls } from "../use-layout.ts";
import { useRested } from "../use-rested.ts";
import { CanvasId } from "./CanvasId.tsx";
import { HeaderControls } from "./HeaderControls.tsx";
import { HeaderFacts } from "./HeaderFacts.tsx";
import { StatusMenu } from "./StatusMenu.tsx";
import { TitleField } from "./TitleField.tsx";

/** What the header opens. */
export type HeaderDialog = "approve" | "approvals" | "share" | "history" | "shortcuts";

export interface DocumentHeaderProps {
  readonly canvas: OpenCanvas;
  readonly state: Ready | TextWithoutCanvas;
  readonly host: HostContext;
  readonly layout: LayoutControls;
  /** Conflicts and suggestions that wait for the person. */
  readonly proposed: Pick<ProposalControls, "open" | "step">;
  readonly comments: {
    readonly counts: { readonly open: number; readonly orphaned: number };
    readonly shown: boolean;
  };
  readonly onPanel: (panel: "comments" | "outline") => void;
  readonly onOpen: (dialog: HeaderDialog) => void;
}

/** The line above the page: the same one from the first word on, so that nothing moves when the text is a canvas. */
export function DocumentHeader(props: DocumentHeaderProps) {
  const { canvas, state, proposed, onOpen } = props;
  const { ready, shown, rights, actions } = canvas;
  const { document } = shown;
  const busy = ready.incoming !== null;
  const isCanvas = document.id !== NO_ID;
  const written = ready.incoming?.stream.kind === "text" && !isCanvas ? ready.incoming.stream.text : ready.draft;
  const counted = useRested(written);
  const [count] = useState(createWordCounter);
  const words = useMemo(() => count(counted), [count, counted]);
  const { access } = ready.view;
  const undecided = {
    conflicts: proposed.open.filter(({ proposal: { kind } }) => kind === "conflict").length,
    // Their own suggestions wait for the assistant.
    suggestions: proposed.open.filter(({ proposal: { kind, by } }) => kind !== "conflict" && !isMine(by, access))
      .length,
  };
  const copyId = async (): Promise<boolean> => {
    const isCopied = await copyText(document.id);
    if (!isCopied) actions.say(shellWords.copyFailed, "warning");
    return isCopied;
  };
  const isBecoming = state.phase === "streaming" || state.phase === "settling";
  const hasWords = isCanvas || ready.incoming?.stream.kind === "text";
  return (
    <Header
      badge={
        (isCanvas || isBecoming) && (
          <StatusMenu
            status={document.status}
            isKnown={isCanvas}
            disabled={isCanvas && !rights.canSetStatus}
            waits={busy}
            canApprove={rights.canApprove}
            onChange={(status) => {
              if (status === "approved") onOpen("approve");
              else void actions.setStatus(status);
            }}
          />
        )
      }
      title={
        <TitleField
          title={document.title}
          disabled={!isBecoming && !rights.canTitle}
          waits={busy}
          onRename={actions.rename}
        />
      }
      isKnown={isCanvas}
      {...(isCanvas || isBecoming
        ? { version: document.version, id: <CanvasId id={isCanvas ? document.id : "0000"} onCopy={copyId} /> }
        : {})}
      {...(hasWords ? { words } : {})}
      state={
        <HeaderFacts
          canvas={canvas}
          state={state}
          undecided={undecided}
          onUndecided={() => proposed.step(1)}
          onApprovals={() => onOpen("approvals")}
        />
      }
    >
      {(state.phase === "ready" || isBecoming) && (
        <HeaderControls {...props} hasMarks={proposed.open.length > 0} onCopyId={copyId} />
      )}
    </Header>
  );
}
