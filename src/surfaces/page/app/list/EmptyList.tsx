import type { Status } from "../../../../core/document/records.ts";
import { Button } from "../../../../widget/shell/Button.tsx";
import { statusWords } from "../../../../widget/words.ts";
import { CopyField } from "../shell/CopyField.tsx";
import { Mark } from "../shell/Mark.tsx";
import { Message } from "../shell/Message.tsx";
import { pageWords, setUp } from "../words.ts";

interface EmptyListProps {
  readonly query: string;
  readonly status: Status | null;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** Nothing to list: why, and what to do about it. */
export function EmptyList({ query, status, onNew, onClear }: EmptyListProps) {
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
  return (
    <Message title={pageWords.emptyTitle} art={<Mark size={40} />}>
      <p>{pageWords.emptyNext}</p>
      <h3 className="message-part">{pageWords.setUpClaudeCode}</h3>
      <CopyField text={setUp.claudeCode} />
      <h3 className="message-part">{pageWords.setUpOthers}</h3>
      <CopyField text={setUp.others} />
      <p>{pageWords.emptyOr}</p>
      <Button kind="primary" icon="Plus" onClick={onNew}>
        {pageWords.newCanvas}
      </Button>
    </Message>
  );
}
