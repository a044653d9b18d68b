import type { CanvasDocument } from "../../core/document/records.ts";
import { shellWords, statusWords } from "../words.ts";
import { Button } from "./Button.tsx";
import { Header } from "./Header.tsx";

interface SupersededHeaderProps {
  readonly document: CanvasDocument;
  /** The newer version. */
  readonly version: number;
  readonly onTakeOver: () => Promise<void>;
}

/** All that an older widget of a canvas shows: what it is, that there is a newer version, and the way to it. */
export function SupersededHeader({ document, version, onTakeOver }: SupersededHeaderProps) {
  return (
    <Header
      badge={
        <span className="status-badge" data-status={document.status}>
          {statusWords[document.status]}
        </span>
      }
      title={
        <span className="title" dir="auto" title={document.title}>
          {document.title}
        </span>
      }
      version={document.version}
      state={
        <span role="status">
          {shellWords.newer} ({shellWords.version(version)})
        </span>
      }
    >
      <Button kind="outline" onClick={() => void onTakeOver()}>
        {shellWords.editHere}
      </Button>
    </Header>
  );
}
