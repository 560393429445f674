/** Instants as people write them. Source: RFC 3339 section 5.6, of which date-only and offset forms are taken. */

/** The last instant that is taken: years have four digits. */
export const latestInstant: number = Date.UTC(9999, 11, 31);
const isoInstant = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Reads a date (00:00 UTC of that day) or an instant with its offset; milliseconds since the epoch. */
export function parseInstant(text: string): number | undefined {
  if (!isoInstant.test(text)) return undefined;
  const time = Date.parse(text);
  // Date.parse takes 31 February for 3 March.
  const day = Date.parse(text.slice(0, 10));
  if (Number.isNaN(time) || Number.isNaN(day) || time > latestInstant) return undefined;
  return new Date(day).toISOString().startsWith(text.slice(0, 10)) ? time : undefined;
}
