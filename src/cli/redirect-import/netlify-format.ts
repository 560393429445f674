/**
 * Lines of a Netlify-style `_redirects` file, read as rules are, as redirects: only those that mean the same here are taken;
 * every other line is refused with its reason.
 * Source: docs/reference/rule-formats.md ("Netlify redirects"), docs/reference/redirects.md ("The path", "Where it leads").
 */
import { quoteValue } from '../../core/errors.ts';
import { collectBody } from '../../resources/request-body.ts';
import type { RedirectAction } from '../../rules/actions/redirect.ts';
import { readNetlifyRedirect } from '../../rules/formats/netlify-redirects.ts';
import { type FileContext, RuleFileBuilder } from '../../rules/formats/rule-file.ts';
import { HostReader } from '../../rules/formats/source-url.ts';
import type { Rule } from '../../rules/rule.ts';
import { blankLine, type ImportLine, type LineFormat } from './line.ts';

/** A whole segment or query value; `Talk:Main` is none. */
const placeholder = /(?<![^/=]):[a-z_]\w*|:splat\b/i;
const splat = ':splat';
const redirectTypes: Readonly<Record<number, string>> = { 301: 'permanent', 302: 'found' };

/** What a redirect is made of, or why the rule can't be one. */
type Mapped = { readonly attributes: Readonly<Record<string, string>> } | { readonly reason: string };

/** Parses lines; a source that is only a path belongs to `defaultHost`. */
export function netlifyFormat(defaultHost: string | undefined): LineFormat {
  // A rewrite is refused below, whatever it leads to.
  const context: FileContext = { defaultHost, findUpstream: () => 'any' };
  const hosts = new HostReader();
  return {
    given: new Set([
      'source_host',
      'match_path',
      'destination_url',
      'redirect_type',
      'preserve_path',
      'preserve_query_string',
    ]),
    parse: (line) => parseLine(line, context, hosts),
  };
}

function parseLine(line: string, context: FileContext, hosts: HostReader): ImportLine {
  const file = new RuleFileBuilder();
  let read: ReturnType<typeof readNetlifyRedirect>;
  file.readText(line, 1, (text) => {
    read = readNetlifyRedirect(text, context, hosts);
  });
  const [problem] = file.finish().problems;
  if (problem) return { kind: 'refused', host: context.defaultHost ?? '', reason: problem.reason };
  if (!read) return blankLine;
  const { host, rule } = read;
  const mapped = mapRule(rule);
  if ('reason' in mapped) return { kind: 'refused', host, reason: mapped.reason };
  const pairs = Object.entries({ source_host: host, ...mapped.attributes });
  return { kind: 'redirect', host, body: collectBody('form', pairs) };
}

function mapRule({ if: conditions = {}, then }: Rule): Mapped {
  const { path = '', query, countries, languages } = conditions;
  if (!('redirect' in then)) return { reason: 'status 200 is a rewrite, not a redirect' };
  const { redirect } = then;
  if (query)
    return { reason: `it matches a query parameter (${Object.keys(query)[0]}), which a redirect can't` };
  if (countries || languages)
    return {
      reason: `it has a condition (${countries ? 'Country' : 'Language'}), which a redirect can't have`,
    };
  const inPath = placeholder.exec(path)?.[0];
  if (inPath !== undefined) return { reason: `its source has a placeholder (${inPath})` };
  const type = redirectTypes[redirect.status];
  if (type === undefined) return { reason: `status ${redirect.status} is not one of 301 and 302` };
  if (redirect.to.startsWith('/'))
    return {
      reason: `its destination ${quoteValue(redirect.to)} is only a path; redirects lead to absolute URLs`,
    };
  return mapDestination(path, redirect, type);
}

/**
 * Here the whole request path is appended, there only what `*` stands for. Both are the same exactly when the
 * destination repeats the source up to the `*`: `/* → https://d/:splat`, `/docs/* → https://d/docs/:splat`.
 */
function mapDestination(path: string, { to, query }: RedirectAction, type: string): Mapped {
  const attributesOf = (destination: string, preservesPath: boolean): Mapped => ({
    attributes: {
      match_path: path === '/*' ? '*' : path,
      destination_url: destination,
      redirect_type: type,
      preserve_path: String(preservesPath),
      preserve_query_string: String(query),
    },
  });
  const afterAuthority = to.replace(/^[^:]*:\/\/[^/?#]*/, '');
  const name = placeholder.exec(afterAuthority)?.[0];
  if (name === undefined) return attributesOf(to, false);
  const same = `${path.slice(0, -1)}${splat}`;
  const destination = to.slice(0, -same.length);
  const maps = path.endsWith('*') && to.endsWith(same) && !destination.endsWith('/');
  if (maps && !placeholder.test(destination.replace(/^[^:]*:\/\/[^/?#]*/, '')))
    return attributesOf(destination, true);
  return {
    reason:
      name === splat
        ? 'its :splat is not the request path: only "/* https://host/:splat" or "/docs/* https://host/docs/:splat" mean the same here'
        : `its destination has a placeholder (${name})`,
  };
}
