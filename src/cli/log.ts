import type { Writable } from "node:stream";
import { printable } from "./printable.ts";

export type Log = (line: string) => void;

/** Lines for whoever watches; stdout belongs to the protocol. */
export function logTo(stderr: Writable): Log {
  return (line) => void stderr.write(`writing-canvas: ${printable(line, { lines: true })}\n`);
}
