import type { ReactNode } from "react";
import "./message.css";

interface MessageProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The heading of the whole page. */
  readonly main?: boolean;
  readonly art?: ReactNode;
  /** For a few controls, which look lost in a wide column. */
  readonly narrow?: boolean;
}

/** What stands where there is nothing else to show: why, and what to do. */
export function Message({ title, children, main = false, art, narrow = false }: MessageProps) {
  const Heading = main ? "h1" : "h2";
  return (
    <div className="message" data-narrow={narrow}>
      {art}
      <Heading className="message-title">{title}</Heading>
      {children}
    </div>
  );
}
