import { useEffect, useState, useSyncExternalStore } from "react";
import { BackToBoard } from "../features/board/BackToBoard.tsx";
import { BoardScreen } from "../features/board/BoardScreen.tsx";
import { UnsharedScreen } from "../features/share/UnsharedScreen.tsx";
import { assertNever } from "../state/assert-never.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Store } from "../state/store.ts";
import { copyText } from "../ui/copy-text.ts";
import { Waiting } from "../ui/Waiting.tsx";
import { assistantName, shellWords } from "../words.ts";
import { applyHostLook } from "./apply-host-look.ts";
import { DocumentScreen } from "./DocumentScreen.tsx";
import { Frame } from "./Frame.tsx";
import { NoticeList } from "./NoticeList.tsx";
import { useLeaveAndReturn } from "./use-leave-and-return.ts";

interface CanvasAppProps {
  readonly store: Store;
  /** null while there is no host yet. */
  readonly actions: WidgetActions | null;
}

/** The widget: one screen for each phase. */
export function CanvasApp({ store, actions }: CanvasAppProps) {
  const { canvas, host, notices, board } = useSyncExternalStore(store.subscribe, store.state);
  const [openedCard, setOpenedCard] = useState<string | null>(null);
  const assistant = assistantName(host?.hostName);
  useLeaveAndReturn(actions);
  useEffect(() => {
    if (host) applyHostLook(host, document.documentElement);
  }, [host]);

  const copy = async (text: string): Promise<boolean> => {
    const isCopied = await copyText(text);
    actions?.say(isCopied ? shellWords.copied : shellWords.copyFailed, isCopied ? "info" : "warning");
    return isCopied;
  };
  const screen = () => {
    switch (canvas.phase) {
      case "connecting":
        return <Waiting title={shellWords.connecting} busy />;
      case "failed":
        return <Waiting title={canvas.why} next={shellWords.connectFailedNext} alert />;
      case "idle":
        return <Waiting title={shellWords.idle} next={shellWords.idleNext} />;
      case "streaming":
      case "settling":
      case "stopped":
      case "detached":
      case "ready":
        return actions && host && <DocumentScreen state={canvas} host={host} assistant={assistant} actions={actions} />;
      case "unshared":
        return (
          <UnsharedScreen
            canvas={canvas}
            onCopy={async (words) => {
              if (await copy(words)) actions?.ownWordsTaken();
            }}
          />
        );
      case "board":
        return (
          actions &&
          host &&
          board && (
            <BoardScreen
              board={board}
              host={host}
              reaches={actions.canReachServer()}
              calls={actions.board}
              returnsTo={openedCard}
              onOpen={(id) => {
                setOpenedCard(id);
                void actions.board.open(id);
              }}
              onMode={(mode) => void actions.setDisplayMode(mode)}
            />
          )
        );
      default:
        return assertNever(canvas);
    }
  };
  return (
    <Frame host={host} phase={canvas.phase}>
      {board && canvas.phase !== "board" && <BackToBoard onBack={() => void actions?.board.back()} />}
      {screen()}
      <NoticeList notices={notices} onDismiss={(id) => actions?.dismiss(id)} />
    </Frame>
  );
}
