import type { Writable } from "node:stream";
import { createLineWriter } from "../../server/observe/line-writer.ts";
import { createObserver, type LogEntry, type Observer } from "../../server/observe/observer.ts";
import { printableJsonLine, textLine } from "../terminal/printable.ts";

export type LogForm = "json" | "text";

/**
 * Logs and numbers of a server on stderr. Text is for whoever watches, and says only which requests failed; JSON is for
 * programs, one object a line, with a line for every request. A reader that does not keep up loses lines, and holds up
 * nobody.
 */
export function createServeObserver(options: {
  readonly stderr: Writable;
  readonly form: LogForm;
  readonly now: () => Date;
  readonly version: string;
  readonly storeGauges?: () => Readonly<Record<string, number>>;
}): Observer {
  const { stderr, form, now, version, storeGauges } = options;
  const print = form === "json" ? (entry: LogEntry) => jsonLine(entry, now()) : textEntry;
  const lines = createLineWriter(stderr, {
    tellDropped: (count) =>
      print({ level: "warn", message: `${count} lines of the log were dropped: nobody read them.` }),
  });
  return createObserver({
    version,
    requestLines: form === "json" ? "all" : "failed",
    write: (entry) => lines.write(print(entry)),
    droppedLines: lines.dropped,
    ...(storeGauges === undefined ? {} : { storeGauges }),
  });
}

function textEntry({ message, requestId, fields }: LogEntry): string {
  // Only where a person may search for it: by what the caller was told.
  return textLine(fields === undefined ? message : `${message} Request ${requestId}.`);
}

function jsonLine({ level, message, requestId, fields }: LogEntry, now: Date): string {
  return printableJsonLine({
    time: now.toISOString(),
    level,
    message: fields === undefined ? message : "request",
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...fields,
  });
}
