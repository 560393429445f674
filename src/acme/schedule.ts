/**
 * When an authority suggests a renewal, and when a failed attempt is repeated. Source: RFC 9773 section 4.2,
 * docs/reference/acme.md ("Renewal", "When it fails").
 */
import { type Lifetime, latestSuggestion } from '../core/renewal-time.ts';
import { hourMs, minuteMs } from '../core/time.ts';

const firstRetryMs = minuteMs;
const longestRetryMs = 6 * hourMs;
/** Five attempts in the first hour, as many failures as Let's Encrypt takes of a host in one. */
const growth = 3;
const jitter = 0.1;

/** Within the window that the authority suggests, but early enough to leave time for failures. */
export function suggestedTime(
  { start, end }: { readonly start: number; readonly end: number },
  lifetime: Lifetime,
  place: number,
): number {
  return Math.floor(Math.min(start + (end - start) * place, latestSuggestion(lifetime)));
}

/** How long to wait after so many failures in a row, this one included; an authority may ask for more. */
export function retryDelay(failures: number, random: number, retryAfterMs = 0): number {
  const delay = Math.min(firstRetryMs * growth ** Math.max(failures - 1, 0), longestRetryMs);
  return Math.round(Math.max(delay * (1 + jitter * (2 * random - 1)), retryAfterMs));
}
