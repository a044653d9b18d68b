import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { SyncEvent } from "../../surfaces/files/sync-session.ts";
import type { Trouble } from "../../surfaces/files/trouble.ts";
import type { Invocation } from "../surroundings.ts";
import { printable, printableJsonLine } from "../terminal/printable.ts";

export interface Report {
  begin(opened: { readonly link: string | null; readonly isNew: boolean; readonly version: number }): void;
  already(link: string | null): void;
  readonly event: (event: SyncEvent) => void;
  end(trouble: Trouble | null, record: CanvasRecord | null): void;
}

/** What `open` says: where the canvas is on stdout, each exchange on stderr; with --json lines of JSON on stdout. */
export function createReport({ surroundings, options, positionals }: Invocation, canvas: string): Report {
  const { stdout, stderr, stdin, now } = surroundings;
  const file = positionals[0] ?? "";
  const name = printable(file);
  const counts = { took: 0, wrote: 0 };
  const json = options.json === true;
  const line = (value: object): void => void stdout.write(printableJsonLine({ file, canvas, ...value }));
  const say = (words: string): void =>
    void stderr.write(`${now().toTimeString().slice(0, 8)}  ${printable(words, { lines: true })}\n`);

  return {
    begin({ link, isNew, version }) {
      if (json) return line({ event: "opened", new: isNew, version, ...(link === null ? {} : { url: link }) });
      stdout.write(`${name} is canvas ${canvas}${isNew ? "" : ` (v${version})`}; what either says the other gets.\n`);
      stdout.write(
        link === null ? "There is no page to show it on; hosts with the server can.\n" : `Open it: ${link}\n`,
      );
      stdout.write("Ctrl+C ends it.\n");
    },
    already(link) {
      if (json) return line({ event: "already_open", ...(link === null ? {} : { url: link }) });
      stdout.write(`${name} is already open: another process keeps it and canvas ${canvas} the same.\n`);
      if (link !== null) stdout.write(`Open it: ${link}\n`);
    },
    event(event) {
      if (event.kind === "took") counts.took += 1;
      if (event.kind === "wrote") counts.wrote += 1;
      if (json) return line(jsonOf(event));
      switch (event.kind) {
        case "took":
          say(`${file} → canvas v${event.version}${conflictWords(event.conflicts)}`);
          break;
        case "wrote":
          say(`canvas v${event.version} (${event.by === "person" ? "yours" : "the assistant's"}) → ${file}`);
          break;
        case "held": {
          const canAsk = event.trouble.code === "missing" && stdin.isTTY;
          say(`${file} ${event.trouble.message}.${canAsk ? " Press Enter to write it again." : ""}`);
          break;
        }
        case "freed":
          say(`${file} and canvas ${canvas} are kept the same again.`);
      }
    },
    end(trouble, record) {
      const open = record?.proposals.filter(({ state }) => state === "open").length ?? 0;
      const version = record?.document.version ?? 0;
      if (json) {
        const held = trouble === null ? {} : { code: trouble.code, message: trouble.message };
        return line({ event: "ended", same: trouble === null, version, ...counts, openProposals: open, ...held });
      }
      const state = trouble === null ? "are the same" : `differ: the file ${trouble.message}`;
      const waiting =
        open === 0 ? "" : ` ${open} ${open === 1 ? "place waits" : "places wait"} for your decision in it.`;
      say(
        `Ended. ${file} and canvas ${canvas} (v${version}) ${state}.${waiting} Taken from the file ${times(counts.took)}, written to it ${times(counts.wrote)}.`,
      );
    },
  };
}

function jsonOf(event: SyncEvent): object {
  switch (event.kind) {
    case "held":
      return { event: "held", code: event.trouble.code, message: event.trouble.message };
    case "took":
    case "wrote":
    case "freed": {
      const { kind, ...rest } = event;
      return { event: kind, ...rest };
    }
  }
}

function conflictWords(conflicts: number): string {
  if (conflicts === 0) return "";
  const places = conflicts === 1 ? "1 place" : `${conflicts} places`;
  return `; in ${places} the canvas had other words: they stand beside the text there, as conflicts`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
