import { type ReactNode, useState } from "react";
import type { OpenCanvas } from "../features/feature.ts";
import { clockTime } from "../time-in-words.ts";
import { Banner } from "../ui/Banner.tsx";
import { shellWords } from "../words.ts";

/** How the text on screen stands to the newest: followed to it from an older place in the conversation, or not known. */
export function useNewestBanner({ ready, assistant, now, actions }: OpenCanvas): ReactNode {
  const { version, updatedAt } = ready.view.checkpoint.document;
  /** The text of which the person knows that it may be old. */
  const [known, setKnown] = useState<string | null>(null);
  if (ready.incoming !== null) return null;
  if (ready.superseded !== null)
    return (
      <Banner onClose={actions.supersededRead}>
        <span role="status">{shellWords.followed(assistant, ready.superseded)}</span>
      </Banner>
    );
  const text = `${version} ${updatedAt}`;
  if (!ready.unsure || ready.touched || known === text) return null;
  return (
    <Banner onClose={() => setKnown(text)}>
      <span role="status">
        {ready.view.key === "" ? shellWords.maybeOlderUndated : shellWords.maybeOlder(clockTime(updatedAt, now))}
      </span>
    </Banner>
  );
}
