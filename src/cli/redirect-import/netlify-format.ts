/**
 * Lines of a Netlify-style `_redirects` file: `from to [status][!]`. Only what means the same here is taken; every
 * other line is refused with its reason.
 * Source: Netlify documentation, "Redirects and rewrites"; docs/reference/redirects.md ("The path", "Where it leads").
 */

import { quoteValue } from '../../core/errors.ts';
import { collectBody } from '../../resources/request-body.ts';
import { blankLine, type ImportLine, type LineFormat } from './line.ts';

const absoluteUrl = /^[a-z][a-z0-9+.-]*:\/\//i;
const sourceUrl = /^https?:\/\/([^/?#]*)([^?#]*)(.*)$/i;
/** A whole segment or query value; `Talk:Main` is none. */
const placeholder = /(?<![^/=]):[a-z_]\w*|:splat\b/i;
const splat = ':splat';
const undecodable = '\ufffd';

/** Statuses that redirect here; why the others do not. */
const redirectTypes: Readonly<Record<string, string>> = { '301': 'permanent', '302': 'found' };
const statusReasons: Readonly<Record<string, string>> = {
  '200': 'status 200 is a rewrite, not a redirect',
  '404': 'status 404 is a page of its own, not a redirect',
};

/** Parses lines; a source that is only a path belongs to `defaultHost`. */
export function netlifyFormat(defaultHost: string | undefined): LineFormat {
  return {
    given: new Set(['source_host', 'match_path', 'destination_url', 'redirect_type', 'preserve_path']),
    parse: (line) => parseLine(line, defaultHost),
  };
}

function parseLine(line: string, defaultHost: string | undefined): ImportLine {
  const tokens = line.trim().split(/\s+/);
  const comment = tokens.findIndex((token) => token.startsWith('#'));
  const [from = '', ...rest] = comment < 0 ? tokens : tokens.slice(0, comment);
  if (from === '') return blankLine;
  const [, authority, urlPath, urlRest = ''] = sourceUrl.exec(from) ?? [];
  const host = authority ?? defaultHost ?? '';
  try {
    if (line.includes(undecodable)) refuse('it is not UTF-8 text');
    if (authority === undefined) {
      if (!from.startsWith('/'))
        refuse(`its source ${quoteValue(from)} is neither a path nor an http(s) URL`);
      if (defaultHost === undefined) refuse('its source is only a path; --host HOST says whose');
    }
    const path = authority === undefined ? from : urlPath || '/';
    if (urlRest !== '' || /[?#]/.test(path))
      refuse('its source has a query or a fragment, which cannot be matched');
    if (placeholder.test(path)) refuse(`its source has a placeholder (${placeholder.exec(path)?.[0]})`);
    const { to, status } = parseRest(rest);
    const redirectType = redirectTypes[status];
    if (redirectType === undefined) {
      refuse(statusReasons[status] ?? `status ${status} is not one of 301 and 302`);
    }
    const { destination, preservePath } = mapDestination(path, to);
    return {
      kind: 'redirect',
      host,
      body: collectBody('form', [
        ['source_host', host],
        ['match_path', path === '/*' ? '*' : path],
        ['destination_url', destination],
        ['redirect_type', redirectType],
        ['preserve_path', String(preservePath)],
      ]),
    };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', host, reason: error.message };
    throw error;
  }
}

/** What follows the source: query parameters, destination, status, conditions; all but two of them are refused. */
function parseRest(tokens: readonly string[]): { to: string; status: string } {
  const [to, status, ...others] = tokens;
  if (to === undefined) refuse('it has no destination');
  if (to.startsWith('/'))
    refuse(`its destination ${quoteValue(to)} is only a path; redirects lead to absolute URLs`);
  if (!absoluteUrl.test(to)) {
    if (/^[^=]+=/.test(to)) refuse(`it matches a query parameter (${to})`);
    if (/^[1-5]\d\d!?$/.test(to)) refuse(statusReasons[to.slice(0, 3)] ?? 'it has no destination');
    refuse(`its destination ${quoteValue(to)} is not an absolute URL`);
  }
  const hasStatus = status !== undefined && /^\d{3}!?$/.test(status);
  const [extra] = hasStatus || status === undefined ? others : [status];
  if (extra?.includes('=')) refuse(`it has a condition (${extra})`);
  if (extra !== undefined) refuse(`it has ${quoteValue(extra)} after its destination`);
  return { to, status: hasStatus ? status.slice(0, 3) : '301' };
}

/**
 * Here the whole request path is appended, there only what `*` stands for. Both are the same exactly when the
 * destination repeats the source up to the `*`: `/* → https://d/:splat`, `/docs/* → https://d/docs/:splat`.
 */
function mapDestination(path: string, to: string): { destination: string; preservePath: boolean } {
  const afterAuthority = to.replace(/^[^:]*:\/\/[^/?#]*/, '');
  const name = placeholder.exec(afterAuthority)?.[0];
  if (name === undefined) return { destination: to, preservePath: false };
  const same = `${path.slice(0, -1)}${splat}`;
  const destination = to.slice(0, -same.length);
  const maps = path.endsWith('*') && to.endsWith(same) && !destination.endsWith('/');
  if (maps && !placeholder.test(destination.replace(/^[^:]*:\/\/[^/?#]*/, '')))
    return { destination, preservePath: true };
  return refuse(
    name === splat
      ? 'its :splat is not the request path: only "/* https://host/:splat" or "/docs/* https://host/docs/:splat" mean the same here'
      : `its destination has a placeholder (${name})`,
  );
}

class Refusal extends Error {
  override readonly name = 'Refusal';
}

function refuse(reason: string): never {
  throw new Refusal(reason);
}
