/**
 * What elements of a page's head say about a script that is added to it.
 * Source: docs/reference/injection.md ("Where it goes"); HTML Standard, sections 4.2.3, 4.2.5.3 and 4.12.1.
 */

import { scriptPath } from '../../core/tracker-paths.ts';
import { parseUrl } from '../../core/url.ts';
import type { Attributes } from './attribute-reader.ts';
import { isStateful } from './charset.ts';
import { metaPolicyForbids } from './content-security-policy.ts';
import type { PageOrigin } from './csp-source.ts';
import type { ElementJudge } from './html-scanner.ts';
import type { ReasonInPage } from './page-outcome.ts';

/** Makes the judge of a page at this address. */
export function judgeOf(origin: PageOrigin): ElementJudge {
  return (element, attributes, isCut) => {
    switch (element) {
      case 'html':
        return [...attributes.keys()].some((name) => ampAttribute.test(name)) ? 'amp' : undefined;
      case 'base':
        return leadsElsewhere(attributes.get('href'), origin) ? 'base' : undefined;
      case 'script':
        return isOurs(attributes.get('src') ?? '') ? 'present' : undefined;
      case 'meta':
        break;
    }
    return judgeMeta(attributes, isCut, origin);
  };
}

/** `amp`, `amp4ads`, `amp4email`, or the sign of high voltage, whose UTF-8 bytes are read as latin1 here. */
const ampAttribute = /^(?:amp(?:4ads|4email)?|\xe2\x9a\xa1(?:\xef\xb8\x8f)?(?:4ads|4email)?)$/;

/** Also one that is loaded from another host, for a page that is counted there. */
function isOurs(src: string): boolean {
  return (decoded(src).split(/[?#]/, 1)[0] ?? '').trim().endsWith(scriptPath);
}

function leadsElsewhere(href: string | undefined, origin: PageOrigin): boolean {
  if (href === undefined) return false;
  const own = `${origin.scheme}://${origin.host}${origin.port === 0 ? '' : `:${origin.port}`}/`;
  const address = decoded(href);
  // Whether by http or https aside: how the browser has asked cannot always be known here.
  const target = parseUrl(address, own);
  return target !== undefined && target.host !== new URL(own).host;
}

function judgeMeta(attributes: Attributes, isCut: boolean, origin: PageOrigin): ReasonInPage | undefined {
  if (isStateful(attributes.get('charset') ?? '')) return 'charset';
  const name = attributes.get('http-equiv')?.trim().toLowerCase();
  if (name === undefined) return undefined;
  const content = decoded(attributes.get('content') ?? '');
  if (name === 'content-security-policy')
    return isCut || metaPolicyForbids(content, origin) ? 'csp' : undefined;
  const charset =
    name === 'content-type'
      ? /charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(content.slice(0, 200))?.[1]
      : undefined;
  return isStateful(charset ?? '') ? 'charset' : undefined;
}

const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' };

/** Resolves character references, as far as they occur in addresses and policies. */
function decoded(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|apos|quot|lt|gt));?/gi,
    (all, hex, decimal, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
