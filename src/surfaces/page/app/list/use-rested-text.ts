import { useEffect, useState } from "react";

const REST_MS = 150;

/** The text once nobody has typed for a moment. Emptied, it is empty at once. */
export function useRestedText(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    if (text === "") {
      setRested("");
      return;
    }
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
