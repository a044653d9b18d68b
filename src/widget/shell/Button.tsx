import type { ComponentProps, ReactNode } from "react";
import "./controls.css";
import { Icon, type IconName } from "./icons.tsx";

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  readonly kind?: "plain" | "outline" | "primary" | "link";
  readonly icon?: IconName;
  readonly children: ReactNode;
};

export function Button({ kind = "plain", icon, children, ...rest }: ButtonProps) {
  return (
    <button className="button" data-kind={kind} {...rest} type="button">
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

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
