import type { ReactNode } from "react";
import "./banner.css";

interface BannerProps {
  readonly tone?: "quiet" | "warning" | "accent";
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** One line about the state of the whole document, with what can be done about it. */
export function Banner({ tone = "quiet", children, actions }: BannerProps) {
  return (
    <div className="banner" data-tone={tone}>
      <div className="banner-words">{children}</div>
      {actions && <div className="banner-actions">{actions}</div>}
    </div>
  );
}
