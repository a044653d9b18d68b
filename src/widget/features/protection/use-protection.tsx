import { useMemo, useState } from "react";
import type { TextHighlight } from "../../text/editor/highlights.ts";
import { boxOfText, readSelection } from "../../text/views.ts";
import { Button } from "../../ui/Button.tsx";
import { shellWords } from "../../words.ts";
import type { Feature, OpenCanvas, TextOnScreen } from "../feature.ts";
import { ProtectLayer } from "./ProtectLayer.tsx";
import { ProtectPopover } from "./ProtectPopover.tsx";

/** Passages that the model may not change: shown, protected and freed. */
export function useProtection(
  { shown: { protections }, rights: { canProtect }, assistant, actions }: OpenCanvas,
  { views, selection, sheet, preview, text, writing, streaming }: TextOnScreen,
): Feature {
  const [opened, setOpened] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const close = () => setOpened(null);
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
  const unprotect = (id: string) => {
    close();
    setSaid("");
    actions.unprotect(id);
  };

  return {
    marks,
    press(id) {
      if (!protections.some((one) => one.id === id)) return false;
      setOpened(id ?? null);
      return true;
    },
    tools: canProtect && (
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
        {sheet !== null && preview !== null && protections.length > 0 && !streaming && (
          <ProtectLayer page={sheet} preview={preview} text={text} protections={protections} onOpen={setOpened} />
        )}
        {open !== null && (
          <ProtectPopover
            assistant={assistant}
            boxOf={() => {
              const { offset, length } = open.anchor;
              return boxOfText(views(), offset, offset + length, writing ? "editor" : "preview");
            }}
            onUnprotect={canProtect ? () => unprotect(open.id) : null}
            onClose={close}
          />
        )}
        <div className="visually-hidden" role="status">
          {said}
        </div>
      </>
    ),
  };
}
