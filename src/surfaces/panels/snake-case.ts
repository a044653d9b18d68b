/** Field names as models know them from every other door (`base_version`); the values are left as they are. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** No input of an action is as deep as this. */
const DEEPEST = 10;

/** A model's input with the names that actions have; what is deeper than any of theirs stays as it is. */
export function withActionNames(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth === DEEPEST) return value;
  if (Array.isArray(value)) return value.map((part) => withActionNames(part, depth + 1));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, part]) => [camelCase(name), withActionNames(part, depth + 1)]));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
