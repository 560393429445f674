/** Country and region as imported lines give them. Source: ISO 3166-1, ISO 3166-2. */
import { isCountry } from '../lookup/regions.ts';

export type ImportedPlace = { readonly country: string; readonly region: string };

/** What exports write for no country. */
const unknownCountries: ReadonlySet<string> = new Set(['', '-', '--', 'XX', 'ZZ', 'T1', '(NOT SET)']);

/** A region without its country's prefix gets it; a region alone says which country. '' is unknown. */
export function readPlace(
  country: string,
  region: string,
): ImportedPlace | 'country_invalid' | 'region_invalid' {
  const given = country.toUpperCase();
  const isUnknown = unknownCountries.has(given);
  if (!isUnknown && !isCountry(given)) return 'country_invalid';
  const code = region.toUpperCase();
  if (code === '' || code === '-' || code === '(NOT SET)')
    return { country: isUnknown ? '' : given, region: '' };
  const full = /^[A-Z]{2}-/.test(code) || isUnknown ? code : `${given}-${code}`;
  const [, ofCountry = ''] = /^([A-Z]{2})-[A-Z0-9]{1,3}$/.exec(full) ?? [];
  if (!isCountry(ofCountry) || (!isUnknown && ofCountry !== given)) return 'region_invalid';
  return { country: ofCountry, region: full };
}
