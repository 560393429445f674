/** Origins as people give them. Source: RFC 6454 section 6.2, docs/reference/connect-page.md ("Shared statistics"). */
import { parseUrl } from './url.ts';

/**
 * Reads `https://host` or `https://host:port`, a slash at the end included; answers it as browsers write it, in lower case
 * and without the scheme's own port. Undefined for everything else. What it answers is safe in a field of HTTP: hosts
 * have no `;`, `*` or `'`.
 */
export function parseOrigin(text: string): string | undefined {
  if (text.length > 300) return undefined;
  const hostAndPort = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?\/?$/i;
  return hostAndPort.test(text) ? parseUrl(text)?.origin : undefined;
}
