import { expect, test } from "vitest";
import fixtures from "../wire/fixtures/requests.json" with { type: "json" };
import { codeOf } from "../wire/json-rpc.ts";
import { createTestHost } from "./host-for-tests.ts";

/** The channels of one that is shown, one that is open and not shown, and one that was closed, by the names in the fixtures. */
async function start() {
  const host = createTestHost();
  const client = await host.client("c");
  const { agent } = host.session;
  const [shown, other, closed] = await Promise.all(
    ["n1", "n2", "n3"].map((instanceId) => agent.open({ canvasId: "note", instanceId })),
  );
  await client.subscribe(shown?.channel ?? "");
  await client.subscribe(closed?.channel ?? "");
  await agent.close("n3");
  const named = new Map([
    ["ahp-canvas:/SHOWN", shown?.channel],
    ["ahp-canvas:/OTHER", other?.channel],
    ["ahp-canvas:/CLOSED", closed?.channel],
  ]);
  return { client, channelOf: (name: string) => named.get(name) ?? name };
}

const started = start();

test.each(fixtures)("$method: $description", async ({ method, params, result, error }) => {
  const { client, channelOf } = await started;
  const answer = await client.call(method, { ...params, channel: channelOf(params.channel) });
  if (error === undefined) expect(answer.result).toEqual(result);
  else expect(answer.error === undefined ? answer.result : codeOf(answer.error)).toBe(error);
});
