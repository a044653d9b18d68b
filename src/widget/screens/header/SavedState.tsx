import { assertNever } from "../../state/assert-never.ts";
import type { BrowserOnly, SaveState } from "../../state/state.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { shellWords } from "../../words.ts";
import "./saved-state.css";

interface SavedStateProps {
  readonly save: SaveState;
  readonly onRetry: () => void;
}

/** Where the text is, always in sight. */
export function SavedState({ save, onRetry }: SavedStateProps) {
  const { icon, words, title } = describe(save);
  const isWrong = save.kind === "browser" || save.kind === "failed";
  const canRetry = save.kind === "failed" || (save.kind === "browser" && save.why === "unreachable");
  return (
    <span className="saved-state" data-state={save.kind} data-wrong={isWrong || undefined}>
      <span className="saved-state-words" role="status" title={title}>
        <Icon name={icon} />
        <span>{words}</span>
      </span>
      {canRetry && (
        <Button kind="link" onClick={onRetry}>
          {shellWords.tryAgain}
        </Button>
      )}
    </span>
  );
}

const BROWSER_ONLY: Readonly<Record<BrowserOnly, string>> = {
  no_server: shellWords.browserNoServer,
  no_key: shellWords.partialHost,
  no_storage: shellWords.noStorage,
  unreachable: shellWords.browserUnreachable,
};

function describe(save: SaveState): { icon: IconName; words: string; title?: string } {
  switch (save.kind) {
    case "saved":
      return { icon: "Check", words: shellWords.saved };
    case "edited":
      return { icon: "Sync", words: shellWords.edited };
    case "saving":
      return { icon: "Sync", words: shellWords.saving };
    case "browser":
      return {
        icon: "Device",
        words: save.why === "no_storage" ? shellWords.memoryOnly : shellWords.browserOnly,
        title: BROWSER_ONLY[save.why],
      };
    case "failed":
      return { icon: "Warning", words: shellWords.notSaved, title: save.why };
    default:
      return assertNever(save);
  }
}
