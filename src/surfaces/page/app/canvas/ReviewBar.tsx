import { useState } from "react";
import { ApproveDialog } from "../../../../widget/shell/ApproveDialog.tsx";
import { Button } from "../../../../widget/shell/Button.tsx";
import { Icon } from "../../../../widget/shell/icons.tsx";
import { shellWords } from "../../../../widget/words.ts";
import { pageWords } from "../words.ts";

interface ReviewBarProps {
  readonly client: string | undefined;
  /** Resolves when the server has answered. */
  readonly onApprove: (note: string) => Promise<void>;
  readonly onCloseReview: () => Promise<void>;
}

/** An agent waits: who, and the ways to answer. */
export function ReviewBar({ client, onApprove, onCloseReview }: ReviewBarProps) {
  const [busy, setBusy] = useState(false);
  const [approving, setApproving] = useState(false);
  const during = async (work: Promise<void>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  return (
    <div className="review-bar">
      <Icon name="Hourglass" />
      <p role="status">
        <strong>{pageWords.isWaiting(client)}</strong> <span>{pageWords.endsWait}</span>
      </p>
      <div className="review-bar-actions">
        <Button disabled={busy} onClick={() => void during(onCloseReview())}>
          {pageWords.closeReview}
        </Button>
        <Button kind="outline" icon="Check" disabled={busy} onClick={() => setApproving(true)}>
          {shellWords.approve}
        </Button>
      </div>
      {approving && (
        <ApproveDialog
          onClose={() => setApproving(false)}
          onApprove={(note) => {
            setApproving(false);
            void during(onApprove(note));
          }}
        />
      )}
    </div>
  );
}
