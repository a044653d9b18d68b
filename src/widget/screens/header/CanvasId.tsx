import { useEffect, useState } from "react";
import { Icon } from "../../ui/icons.tsx";
import { shellWords } from "../../words.ts";

const SHOWN_MS = 2000;

interface CanvasIdProps {
  readonly id: string;
  /** Resolves to whether the browser allowed it. */
  readonly onCopy: () => Promise<boolean>;
}

/** The short name by which everybody can ask for this canvas; a press copies it and says so in its place. */
export function CanvasId({ id, onCopy }: CanvasIdProps) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await onCopy()) setCopied((times) => times + 1);
  };
  return (
    <span className="header-id">
      <button
        type="button"
        aria-label={shellWords.copyId(id)}
        title={shellWords.copyId(id)}
        onClick={() => void copy()}
      >
        <span>{id}</span>
        <Icon name={copied > 0 ? "Check" : "Copy"} />
      </button>
      <span className="visually-hidden" role="status">
        {copied > 0 ? shellWords.copiedId(id) : ""}
      </span>
    </span>
  );
}
