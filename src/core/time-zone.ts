/** Names of time zones, as the IANA database has them. */

/** Ends the sentence "allowed: …". */
export const allowedTimeZone = 'an IANA name such as Europe/Berlin';

export const defaultTimeZone = 'UTC';

/**
 * Reads the name of a time zone in whatever case. Links such as `Asia/Kolkata` keep their name; undefined when there
 * is no such zone. Offsets such as `+02:00` are refused: they don't say which zone's days to count.
 */
export function parseTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    const canonical = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    return canonical.toLowerCase() === text.toLowerCase() ? canonical : text;
  } catch {
    return undefined;
  }
}
