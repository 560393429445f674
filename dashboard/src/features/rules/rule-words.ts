/** A rule in words: what it does, and its conditions as chips. Source: docs/reference/rules.md. */

import { kindOf, type RuleAction, valueOf } from '../../../../src/rules/actions/actions.ts';
import { partsOf, type RuleConditions } from '../../../../src/rules/conditions/conditions.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatBytes, formatInteger, formatPercentage } from '../../format/numbers.ts';
import { countryName } from '../../map/country-name.ts';
import { botClassNames } from './bot-class-names.ts';

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

const say = {
  listed,
  country: countryName,
  bot: (name: string) => botClassNames[name] ?? name,
  language: languageName,
  dateTime: formatDateTime,
  percentage: formatPercentage,
};

/** Empty if the rule holds for every request. */
export function conditionChips(conditions: RuleConditions = {}): Chip[] {
  return [...partsOf(conditions)].flatMap(([kind, value]) => {
    const { label, isCode } = kind.words;
    return kind.describe(value, say).map((text) => (isCode ? { label, text, isCode } : { label, text }));
  });
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
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
