import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { editorWords } from "../../words.ts";
import { describeKey } from "./describe-key.ts";
import { EDITOR_COMMANDS, type EditorCommand } from "./keys.ts";
import "./toolbar.css";

export interface ToolbarProps {
  readonly disabled?: boolean;
  readonly mac?: boolean;
  onCommand(command: EditorCommand): void;
  /** Absent: no comment button. */
  onComment?(): void;
}

const words = editorWords;

interface Item {
  readonly command: EditorCommand;
  readonly label: string;
  readonly face: IconName | { readonly text: string };
}
const GROUPS: readonly (readonly Item[])[] = [
  [
    { command: "heading1", label: words.headings[1], face: { text: "H1" } },
    { command: "heading2", label: words.headings[2], face: { text: "H2" } },
    { command: "heading3", label: words.headings[3], face: { text: "H3" } },
  ],
  [
    { command: "bold", label: words.bold, face: "Bold" },
    { command: "italic", label: words.italic, face: "Italic" },
    { command: "strike", label: words.strike, face: "Strike" },
    { command: "code", label: words.code, face: "Code" },
    { command: "link", label: words.link, face: "Link" },
  ],
  [
    { command: "bulletList", label: words.bulletList, face: "BulletList" },
    { command: "numberedList", label: words.numberedList, face: "NumberedList" },
    { command: "taskList", label: words.taskList, face: "TaskList" },
    { command: "quote", label: words.quote, face: "Quote" },
    { command: "table", label: words.table, face: "Table" },
  ],
  [
    { command: "undo", label: words.undo, face: "Undo" },
    { command: "redo", label: words.redo, face: "Redo" },
    { command: "find", label: words.find, face: "Search" },
  ],
];
const COMMENT_KEY = "Mod-Alt-m";

/** One tab stop; arrow keys, Home and End move inside it, as the toolbar pattern asks. */
export function Toolbar({ disabled = false, mac = false, onCommand, onComment }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const steps: Record<string, number> = {
      ArrowRight: current + (rtl ? -1 : 1),
      ArrowLeft: current - (rtl ? -1 : 1),
      Home: 0,
      End: buttons.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const at = (next + buttons.length) % buttons.length;
    setCurrent(at);
    buttons[at]?.focus();
  };
  let index = 0;
  const button = (name: string, label: string, key: string, face: ReactNode, press: () => void) => {
    const own = index++;
    return (
      <button
        key={name}
        type="button"
        className="editor-toolbar-button"
        tabIndex={own === current ? 0 : -1}
        disabled={disabled}
        aria-label={label}
        aria-keyshortcuts={describeKey(key, mac).aria}
        title={`${label} (${describeKey(key, mac).text})`}
        // The editor keeps its selection: a press must not take the focus from it.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={() => setCurrent(own)}
        onClick={press}
      >
        {face}
      </button>
    );
  };
  return (
    <div className="editor-toolbar" role="toolbar" aria-label={words.toolbar} ref={bar} onKeyDown={move}>
      {GROUPS.map((group, at) => (
        <Fragment key={group[0]!.command}>
          {at > 0 && <span className="editor-toolbar-gap" aria-hidden="true" />}
          {group.map(({ command, label, face }) =>
            button(
              command,
              // What is seen must be in what is said: people speak to their screens too.
              typeof face === "string" ? label : `${face.text}, ${label}`,
              EDITOR_COMMANDS[command].key,
              typeof face === "string" ? <Icon name={face} /> : face.text,
              () => onCommand(command),
            ),
          )}
        </Fragment>
      ))}
      {onComment !== undefined && (
        <>
          <span className="editor-toolbar-gap" aria-hidden="true" />
          {button("comment", words.comment, COMMENT_KEY, <Icon name="Comment" />, onComment)}
        </>
      )}
    </div>
  );
}
