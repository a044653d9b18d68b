import type { Received } from "./call.ts";

/** Numbers the calls of one door in the order in which they come in, and knows which were not answered yet. */
export function createReceptions(clock: () => Date): {
  begin(connection: string | undefined): { readonly received: Received; readonly answered: () => void };
} {
  let calls = 0;
  const unanswered = new Set<number>();
  return {
    begin(connection) {
      calls += 1;
      const order = calls;
      const received = { connection, order, unanswered: [...unanswered], at: clock() };
      unanswered.add(order);
      return { received, answered: () => void unanswered.delete(order) };
    },
  };
}
