import { createContext, useContext, useSyncExternalStore } from "react";
import { COMMANDS_META, type PageCommands } from "../../../../protocol/page.ts";
import type { Live } from "../access/live.ts";
import type { SignIn } from "../access/sign-in.ts";

/** What the page knows of its server besides the canvases: how its commands are typed, who signs in, and which assistants are connected. */
export interface OwnServer {
  readonly commands: Connecting & Pick<PageCommands, "page" | "serve" | "doctor" | "install">;
  readonly live: Pick<Live, "assistants" | "subscribeAssistants">;
  /** How people sign in; null: it knows none. */
  readonly signIn: SignIn | null;
  /** The one canvas that this page shows, in a panel of another program; null: this is the whole page. */
  readonly only: string | null;
}

/** How an assistant is connected: to copy. */
export interface Connecting {
  readonly claudeCode: string;
  readonly configuration: string;
}

const TOKEN = "WRITING_CANVAS_TOKEN";

const Own = createContext<OwnServer | null>(null);
export const OwnServerProvider = Own.Provider;

export function useOwnServer(): OwnServer {
  const own = useContext(Own);
  if (own === null) throw new Error("Nothing of the page stands outside of its OwnServerProvider");
  return own;
}

/** The names of those that are connected; null: not known yet. */
export function useAssistants(): readonly string[] | null {
  const { live } = useOwnServer();
  return useSyncExternalStore(live.subscribeAssistants, live.assistants);
}

/** As the server says in its document. Where it may be read on another machine, an assistant needs the server's address. */
export function readCommands(document: Pick<Document, "querySelector">, origin: string): OwnServer["commands"] {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${COMMANDS_META}"]`)?.content;
  const said = content === undefined ? BARE : (JSON.parse(content) as PageCommands);
  const address = `${origin}/mcp`;
  const header = `Authorization: Bearer \${${TOKEN}}`;
  const headers = { Authorization: `Bearer \${env:${TOKEN}}` };
  return {
    ...said,
    claudeCode: said.claudeCode ?? `claude mcp add --transport http writing-canvas ${address} --header '${header}'`,
    configuration:
      said.configuration ?? JSON.stringify({ mcpServers: { "writing-canvas": { url: address, headers } } }),
  };
}

/** A document that was not served by us says nothing. */
const BARE: PageCommands = {
  page: "writing-canvas page",
  serve: "writing-canvas serve",
  doctor: "writing-canvas doctor",
  install: "writing-canvas install",
  claudeCode: null,
  configuration: null,
};
