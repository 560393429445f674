/** A rule in words: what it does, and its conditions as chips. Source: docs/reference/rules.md. */

import { kindOf, type RuleAction, valueOf } from '../../../../src/rules/actions/actions.ts';
import type { RuleConditions } from '../../../../src/rules/rule.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatBytes, formatInteger, formatPercentage } from '../../format/numbers.ts';
import { countryName } from '../../map/country-name.ts';

/** `upstreamName` returns an upstream's origin; undefined while it isn't known. */
export function actionSentence(
  action: RuleAction,
  upstreamName: (uuid: string) => string | undefined = () => undefined,
): string {
  return kindOf(action).describe(valueOf(action), {
    upstream: upstreamName,
    counted,
    listed,
    bytes: formatBytes,
  });
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
  return listed(bots.map((bot) => botClassNames[bot] ?? bot));
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
  return items && listed(items.map(nameOf));
}

const mostListed = 3;

/** `a, b, c and 4 more`. */
function listed(items: readonly string[]): string {
  if (items.length <= mostListed) return items.join(', ');
  return `${items.slice(0, mostListed).join(', ')} and ${formatInteger(items.length - mostListed)} more`;
}

export function counted(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}
