import { type ReactNode, useMemo } from "react";
import { createPortal } from "react-dom";
import type { UnseenPart } from "../../../core/markdown/unseen-parts.ts";
import { type Inlay, ownHost } from "../../text/preview/inlays.ts";
import { unseenWords as words } from "../../words.ts";
import { HiddenText } from "./HiddenList.tsx";

const NONE: readonly UnseenPart[] = [];
/** So many are drawn in the text at once. */
const MOST = 100;

/** The hidden parts drawn where they stand, while they are shown. Characters are drawn as marks already. */
export function useHiddenInlays(
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
