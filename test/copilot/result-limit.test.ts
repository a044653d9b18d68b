/** How long a result may be before a model gets the name of a file in its place. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing, type Runtime, startRuntime, type Talk } from "./start-runtime.ts";
import { actCall, makeToy } from "./toy-canvas.ts";
import { startToyMcp, type ToyMcp } from "./toy-mcp.ts";

describe.skipIf(missing !== null)(`a long result ${missing ?? ""}`, () => {
  let toy: ToyMcp;
  let runtime: Runtime;
  let talk: Talk;
  const repeater = makeToy("repeater", {
    actions: [
      {
        name: "repeat",
        handler: ({ input }) => {
          const { unit, times } = input as { readonly unit: string; readonly times: number };
          return unit.repeat(times);
        },
      },
    ],
  }).canvas;

  beforeAll(async () => {
    toy = await startToyMcp();
    runtime = await startRuntime();
    talk = await runtime.create({
      requestCanvasRenderer: true,
      canvases: [repeater],
      mcpServers: { toy: toy.config },
    });
    await talk.session.rpc.canvas.open({ canvasId: "repeater", instanceId: "one" });
  });
  afterAll(async () => {
    await runtime?.close();
    await toy?.close();
  });

  test.each([
    ["letters", "x", 20_480],
    ["line ends", "\n", 20_480],
    ["quotation marks", '"', 20_480],
    ["Chinese, of three bytes each", "漢", 6_826],
  ])("a result of MCP is swallowed beyond 20,480 bytes: %s", async (_, unit, most) => {
    const repeat = (times: number) => ({ tool: "toy-repeat", args: { unit, times } });
    const [whole, swallowed] = await talk.say(repeat(most), repeat(most + 1));
    expect(whole === unit.repeat(most)).toBe(true);
    expect(swallowed).toMatch(/^Output too large to read at once \(20\.0 KB\)\. Saved to: /);
    expect(swallowed?.length).toBeLessThan(1_500);
  });

  test.each([
    ["letters", "x", 20_462],
    ["line ends, as two bytes each", "\n", 10_231],
    ["quotation marks, as two bytes each", '"', 10_231],
    ["Chinese, of three bytes each", "漢", 6_820],
  ])("an action's result is swallowed when its JSON is longer than 20,480 bytes: %s", async (_, unit, most) => {
    const repeat = (times: number) => actCall("one", "repeat", { unit, times });
    const [whole, swallowed] = await talk.say(repeat(most), repeat(most + 1));
    expect(whole === JSON.stringify({ result: unit.repeat(most) }, null, 2)).toBe(true);
    expect(swallowed).toMatch(/^Output too large to read at once \(20\.0 KB\)\. Saved to: /);
  });
});
