/** An instant to come, as `--expires` of tokens takes it. */
import { quoteValue } from '../core/errors.ts';
import { latestInstant, parseInstant } from '../core/instant.ts';
import { dayMs, hourMs } from '../core/time.ts';
import { UsageError } from './failures.ts';

const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: dayMs };

/**
 * Reads `30d` and `12h` from `now`, a date (00:00 UTC of that day) or an instant with its offset; answers
 * milliseconds since the epoch.
 */
export function readExpiry(text: string, now: number, option = '--expires'): number {
  const expiresAt = readDuration(text, now) ?? parseInstant(text);
  if (expiresAt === undefined || expiresAt > latestInstant) {
    throw new UsageError(
      `${option} ${quoteValue(text)} is invalid; allowed: a number of days or hours such as 30d or 12h, or a date such as 2030-12-31 or 2030-12-31T18:00:00Z`,
    );
  }
  if (expiresAt <= now) throw new UsageError(`${option} ${quoteValue(text)} is not in the future`);
  return expiresAt;
}

function readDuration(text: string, now: number): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,6})([dh])$/.exec(text) ?? [];
  return count === undefined ? undefined : now + Number(count) * (unitMs[unit] ?? 0);
}
