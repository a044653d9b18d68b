import { codeOf, type RpcError } from "../wire/json-rpc.ts";
import { settled, type TestClient, type TestHost } from "./host-for-tests.ts";

export const OPEN = { canvasId: "note", instanceId: "n1", input: { topic: "tea" } };
export const EDITOR = { canvasId: "editor", displayName: "Editor", description: "An editor" };

export function active(clientId: string, canvasProviders: readonly object[] = [EDITOR]) {
  return { type: "session/activeClientSet", activeClient: { clientId, tools: [], canvasProviders } };
}

/** A client that provides an editor, and answers what it is asked. */
export async function provider(host: TestHost, clientId = "p1"): Promise<TestClient> {
  const client = await host.client(clientId);
  client.answer = (method, params) =>
    method === "canvasOpen"
      ? { url: "https://editor.example/", title: `Editor of ${JSON.stringify(params.input)}` }
      : { value: 42 };
  client.dispatch(host.session.channel, active(clientId));
  await settled(host);
  return client;
}

export function codeIn({ error }: { readonly error?: RpcError }): string | undefined {
  return error === undefined ? undefined : codeOf(error);
}

export function lastOf(client: TestClient, type: string) {
  return client.actions().findLast(({ action }) => action.type === type);
}

export async function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (failure: { error: RpcError }) => codeOf(failure.error),
  );
}
