/**
 * The channel of a visit: what kind of link brought it, by its UTM parameters and its source. Source:
 * docs/reference/enrichment.md ("Channels"), which a test compares with these rules.
 */
import { directSource } from '../lookup/source.ts';
import type { SourceCategory } from '../lookup/source-table.ts';
import type { ComputedColumn } from '../visits/visit-source.ts';
import { sourceCategorySteps } from './source-category.ts';
import { textList, textLiteral } from './text-literal.ts';

/** Patterns are RE2, looked for in the parameter in lower case. All that is given has to hold. */
type Case = {
  readonly medium?: string;
  readonly campaign?: string;
  readonly utmSource?: string;
  readonly category?: SourceCategory;
  /** Whether there is a source other than Direct. */
  readonly hasSource?: true;
};

/** One of the cases has to hold. */
type ChannelRule = { readonly channel: string; readonly cases: readonly Case[] };

const paid = '^(.*cp.*|ppc|retargeting|paid.*)$';
const email = '^(email|e-mail|e_mail|e mail)$';

/** The first that holds is the visit's. */
export const channelRules: readonly ChannelRule[] = [
  { channel: 'Cross-network', cases: [{ campaign: 'cross-network' }] },
  { channel: 'Paid Shopping', cases: [{ medium: paid, category: 'shopping' }] },
  { channel: 'Paid Search', cases: [{ medium: paid, category: 'search' }] },
  { channel: 'Paid Social', cases: [{ medium: paid, category: 'social' }] },
  { channel: 'Paid Video', cases: [{ medium: paid, category: 'video' }] },
  { channel: 'Display', cases: [{ medium: '^(display|banner|expandable|interstitial|cpm)$' }] },
  { channel: 'Paid Other', cases: [{ medium: paid }] },
  {
    channel: 'Organic Shopping',
    cases: [{ category: 'shopping' }, { campaign: '^(.*(([^a-df-z]|^)shop|shopping).*)$' }],
  },
  {
    channel: 'Organic Social',
    cases: [
      { category: 'social' },
      { medium: '^(social|social-network|social-media|sm|social network|social media)$' },
    ],
  },
  { channel: 'Organic Video', cases: [{ category: 'video' }, { medium: 'video' }] },
  { channel: 'AI Assistants', cases: [{ category: 'assistant' }] },
  { channel: 'Organic Search', cases: [{ category: 'search' }, { medium: '^organic$' }] },
  { channel: 'Email', cases: [{ utmSource: email }, { medium: email }] },
  { channel: 'Affiliates', cases: [{ medium: '^affiliate$' }] },
  { channel: 'Audio', cases: [{ medium: '^audio$' }] },
  { channel: 'SMS', cases: [{ utmSource: '^sms$' }, { medium: '^sms$' }] },
  {
    channel: 'Mobile Push Notifications',
    cases: [{ medium: 'push$|mobile|notification' }, { utmSource: '^firebase$' }],
  },
  {
    channel: 'Referral',
    cases: [{ medium: '^(referral|app|link)$' }, { utmSource: '.' }, { hasSource: true }],
  },
];
/** That of visits that no rule holds for. */
export const lastChannel = 'Direct';

const columns = { medium: 'utm_medium', campaign: 'utm_campaign', utmSource: 'utm_source' } as const;
const parameterNames = ['medium', 'campaign', 'utmSource'] as const;

export const channelColumn: ComputedColumn = {
  name: 'channel',
  reads: ['source', 'utm_source', 'utm_medium', 'utm_campaign'],
  steps: [...sourceCategorySteps, ['channel', channelSql()]],
};

/** Without `multiIf`, AND and OR: those look for patterns in each row, instead of in each value that a column's dictionary has. */
function channelSql(): string {
  const holds = channelRules.map(({ cases }) => cases.map(caseSql).reduce((a, b) => `bitOr(${a}, ${b})`));
  const names = [...channelRules.map(({ channel }) => channel), lastChannel];
  return `arrayElement(${textList(names)}, indexOf([${holds.join(', ')}, 1], 1))`;
}

function caseSql(one: Case): string {
  const parameters = parameterNames.flatMap((name) => {
    const pattern = one[name];
    return pattern === undefined ? [] : [`match(lowerUTF8(${columns[name]}), ${textLiteral(pattern)})`];
  });
  const others = [
    ...(one.category === undefined ? [] : [`source_category = '${one.category}'`]),
    ...(one.hasSource === undefined ? [] : [`source NOT IN ('', '${directSource}')`]),
  ];
  return [...parameters, ...others].reduce((a, b) => `bitAnd(${a}, ${b})`);
}
