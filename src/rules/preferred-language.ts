/** The language a client prefers. Source: RFC 9110 section 12.5.4. */

const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
const maxItems = 32;

/** The tag with the highest quality in an Accept-Language field, the first of equals, in lower case; '' if none. */
export function preferredLanguage(acceptLanguage: string): string {
  let preferred = '';
  let best = 0;
  for (const item of acceptLanguage.split(',', maxItems)) {
    const [tag = '', parameter] = item.split(';', 2);
    const language = tag.trim();
    if (!languageTag.test(language)) continue;
    const weight = parameter === undefined ? 1 : Number(quality.exec(parameter.trim())?.[1] ?? 0);
    if (weight <= best) continue;
    best = weight;
    preferred = language.toLowerCase();
  }
  return preferred;
}
