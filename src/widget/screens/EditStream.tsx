import type { StreamedEdit } from "../host/read-model-call.ts";
import "./edit-stream.css";

/** Edits to a text that this widget does not have yet: each as what was and what will be. */
export function EditStream({ edits }: { readonly edits: readonly StreamedEdit[] }) {
  return (
    <ol className="edit-stream">
      {edits.map((edit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: edits only ever grow at the end
        <li key={index}>
          <del dir="auto">{edit.find}</del>
          {edit.replace !== null && <ins dir="auto">{edit.replace}</ins>}
        </li>
      ))}
    </ol>
  );
}
