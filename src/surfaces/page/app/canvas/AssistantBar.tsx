import { useState } from "react";
import { Button, IconButton } from "../../../../widget/ui/Button.tsx";
import { Dialog } from "../../../../widget/ui/Dialog.tsx";
import { audienceName } from "../../../../widget/words.ts";
import { ConnectWays } from "../parts/ConnectWays.tsx";
import { CopyField } from "../parts/CopyField.tsx";
import { useAssistants, useOwnServer } from "../parts/own-server.ts";
import { connectedWords, pageWords } from "../words.ts";
import "./assistant-bar.css";

interface AssistantBarProps {
  /** What to tell an assistant. */
  readonly prompt: string;
  /** What was sent: to whom it was given by now. null: nothing was sent, and the canvas is empty. */
  readonly sent: { readonly givenTo: string | null } | null;
  /** The program that read or wrote the canvas last. */
  readonly reader: string | undefined;
  readonly onClose: () => void;
}

/** Where what the person wrote has got to, and what brings it to an assistant. It stands below the canvas and covers nothing. */
export function AssistantBar({ prompt, sent, reader, onClose }: AssistantBarProps) {
  const { commands, only } = useOwnServer();
  const connected = useAssistants();
  const [connecting, setConnecting] = useState(false);
  const isGiven = sent !== null && sent.givenTo !== null;
  const isInPanel = only !== null;
  const isNever =
    !isInPanel && !isGiven && connected !== null && connected.length === 0 && (sent === null || reader === undefined);
  const words = wordsFor({ sent, reader, connected, isInPanel });
  if (words === null) return null;
  return (
    <section className="assistant-bar" data-never={isNever} aria-label={pageWords.connectTitle}>
      <div className="assistant-bar-line">
        <p role="status">{words}</p>
        {isNever && (
          <Button kind="outline" onClick={() => setConnecting(true)}>
            {pageWords.moreWays}
          </Button>
        )}
        <IconButton icon="Close" label={pageWords.close} onClick={onClose} />
      </div>
      {isNever && (
        <>
          <p className="assistant-bar-step">{pageWords.connectClaudeCode}</p>
          <CopyField text={commands.claudeCode} />
          <p className="assistant-bar-step">{pageWords.thenTell}</p>
        </>
      )}
      {!isGiven && !isInPanel && <CopyField text={prompt} />}
      {connecting && (
        <Dialog title={pageWords.connectTitle} onClose={() => setConnecting(false)}>
          <p>{pageWords.connectNext}</p>
          <ConnectWays level={3} />
          <h3 className="message-part">{pageWords.thenTell}</h3>
          <CopyField text={prompt} />
        </Dialog>
      )}
    </section>
  );
}

/** null: who is connected is not known yet. In a panel the assistant is beside it, and knows what to write. */
function wordsFor({
  sent,
  reader,
  connected,
  isInPanel,
}: Pick<AssistantBarProps, "sent" | "reader"> & {
  readonly connected: readonly string[] | null;
  readonly isInPanel: boolean;
}): string | null {
  if (sent !== null && sent.givenTo !== null) return pageWords.keptGiven(audienceName(sent.givenTo, "the assistant"));
  if (isInPanel) return sent === null ? null : pageWords.panelSent;
  if (connected === null) return null;
  if (connected.length > 0) {
    const names = connectedWords(connected);
    return sent === null ? pageWords.emptyCanvasConnected(names) : pageWords.keptConnected(names);
  }
  if (sent === null) return pageWords.emptyCanvas;
  return reader === undefined ? pageWords.keptNever : pageWords.keptAway(audienceName(reader, "the assistant"));
}
