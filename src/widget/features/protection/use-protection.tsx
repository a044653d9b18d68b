import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { Protection } from "../../../core/records/canvas.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
import type { TextHighlight } from "../../text/editor/highlights.ts";
import { boxOfText, readSelection, type TextSelection, type TextViews } from "../../text/views.ts";
import { Button } from "../../ui/Button.tsx";
import { shellWords } from "../../words.ts";
import { ProtectLayer } from "./ProtectLayer.tsx";
import { ProtectPopover } from "./ProtectPopover.tsx";

interface ProtectionOptions {
  readonly protections: readonly Protection[];
  readonly assistant: string;
  /** Left out: they can. */
  readonly canProtect?: boolean;
  readonly actions: WidgetActions;
  readonly views: () => TextViews;
  readonly selection: TextSelection | null;
  readonly page: HTMLElement | null;
  /** The text in the preview. */
  readonly text: string;
  readonly where: TextSelection["where"];
  /** While the model writes, nothing is painted. */
  readonly streaming: boolean;
}

export interface ProtectionParts {
  /** Among the tools at a selection. */
  readonly tool: ReactNode;
  /** Locks beside the text, and what one of them says. */
  readonly layer: ReactNode;
  readonly marks: readonly TextHighlight[];
  /** A mark in the editor was pressed; false when it is none of these. */
  press(id: string | undefined): boolean;
}

/** Passages that the model may not change: shown, protected and freed. */
export function useProtection(options: ProtectionOptions): ProtectionParts {
  const {
    protections,
    assistant,
    canProtect = true,
    actions,
    views,
    selection,
    page,
    text,
    where,
    streaming,
  } = options;
  const [opened, setOpened] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const close = useCallback(() => setOpened(null), []);
  const open = protections.find(({ id }) => id === opened) ?? null;
  const marks = useMemo(
    () =>
      protections.map(({ id, anchor: { offset, length } }): TextHighlight => {
        return { id, from: offset, to: offset + length, look: "protected", active: false };
      }),
    [protections],
  );
  const protect = () => {
    const passage = readSelection(views()) ?? selection;
    if (passage === null) return;
    actions.protect(passage);
    setSaid(shellWords.protectedNow(assistant));
    if (passage.where === "preview") getSelection()?.removeAllRanges();
  };
  const { preview } = views();

  return {
    marks,
    press(id) {
      if (!protections.some((one) => one.id === id)) return false;
      setOpened(id ?? null);
      return true;
    },
    tool: (
      <Button
        kind="outline"
        icon="Lock"
        title={shellWords.protectTitle(assistant)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={protect}
      >
        {shellWords.protect}
      </Button>
    ),
    layer: (
      <>
        {page !== null && preview !== null && protections.length > 0 && !streaming && (
          <ProtectLayer page={page} preview={preview} text={text} protections={protections} onOpen={setOpened} />
        )}
        {open !== null && (
          <ProtectPopover
            assistant={assistant}
            boxOf={() => boxOfText(views(), open.anchor.offset, open.anchor.offset + open.anchor.length, where)}
            onUnprotect={
              canProtect
                ? () => {
                    close();
                    setSaid("");
                    actions.unprotect(open.id);
                  }
                : null
            }
            onClose={close}
          />
        )}
        <div className="comment-spoken" role="status">
          {said}
        </div>
      </>
    ),
  };
}
