/** Lines of `_redirects` that proxy: `/api/* https://api.example.com/v2/:splat 200`. */
import { quoteValue } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';
import type { ProxyAction } from '../actions/proxy.ts';
import { addressOfUrl, type FileContext, refuse } from './rule-file.ts';

const parts = /^https?:\/\/[^/?#]*([^?#]*)(.*)$/is;

/**
 * A proxy action replaces the beginning of the path: that of the source up to its `*`, or all of it, by that of the
 * destination. Refused when the account has no upstream with the destination's address.
 */
export function readProxy(path: string, to: string, context: FileContext): ProxyAction {
  const [, toPath = '', rest = ''] = parts.exec(to) ?? [];
  if (rest !== '') refuse('its destination has a query or a fragment, which a proxy cannot add');
  const isPrefix = path.endsWith('/*');
  if (path.includes('*') && !isPrefix) refuse('a proxy needs a source that is exact or ends with "/*"');
  if (isPrefix && !toPath.endsWith('/:splat'))
    refuse(`a proxy needs a destination that ends with "/:splat", as its source ends with "/*"`);
  const from = isPrefix ? path.slice(0, -'/*'.length) : path;
  const prefix = isPrefix ? toPath.slice(0, -'/:splat'.length) : toPath;
  if (/\/:|\*/.test(from) || /\/:|\*/.test(prefix)) refuse('a proxy cannot carry over placeholders');
  const strip = from === prefix ? '' : from;
  return {
    upstream_uuid: findUpstream(to, context),
    ...(strip === '' || strip === '/' ? {} : { strip_prefix: strip }),
    // The slash is for the path that is only the source's beginning: there, `:splat` is empty.
    ...(from === prefix || prefix === '' || prefix === '/'
      ? {}
      : { prefix: isPrefix && strip !== '' ? `${prefix}/` : prefix }),
    host_header: 'upstream',
  };
}

function findUpstream(to: string, context: FileContext): string {
  const url = parseUrl(to.replace('/:splat', ''));
  if (url === undefined) refuse(`its destination ${quoteValue(to)} is not a URL`);
  const address = addressOfUrl(url);
  const uuid = context.findUpstream(address);
  if (uuid !== undefined) return uuid;
  const { host, port, tls } = address;
  return refuse(
    `it proxies to ${url.origin}, and no upstream with that address is known (host ${host}, port ${port}, ${tls ? 'TLS' : 'clear text'}); create it first`,
  );
}
