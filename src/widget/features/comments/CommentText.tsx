import { useLayoutEffect, useRef } from "react";
import { drawMarkdown } from "../../text/preview/draw-markdown.ts";
import "../../text/preview/preview.css";

interface CommentTextProps {
  readonly text: string;
  /** Only its beginning is shown. */
  readonly isCut: boolean;
  readonly onOpenLink: (url: string) => void;
}

/** What a comment says, as markdown reads. */
export function CommentText({ text, isCut, onOpenLink }: CommentTextProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    return drawMarkdown(place.current, isCut ? `${text}…` : text, { openLink: onOpenLink, isCut });
  }, [text, isCut, onOpenLink]);
  return <div className="comment-text" dir="auto" ref={place} />;
}
