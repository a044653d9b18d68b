import type { Status } from "../../../../core/records/canvas.ts";
import { Button } from "../../../../widget/ui/Button.tsx";
import { statusWords } from "../../../../widget/words.ts";
import { ConnectWays } from "../parts/ConnectWays.tsx";
import { Mark } from "../parts/Mark.tsx";
import { Message } from "../parts/Message.tsx";
import { useAssistants } from "../parts/own-server.ts";
import type { Whose } from "../parts/preferences.ts";
import { connectedWords, pageWords } from "../words.ts";

interface EmptyListProps {
  readonly query: string;
  readonly status: Status | null;
  readonly whose: Whose;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** Nothing to list: why, and what to do about it. */
export function EmptyList({ query, status, whose, onNew, onClear }: EmptyListProps) {
  const connected = useAssistants();
  if (query !== "")
    return (
      <Message title={pageWords.nothingFound(query)}>
        <p>{pageWords.nothingFoundNext}</p>
        <Button kind="outline" onClick={onClear}>
          {pageWords.clearSearch}
        </Button>
      </Message>
    );
  if (status !== null)
    return (
      <Message title={pageWords.nothingOf(statusWords[status])}>
        <p>{status === "archived" ? pageWords.nothingArchivedNext : pageWords.nothingOfNext}</p>
      </Message>
    );
  if (whose === "shared")
    return (
      <Message title={pageWords.nothingShared}>
        <p>{pageWords.nothingSharedNext}</p>
      </Message>
    );
  return (
    <Message title={pageWords.emptyTitle} art={<Mark size={40} />}>
      {connected !== null && connected.length > 0 ? (
        <p>{pageWords.emptyConnected(connectedWords(connected))}</p>
      ) : (
        <>
          <p>{pageWords.emptyNext}</p>
          <ConnectWays level={3} />
        </>
      )}
      <p>{pageWords.emptyOr}</p>
      <Button kind="primary" icon="Plus" onClick={onNew}>
        {pageWords.newCanvas}
      </Button>
    </Message>
  );
}
