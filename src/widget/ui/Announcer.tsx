import { useEffect, useState } from "react";

/** Says what has come, to whoever does not see it come. The region stands before its words do: only then are they read. */
export function Announcer({ words }: { readonly words: string }) {
  const [said, say] = useState("");
  useEffect(() => say(words), [words]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
