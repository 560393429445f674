/**
 * What src/core needs of tr46, for browsers: `import { toASCII } from 'tr46'` there comes here (see vite.config.ts and
 * tsconfig.json), so that the dashboard checks host names by the API's rules without loading tr46's table of 220 kB.
 * Source: WHATWG URL, "domain to ASCII".
 */
import { parseUrl } from '../../../src/core/url.ts';

/** What would end the host of a URL; no name has it, and src/core refuses it before. */
const delimiter = /[\t\n\r#/:?@\\]/;

/** What browsers do anyway. */
type Options = { readonly checkBidi: true; readonly checkJoiners: true };

/** Answers the A-labels of a name, or null when it is none. */
export function toASCII(domain: string, _options?: Options): string | null {
  if (delimiter.test(domain)) return null;
  return parseUrl(`ws://${domain}`)?.hostname ?? null;
}
