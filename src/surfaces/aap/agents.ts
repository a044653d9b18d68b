/**
 * Programs that are known as agents: by the name in an agent's path, what the program calls itself. Their canvases are those
 * of the person that the program works on.
 */
export type Agents = ReadonlyMap<string, string>;

/** Whose canvases an agent's name means: all of the caller's, or those that one program works on. */
export interface Agent {
  readonly client?: string;
}

/** Null: nobody is called so, as far as this caller may know. */
export function findAgent(id: string, caller: string, agents: Agents): Agent | null {
  if (id === caller) return {};
  const client = agents.get(id);
  return client === undefined ? null : { client };
}

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export function isAgentName(name: string): boolean {
  return NAME.test(name) && !/^\.+$/.test(name);
}
