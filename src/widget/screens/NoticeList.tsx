import type { Notice } from "../state/actions.ts";
import { IconButton } from "../ui/Button.tsx";
import { Details } from "../ui/Details.tsx";
import { Icon } from "../ui/icons.tsx";
import { useEscape } from "../ui/use-escape.ts";
import { shellWords } from "../words.ts";
import "./notice-list.css";

interface NoticeListProps {
  readonly notices: readonly Notice[];
  readonly onDismiss: (id: string) => void;
}

/** What the widget has to say, one line each, over the end of the page; Escape puts the newest away. The region stands from the start, so that readers announce what comes. */
export function NoticeList({ notices, onDismiss }: NoticeListProps) {
  const newest = notices.at(-1);
  useEscape(newest !== undefined, () => newest && onDismiss(newest.id));
  return (
    <div className="notice-list">
      <div className="notices" aria-live="polite" aria-relevant="additions text">
        {notices.map((notice) => (
          <div key={notice.id} className="notice" data-tone={notice.tone}>
            <Icon name={notice.tone === "info" ? "Info" : "Warning"} />
            <div className="notice-words">
              {notice.text}
              {notice.details !== undefined && <Details>{notice.details}</Details>}
            </div>
            <IconButton icon="Close" label={shellWords.close} onClick={() => onDismiss(notice.id)} />
          </div>
        ))}
      </div>
    </div>
  );
}
