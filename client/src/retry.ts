/** Trying again what the service could not do for the moment. */
import { NameplateError } from './error.ts';

export type RetryOptions = {
  /** How often a request is tried again; 4 by default, 0 for never. */
  readonly retries?: number;
  /** The longest wait before a try, in seconds; 60 by default. A request that would have to wait longer fails at once. */
  readonly longestWait?: number;
};

/** Codes of failures after which the same request, with the same idempotency key, does no more than once would have done. */
const passing: ReadonlySet<string> = new Set([
  'rate_limited',
  'unavailable',
  'idempotency_key_in_use',
  'unreachable',
]);

/**
 * Runs `attempt` until it succeeds, fails for good or has been tried too often. Waits as long as `Retry-After` says, or longer
 * from try to try.
 */
export async function retrying<Value>(
  { retries = 4, longestWait = 60 }: RetryOptions,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Value>,
): Promise<Value> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NameplateError) || tried >= retries) throw error;
      const wait = error.retryAfter ?? 0.25 * 2 ** tried * (1 + Math.random());
      if (!passing.has(error.code) || wait > longestWait) throw error;
      await pause(wait * 1000, signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
