/** When a custom domain is checked again. Source: docs/reference/dns.md ("When it is checked"). */
import { dayMs, hourMs, minuteMs } from '../core/time.ts';
import type { Verdict } from './host-answer.ts';

const firstRetryMs = minuteMs;
/** Records that were not found for days are looked for four times a day. */
const longestRetryMs = 6 * hourMs;
/** DNS failures are usually fixed quickly, or were never the domain's fault. */
const longestUndecidedMs = 10 * minuteMs;
const recheckMs = dayMs;
/** Spreads the checks of domains that were created by one import; little, as a domain without a check for 26 hours is `unknown`. */
const jitter = 0.05;

/**
 * Returns how long to wait after a check. `failures` are the checks in a row, this one included, that did not find the
 * records; `random` is from 0 to 1. After `failuresBefore`, records that are found are looked for once more at once.
 */
export function delayAfter(verdict: Verdict, failures: number, random: number, failuresBefore = 0): number {
  const delayMs = verdict === 'found' && failuresBefore > 0 ? firstRetryMs : delayOf(verdict, failures);
  return Math.round(delayMs * (1 + jitter * (2 * random - 1)));
}

function delayOf(verdict: Verdict, failures: number): number {
  if (verdict === 'found') return recheckMs;
  const longest = verdict === 'undecided' ? longestUndecidedMs : longestRetryMs;
  return Math.min(firstRetryMs * 2 ** Math.max(failures - 1, 0), longest);
}
