import { type ReactNode, useEffect, useId, useRef } from "react";
import { shellWords } from "../words.ts";
import { IconButton } from "./Button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  readonly wide?: boolean;
  readonly onClose: () => void;
}

/** A modal dialog: focus inside, Escape and a press outside leave, and the focus goes back where it was. */
export function Dialog({ title, children, foot, wide = false, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own; a press on the backdrop is for the pointer
    <dialog
      className="dialog"
      data-wide={wide}
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 className="dialog-title" id={titleId}>
          {title}
        </h2>
        <IconButton icon="Close" label={shellWords.close} onClick={onClose} />
      </div>
      <div className="dialog-body">{children}</div>
      {foot && <div className="dialog-foot">{foot}</div>}
    </dialog>
  );
}
