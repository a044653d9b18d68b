/** The few styles around a frame. Colours are those of the page around it, where it has the names of MCP Apps for them. */
export const VIEW_STYLE = `
:host { display: block; position: relative; inline-size: 100%; block-size: 100%; min-block-size: 8rem; overflow: hidden;
  --ground: var(--color-background-primary, #ffffff); --text: var(--color-text-primary, #1d1c1a);
  --quiet: var(--color-text-secondary, #5f5d58); --border: var(--color-border-primary, #e3e1db);
  --accent: #2558c4; --on-accent: #ffffff; --ring: var(--color-ring-primary, #2558c4);
  color-scheme: light; background: var(--ground); color: var(--text);
  font: 400 0.9375rem/1.5 var(--font-sans, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif); }
:host([data-theme="dark"]) { color-scheme: dark;
  --ground: var(--color-background-primary, #1e1d1b); --text: var(--color-text-primary, #ecebe7);
  --quiet: var(--color-text-secondary, #a9a69f); --border: var(--color-border-primary, #3a3833);
  --accent: #8db3ff; --on-accent: #10182b; --ring: var(--color-ring-primary, #8db3ff); }
iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; transition: opacity 140ms ease-out; }
:host([data-state="loading"]) iframe { opacity: 0; }
:host([data-state="stale"]) iframe { opacity: 0.6; }
.note { position: absolute; inset: 0; display: grid; place-content: center; padding: 1rem; overflow: auto; }
.note:empty { display: none; }
/* What is away is still there to be read, and to be written in: it is not covered. */
iframe ~ .note { pointer-events: none; }
:host([data-state="stale"]) iframe ~ .note { place-content: end center; }
.card { box-sizing: border-box; max-inline-size: 26rem; padding: 1rem 1.25rem; border: 1px solid var(--border); border-radius: 12px;
  background: var(--ground); overflow-wrap: anywhere; }
.card h2 { margin: 0 0 0.25rem; font-size: 1rem; line-height: 1.4; font-weight: 600; }
.card p { margin: 0; color: var(--quiet); }
.card button { margin-block-start: 0.75rem; min-block-size: 36px; padding: 0 0.875rem; border: 0; border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 500; cursor: pointer; }
.card button:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.quiet { margin: 0; color: var(--quiet); animation: appear 200ms 400ms ease-out both; }
@keyframes appear { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { iframe { transition: none; } .quiet { animation-duration: 1ms; } }
`;
