import type { PageEvent } from "../../../../protocol/page.ts";

/** Takes a stream of server-sent events apart, however it is cut. What is no event of ours is left out. */
export function createEventReader(): { read(chunk: string): readonly PageEvent[] } {
  let rest = "";
  return {
    read(chunk) {
      rest += chunk;
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      return blocks.flatMap((block) => {
        const data = block
          .split(/\r?\n/)
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5).replace(/^ /, ""))
          .join("\n");
        const event = data === "" ? null : parse(data);
        return event === null ? [] : [event];
      });
    },
  };
}

function parse(data: string): PageEvent | null {
  try {
    const value = JSON.parse(data) as Partial<PageEvent> | null;
    if (value?.kind === "hello") return value as PageEvent;
    if (value?.kind === "changed" && Array.isArray(value.ids)) return value as PageEvent;
    if (value?.kind === "assistants" && Array.isArray(value.connected)) return value as PageEvent;
    // A newer server may say more than this page knows.
    return null;
  } catch {
    return null;
  }
}
