import type { AuditLine } from "../../core/records/history.ts";
import { readAudit } from "../../server/actions/sharing/audit.ts";
import { asPerson, namedId, orFail } from "../open-store.ts";
import { DONE, type Invocation, UsageError } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";

const PAGE = 500;
const USUAL = 100;

/** Who did what with the owner's canvases, one a line, newest first. */
export async function audit(invocation: Invocation): Promise<number> {
  const { stdout } = invocation.surroundings;
  const { canvas, json } = invocation.options;
  const most = askedLimit(invocation);
  const lines = await asPerson(invocation, async (call) => {
    const found: (AuditLine & { readonly number: number })[] = [];
    for (let more = true; more && found.length < most; ) {
      const asked = {
        canvasId: typeof canvas === "string" ? namedId(canvas) : undefined,
        before: found.at(-1)?.number,
        limit: Math.min(PAGE, most - found.length),
      };
      const page = orFail(await readAudit.run(call, asked));
      found.push(...page.lines);
      ({ more } = page);
    }
    return found;
  });
  if (json) stdout.write(printableJson(lines));
  else if (lines.length === 0) stdout.write("Nothing was shared, approved, exported or deleted yet.\n");
  else stdout.write(lines.map((line) => `${lineOf(line)}\n`).join(""));
  return DONE;
}

function askedLimit({ options }: Invocation): number {
  const { limit } = options;
  if (limit === undefined) return USUAL;
  if (typeof limit === "string" && /^[1-9]\d{0,6}$/.test(limit)) return Number(limit);
  throw new UsageError(`--limit is ${JSON.stringify(limit)}; it is a number of lines, from 1 on.`);
}

function lineOf({ at, kind, by, canvasId, title, payload }: AuditLine): string {
  const person = by.name ?? by.subject ?? by.client ?? by.kind;
  const who = by.kind === "model" ? `${by.client ?? "a model"} for ${person}` : person;
  const more = Object.entries(payload).map(([name, value]) => `${name}=${textOf(value)}`);
  return [
    at.slice(0, 19).replace("T", " "),
    kind.padEnd(15),
    canvasId.padEnd(6),
    printable(title),
    `by ${printable(who)}`,
    ...(more.length === 0 ? [] : [printable(`(${more.join(", ")})`)]),
  ].join("  ");
}

function textOf(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  const name = (value as { readonly name?: unknown } | null)?.name;
  return typeof name === "string" ? name : JSON.stringify(value);
}
