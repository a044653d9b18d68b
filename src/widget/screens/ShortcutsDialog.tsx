import type { Rights } from "../state/rights.ts";
import { describeKey } from "../text/editor/describe-key.ts";
import { EDITOR_COMMANDS, type EditorCommand } from "../text/editor/keys.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { editorWords, shortcutWords as words } from "../words.ts";
import "./shortcuts-dialog.css";

interface ShortcutsDialogProps {
  readonly mac: boolean;
  /** Keys of what they cannot do are left out. */
  readonly rights: Pick<Rights, "canSuggest" | "canComment">;
  readonly onClose: () => void;
}

const EDITING: Readonly<Record<Exclude<EditorCommand, "undo" | "redo">, string>> = {
  bold: editorWords.bold,
  italic: editorWords.italic,
  strike: editorWords.strike,
  code: editorWords.code,
  link: editorWords.link,
  text: editorWords.headings[0],
  heading1: editorWords.headings[1],
  heading2: editorWords.headings[2],
  heading3: editorWords.headings[3],
  numberedList: editorWords.numberedList,
  bulletList: editorWords.bulletList,
  taskList: editorWords.taskList,
  quote: editorWords.quote,
  table: editorWords.table,
  find: editorWords.find,
};

/** Of no use to whoever only reads. */
const WRITING: ReadonlySet<string> = new Set([
  "F2",
  "Shift-F2",
  "Mod-z",
  "Mod-Shift-z",
  "Mod-Alt-m",
  "F10",
  "Mod-s",
  "F9 Shift-F9",
]);

/** Every key that does something here. */
export function ShortcutsDialog({ mac, rights, onClose }: ShortcutsDialogProps) {
  const editing = Object.entries(EDITING).map(([command, label]): [string, string] => [
    EDITOR_COMMANDS[command as EditorCommand].key,
    label,
  ]);
  const everywhere = words.everywhereKeys.filter(([key]) => rights.canComment || !WRITING.has(key));
  return (
    <Dialog title={words.title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list that scrolls must be reachable by keyboard */}
      <div className="shortcuts-list" tabIndex={0} data-first-focus>
        <Group title={words.everywhere} rows={everywhere} mac={mac} />
        {rights.canSuggest && <Group title={words.editing} rows={[...editing, ...words.editorKeys]} mac={mac} />}
        {rights.canComment && <Group title={words.fields} rows={words.fieldKeys} mac={mac} />}
      </div>
    </Dialog>
  );
}

interface GroupProps {
  readonly title: string;
  readonly rows: readonly (readonly [key: string, label: string])[];
  readonly mac: boolean;
}

function Group({ title, rows, mac }: GroupProps) {
  return (
    <section className="shortcuts" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {rows.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {key.split(" ").map((one) => (
                <kbd key={one}>{describeKey(one, mac).text}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
