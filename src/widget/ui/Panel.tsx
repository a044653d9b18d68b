import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import "./panel.css";

interface PanelProps extends Omit<ComponentProps<"aside">, "title"> {
  readonly title: string;
  /** In pixels, where it does not fill what it stands in. */
  readonly size: number;
  /** Between the title and the button that closes it. */
  readonly tools?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** A list beside the text, under its title. Where there is nothing to list, `panel-empty` says so. */
export function Panel({ title, size, tools, closeLabel, onClose, children, ...rest }: PanelProps) {
  return (
    <aside className="panel" style={{ "--panel-size": `${size}px` } as CSSProperties} aria-label={title} {...rest}>
      <div className="panel-head">
        <h2 className="panel-title">{title}</h2>
        {tools}
        <IconButton icon="Close" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
