/** How the document looks around a block, for the block to look alike. */
export interface BlockTheme {
  readonly scheme: "light" | "dark";
  readonly variables: readonly (readonly [name: string, value: string])[];
}

/** What a block may use in its own styles, under the same names as ours. */
const VARIABLES = [
  "--canvas-text",
  "--canvas-text-quiet",
  "--canvas-ground",
  "--canvas-ground-tint",
  "--canvas-border",
  "--canvas-border-strong",
  "--canvas-accent",
  "--canvas-on-accent",
  "--canvas-danger",
  "--canvas-warning",
  "--canvas-success",
  "--canvas-font",
  "--canvas-mono",
  "--canvas-radius",
  "--canvas-radius-small",
];
/** Host's values become text of a style: whatever could end it or load something is left out. */
const PLAIN = /^[\w\s#%(),.'"/+*-]*$/;

export function readTheme(document: Document): BlockTheme {
  const root = document.documentElement;
  const style = document.defaultView!.getComputedStyle(root);
  const variables = VARIABLES.map((name) => [name, style.getPropertyValue(name).trim()] as const);
  return {
    scheme: root.dataset.theme === "dark" ? "dark" : "light",
    variables: variables.filter(([, value]) => value !== "" && PLAIN.test(value) && !/url|image|src/i.test(value)),
  };
}

/** In a layer: whatever the block says of itself stands above it. */
export function themeStyle({ scheme, variables }: BlockTheme): string {
  const declared = variables.map(([name, value]) => `${name}: ${value};`).join(" ");
  return `@layer canvas { :root { color-scheme: ${scheme}; ${declared} } ${PLAIN_LOOK} }`;
}

const PLAIN_LOOK = `
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--canvas-ground); }
body { margin: 16px; color: var(--canvas-text); font: 15px/1.55 var(--canvas-font); overflow-wrap: break-word; }
h1, h2, h3, h4 { margin: 0 0 8px; line-height: 1.25; font-weight: 650; }
h1 { font-size: 22px; } h2 { font-size: 18px; } h3, h4 { font-size: 16px; }
p, ul, ol, table, form { margin: 0 0 12px; }
a { color: var(--canvas-accent); }
code, pre { font-family: var(--canvas-mono); font-size: 0.9em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 12px; border-bottom: 1px solid var(--canvas-border); text-align: start; vertical-align: top; }
th { font-weight: 650; }
th button { margin: 0; border: 0; padding: 0; min-height: 0; background: none; font: inherit; color: inherit; }
button, input, select, textarea { font: inherit; color: inherit; }
button, input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea {
  min-height: 32px; max-width: 100%; margin-block: 2px; padding: 3px 10px; border: 1px solid var(--canvas-border-strong);
  border-radius: var(--canvas-radius-small); background: var(--canvas-ground);
}
button { cursor: pointer; } button:disabled { cursor: default; opacity: 0.5; }
button:hover:enabled { background: var(--canvas-ground-tint); }
button[type=submit], form button:not([type]) { border-color: transparent; background: var(--canvas-accent); color: var(--canvas-on-accent); }
button[type=submit]:hover:enabled, form button:not([type]):hover:enabled { background: color-mix(in srgb, var(--canvas-accent) 88%, var(--canvas-text)); }
:is(input, select, textarea)::placeholder { color: var(--canvas-text-quiet); opacity: 1; }
input:is([type=checkbox], [type=radio], [type=range]) { accent-color: var(--canvas-accent); }
:focus-visible { outline: 2px solid var(--canvas-accent); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none; transition: none; } }`;

/** Calls whenever the look of the document has changed. Gives the way to stop. */
export function watchTheme(document: Document, changed: () => void): () => void {
  const Observer = document.defaultView!.MutationObserver;
  const observer = new Observer(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "style"] });
  return () => observer.disconnect();
}
