/** The day that it is in the domain's time zone, kept right while a page stays open over midnight. */
import { createContext, use, useSyncExternalStore } from 'react';

/** Timers sleep with the machine, so they only bound how late midnight is noticed. */
const checkMs = 30_000;
const quarterMs = 15 * 60_000;

/** The time zone of the pages below, an IANA name: its midnight is where days begin and end. */
export const TimeZoneContext = createContext('UTC');

export function useToday(): string {
  const timeZone = use(TimeZoneContext);
  return useSyncExternalStore(subscribe, () => dayIn(timeZone, Date.now()));
}

/** The start of the quarter of an hour that it is, in milliseconds since the Unix epoch: hours begin on quarters in every zone. */
export function useQuarterHour(): number {
  return useSyncExternalStore(subscribe, () => Date.now() - (Date.now() % quarterMs));
}

/** The day, `YYYY-MM-DD`, that an instant belongs to. */
export function dayIn(timeZone: string, epochMs: number): string {
  // Swedes write dates as ISO 8601 does.
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
