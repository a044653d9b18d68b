import { IconButton } from "../../ui/Button.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { shellWords, shortcutWords } from "../../words.ts";

interface MoreMenuProps {
  /** It only holds its place. */
  readonly waits: boolean;
  readonly onHistory: (() => void) | null;
  readonly onCopyMarkdown: () => void;
  readonly onCopyRichText: () => void;
  readonly onDownload: () => void;
  /** With suggestions and comments; null: none is open. */
  readonly onDownloadMarked: (() => void) | null;
  readonly onShortcuts: () => void;
  readonly others?: readonly MenuItem[];
}

const WAITING = { "data-waits": true };

export function MoreMenu(props: MoreMenuProps) {
  const { waits, onHistory, onCopyMarkdown, onCopyRichText, onDownload, onDownloadMarked, onShortcuts } = props;
  const { others = [] } = props;
  const items: MenuItem[] = [
    ...(onHistory ? [{ id: "history", label: shellWords.history, icon: "History" as const, onChoose: onHistory }] : []),
    ...others,
    {
      id: "copy",
      label: shellWords.copyMarkdown,
      icon: "Copy",
      apart: onHistory !== null || others.length > 0,
      onChoose: onCopyMarkdown,
    },
    { id: "rich", label: shellWords.copyRichText, icon: "Copy", onChoose: onCopyRichText },
    { id: "download", label: shellWords.download, icon: "Download", onChoose: onDownload },
    ...(onDownloadMarked
      ? [
          {
            id: "download-marked",
            label: shellWords.downloadMarked,
            icon: "Download" as const,
            onChoose: onDownloadMarked,
          },
        ]
      : []),
    { id: "shortcuts", label: shortcutWords.title, icon: "Keyboard", apart: true, onChoose: onShortcuts },
  ];
  return (
    <Menu label={shellWords.more} items={items}>
      {(trigger) => <IconButton {...(waits ? WAITING : {})} icon="More" label={shellWords.more} {...trigger} />}
    </Menu>
  );
}
