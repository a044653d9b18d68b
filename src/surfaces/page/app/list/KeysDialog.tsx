import { Dialog } from "../../../../widget/ui/Dialog.tsx";
import { keyWords, pageWords } from "../words.ts";
import "./keys-dialog.css";

interface KeysDialogProps {
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}

/** The keys, and the switch for those that are a single letter. */
export function KeysDialog({ on, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Dialog title={pageWords.keysTitle} onClose={onClose}>
      <dl className="keys-list">
        {keyWords.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="keys-switch">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        <span>
          {pageWords.keysSwitch}
          <small>{pageWords.keysSwitchNext}</small>
        </span>
      </label>
    </Dialog>
  );
}
