/** The UTC day that it is, kept right while a page stays open over midnight. */
import { useSyncExternalStore } from 'react';
import { dayOf, formatDay } from '../../../src/core/date-range.ts';

/** Timers sleep with the machine, so they only bound how late midnight is noticed. */
const checkMs = 30_000;

export function useToday(): string {
  return useSyncExternalStore(subscribe, today);
}

function today(): string {
  return formatDay(dayOf(Date.now()));
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, checkMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
