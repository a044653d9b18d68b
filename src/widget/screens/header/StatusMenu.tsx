import { STATUSES, type Status } from "../../../core/records/canvas.ts";
import { Icon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { shellWords, statusWords } from "../../words.ts";
import "./status-menu.css";

interface StatusMenuProps {
  readonly status: Status;
  /** False: only the place is held, until there is a canvas. */
  readonly isKnown: boolean;
  readonly disabled: boolean;
  /** The model writes: nothing can be chosen before it has. */
  readonly waits: boolean;
  /** False: others were asked to. */
  readonly canApprove: boolean;
  readonly onChange: (status: Status) => void;
}

/** The status badge; pressed, it offers the four. */
export function StatusMenu({ status, isKnown, disabled, waits, canApprove, onChange }: StatusMenuProps) {
  if (disabled) {
    return (
      <span className="status-badge" data-status={status}>
        {statusWords[status]}
        <Icon name="ChevronDown" />
      </span>
    );
  }
  const offered = STATUSES.filter((one) => one !== "approved" || canApprove || status === "approved");
  const items = offered.map((one) => ({
    id: one,
    label: statusWords[one],
    checked: one === status,
    onChoose: () => {
      if (one !== status) onChange(one);
    },
  }));
  return (
    <Menu label={shellWords.status} items={items}>
      {(trigger) => (
        <button
          className="status-badge"
          data-status={status}
          data-known={isKnown}
          aria-hidden={!isKnown}
          disabled={waits}
          type="button"
          {...trigger}
        >
          {statusWords[status]}
          <Icon name="ChevronDown" />
        </button>
      )}
    </Menu>
  );
}
