/** Rules as a `_redirects` file. Source: docs/reference/rule-formats.md ("Netlify redirects"). */
import { quoteValue } from '../../core/errors.ts';
import type { RuleAction } from '../actions/actions.ts';
import type { ProxyAction } from '../actions/proxy.ts';
import type { RuleConditions } from '../conditions/conditions.ts';
import type { Rule } from '../rule.ts';
import { passesQuery } from './redirects-line.ts';
import { type FileProblem, RuleFileBuilder, refuse, type UpstreamAddress } from './rule-file.ts';
import { ownPath, refuseLeadingToItself, refuseSlashOnly } from './source-url.ts';

export type RedirectsFile = {
  readonly lines: readonly string[];
  /** Rules that the form cannot say, by their place from 1, the first of them. */
  readonly problems: readonly FileProblem[];
  readonly problemCount: number;
};

/** Conditions that the form has. */
const expressible: ReadonlySet<string> = new Set(['path', 'query', 'countries', 'languages']);

/**
 * Writes the rules that the form can say, one a line, so that reading them gives the same rules but for their names.
 * `addressOf` answers the address of an upstream.
 */
export function writeRedirects(
  rules: readonly Rule[],
  addressOf: (upstreamUuid: string) => UpstreamAddress | undefined,
): RedirectsFile {
  const file = new RuleFileBuilder();
  const lines: string[] = [];
  for (const [index, rule] of rules.entries()) {
    file.read(index + 1, () => {
      if (!rule.active) refuse('it is not active');
      lines.push(`${writeRule(rule, addressOf)}\n`);
    });
  }
  const { problems, problemCount } = file.finish();
  return { lines, problems, problemCount };
}

function writeRule(
  { if: conditions = {}, then }: Rule,
  addressOf: (upstreamUuid: string) => UpstreamAddress | undefined,
): string {
  const other = Object.keys(conditions).find((name) => !expressible.has(name));
  if (other !== undefined) refuse(`it has a condition on ${other}`);
  const { path } = conditions;
  if (path === undefined) refuse('it has no path; "/*" is every path');
  if (path.includes('#') || /\s/.test(path)) refuse('its path has "#" or a space');
  const words = [path, ...writeQuery(conditions), ...writeAction(path, conditions, then, addressOf)];
  if (conditions.countries) words.push(`Country=${conditions.countries.join(',')}`);
  if (conditions.languages) words.push(`Language=${conditions.languages.join(',')}`);
  return words.join(' ');
}

function writeQuery({ query = {} }: RuleConditions): string[] {
  return Object.entries(query).map(([name, value]) => {
    if (value === true) refuse(`it asks for the parameter ${quoteValue(name)} with any value or none`);
    const word = `${name}=${value}`;
    if (/^(?:\/|#|https?:\/\/|\d{3}!?$)/i.test(word) || /\s/.test(word))
      refuse(`its parameter ${quoteValue(name)} would be misread`);
    return word;
  });
}

function writeAction(
  path: string,
  conditions: RuleConditions,
  then: RuleAction,
  addressOf: (upstreamUuid: string) => UpstreamAddress | undefined,
): string[] {
  if ('pass' in then) return [ownPath(path), '200'];
  if ('proxy' in then) return [writeProxy(path, then.proxy, addressOf), '200'];
  if (!('redirect' in then)) refuse(`its action is ${Object.keys(then).join()}`);
  const { to, status, query } = then.redirect;
  if (/\s/.test(to)) refuse('its destination has a space');
  if (conditions.query === undefined) {
    const source = { scheme: undefined, host: '', path };
    refuseLeadingToItself(source, to);
    refuseSlashOnly(source, to);
  }
  if (query !== passesQuery(conditions.query !== undefined, to))
    refuse(query ? 'it passes the query on beside parameters of its own' : 'it does not pass the query on');
  return [to, String(status)];
}

/** The inverse of `readProxy`. */
function writeProxy(
  path: string,
  { upstream_uuid, strip_prefix = '', prefix = '', host_header }: ProxyAction,
  addressOf: (upstreamUuid: string) => UpstreamAddress | undefined,
): string {
  const address = addressOf(upstream_uuid);
  if (address === undefined) refuse('its upstream is not known');
  if (host_header === 'original') refuse('it keeps the Host field');
  const isPrefix = path.endsWith('/*');
  const from = isPrefix ? path.slice(0, -'/*'.length) : path;
  if (/\/:|\*/.test(from)) refuse('its path has placeholders, which a proxy line cannot have');
  const isUnchanged = strip_prefix === '' && prefix === '';
  const hasSlash = isPrefix && strip_prefix !== '' && prefix !== '';
  if (hasSlash && !prefix.endsWith('/')) refuse('its prefix has no "/" at its end');
  const base = hasSlash ? prefix.slice(0, -1) : prefix;
  const replaces = strip_prefix === from && base !== from;
  if (!isUnchanged && !replaces) refuse('it does not replace the whole beginning of the path');
  const { host, port, tls } = address;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const shownPort = port === (tls ? 443 : 80) ? '' : `:${port}`;
  const toPath = isUnchanged ? from : base;
  return `${tls ? 'https' : 'http'}://${shownHost}${shownPort}${toPath}${isPrefix ? '/:splat' : ''}`;
}
