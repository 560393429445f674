/** A rule in words: what it is called, what it does, and its conditions as chips. Source: docs/reference/rules.md. */
import type { Rule, RuleAction, RuleConditions, SetHeadersAction } from '../../../../src/rules/rule.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatBytes, formatInteger, formatPercentage } from '../../format/numbers.ts';
import { countryName } from '../../map/country-name.ts';

/** `place` counts from 0. Reports name rules the same way. */
export function ruleName({ name }: Pick<Rule, 'name'>, place: number): string {
  return name ?? `#${place + 1}`;
}

/** `upstreamName` returns an upstream's origin; undefined while it isn't known. */
export function actionSentence(
  action: RuleAction,
  upstreamName: (uuid: string) => string | undefined = () => undefined,
): string {
  if ('redirect' in action) {
    const { to, status, query } = action.redirect;
    return `Redirects to ${to} with ${status}${query ? '' : ', without the query'}`;
  }
  if ('proxy' in action) {
    const { upstream_uuid: uuid, strip_prefix: strip, prefix, host_header: host } = action.proxy;
    const changes = [
      strip === undefined ? '' : `without ${strip}`,
      prefix === undefined ? '' : `under ${prefix}`,
      host === 'original' ? "with the visitor's host" : '',
    ].filter((change) => change !== '');
    return [`Proxies to ${upstreamName(uuid) ?? 'an upstream'}`, ...changes].join(', ');
  }
  if ('respond' in action) {
    const { status, content_type: type, body } = action.respond;
    const size = new TextEncoder().encode(body).byteLength;
    return size === 0
      ? `Responds ${status} without a body`
      : `Responds ${status} with ${formatBytes(size)} of ${type.split(';', 1)[0]}`;
  }
  if ('block' in action) return 'Blocks with 403';
  if ('basic_auth' in action) {
    const { length } = action.basic_auth.users;
    return `Asks for a password: ${counted(length, 'user')} may pass`;
  }
  if ('rate_limit' in action) {
    const { requests, seconds } = action.rate_limit;
    return `Limits each address to ${counted(requests, 'request')} ${perSeconds(seconds)}, then answers 429`;
  }
  if ('set_headers' in action) return headersSentence(action.set_headers);
  return 'Skips all rules below';
}

function headersSentence({ request, response }: SetHeadersAction): string {
  const text = [...fieldsPart(response, 'response'), ...fieldsPart(request, 'request')].join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fieldsPart(fields: Readonly<Record<string, string | null>> | undefined, message: string): string[] {
  const entries = Object.entries(fields ?? {});
  const set = entries.filter(([, value]) => value !== null).map(([name]) => name);
  const removed = entries.filter(([, value]) => value === null).map(([name]) => name);
  const verbs = [
    set.length === 0 ? '' : `sets ${listed(set, 3)}`,
    removed.length === 0 ? '' : `removes ${listed(removed, 3)}`,
  ].filter((verb) => verb !== '');
  return verbs.length === 0 ? [] : [`${verbs.join(' and ')} in the ${message}`];
}

export type Chip = {
  /** What kind of condition it is. */
  readonly label: string;
  readonly text: string;
  /** Shown in the monospaced font. */
  readonly isCode?: boolean;
};

/** Empty if the rule holds for every request. */
export function conditionChips(conditions: RuleConditions = {}): Chip[] {
  const chips: Chip[] = [];
  const add = (label: string, text: string | undefined, isCode = false): void => {
    if (text !== undefined) chips.push({ label, text, ...(isCode && { isCode }) });
  };
  add('Path', conditions.path, true);
  add('Method', listOf(conditions.methods));
  for (const [name, value] of Object.entries(conditions.query ?? {}))
    add('Query', value === true ? `?${name}` : `?${name}=${value}`, true);
  add('Country', listOf(conditions.countries, countryName));
  add('Language', listOf(conditions.languages, languageName));
  add('Device', listOf(conditions.devices));
  add('Bots', botsText(conditions.bots));
  add('Address', listOf(conditions.addresses), true);
  add('Start', conditions.starts_at && `from ${formatDateTime(conditions.starts_at)}`);
  add('End', conditions.ends_at && `until ${formatDateTime(conditions.ends_at)}`);
  add(
    'Share',
    conditions.share === undefined ? undefined : `${formatPercentage(conditions.share)} of visitors`,
  );
  return chips;
}

/** What the classes of bots are called. */
export const botClassNames: Readonly<Record<string, string>> = {
  ai: 'AI crawlers',
  search: 'search engines',
  social: 'social previews',
  monitor: 'monitors',
  other: 'other bots',
};

function botsText(bots: RuleConditions['bots']): string | undefined {
  if (bots === undefined) return undefined;
  if (bots === 'any') return 'any bot';
  if (bots === 'none') return 'no bots';
  return listed(
    bots.map((bot) => botClassNames[bot] ?? bot),
    3,
  );
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

function listOf(
  items: readonly string[] | undefined,
  nameOf: (item: string) => string = (item) => item,
): string | undefined {
  return items && listed(items.map(nameOf), 3);
}

/** `a, b, c and 4 more`. */
function listed(items: readonly string[], most: number): string {
  if (items.length <= most) return items.join(', ');
  return `${items.slice(0, most).join(', ')} and ${formatInteger(items.length - most)} more`;
}

export function counted(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function perSeconds(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds === 60) return 'a minute';
  if (seconds === 3600) return 'an hour';
  if (seconds === 86_400) return 'a day';
  return seconds % 60 === 0 ? `in ${counted(seconds / 60, 'minute')}` : `in ${counted(seconds, 'second')}`;
}
