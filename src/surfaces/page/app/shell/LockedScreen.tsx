import { isGuessable } from "../access/move-to-own-address.ts";
import type { SignIn } from "../access/sign-in.ts";
import { CopyField } from "../parts/CopyField.tsx";
import { Mark } from "../parts/Mark.tsx";
import { Message } from "../parts/Message.tsx";
import { useOwnServer } from "../parts/own-server.ts";
import { pageWords } from "../words.ts";
import { SignInForm } from "./SignInForm.tsx";

const WORDS = {
  none: [pageWords.lockedTitle, pageWords.lockedNext],
  used: [pageWords.usedTitle, pageWords.usedNext],
  expired: [pageWords.expiredTitle, pageWords.expiredNext],
} as const;

interface LockedScreenProps {
  readonly why: keyof typeof WORDS;
  /** The right to use this page would end with the tab. */
  readonly memoryOnly: boolean;
}

/** There is no session: what this is, and how to get in. */
export function LockedScreen({ why, memoryOnly }: LockedScreenProps) {
  const { commands, signIn, only } = useOwnServer();
  if (signIn !== null) return <SignInScreen why={why} signIn={signIn} />;
  if (only !== null) return <PanelScreen why={why} only={only} />;
  const [title, lasting] = WORDS[why];
  const own = why === "none" && memoryOnly ? pageWords.lockedPassing : lasting;
  const next = why === "none" && commands.page === null ? pageWords.lockedShared : own;
  return (
    <main className="whole">
      <Message main title={title} art={<Mark size={40} />}>
        <p>{next}</p>
        {commands.page === null ? (
          <p>{pageWords.lockedOperator}</p>
        ) : (
          <>
            <h2 className="message-part">{pageWords.lockedCommand}</h2>
            <CopyField text={commands.page} />
          </>
        )}
        <h2 className="message-part">{pageWords.lockedAsk}</h2>
        <CopyField text={pageWords.lockedAskText} />
        {!memoryOnly && <p className="message-quiet">{pageWords.lockedWaiting}</p>}
        {isGuessable(location) && <p className="message-quiet">{pageWords.lockedElsewhere(location.origin)}</p>}
      </Message>
    </main>
  );
}

const PANEL_WORDS = {
  none: [pageWords.panelTitle, pageWords.panelNext],
  used: [pageWords.usedTitle, pageWords.panelUsedNext],
  expired: [pageWords.panelEndedTitle, pageWords.panelEndedNext],
} as const;

/** The same in a panel: only the conversation beside it can open it again. */
function PanelScreen({ why, only }: Pick<LockedScreenProps, "why"> & { readonly only: string }) {
  const [title, next] = PANEL_WORDS[why];
  return (
    <main className="whole">
      <Message main title={title} art={<Mark size={40} />}>
        <p>{next}</p>
        <AskToOpen only={only} />
      </Message>
    </main>
  );
}

/** What brings a panel's canvas back. */
export function AskToOpen({ only }: { readonly only: string }) {
  return (
    <>
      <h2 className="message-part">{pageWords.panelAsk}</h2>
      <CopyField text={pageWords.panelAskText(only)} />
    </>
  );
}

/** A program has framed the panel so that it is at no address: whatever it asks the server for is refused. */
export function ShutPanelScreen({ only }: { readonly only: string }) {
  return (
    <main className="whole">
      <Message main title={pageWords.panelShutTitle} art={<Mark size={40} />}>
        <p>{pageWords.panelShutNext}</p>
        <h2 className="message-part">{pageWords.panelAsk}</h2>
        <CopyField text={pageWords.panelShutText(only)} />
      </Message>
    </main>
  );
}

/** The same where the server knows its people. */
function SignInScreen({ why, signIn }: Pick<LockedScreenProps, "why"> & { readonly signIn: SignIn }) {
  return (
    <main className="whole">
      <Message
        main
        narrow
        title={why === "expired" ? pageWords.signInAgainTitle : pageWords.signInTitle}
        art={<Mark size={40} />}
      >
        {why === "expired" && <p>{pageWords.signInAgainNext}</p>}
        {why === "used" && <p>{pageWords.signInElsewhere}</p>}
        <SignInForm signIn={signIn} />
      </Message>
    </main>
  );
}

/** A link is there and the server is not: the page keeps trying. */
export function EnteringScreen({ unreachable }: { readonly unreachable: boolean }) {
  const { commands, only } = useOwnServer();
  const command = only === null ? commands.serve : null;
  return (
    <main className="whole">
      {unreachable ? (
        <Message main title={pageWords.enterUnreachable} art={<Mark size={40} />}>
          <p>{command === null ? pageWords.enterUnreachableShared : pageWords.enterUnreachableNext}</p>
          {command !== null && <CopyField text={command} />}
          {only !== null && <AskToOpen only={only} />}
        </Message>
      ) : (
        <p className="visually-hidden" role="status">
          {pageWords.entering}
        </p>
      )}
    </main>
  );
}
