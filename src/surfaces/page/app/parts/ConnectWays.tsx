import { pageWords } from "../words.ts";
import { CopyField } from "./CopyField.tsx";
import { useOwnServer } from "./own-server.ts";

/** How to connect an assistant to this very server, to copy. `level`: of its headings. */
export function ConnectWays({ level }: { readonly level: 2 | 3 }) {
  const { commands } = useOwnServer();
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading className="message-part">{pageWords.setUpClaudeCode}</Heading>
      <CopyField text={commands.claudeCode} />
      <Heading className="message-part">{pageWords.setUpOthers}</Heading>
      <CopyField text={commands.configuration} />
      <Heading className="message-part">{pageWords.setUpKnown}</Heading>
      <CopyField text={commands.install} />
    </>
  );
}
