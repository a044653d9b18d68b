import { useState } from "react";
import { Banner } from "../../../../widget/ui/Banner.tsx";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Dialog } from "../../../../widget/ui/Dialog.tsx";
import { CopyField } from "../parts/CopyField.tsx";
import { useOwnServer } from "../parts/own-server.ts";
import { pageWords } from "../words.ts";
import { AskToOpen } from "./LockedScreen.tsx";
import { SignInForm } from "./SignInForm.tsx";

interface StateBannersProps {
  /** The session ended while something is on screen. */
  readonly ended: boolean;
  readonly lost: boolean;
  /** Another program answers in the server's place. */
  readonly stranger: boolean;
  readonly memoryOnly: boolean;
  /** A canvas is open: what is typed is at stake. */
  readonly onCanvas: boolean;
  readonly onRetry: () => void;
}

/** What is wrong with the page as a whole, and what to do about it. */
export function StateBanners({ ended, lost, stranger, memoryOnly, onCanvas, onRetry }: StateBannersProps) {
  const { commands, signIn, only } = useOwnServer();
  const [told, setTold] = useState(false);
  const [help, setHelp] = useState<"none" | "enter" | "start">("none");
  const close = () => setHelp("none");
  return (
    <>
      {memoryOnly && !told && (
        <Banner
          actions={
            <Button kind="outline" onClick={() => setTold(true)}>
              {pageWords.close}
            </Button>
          }
        >
          {only === null ? pageWords.memoryOnly : pageWords.panelMemoryOnly}
        </Banner>
      )}
      {lost && !ended && (
        <div role="status">
          <Banner
            tone="warning"
            actions={
              <>
                <Button onClick={() => setHelp("start")}>
                  {only === null ? pageWords.howToStart : pageWords.panelHow}
                </Button>
                <Button kind="outline" icon="Sync" onClick={onRetry}>
                  {pageWords.again}
                </Button>
              </>
            }
          >
            {pageWords[stranger ? (onCanvas ? "stranger" : "strangerList") : onCanvas ? "lost" : "lostList"]}
          </Banner>
        </div>
      )}
      {ended && (
        <div role="alert">
          <Banner
            tone="warning"
            actions={
              <Button kind="outline" onClick={() => setHelp("enter")}>
                {signIn !== null ? pageWords.signIn : only === null ? pageWords.howToGetIn : pageWords.panelHow}
              </Button>
            }
          >
            {signIn === null ? pageWords.sessionEnded : pageWords.sessionEndedPeople}
          </Banner>
        </div>
      )}
      {help === "enter" && signIn !== null && (
        <Dialog title={pageWords.signInTitle} onClose={close}>
          <SignInForm signIn={signIn} onDone={close} />
        </Dialog>
      )}
      {help !== "none" && only !== null && (
        <Dialog title={pageWords.panelLostTitle} onClose={close}>
          <p>{help === "start" ? pageWords.panelLostNext : pageWords.panelEndedNext}</p>
          <AskToOpen only={only} />
        </Dialog>
      )}
      {help === "enter" && signIn === null && only === null && (
        <Dialog title={pageWords.expiredTitle} onClose={close}>
          <p>{pageWords.expiredNext}</p>
          {commands.page === null ? <p>{pageWords.lockedOperator}</p> : <CopyField text={commands.page} />}
          <p className="message-quiet">{pageWords.lockedWaiting}</p>
        </Dialog>
      )}
      {help === "start" && only === null && (
        <Dialog title={pageWords.startTitle} onClose={close}>
          <p>{pageWords.startNext}</p>
          {commands.page === null ? <p>{pageWords.lockedOperator}</p> : <CopyField text={commands.page} />}
          <p className="message-quiet">{pageWords.startThen}</p>
        </Dialog>
      )}
    </>
  );
}
