/** Country and region as imported lines give them. Source: ISO 3166-1, ISO 3166-2. */
import { isCountry, regionCodeOf } from '../lookup/regions.ts';
import { exportedText } from './export-names.ts';

export type ImportedPlace = {
  readonly country: string;
  readonly region: string;
  /** Of a region without a code. */
  readonly regionName: string;
};

/** What exports write for no country, besides what they write for nothing. */
const unknownCountries: ReadonlySet<string> = new Set(['', '--', 'XX', 'ZZ', 'T1']);

/**
 * A region without its country's prefix gets it; a region alone says which country. One that only has a name, in whichever
 * column, gets the code of that name. '' is unknown.
 */
export function readPlace(
  countryText: string,
  regionText: string,
  regionName: string,
): ImportedPlace | 'country_invalid' | 'region_invalid' {
  const given = exportedText(countryText).toUpperCase();
  const country = unknownCountries.has(given) ? '' : given;
  if (country !== '' && !isCountry(country)) return 'country_invalid';
  const text = exportedText(regionText);
  const region = text === '' ? regionCodeOf(country, regionName) : regionOf(country, text);
  if (region === undefined) return 'region_invalid';
  return region === ''
    ? { country, region, regionName }
    : { country: region.slice(0, 2), region, regionName: '' };
}

/** Undefined when it is neither a code nor a name that is known. */
function regionOf(country: string, text: string): string | undefined {
  const code = text.toUpperCase();
  const full = /^[A-Z]{2}-/.test(code) || country === '' ? code : `${country}-${code}`;
  const [, ofCountry = ''] = /^([A-Z]{2})-[A-Z0-9]{1,3}$/.exec(full) ?? [];
  if (isCountry(ofCountry) && (country === '' || ofCountry === country)) return full;
  return regionCodeOf(country, text) || undefined;
}
