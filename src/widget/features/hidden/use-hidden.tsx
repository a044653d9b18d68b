import { type ReactNode, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { UnseenPart } from "../../../core/markdown/unseen-parts.ts";
import { type Inlay, ownHost } from "../../text/preview/inlays.ts";
import { showText, type TextViews } from "../../text/views.ts";
import { unseenWords as words } from "../../words.ts";
import { HiddenText, useHiddenParts } from "./HiddenList.tsx";
import { HiddenParts } from "./HiddenParts.tsx";

const NONE: readonly UnseenPart[] = [];
/** So many are drawn in the text at once. */
const MOST = 100;

export interface HiddenInText {
  /** A line above the text that says how many there are; nothing where there are none. */
  readonly line: ReactNode;
  /** What stands in the preview's text, and what fills it. */
  readonly inPreview: readonly Inlay[];
  readonly layer: ReactNode;
}

/** Parts of the text that its rendering does not show: counted above it, and shown where they stand when asked. */
export function useHidden(text: string, views: () => TextViews): HiddenInText {
  const parts = useHiddenParts(text);
  const [isShown, setShown] = useState(false);
  const { inlays, layer } = useHiddenInlays(parts, isShown);
  const line = (
    <HiddenParts
      text={text}
      parts={parts}
      isOpen={isShown}
      onOpen={setShown}
      onGo={({ from }) => showText(views(), from)}
    />
  );
  return { line, inPreview: inlays, layer };
}

/** The hidden parts drawn where they stand, while they are shown. Characters are drawn as marks already. */
function useHiddenInlays(
  parts: readonly UnseenPart[],
  isShown: boolean,
): { readonly inlays: readonly Inlay[]; readonly layer: ReactNode } {
  const drawn = useMemo(
    () => (isShown ? parts.filter(({ kind }) => kind !== "characters").slice(0, MOST) : NONE),
    [parts, isShown],
  );
  const inlays = useMemo(
    () =>
      drawn.map(({ kind, from, to }): Inlay & { readonly element: HTMLElement } => {
        const element = ownHost(document, "blocks");
        element.className = "hidden-here";
        return { id: `hidden ${kind} ${from}`, from: to, to, wrap: "mark", place: "blocks", element };
      }),
    [drawn],
  );
  const layer = inlays.map(({ id, element }, at) =>
    createPortal(
      <>
        <span className="hidden-kind">{words.kinds[drawn[at]!.kind]}</span> <HiddenText part={drawn[at]!} />
      </>,
      element,
      id,
    ),
  );
  return { inlays, layer };
}
