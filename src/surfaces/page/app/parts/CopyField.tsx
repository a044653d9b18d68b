import { useEffect, useState } from "react";
import { Button } from "../../../../widget/ui/Button.tsx";
import { copyText } from "../../../../widget/ui/copy-text.ts";
import { pageWords } from "../words.ts";
import "./copy-field.css";

/** Something to copy and use elsewhere: a command, a configuration, a sentence. */
export function CopyField({ text }: { readonly text: string }) {
  const [said, setSaid] = useState<"" | "copied" | "failed">("");
  useEffect(() => {
    if (said !== "copied") return;
    const timer = setTimeout(() => setSaid(""), 2_000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => setSaid((await copyText(text)) ? "copied" : "failed");
  return (
    <div className="copy-field">
      <code>{text}</code>
      <Button kind="outline" icon={said === "copied" ? "Check" : "Copy"} onClick={() => void copy()}>
        {said === "copied" ? pageWords.copied : pageWords.copy}
      </Button>
      <span role="status" className="visually-hidden">
        {said === "copied" ? pageWords.copied : ""}
      </span>
      {said === "failed" && <p className="copy-field-failed">{pageWords.copyFailed}</p>}
    </div>
  );
}
