import { describeAnchor } from "../../core/comments/describe-anchor.ts";
import { applyChanges } from "../../core/diff/text-changes.ts";
import { locateEdits } from "../../core/document/model/locate/locate-edits.ts";
import { cleanTitle, titleFromContent } from "../../core/document/title.ts";
import { markOf } from "../../core/feedback/mark.ts";
import type { CanvasDocument, Checkpoint, Proposal } from "../../core/records/canvas.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import type { Stream, StreamedEdit } from "../host/read-model-call.ts";

/** Where a canvas is kept, and the key to it. */
export type CanvasKey = Pick<CanvasView, "storeId" | "owner" | "key">;

const NOWHERE: CanvasKey = { storeId: "", owner: "", key: "" };
/** The server's states are never empty. */
const NO_STATE = "";
/** How states begin that a browser gave. */
export const BROWSER_STATE = "browser-";

/** Did the person change this canvas here, where no server was asked? Then this browser has what exists nowhere else. */
export function isOnlyHere({ state, checkpoint }: CanvasView): boolean {
  const { document, baseline, comments } = checkpoint;
  if (state !== NO_STATE) return state.startsWith(BROWSER_STATE);
  return document.content !== baseline || comments.some(({ by }) => by.kind === "person");
}

/** A canvas made of the text that a call passed. `kept`: what this browser has of it. */
export function viewOfCall(
  stream: Extract<Stream, { kind: "text" }>,
  result: { readonly canvasId: string; readonly version: number; readonly origin: CanvasKey | null },
  kept: CanvasView | null,
  now: string,
): CanvasView {
  const { storeId, owner, key } = result.origin ?? kept ?? NOWHERE;
  const known = kept?.checkpoint;
  const document: CanvasDocument = {
    id: result.canvasId,
    ...namedBy(stream, known?.document),
    content: stream.text,
    status: known?.document.status ?? "draft",
    createdAt: known?.document.createdAt ?? now,
    updatedAt: now,
    version: result.version,
    revision: 0,
    lastEditor: "model",
  };
  const checkpoint: Checkpoint = {
    document,
    comments: [],
    proposals: [],
    protections: known?.protections ?? [],
    baseline: stream.text,
    approval: known?.approval ?? null,
    settings: known?.settings ?? { suggestOnly: false },
    told: { client: "", seen: [], offered: [], ...known?.told, knownVersion: result.version },
  };
  return { storeId, owner, key, state: NO_STATE, checkpoint };
}

function namedBy(
  { title, text }: Extract<Stream, { kind: "text" }>,
  known: CanvasDocument | undefined,
): Pick<CanvasDocument, "title" | "titleGiven"> {
  const given = cleanTitle(title ?? "") ?? (known?.titleGiven ? known.title : null);
  return { title: given ?? titleFromContent(text), titleGiven: given !== null };
}

/**
 * The canvas that this browser keeps, after the model's edits to its own text: changed, or with suggestions. Null when they
 * do not fit that text: the server's was another.
 */
export function viewOfEdits(
  kept: CanvasView,
  edits: readonly StreamedEdit[],
  result: { readonly suggests: boolean; readonly version: number },
  now: string,
): CanvasView | null {
  const { checkpoint } = kept;
  const text = checkpoint.baseline;
  const known = new Set(checkpoint.proposals.map(({ id }) => id));
  const wanted = edits.filter((edit) => !result.suggests || !known.has(nameOf(edit, result.version)));
  const located = locateEdits(text, [], wanted.map(itemOf));
  if (!located.ok) return null;
  if (result.suggests) {
    const proposals = located.located.map(({ index, from, to, insert }): Proposal => {
      const anchor = describeAnchor(text, from, to - from, checkpoint.document.revision);
      const id = nameOf(wanted[index]!, result.version);
      const { version } = result;
      const by = { kind: "model" } as const;
      return { id, kind: "suggestion", by, anchor, text: insert, createdAt: now, version, state: "open" };
    });
    const document = { ...checkpoint.document, content: text };
    return { ...kept, state: NO_STATE, checkpoint: { ...checkpoint, document, proposals } };
  }
  const content = applyChanges(text, located.located);
  const { version } = result;
  const document: CanvasDocument = { ...checkpoint.document, content, version, updatedAt: now, lastEditor: "model" };
  const told = { ...checkpoint.told, knownVersion: version };
  return { ...kept, state: NO_STATE, checkpoint: { ...checkpoint, document, baseline: content, told } };
}

function itemOf({ find, replace, line }: StreamedEdit) {
  return { find, replace: replace ?? "", ...(line === null ? {} : { line }) };
}

/** The same edit of the same version is the same suggestion, however often the host shows it again. */
function nameOf({ find, replace, line }: StreamedEdit, version: number): string {
  return markOf("s", find, replace ?? "", String(line), String(version)).replace(":", "");
}
