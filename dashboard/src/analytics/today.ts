/** The current day in the domain's time zone, updated at midnight while a page stays open. */
import { createContext, use, useSyncExternalStore } from 'react';

/** Timers sleep with the machine, so they only bound how late midnight is noticed. */
const checkMs = 30_000;
const quarterMs = 15 * 60_000;

/** The time zone of the pages inside, an IANA name; days begin at its midnight. */
export const TimeZoneContext = createContext('UTC');

export function useToday(): string {
  const timeZone = use(TimeZoneContext);
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, Date.now()));
}

/** The start of the current quarter hour, in milliseconds since the Unix epoch. Hours begin on one in every time zone. */
export function useQuarterHour(): number {
  return useSyncExternalStore(subscribe, () => Date.now() - (Date.now() % quarterMs));
}

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, epochMs: number): string {
  // The Swedish date format is ISO 8601.
  return new Date(epochMs).toLocaleDateString('sv-SE', { timeZone });
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, checkMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
