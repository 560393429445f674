/** English names of countries and names of their regions. Source: ISO 3166-1 and 3166-2, Unicode CLDR. */
import { iso31661 } from 'iso-3166/1.js';
import { iso31662 } from 'iso-3166/2.js';

/** Location databases use `XK` for Kosovo, although ISO has not assigned it. */
export const countryCodes: ReadonlySet<string> = new Set([...iso31661.map(({ alpha2 }) => alpha2), 'XK']);
const regions: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));
/** ISO's own names are inverted for sorting: "Korea, Republic of". */
const everydayNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** By ISO 3166-1 alpha-2. */
export function countryName(code: string): string | undefined {
  return countryCodes.has(code) ? everydayNames.of(code) : undefined;
}

/** By ISO 3166-2. */
export function regionName(code: string): string | undefined {
  return regions.get(code);
}
