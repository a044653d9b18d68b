import { useState } from "react";
import type { OpenCanvas } from "../features/feature.ts";
import { clockTime } from "../time-in-words.ts";
import { Banner } from "../ui/Banner.tsx";
import { barWords, shellWords } from "../words.ts";
import type { Bar } from "./BarLine.tsx";

/**
 * How the text on screen stands to the newest: followed to it from an older place in the conversation, which whoever looks has
 * to know before they go on; or not known.
 */
export function useNewestBar({ ready, assistant, now, actions }: OpenCanvas): {
  readonly followed: Bar | false;
  readonly unsure: Bar | false;
} {
  const { version, updatedAt } = ready.view.checkpoint.document;
  /** The text of which the person knows that it may be old. */
  const [known, setKnown] = useState<string | null>(null);
  const { superseded } = ready;
  const text = `${version} ${updatedAt}`;
  const isBusy = ready.incoming !== null;
  const isUnsure = !isBusy && superseded === null && ready.unsure && !ready.touched && known !== text;
  return {
    followed: !isBusy &&
      superseded !== null && {
        id: "followed",
        closed: { icon: "Info", words: barWords.followed },
        content: (
          <Banner onClose={actions.supersededRead}>
            <span role="status">{shellWords.followed(assistant, superseded)}</span>
          </Banner>
        ),
      },
    unsure: isUnsure && {
      id: "unsure",
      closed: { icon: "Info", words: barWords.unsure },
      content: (
        <Banner onClose={() => setKnown(text)}>
          <span role="status">
            {ready.view.key === "" ? shellWords.maybeOlderUndated : shellWords.maybeOlder(clockTime(updatedAt, now))}
          </span>
        </Banner>
      ),
    },
  };
}
