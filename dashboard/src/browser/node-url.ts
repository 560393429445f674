/**
 * What src/core needs of node:url, for browsers: `import { domainToASCII } from 'node:url'` there comes here (see
 * vite.config.ts and tsconfig.json), so that the dashboard checks host names with the very rules of the API.
 * Source: WHATWG URL, "domain to ASCII", which node:url and `new URL` share.
 */
import { parseUrl } from '../../../src/core/url.ts';

/** What would end the host of a URL; no name has it, and src/core refuses it before. */
const delimiter = /[\t\n\r#/:?@\\]/;

/** Answers the A-labels of a name, or an empty text when it is none. */
export function domainToASCII(domain: string): string {
  if (delimiter.test(domain)) return '';
  return parseUrl(`ws://${domain}`)?.hostname ?? '';
}
