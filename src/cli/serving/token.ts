import { createLinks } from "../../surfaces/page/server/links.ts";
import { ownFolder } from "../asked-store.ts";
import { DONE, type Invocation, UsageError } from "../surroundings.ts";
import { addToken, listTokens, revokeToken } from "./people-tokens.ts";

/** The data folder's own token, for programs that a server over HTTP cannot identify; or those of people, changed and listed. */
export async function token(invocation: Invocation): Promise<number> {
  const { surroundings, positionals, options } = invocation;
  const [action, name] = positionals;
  if (action !== undefined) return tokenOfPeople(invocation, action, name);
  const further = ["tokens", "name", "read-only", "yes", "json"].find((option) => options[option] !== undefined);
  if (further !== undefined)
    throw new UsageError(`--${further} goes with \`token add\`, \`token list\` or \`token revoke\`.`);
  const links = await createLinks(ownFolder(invocation, "`token`"), surroundings.now);
  surroundings.stdout.write(`${links.token}\n`);
  return DONE;
}

async function tokenOfPeople(invocation: Invocation, action: string, name: string | undefined): Promise<number> {
  const needed = (what: string): string => {
    if (name === undefined) throw new UsageError(`${what} is missing: token ${action} ${what} --tokens FILE`);
    return name;
  };
  switch (action) {
    case "add":
      return addToken(invocation, needed("NAME"));
    case "revoke":
      return revokeToken(invocation, needed("NAME-OR-ID"));
    case "list":
      if (name !== undefined) throw new UsageError(`${JSON.stringify(name)} is one argument too many.`);
      return listTokens(invocation);
    default:
      throw new UsageError(
        `There is no \`token ${action}\`: add, list and revoke are for the tokens of people; \`token\` alone prints the data folder's.`,
      );
  }
}
