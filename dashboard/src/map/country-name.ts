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

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** Without codes of countries that are gone: DD is named Germany, too. */
const isCurrent = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

/** The code of a country by its name or code, in upper or lower case; undefined for other texts. */
export function countryCode(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .find(
      (code) =>
        isCurrent(code) && (code.toLowerCase() === wanted || names.of(code)?.toLowerCase() === wanted),
    );
}
