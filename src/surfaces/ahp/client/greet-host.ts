import { isObject, RpcFailure } from "../wire/json-rpc.ts";
import { type ClientCapabilities, type Implementation, RUN } from "../wire/types.ts";
import { ROOT_URI } from "../wire/uris.ts";
import { BASELINES } from "../wire/versions.ts";
import { AhpClientError, wordsOf } from "./client-error.ts";
import type { Link } from "./link.ts";
import { type Greeting, type Resumption, readGreeting, readResumption } from "./read-host.ts";

export interface Introduction {
  readonly clientId: string;
  readonly clientInfo?: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /** Another each time that a client is made. */
  readonly run: string;
}

/** For the first time, or to a host that does not remember this client. */
export async function initialize(link: Link, introduction: Introduction): Promise<Greeting> {
  const { clientId, clientInfo, capabilities, run } = introduction;
  const answer = await link.request("initialize", {
    channel: ROOT_URI,
    protocolVersions: BASELINES,
    clientId,
    ...(clientInfo === undefined ? {} : { clientInfo }),
    capabilities,
    _meta: { [RUN]: run },
  });
  const greeting = readGreeting(answer);
  if (greeting === null)
    throw new AhpClientError("unexpected_answer", "The host's answer to initialize cannot be read.");
  return greeting;
}

/** To a host that may still remember; null: it does not, and everything begins anew. */
export async function resume(
  link: Link,
  asked: { readonly clientId: string; readonly lastSeenServerSeq: number; readonly subscriptions: readonly string[] },
  log: (line: string) => void,
): Promise<Resumption | null> {
  try {
    const resumption = readResumption(
      await link.request("reconnect", { channel: ROOT_URI, ...asked }),
      asked.subscriptions,
    );
    if (resumption === null) log("AHP: the host's answer to reconnect cannot be read; beginning anew.");
    return resumption;
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    log(`AHP: the host does not remember this client: ${wordsOf(error)}`);
    return null;
  }
}

/** The first session that the host has; null: it has none. */
export async function findSession(link: Link): Promise<string | null> {
  const listed = await link.request("listSessions", { channel: ROOT_URI });
  const [first] = isObject(listed) && Array.isArray(listed.items) ? (listed.items as unknown[]) : [];
  return isObject(first) && typeof first.resource === "string" ? first.resource : null;
}
