/** When a certificate is renewed, and when a failed attempt is repeated. Source: issue 5 part 3. */

const minuteMs = 60_000;
const firstRetryMs = minuteMs;
const longestRetryMs = 6 * 60 * minuteMs;
/** Five attempts in the first hour, as many failures as Let's Encrypt takes of a host in one. */
const growth = 3;
const jitter = 0.1;
/** Certificates that were ordered together are not renewed together for ever. */
const renewalSpread = 1 / 20;

/** A third of the lifetime before the end, or up to a twentieth earlier; `random` is from 0 to 1. */
export function renewalTime(notBefore: number, expiresAt: number, random: number): number {
  const lifetime = expiresAt - notBefore;
  return Math.round(expiresAt - lifetime / 3 - lifetime * renewalSpread * random);
}

/** How long to wait after so many failures in a row, this one included; an authority may ask for more. */
export function retryDelay(failures: number, random: number, retryAfterMs = 0): number {
  const delay = Math.min(firstRetryMs * growth ** Math.max(failures - 1, 0), longestRetryMs);
  return Math.round(Math.max(delay * (1 + jitter * (2 * random - 1)), retryAfterMs));
}
