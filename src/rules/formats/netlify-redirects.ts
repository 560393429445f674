/**
 * Netlify's `_redirects` files. Source: docs/reference/rule-formats.md ("Netlify redirects"); Netlify documentation,
 * "Redirects and rewrites", "Redirect options".
 */
import { quoteValue } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';
import type { RuleAction } from '../actions/actions.ts';
import type { ProxyAction } from '../actions/proxy.ts';
import type { RedirectAction } from '../actions/redirect.ts';
import type { RuleConditions } from '../conditions/conditions.ts';
import type { Rule } from '../rule.ts';
import { passesQuery, type RedirectsLine, readRedirectsLine } from './redirects-line.ts';
import { addressOfUrl, type FileContext, type RuleFile, RuleFileBuilder, refuse } from './rule-file.ts';
import {
  encodePath,
  HostReader,
  ownPath,
  readSourceUrl,
  refuseLeadingToItself,
  refuseSlashOnly,
  type SourceUrl,
} from './source-url.ts';

/** Lines of `_redirects` that proxy: `/api/* https://api.example.com/v2/:splat 200`. */
const parts = /^https?:\/\/[^/?#]*([^?#]*)(.*)$/is;

/**
 * A proxy action replaces the beginning of the path: that of the source up to its `*`, or all of it, by that of the
 * destination. Refused when the account has no upstream with the destination's address.
 */
function readProxy(path: string, to: string, context: FileContext): ProxyAction {
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

const absolute = /^https?:\/\//i;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Reads the lines of a file. */
export function readNetlifyRedirects(lines: readonly string[], context: FileContext): RuleFile {
  const file = new RuleFileBuilder();
  const hosts = new HostReader();
  file.readAll(lines, (text, number) => {
    const read = readNetlifyRedirect(text, context, hosts);
    if (read) file.add(number, read.host, read.rule);
  });
  return file.finish();
}

/** Reads a line; undefined when it is blank or a comment. Refuses as `refuse` does. */
export function readNetlifyRedirect(
  text: string,
  context: FileContext,
  hosts: HostReader,
): { readonly host: string; readonly rule: Rule } | undefined {
  const line = readRedirectsLine(text);
  if (line === undefined) return undefined;
  const source = readSource(line.from, hosts, context.defaultHost);
  const path = encodePath(source.path);
  const conditions = readConditions(path, line);
  const then = readAction({ ...source, path }, line, context);
  return { host: source.host, rule: { active: true, if: conditions, then } };
}

function readSource(from: string, hosts: HostReader, defaultHost: string | undefined): SourceUrl {
  if (absolute.test(from)) return readSourceUrl(from, hosts);
  if (!from.startsWith('/')) refuse(`its source ${quoteValue(from)} is neither a path nor an http(s) URL`);
  if (from.includes('?'))
    refuse(`its source ${quoteValue(from)} has "?"; a query parameter is a word of its own: NAME=VALUE`);
  if (from.includes('#'))
    refuse(`its source ${quoteValue(from)} has a fragment ("#"), which browsers do not send`);
  if (defaultHost === undefined) refuse('its source is only a path, and no host was given for such lines');
  return { scheme: undefined, host: defaultHost, path: from };
}

function readConditions(path: string, { query, conditions }: RedirectsLine): RuleConditions {
  const names = new Set(query.map(([name]) => name));
  if (names.size < query.length) refuse('it names a query parameter twice');
  let countries: string[] | undefined;
  let languages: string[] | undefined;
  for (const [name, value] of conditions) {
    const values = value.split(',').filter((one) => one !== '');
    switch (name.toLowerCase()) {
      case 'country':
        countries = values.map((one) => one.toUpperCase());
        break;
      case 'language':
        languages = values;
        break;
      case 'role':
        refuse('it has a condition on roles (Role=…), and rules know no signed-in visitors');
        break;
      case 'cookie':
        refuse('it has a condition on cookies (Cookie=…), which rules do not read');
        break;
      case 'sign':
      case 'signed':
        refuse('it signs requests to its destination, which rules do not do');
        break;
      default:
        refuse(`its condition ${quoteValue(name)} is none of Country and Language`);
    }
    if (values.length === 0) refuse(`its condition ${name} has no value`);
  }
  return {
    path,
    ...(query.length > 0 ? { query: Object.fromEntries(query) } : {}),
    ...(countries ? { countries } : {}),
    ...(languages ? { languages } : {}),
  };
}

function readAction(
  source: SourceUrl,
  { to, status, query }: RedirectsLine,
  context: FileContext,
): RuleAction {
  if (status === 200) return readRewrite(source.path, to, context);
  if (status === 404) refuse('status 404 shows a page of the site, which a rule cannot read');
  if (!isRedirectStatus(status)) refuse(`status ${status} is none of 301, 302, 303, 307, 308 and 200`);
  if (to === undefined) refuse('it has no destination');
  // Without its parameters, a line that asks for some doesn't match again.
  if (query.length === 0) {
    refuseLeadingToItself(source, to);
    refuseSlashOnly(source, to);
  }
  return { redirect: { to, status, query: passesQuery(query.length > 0, to) } };
}

function isRedirectStatus(status: number): status is RedirectAction['status'] {
  return redirectStatuses.has(status);
}

/** What is served in place of the path: another server's answer, or the path itself, which ends the list. */
function readRewrite(path: string, to: string | undefined, context: FileContext): RuleAction {
  if (to === undefined || to === ownPath(path)) return { pass: {} };
  // A slash after what stands for the rest makes no difference to a proxy.
  if (absolute.test(to))
    return { proxy: readProxy(path.replace(/\*\/$/, '*'), to.replace(/:splat\/$/, ':splat'), context) };
  return refuse(
    `status 200 shows ${quoteValue(to)} in place of the path, and rules do not rewrite paths on the same host`,
  );
}
