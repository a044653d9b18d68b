import { useEffect, useState } from "react";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 minutes ago", "yesterday", "3 Nov", "3 Nov 2024". A time that cannot be read is returned as it is. */
export function timeInWords(iso: string, now: number, locale = "en"): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  // A clock that is ahead of ours: not in the future.
  const past = Math.max(0, now - at);
  if (past < MINUTE) return justNow(locale);
  if (past < HOUR) return ago.format(-Math.floor(past / MINUTE), "minute");
  if (past < DAY) return ago.format(-Math.floor(past / HOUR), "hour");
  if (past < 7 * DAY) return ago.format(-Math.floor(past / DAY), "day");
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(at);
}

/** "in 7 days", "in 3 hours", "in 5 minutes", of a time to come; of one that is past or about to be, "in 1 minute". */
export function timeLeft(iso: string, now: number, locale = "en"): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const ahead = new Intl.RelativeTimeFormat(locale);
  const left = Math.max(MINUTE, at - now);
  // Of "7 days" a moment is gone by the time that it is read.
  if (left > 47 * HOUR) return ahead.format(Math.round(left / DAY), "day");
  if (left > 59 * MINUTE) return ahead.format(Math.round(left / HOUR), "hour");
  return ahead.format(Math.round(left / MINUTE), "minute");
}

/** The whole time, for a title. */
export function fullTime(iso: string, locale = "en"): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** "14:05", and of another day "3 Nov, 14:05", by the reader's clock. */
export function clockTime(iso: string, now: number, locale = "en", timeZone?: string): string {
  return timeOfDay(iso, now, { locale, timeZone });
}

/** The same with seconds. */
export function exactTime(iso: string, now: number, locale = "en", timeZone?: string): string {
  return timeOfDay(iso, now, { locale, timeZone, second: "2-digit" });
}

function timeOfDay(
  iso: string,
  now: number,
  {
    locale,
    timeZone,
    second,
  }: { readonly locale: string; readonly timeZone: string | undefined; readonly second?: "2-digit" },
): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "short", ...zone });
  const sameDay = day.format(at) === day.format(now);
  return new Intl.DateTimeFormat(locale, {
    hour: "numeric",
    minute: "2-digit",
    ...(second === undefined ? {} : { second }),
    ...(sameDay ? {} : { day: "numeric", month: "short" }),
    ...zone,
  }).format(at);
}

function justNow(locale: string): string {
  return locale.startsWith("en")
    ? "just now"
    : new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
}

/** The time, told anew every minute: what was "just now" becomes "1 minute ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
