import { computeDiff } from "../diff/compute-diff.ts";
import type { DiffHunk } from "../diff/hunk.ts";
import type { Checkpoint } from "../document/records.ts";
import { describeComments } from "./describe-comments.ts";
import { describeHunk } from "./describe-hunk.ts";
import { describeProposals } from "./describe-proposals.ts";
import { fillBudget, type Item, type Section } from "./fill-budget.ts";
import { markOf } from "./mark.ts";
import { GAP, quoted } from "./quote-text.ts";

/** Characters that the feedback may take when nobody says otherwise. */
const DEFAULT_BUDGET = 8_000;
/** The longest single edit, as a share of the budget; the rest of it is left to read_canvas. */
const LARGEST_EDIT = 0.5;
/** Of a line that does not fit, a beginning shorter than this says nothing. */
const SHORTEST_START = 12;

export interface FeedbackRequest {
  readonly checkpoint: Checkpoint;
  readonly budget?: number;
  /** The version that the model is to name: one whose text can no longer change. The newest, unless said otherwise. */
  readonly baseVersion?: number;
}

export interface Feedback {
  /** What the model is told, never longer than the budget. Its last line is `base_version: n`. */
  readonly text: string;
  readonly counts: { readonly edits: number; readonly comments: number; readonly proposals: number };
  /** Fingerprints of what `text` tells: they belong into `told.marks` once it was offered. */
  readonly marks: readonly string[];
}

/**
 * The person's edits since the model's own text, open comments, proposals and status: always all that stands, never an
 * increment. What has not been told comes first. The form is that of the specification, section 8.3.
 */
export function buildFeedback({
  checkpoint,
  budget = DEFAULT_BUDGET,
  baseVersion = checkpoint.document.version,
}: FeedbackRequest): Feedback {
  const { document } = checkpoint;
  const told = new Set(checkpoint.told.marks);
  const hunks = computeDiff(checkpoint.claudeContent, document.content).filter(isTold);
  const edits = describeEdits(hunks, told, budget);
  const { items: comments, addressed } = describeComments(checkpoint.comments, document.content, told);
  const proposals = describeProposals(checkpoint.proposals, document.content, told);

  const head = describeHead(checkpoint, addressed);
  const foot = `base_version: ${baseVersion}`;
  const sections: Section[] = [
    { title: "### User Edits", items: edits, separator: "\n\n", more: (left) => more(left, "edit") },
    { title: "### User Comments", items: comments, separator: "\n", more: (left) => `- ${more(left, "comment")}` },
    { title: "### Proposals", items: proposals, separator: "\n", more: (left) => `- ${more(left, "proposal")}` },
  ];
  const body = fillBudget(sections, budget - head.length - foot.length - 4);
  const text = [head, body.text, foot].filter((part) => part !== "").join("\n\n");
  return {
    text: text.length <= budget ? text : foot.slice(0, Math.max(0, budget)),
    counts: { edits: hunks.length, comments: comments.length, proposals: proposals.length },
    marks: text.length <= budget ? body.marks : [],
  };
}

// A moved block is told once, where it is now.
function isTold(hunk: DiffHunk): boolean {
  return !(hunk.type === "removed" && hunk.movedTo);
}

function more(left: number, what: string): string {
  return `${GAP} ${left} more ${what}${left === 1 ? "" : "s"}: call read_canvas to see ${left === 1 ? "it" : "them"}.`;
}

function describeHead(checkpoint: Checkpoint, addressed: number): string {
  const { document, approval, settings, protections } = checkpoint;
  const lines = [
    `## Canvas ${quoted(document.title, 240)} (${document.id}) — v${document.version}`,
    `Status: ${document.status}`,
  ];
  if (approval) {
    const note = approval.note ? `: ${quoted(approval.note, 1_000)}` : ".";
    lines.push(`Approved by the user at v${approval.version}${note}`);
    if (approval.version !== document.version) lines.push("Changed since approval.");
  }
  if (document.status === "archived") lines.push("Archived: read-only until the user reopens it.");
  if (settings.suggestOnly) lines.push('The user wants suggestions: use edit_canvas with mode "suggest".');
  if (protections.length > 0) {
    const passages = protections.slice(0, 5).map(({ anchor }) => quoted(anchor.quotedText, 80));
    const rest = protections.length > passages.length ? ` and ${protections.length - passages.length} more` : "";
    lines.push(`Protected by the user, do not change: ${passages.join(", ")}${rest}`);
  }
  if (addressed > 0) {
    lines.push(
      addressed === 1
        ? "1 comment that you addressed waits for the user to resolve it."
        : `${addressed} comments that you addressed wait for the user to resolve them.`,
    );
  }
  return lines.join("\n");
}

function describeEdits(hunks: readonly DiffHunk[], told: ReadonlySet<string>, budget: number): Item[] {
  const seen = new Map<string, number>();
  return hunks.map((hunk) => {
    const print = markOf("edit", hunk.type, hunk.original ?? "", hunk.modified ?? "");
    const twins = seen.get(print) ?? 0;
    seen.set(print, twins + 1);
    const mark = twins === 0 ? print : `${print}.${twins}`;
    return { text: shortenHunk(describeHunk(hunk), budget * LARGEST_EDIT), mark, isNew: !told.has(mark) };
  });
}

/** The first lines of an edit that is too long, and how many were left out. */
function shortenHunk(text: string, max: number): string {
  if (text.length <= max) return text;
  const lines = text.split("\n");
  const room = max - 80;
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (length + line.length + 1 > room) break;
    shown.push(line);
    length += line.length + 1;
  }
  const next = lines[shown.length]!;
  const start = room - length - GAP.length - 1;
  // Of one endless line at least the beginning, where there is room for one that says anything.
  if (shown.length < 2 && start >= SHORTEST_START) shown.push(`${next.slice(0, start)} ${GAP}`);
  const left = lines.length - shown.length;
  if (left > 0) shown.push(`  ${GAP} ${left} more line${left === 1 ? "" : "s"}: call read_canvas.`);
  return shown.join("\n");
}
