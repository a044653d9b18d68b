import { useEffect, useState } from "react";

const MINUTE = 60_000;

/** The time, told anew every minute: what was "just now" becomes "1 minute ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
