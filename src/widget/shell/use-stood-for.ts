import { useEffect, useState } from "react";

/** So long a text that came from elsewhere stands on screen before it can be decided on: a press that was on its way is not meant for it. */
export const READ_MS = 1_500;

/** Whether this value has been the same for so long. */
export function useStoodFor(value: string | undefined, ms: number): boolean {
  const [stood, setStood] = useState<string | undefined>(ms === 0 ? value : undefined);
  useEffect(() => {
    const timer = setTimeout(() => setStood(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return stood === value;
}
