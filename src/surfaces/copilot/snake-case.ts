/** Field names as models know them from every other door (`base_version`); the values are left as they are. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A model's input with the names that actions have. */
export function withActionNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withActionNames);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [camelCase(name), withActionNames(part)]));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
