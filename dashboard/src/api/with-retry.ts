/** Sends one of many requests: backs off when the API asks for it, and retries what a retry can fix. */
import { ApiError } from './api-error.ts';

const maxTries = 4;
const maxWaitSeconds = 120;

export type RetryOptions = {
  /** Aborts a pause and further tries. */
  readonly signal?: AbortSignal;
  /** Called before each pause. */
  readonly onWait?: (seconds: number) => void;
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};

/**
 * Waits for the Retry-After of each 429, and retries connection and server errors up to three times.
 * Throws other refusals, the last failure, and the reason of `signal`.
 */
export async function withRetry<T>(
  request: () => Promise<T>,
  { signal, onWait, sleep = pause }: RetryOptions = {},
): Promise<T> {
  for (let tries = 1; ; ) {
    signal?.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isLimit = error.status === 429;
      const mayPass = isLimit || error.status === 0 || error.status >= 500;
      if (!mayPass || (!isLimit && tries >= maxTries)) throw error;
      const seconds = Math.min(maxWaitSeconds, error.retryAfterSeconds ?? 2 ** (tries - 1));
      if (!isLimit) tries += 1;
      onWait?.(seconds);
      await sleep(seconds * 1000, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('stopped'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
