/** Whether the last request reached the service; a banner shows if it didn't. */
import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

export function reportReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

export function isReachable(): boolean {
  return reachable;
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, isReachable);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
