import type { ComponentProps, ReactNode } from "react";
import "./controls.css";
import { shellWords } from "../words.ts";
import { Icon, type IconName } from "./icons.tsx";

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  readonly kind?: "plain" | "outline" | "primary" | "link";
  readonly icon?: IconName;
  /** What it decides on came a moment ago: for now it does nothing, says why, and keeps the focus. */
  readonly isEarly?: boolean;
  readonly children: ReactNode;
};

export function Button({ kind = "plain", icon, isEarly = false, children, ...rest }: ButtonProps) {
  return (
    <button className="button" data-kind={kind} {...rest} {...(isEarly ? NOT_YET : {})} type="button">
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** For a button that must not be pressed yet. */
export const NOT_YET = { "aria-disabled": true, title: shellWords.early, onClick: () => {} } as const;

type IconButtonProps = Omit<ComponentProps<"button">, "type" | "children"> & {
  readonly icon: IconName;
  /** What it does: read out, and shown on hover. */
  readonly label: string;
};

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button className="button" data-kind="icon" aria-label={label} title={label} {...rest} type="button">
      <Icon name={icon} />
    </button>
  );
}
