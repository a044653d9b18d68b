import type { ModelOutcome } from "../../core/document/model/apply-model-write.ts";

/** What came of a model's change, one sentence a line. `what` says what was done to the text. */
export function outcomeLines(outcome: Omit<ModelOutcome, "draft">, what: string): string[] {
  const { suggestions, conflicts } = outcome;
  const lines: string[] = [];
  if (outcome.textChanged) lines.push(what);
  else if (suggestions.length > 0) {
    const count = suggestions.length === 1 ? "1 suggestion waits" : `${suggestions.length} suggestions wait`;
    lines.push(`${count} for the person to accept or reject (${idList(suggestions)}); the text is unchanged.`);
  } else if (conflicts > 0) lines.push("The text stays as it is.");
  else lines.push("The text is unchanged.");
  if (outcome.assumed !== undefined) lines.push(`Taken as made from ${outcome.assumed}.`);
  if (outcome.merged && outcome.textChanged) lines.push("What others changed since was kept and merged with yours.");
  if (conflicts > 0) {
    const places = conflicts === 1 ? "one place" : `${conflicts} places`;
    lines.push(
      `In ${places} you changed words that others had changed since: theirs stay in the text, yours wait beside them for the person to choose.`,
    );
  }
  return [...lines, ...outcome.notes];
}

const MOST_IDS = 20;

function idList(ids: readonly string[]): string {
  const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : "";
  return `${ids.length === 1 ? "id" : "ids"} ${ids.slice(0, MOST_IDS).join(", ")}${more}`;
}
