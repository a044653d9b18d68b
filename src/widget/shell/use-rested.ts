import { useEffect, useState } from "react";

/** Up to this many characters, what follows from a keystroke is cheap enough to follow every one. */
const SMALL = 50_000;
const REST_MS = 400;

/** The value, for a large text only once the typing rests: counting and comparing must not cost a keystroke. */
export function useRested<T>(value: T, size: number): T {
  const [rested, setRested] = useState(value);
  const large = size > SMALL;
  useEffect(() => {
    if (!large) return;
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value, large]);
  return large ? rested : value;
}
