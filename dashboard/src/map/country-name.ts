/** Names of countries that no report has named. Source: Unicode CLDR, as the API's own names of countries. */
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** By ISO 3166-1 alpha-2. Never throws: an address may name any country. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
