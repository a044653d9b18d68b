import { rightsOf, standingIn } from "../../state/rights.ts";
import type { Ready, SaveState } from "../../state/state.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { shellWords } from "../../words.ts";

interface RightsBannerProps {
  readonly ready: Ready;
  readonly save: Extract<SaveState, { kind: "failed" }>;
  readonly onCopy: () => void;
  readonly onSuggest: () => void;
  readonly onDiscard: () => void;
}

/** A right went while somebody wrote: what they wrote stands here until they have taken it, offered it or given it up. */
export function RightsBanner({ ready, save, onCopy, onSuggest, onDiscard }: RightsBannerProps) {
  const { canSuggest } = rightsOf(ready.view);
  const isTyped = ready.draft !== ready.base.content;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button kind="outline" onClick={onCopy}>
            {shellWords.copyYours}
          </Button>
          {canSuggest && isTyped && !ready.suggesting && (
            <Button kind="outline" onClick={onSuggest}>
              {shellWords.suggestInstead}
            </Button>
          )}
          <Button onClick={onDiscard}>{shellWords.discard}</Button>
        </>
      }
    >
      <span role="alert">{wordsOf(ready, save.why)}</span>
    </Banner>
  );
}

function wordsOf({ view }: Ready, why: string): string {
  switch (standingIn(view)) {
    case "viewer":
      return shellWords.rightsRead;
    case "commenter":
      return shellWords.rightsComment;
    default:
      return shellWords.rightsRefused(why);
  }
}
