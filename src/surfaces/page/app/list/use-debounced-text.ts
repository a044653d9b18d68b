import { useEffect, useState } from "react";

const REST_MS = 150;

/** The text once nobody has typed for a moment. Emptied, it is empty at once. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === "") {
      setDebounced("");
      return;
    }
    const timer = setTimeout(() => setDebounced(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
