import { createHash } from "node:crypto";
import { COMMANDS_META, type PageCommands, SIGN_IN_META, type SignInWays } from "../../../protocol/page.ts";

/** The page as it is sent: told where its sandbox is and what people have to type, under a policy that allows its own scripts and styles and no others. */
export function pageDocument(
  built: string,
  given: {
    readonly sandboxOrigin: string;
    readonly commands: PageCommands;
    /** How people sign in, where the server knows them. */
    readonly signIn?: SignInWays;
    readonly connects?: readonly string[];
    /** By whatever program shows the panel: it has no address that could be known before. */
    readonly mayBeFramed?: boolean;
  },
): { readonly html: string; readonly policy: string } {
  const { sandboxOrigin, commands, signIn, connects = [], mayBeFramed = false } = given;
  const meta = [
    ["canvas-sandbox", sandboxOrigin],
    [COMMANDS_META, JSON.stringify(commands)],
    ...(signIn === undefined ? [] : [[SIGN_IN_META, JSON.stringify(signIn)]]),
  ].map(([name = "", content = ""]) => `<meta name="${name}" content="${escapeAttribute(content)}">`);
  const html = built.replace(/<head(?=[\s>])[^>]*>/i, (head) => `${head}${meta.join("")}`);
  const { script, style } = inlineHashes(html);
  const policy = [
    "default-src 'none'",
    `script-src ${script.join(" ") || "'none'"}`,
    `style-src ${style.join(" ") || "'none'"}`,
    "img-src data:",
    `connect-src ${["'self'", ...connects].join(" ")}`,
    `frame-src ${sandboxOrigin}`,
    ...(mayBeFramed ? [] : ["frame-ancestors 'none'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return { html, policy };
}

interface Hashes {
  readonly script: string[];
  readonly style: string[];
}

/** Of what stands in each script and style, as a browser reads them: up to its own first end tag, whatever lies before it. */
function inlineHashes(html: string): Hashes {
  const hashes: Hashes = { script: [], style: [] };
  const open = /<(script|style)(?=[\s>])[^>]*>/gi;
  for (let found = open.exec(html); found !== null; found = open.exec(html)) {
    const kind = found[1]?.toLowerCase() === "style" ? "style" : "script";
    const end = kind === "style" ? /<\/style(?=[\s/>])/gi : /<\/script(?=[\s/>])/gi;
    end.lastIndex = open.lastIndex;
    const closing = end.exec(html);
    if (closing === null) break;
    const text = html.slice(open.lastIndex, closing.index);
    hashes[kind].push(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    // A script holds tags as text: none of them begins anything.
    open.lastIndex = end.lastIndex;
  }
  return hashes;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
