import { quoted } from "../text/quote-text.ts";
import { createLineIndex } from "../text/split-lines.ts";

/** A long passage is named by its beginning and end: the model can read the rest. */
const LONGEST_QUOTE = 2_000;

interface Passage {
  readonly canvasId: string;
  readonly version: number;
  readonly content: string;
  readonly from: number;
  readonly to: number;
}

/** The message that asks for one passage to be changed, and for nothing else. `wish` says how, in words. */
export function askAbout(passage: Passage, wish: string): string {
  const asked = inOneLine(wish).replace(/[.!?…]$/u, "");
  const quote = quoted(passage.content.slice(passage.from, passage.to), LONGEST_QUOTE);
  return `${placeOf(passage)}: ${asked}. The passage is ${quote}. Change just this passage with edit_canvas and leave the rest as it is.`;
}

interface Question extends Omit<Passage, "from" | "to"> {
  /** Null: the passage is no longer in the text. */
  readonly place: { readonly from: number; readonly to: number } | null;
  readonly quote: string;
  readonly body: string;
  /** The thread in which it can be answered; null: in none. */
  readonly thread: string | null;
}

/** The message that asks a question or says a wish about one passage, and wants an answer: in its thread, or in the chat. */
export function askQuestion({ place, quote, body, thread: id, ...canvas }: Question): string {
  const change = "unless these words ask for a change: then change just this passage";
  const answer =
    id === null
      ? `Answer in the chat and leave the text as it is, ${change} with edit_canvas.`
      : `Answer with edit_canvas, comments [{"reply_to": "${id}", "body": "…"}], and leave the text as it is, ${change} and pass addresses ["${id}"].`;
  const name = id === null ? "" : ` ${id}`;
  const where = place === null ? onCanvas(canvas) : placeOf({ ...canvas, ...place });
  const passage = `The passage ${place === null ? "is gone from the text; it was" : "is"} ${quoted(quote, LONGEST_QUOTE)}.`;
  return `${where}, the person's question${name}: ${quoted(inOneLine(body))}. ${passage} ${answer}`;
}

function onCanvas({ canvasId, version }: Pick<Passage, "canvasId" | "version">): string {
  return `On canvas ${canvasId} (v${version})`;
}

function placeOf({ content, from, to, ...canvas }: Passage): string {
  const lineOf = createLineIndex(content);
  const first = lineOf(from);
  const last = lineOf(Math.max(from, to - 1));
  return `${onCanvas(canvas)}, ${first === last ? `line ${first}` : `lines ${first}-${last}`}`;
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
