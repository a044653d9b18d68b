import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import type { Inlay } from "../preview/inlays.ts";
import { createEditor, type EditorHandle, type EditorOptions } from "./editor-view.ts";
import type { TextHighlight } from "./highlights.ts";
import "../preview/preview.css";
import "./editor.css";

/** What is drawn in the text and is no part of it. */
export interface AddedToText {
  readonly highlights?: readonly TextHighlight[];
  /** What somebody else changed in the text, and what of it the person looks at. */
  readonly changes?: {
    readonly marks: readonly ChangeMark[];
    readonly current: readonly ChangeMark[];
    /** Those of other people; the others are the model's. */
    readonly people?: readonly ChangeMark[];
  };
  /** Elements that stand in the text, with offsets into it. */
  readonly inlays?: readonly Inlay[];
}

export interface MarkdownEditorProps extends EditorOptions {
  readonly ref?: Ref<EditorHandle | null>;
  readonly added?: AddedToText;
  /** The text has become what it is by the person's doing, otherwise than by typing. */
  readonly isOwnText?: boolean;
  /** Takes the height it is given and scrolls inside; otherwise it grows with its text. */
  readonly fill?: boolean;
}

/** The editor as a component: `text` flows in by the smallest changes, what the person does flows out. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { ref, text, readOnly = false, added: { highlights, changes, inlays } = {}, fill = true } = props;
  const page = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle | null>(null);
  const newest = useEffectEvent(() => props);

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; the effects below bring later values in
  useLayoutEffect(() => {
    const handle = createEditor(page.current!, {
      text,
      readOnly,
      history: {
        read: () => newest().history?.read() ?? null,
        carried: () => newest().history?.carried() ?? null,
        mayGo: (decisions) => newest().history?.mayGo(decisions) ?? true,
      },
      onChange: (made) => newest().onChange(made),
      onCleaned: (replaced) => newest().onCleaned?.(replaced),
      onHighlight: (ids) => newest().onHighlight?.(ids),
      onComposing: (on) => newest().onComposing?.(on),
    });
    editor.current = handle;
    return () => {
      editor.current = null;
      handle.destroy();
    };
  }, []);
  useImperativeHandle(ref, () => editor.current!, []);
  useEffect(() => editor.current?.setText(text, newest().isOwnText === true), [text]);
  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly]);
  useEffect(() => {
    if (highlights !== undefined) editor.current?.setHighlights(highlights);
  }, [highlights]);
  useEffect(() => {
    if (changes !== undefined) editor.current?.setChanges(changes.marks, changes.current, changes.people);
  }, [changes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text moves the places in it
  useEffect(() => {
    if (inlays !== undefined) editor.current?.setInlays(inlays);
  }, [inlays, text]);

  return (
    <div className="markdown-editor" data-fill={fill}>
      <div className="markdown-editor-page" ref={page} />
    </div>
  );
}
