import type { ReactNode } from "react";
import { readSelection, showText } from "../../text/views.ts";
import type { Feature, OpenCanvas, TextOnScreen } from "../feature.ts";
import { CommentLayer } from "./CommentLayer.tsx";
import { useCommentKeys } from "./comment-keys.ts";
import { composeOnSelection } from "./compose-on-selection.ts";
import type { CommentControls } from "./use-comment-controls.ts";

interface CommentSurroundings {
  /** What else can be done with a selection; it stands beside the comment button. */
  readonly tools: ReactNode;
  /** Something else is open on the selection: the tools make room. */
  readonly busy: boolean;
  readonly panelOpen: boolean;
  /** Changes when something else is put into the text: its nodes are others then. */
  readonly decorations: unknown;
}

/** Comments on the text: highlights, the button at a selection, cards. */
export function useComments(
  { ready, placed }: OpenCanvas,
  screen: TextOnScreen,
  controls: CommentControls,
  surroundings: CommentSurroundings,
): Feature & { compose(): void } {
  const { views, selection } = screen;
  const compose = () => composeOnSelection(controls, ready.draft, readSelection(views()) ?? selection);
  const keys = useCommentKeys(controls, compose, (from) => showText(views(), from));
  return {
    compose,
    keys,
    marks: controls.marks,
    press(id) {
      controls.activate(id ?? null);
      return true;
    },
    layer: (
      <CommentLayer
        controls={controls}
        placed={placed}
        views={views()}
        screen={screen}
        onCompose={compose}
        {...surroundings}
      />
    ),
  };
}
