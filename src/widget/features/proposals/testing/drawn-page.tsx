import { act, useLayoutEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { describeAnchor } from "../../../../core/comments/describe-anchor.ts";
import type { Proposal } from "../../../../core/records/canvas.ts";
import { createPreview, type PreviewView } from "../../../text/preview/preview-view.ts";
import { useOffers } from "../use-offers.tsx";
import { useProposalControls } from "../use-proposal-controls.ts";

/** A proposal of `text` for [from, to) of the content. */
export function offered(
  content: string,
  from: number,
  to: number,
  text: string,
  more: Partial<Proposal> = {},
): Proposal {
  return {
    id: "a",
    kind: "suggestion",
    by: { kind: "model" },
    anchor: describeAnchor(content, from, to - from, 1),
    text,
    createdAt: "",
    version: 1,
    state: "open",
    ...more,
  };
}

interface PageProps {
  readonly content: string;
  readonly proposals: readonly Proposal[];
}

function Page({ content, proposals }: PageProps) {
  const host = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<PreviewView | null>(null);
  const controls = useProposalControls(proposals, content, () => undefined);
  useLayoutEffect(() => {
    const view = createPreview(host.current!, { onOpenLink: () => undefined });
    setPreview(view);
    return () => view.destroy();
  }, []);
  useLayoutEffect(() => preview?.update(content, { streaming: false }), [preview, content]);
  const offers = useOffers({
    controls,
    assistant: "Claude",
    locked: false,
    preview,
    text: content,
    draft: content,
    editor: () => null,
    writing: false,
    streaming: false,
  });
  return (
    <>
      <div ref={host} />
      {offers.layer}
    </>
  );
}

export interface DrawnPage {
  readonly element: HTMLElement;
  draw(content: string, proposals: readonly Proposal[]): HTMLElement;
  close(): void;
}

/** The preview of a text with its proposals, as the widget draws it. */
export function openDrawnPage(): DrawnPage {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  return {
    element,
    draw(content, proposals) {
      act(() => root.render(<Page content={content} proposals={proposals} />));
      return element.querySelector<HTMLElement>(".preview")!;
    },
    close() {
      act(() => root.unmount());
      element.remove();
    },
  };
}
