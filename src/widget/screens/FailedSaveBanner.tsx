import type { SaveState } from "../state/state.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { shellWords } from "../words.ts";

type Failed = Extract<SaveState, { kind: "failed" }>;

interface FailedSaveBannerProps {
  readonly save: Failed;
  readonly onKeep: () => void;
  readonly onCopy: () => void;
}

/** Why the server does not have what was typed, where it is meanwhile, and how to get it out of here. */
export function FailedSaveBanner({ save, onKeep, onCopy }: FailedSaveBannerProps) {
  const mayCopy = !save.kept || save.tooLong;
  const copyButton = mayCopy && (
    <Button kind="outline" onClick={onCopy}>
      {shellWords.copy}
    </Button>
  );
  const keepButton = (
    <Button kind="outline" onClick={onKeep}>
      {shellWords.keepCopy}
    </Button>
  );
  return (
    <Banner tone="warning" actions={save.gone ? keepButton : copyButton}>
      {wordsOf(save)}
    </Banner>
  );
}

function wordsOf({ why, kept, tooLong }: Failed): string {
  if (!kept) return shellWords.failedNotKept(why);
  return tooLong ? shellWords.failedTooLong(why) : shellWords.failedKept(why);
}
