/** Partial arguments as a host makes them: the JSON as far as it has come, with what is open closed. */

/** Closes open strings, arrays and objects, and drops a last key that has no value yet. */
export function healJson(cut: string): Record<string, unknown> {
  for (let end = cut.length; end > 0; end -= 1) {
    try {
      return JSON.parse(close(cut.slice(0, end)));
    } catch {
      // A key without its value, half an escape, half a number: one character less.
    }
  }
  return {};
}

function close(text: string): string {
  const open: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") open.push("}");
    else if (character === "[") open.push("]");
    else if (character === "}" || character === "]") open.pop();
  }
  return text + (inString ? '"' : "") + open.reverse().join("");
}

/** `count` growing partials of the arguments, spread evenly; the last is still unfinished. */
export function partialsOf(args: Readonly<Record<string, unknown>>, count: number): Record<string, unknown>[] {
  const whole = JSON.stringify(args);
  return Array.from({ length: count }, (_, index) =>
    healJson(whole.slice(0, Math.floor((whole.length * (index + 1)) / (count + 1)))),
  );
}
