import type { ReactNode } from "react";
import { shellWords } from "../words.ts";
import { IconButton } from "./Button.tsx";
import { useEscape } from "./use-escape.ts";
import "./banner.css";

interface BannerProps {
  readonly tone?: "quiet" | "warning" | "accent";
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** It can be put away. */
  readonly onClose?: () => void;
}

/** One line about the state of the whole document, with what can be done about it. */
export function Banner({ tone = "quiet", children, actions, onClose }: BannerProps) {
  useEscape(onClose !== undefined, () => onClose?.());
  return (
    <div className="banner" data-tone={tone}>
      <div className="banner-words">{children}</div>
      {actions && <div className="banner-actions">{actions}</div>}
      {onClose && <IconButton icon="Close" label={shellWords.close} onClick={onClose} />}
    </div>
  );
}
