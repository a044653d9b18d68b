import { vi } from "vitest";

/** A wait ends when what it waits for is there; a busy machine gets more for it than the second that is the default. */
const { waitFor } = vi;
vi.waitFor = (look, options = {}) =>
  waitFor(look, typeof options === "number" ? options : { timeout: 20_000, ...options });
