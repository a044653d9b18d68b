import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { shareWords } from "../../words.ts";

interface NewLinkProps {
  readonly url: string;
  readonly onCopy: (text: string) => Promise<boolean>;
}

/** A link that was just made: nobody, not even the server, can show it again. */
export function NewLink({ url, onCopy }: NewLinkProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    button.current?.focus();
    button.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const copy = async () => {
    const isCopied = await onCopy(url);
    setCopied(isCopied);
    if (!isCopied) field.current?.select();
  };
  return (
    <div className="share-new-link">
      <div className="share-row">
        <input
          ref={field}
          className="field"
          readOnly
          dir="ltr"
          value={url}
          aria-label={shareWords.newLink}
          aria-describedby={id}
          onFocus={(event) => event.target.select()}
        />
        <Button
          ref={button}
          kind="primary"
          icon={copied ? "Check" : "Copy"}
          aria-describedby={id}
          onClick={() => void copy()}
        >
          {copied ? shareWords.copied : shareWords.copy}
        </Button>
      </div>
      <p className="share-help" id={id} role="status">
        {copied === false ? shareWords.copyFailed : shareWords.onlyNow}
      </p>
    </div>
  );
}
