/** The scope of the last half hour, which advances while the page is visible. */
import { useMemo, useSyncExternalStore } from 'react';
import { useFilters } from '../filters/use-filters.ts';
import type { Scope } from './scope.ts';

export const liveMinutes = 30;
const stepMs = 15_000;

/** The half hour up to the end of the current 15 seconds, with the page's filters. Pauses while the page is hidden. */
export function useLiveScope(): Scope {
  const { filters } = useFilters('visitors');
  const step = useSyncExternalStore(subscribe, currentStep);
  return useMemo(() => {
    const untilMs = step * stepMs;
    return {
      from: new Date(untilMs - liveMinutes * 60_000).toISOString(),
      to: new Date(untilMs).toISOString(),
      filters,
      timeZone: 'UTC',
    };
  }, [step, filters]);
}

/** The number of the step that ends next, so that the range includes the present. */
function currentStep(): number {
  return Math.ceil(Date.now() / stepMs);
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') listener();
  }, stepMs / 5);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
