import { useState } from "react";
import { ApproveDialog } from "../../../../widget/features/share/ApproveDialog.tsx";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Icon } from "../../../../widget/ui/icons.tsx";
import { shellWords } from "../../../../widget/words.ts";
import { pageWords } from "../words.ts";

/** The revision that the person saw. "moved": it has become another meanwhile; null: it could not be saved. */
export type Seen = number | "moved" | null;

interface ReviewBarProps {
  readonly client: string | undefined;
  /** Asked when the person begins to approve, not when they are done: what comes in between they have not read. */
  readonly seenRevision: () => Promise<Seen>;
  /** Resolves when the server has answered. */
  readonly onApprove: (note: string, seen: Promise<Seen>) => Promise<void>;
  readonly onCloseReview: () => Promise<void>;
}

/** An agent waits: who, and the ways to answer. */
export function ReviewBar({ client, seenRevision, onApprove, onCloseReview }: ReviewBarProps) {
  const [busy, setBusy] = useState(false);
  const [approving, setApproving] = useState<{ readonly seen: Promise<Seen> } | null>(null);
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
        <Button kind="outline" icon="Check" disabled={busy} onClick={() => setApproving({ seen: seenRevision() })}>
          {shellWords.approve}
        </Button>
      </div>
      {approving !== null && (
        <ApproveDialog
          onClose={() => setApproving(null)}
          onApprove={(note) => {
            setApproving(null);
            void during(onApprove(note, approving.seen));
          }}
        />
      )}
    </div>
  );
}
