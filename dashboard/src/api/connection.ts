/** Whether the last request reached the service; if it didn't, it is asked until it answers, while a banner shows. */
import { useSyncExternalStore } from 'react';

const retryMs = 1000;
const timeoutMs = 3000;

let reachable = true;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

export function reportReachable(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  clearInterval(timer);
  removeEventListener('online', probe);
  if (!now) {
    timer = setInterval(probe, retryMs);
    addEventListener('online', probe);
  }
  for (const listener of listeners) listener();
}

function probe(): void {
  void fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    (answer) => (answer.ok ? reportReachable(true) : undefined),
    // Still unreachable; the next round tries again.
    () => {},
  );
}

/** Calls the listener whenever the service answers again. */
export function onReachableAgain(listener: () => void): () => void {
  return subscribe(() => (reachable ? listener() : undefined));
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
