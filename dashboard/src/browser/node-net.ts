/**
 * What src/core needs of node:net, for browsers: `import { isIP } from 'node:net'` there comes here (see vite.config.ts and
 * tsconfig.json). Source: RFC 4291 section 2.2, RFC 3986 section 3.2.2.
 */
import { parseUrl } from '../../../src/core/url.ts';

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const ipv6Characters = /^[0-9a-f:.]{2,45}$/i;
const zone = /%[0-9a-z\-.:]+$/i;

/** 4 or 6 for an address of that version, without brackets; 0 for other texts. */
export function isIP(text: string): 0 | 4 | 6 {
  if (ipv4.test(text)) return 4;
  const address = text.replace(zone, '');
  return ipv6Characters.test(address) && parseUrl(`ws://[${address}]`) !== undefined ? 6 : 0;
}
