/** The language a client prefers. Source: RFC 9110 section 12.5.4. */
import { languageRanges } from '../core/accept-language.ts';

/** The tag with the highest quality in an Accept-Language field, the first of equals, in lower case; '' if none. */
export function preferredLanguage(acceptLanguage: string): string {
  let preferred = '';
  let best = 0;
  for (const { range, weight } of languageRanges(acceptLanguage)) {
    if (weight <= best || range === '*') continue;
    best = weight;
    preferred = range;
  }
  return preferred;
}
