interface DocumentPreviewProps {
  readonly text: string;
  readonly streaming: boolean;
  readonly label: string;
  readonly reveal?: number | null;
  readonly onOpenLink: (url: string) => void;
  readonly onToggleTask?: ((box: { from: number; to: number }, checked: boolean) => void) | undefined;
}

/** The document as it reads. */
export function DocumentPreview({ text, streaming, label }: DocumentPreviewProps) {
  return (
    <article aria-label={label} data-streaming={streaming}>
      <pre>{text}</pre>
    </article>
  );
}
