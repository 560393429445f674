/** How long an answer asks to wait. Source: RFC 9110 section 10.2.3. */

/** Milliseconds from a `Retry-After` field, which has seconds or a date; undefined where it has neither. */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  if (value === null || value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
