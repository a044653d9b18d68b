import { useMemo } from "react";
import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import type { AddedToText } from "../../text/editor/MarkdownEditor.tsx";
import type { Feature, OpenCanvas, TextOnScreen } from "../feature.ts";
import { ChangeMarks } from "./ChangeMarks.tsx";
import type { MarkedPlace } from "./marked-places.ts";
import type { ModelChanges } from "./use-model-changes.ts";

const NO_MARKS: readonly ChangeMark[] = [];

/** What others changed, in both texts: painted, with bars beside the lines, and F7 from one to the next. */
export function useChangedWords(
  { ready, assistant }: OpenCanvas,
  { text, sheet, preview }: TextOnScreen,
  changes: ModelChanges | null,
  onShow: (place: MarkedPlace) => void,
): Feature & { readonly inEditor: NonNullable<AddedToText["changes"]> } {
  const looked = changes?.at == null ? undefined : changes.places[changes.at];
  const marks = changes === null ? NO_MARKS : ready.marked.marks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose they are is asked with new marks only, not with every keystroke
  const inEditor = useMemo(
    () => ({
      marks,
      current: looked?.marks ?? NO_MARKS,
      people: marks.filter((mark) => changes?.authorOf(mark) != null),
    }),
    [marks, looked],
  );
  return {
    inEditor,
    layer: changes !== null && sheet !== null && preview !== null && (
      <ChangeMarks
        page={sheet}
        preview={preview}
        text={text}
        waits={text !== ready.draft}
        changes={changes}
        assistant={assistant}
      />
    ),
    keys: [
      {
        key: "F7",
        run({ shiftKey }) {
          const place = changes?.step(shiftKey ? -1 : 1) ?? null;
          if (place !== null) onShow(place);
          return changes !== null;
        },
      },
    ],
  };
}
