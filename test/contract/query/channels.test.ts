/** `visit:channel` over visits with ordinary and hostile UTM parameters, compared with the definition. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { searchLabels, sourceCategories, sourceRows } from '../../../src/analytics/lookup/source-table.ts';
import { channelRules, lastChannel } from '../../../src/analytics/query/channel.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { type Campaign, plainChannel } from './plain-channel.ts';

const dayMs = 86_400_000;
const day = Date.UTC(2026, 2, 15) / dayMs;
const range = ['2026-03-15', '2026-03-16'];
const none: Campaign = { source: 'Direct', utm_source: '', utm_medium: '', utm_campaign: '' };

const names = [...sourceCategories.keys()];
const hosts = sourceRows.flatMap(([, , ...list]) => list);
const countries = ['com', 'de', 'co.uk', 'com.br', 'cat', 'shop', 'org', 'com.example.net'];
/** Words of the rules, and what is nearly one. */
const media = [
  'cpc',
  'cpm',
  'CPV',
  'xcpx',
  'ppc',
  'ppcs',
  'retargeting',
  'retargeting2',
  'paid',
  'paid-social',
  'unpaid',
  'display',
  'banner',
  'expandable',
  'interstitial',
  'displays',
  'social',
  'social-network',
  'social media',
  'sm',
  'video',
  'myvideos',
  'organic',
  'organic ',
  'email',
  'e-mail',
  'e_mail',
  'e mail',
  'e.mail',
  'affiliate',
  'audio',
  'sms',
  'push',
  'web-push',
  'pushed',
  'mobile',
  'notifications',
  'referral',
  'app',
  'link',
  'apps',
  '(none)',
];
const campaigns = [
  'cross-network',
  'my cross-network 1',
  'crossnetwork',
  'shop',
  'my-shop',
  'workshop',
  'eshop',
  'bishop',
  'ashop',
  'éshop',
  'shopping',
  'workshopping',
  'workshop shop',
  'e shop',
  'shopshop',
  '_shop_',
  '1shop',
  'zshop',
  'SHOP',
];
const utmSources = [
  'sms',
  'firebase',
  'Firebase2',
  'e-mail',
  'newsletter',
  'fb',
  'google ads',
  'facebook.com/',
  'www.x.com',
];

/** A text as somebody may have typed it. */
const spelled = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), fc.constantFrom('as is', 'upper', 'before', 'after', 'long'))
    .map(([text, how]) => {
      if (how === 'upper') return text.toUpperCase();
      if (how === 'before') return `x${text}`;
      if (how === 'after') return `${text}x`;
      return how === 'long' ? text.padStart(500, '.') : text;
    });
const odd = fc.oneof(
  fc.constantFrom(
    '',
    '\\',
    "'",
    '%',
    '_',
    '.*',
    '^$',
    '(',
    '[a-z',
    '{0:String}',
    '\\d',
    '$1',
    'İ',
    'ſms',
    'ΣΑΣ',
    '😀',
  ),
  fc.constantFrom(
    'faceboo\u212a',
    'e\u00admail',
    'e\u3000mail',
    'ｓｍｓ',
    'x'.repeat(500),
    '.'.repeat(500),
    'a.'.repeat(250),
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const hostOf = fc.oneof(
  fc.tuple(fc.constantFrom('', 'www.', 'm.', 'news.', 'a.b-c.', 'xx'), fc.constantFrom(...hosts)),
  fc
    .tuple(
      fc.constantFrom(
        '',
        'www.',
        'm.',
        'de.',
        'mail.',
        'news.',
        'gemini.',
        'scholar.',
        'search.',
        'de.search.',
        'xx.yy.',
      ),
      fc.constantFrom(...Object.keys(searchLabels)),
      fc.constantFrom(...countries),
    )
    .map(([begin, label, suffix]) => [begin, `${label}.${suffix}`]),
);
const campaign: fc.Arbitrary<Campaign> = fc.record({
  source: fc.oneof(
    fc.constantFrom('Direct', '', 'Direct', 'example.org', 'google.com', 'android'),
    fc.constantFrom(...names),
  ),
  utm_source: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    spelled(names),
    spelled(utmSources),
    hostOf.map((parts) => parts.join('')),
    hostOf.map((parts) => parts.join('').toUpperCase()),
    odd,
  ),
  utm_medium: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, spelled(media), odd),
  utm_campaign: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, spelled(campaigns), odd),
});

onChdb('channels', () => {
  const getStore = openForSuite(chdbLocation);

  /** Each is a visit of its own page, half of them on a day that is derived. */
  async function store(visits: readonly Campaign[]): Promise<string> {
    const domain = newUuid();
    const rows = visits.map(
      (visit, index): PageviewRow =>
        pageviewRow({
          ...visit,
          domain,
          visitor: String(index + 1),
          time: (day + (index % 2)) * dayMs + index,
          path: `/${index}`,
        }),
    );
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const end = (day + 1) * dayMs;
    await derive(getStore(), [domain], { day, startsUntil: end, seenUntil: end + dayMs / 4 }, end);
    return domain;
  }

  async function ask(domain: string, members: object): Promise<unknown[][]> {
    const query = readVisitorQuery({ metrics: ['visits'], date_range: range, ...members }, 0);
    const { results } = await runVisitorQuery(getStore(), domain, query);
    return results.map(({ dimensions, metrics }) => [dimensions, metrics].flat());
  }

  test('property: each visit is in the channel that the definition says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(campaign, { minLength: 300, maxLength: 300 }), async (visits) => {
        const domain = await store(visits);
        const rows = await ask(domain, { dimensions: ['event:page', 'visit:channel'] });
        const seen = new Map(rows.map(([page, channel]) => [page, channel]));
        expect(visits.map((visit, index) => ({ ...visit, channel: seen.get(`/${index}`) }))).toEqual(
          visits.map((visit) => ({ ...visit, channel: plainChannel(visit) })),
        );
      }),
      { numRuns: runs(4), endOnFailure: true },
    );
  });

  const examples: readonly (readonly [channel: string, visit: Partial<Campaign>])[] = [
    ['Cross-network', { utm_campaign: 'Q4 Cross-Network', utm_medium: 'cpc', utm_source: 'google' }],
    ['Paid Shopping', { source: 'Amazon', utm_medium: 'CPC' }],
    ['Paid Shopping', { utm_source: 'EBAY', utm_medium: 'paid' }],
    ['Paid Search', { source: 'Google', utm_medium: 'cpc' }],
    ['Paid Search', { utm_source: 'www.google.co.uk', utm_medium: 'ppc' }],
    ['Paid Social', { utm_source: 'm.facebook.com', utm_medium: 'paid_social' }],
    ['Paid Video', { utm_source: 'YouTube', utm_medium: 'cpv' }],
    ['Display', { utm_medium: 'banner', source: 'example.org' }],
    ['Paid Other', { utm_source: 'newsletter', utm_medium: 'retargeting', source: 'Google' }],
    // No category of utm_source, so none at all: paid.
    ['Paid Other', { utm_source: 'newsletter', utm_medium: 'cpm2', source: 'Facebook' }],
    ['Organic Shopping', { utm_campaign: 'Summer shop' }],
    ['Organic Shopping', { utm_campaign: 'eshop' }],
    ['Organic Shopping', { source: 'Etsy' }],
    ['Direct', { utm_campaign: 'workshop' }],
    ['Organic Social', { source: 'Reddit' }],
    ['Organic Social', { utm_medium: 'social media' }],
    ['Organic Video', { source: 'Twitch' }],
    ['Organic Video', { utm_medium: 'in-video' }],
    ['AI Assistants', { source: 'ChatGPT' }],
    ['AI Assistants', { utm_source: 'chatgpt.com' }],
    ['AI Assistants', { utm_source: 'gemini.google.com' }],
    ['AI Assistants', { utm_source: 'gemini.google.de' }],
    ['Organic Search', { source: 'DuckDuckGo' }],
    ['Organic Search', { utm_medium: 'organic' }],
    ['Email', { utm_source: 'e-mail' }],
    ['Email', { utm_source: 'spring', utm_medium: 'E Mail' }],
    ['Affiliates', { utm_medium: 'affiliate' }],
    ['Audio', { utm_medium: 'audio' }],
    ['SMS', { utm_source: 'SMS' }],
    ['SMS', { utm_medium: 'sms', utm_source: 'spring' }],
    ['Mobile Push Notifications', { utm_medium: 'web push' }],
    ['Mobile Push Notifications', { utm_medium: 'mobile-app' }],
    ['Mobile Push Notifications', { utm_source: 'firebase' }],
    ['Referral', { source: 'example.org' }],
    ['Referral', { source: 'Gmail' }],
    ['Referral', { utm_source: 'mail.google.com', source: 'Google' }],
    ['Referral', { utm_medium: 'link' }],
    // A utm_source without a category hides that of the source.
    ['Referral', { utm_source: 'newsletter', source: 'Google' }],
    ['Referral', { utm_source: 'direct' }],
    ['Direct', {}],
    ['Direct', { utm_medium: 'letter' }],
  ];

  test('the examples of every channel, as a dimension and in filters', async () => {
    expect(new Set(examples.map(([channel]) => channel))).toEqual(
      new Set([...channelRules.map(({ channel }) => channel), lastChannel]),
    );
    const domain = await store(examples.map(([, visit]) => ({ ...none, ...visit })));
    const rows = await ask(domain, { dimensions: ['event:page', 'visit:channel'] });
    expect(new Map(rows.map(([page, channel]) => [page, channel]))).toEqual(
      new Map(examples.map(([channel], index) => [`/${index}`, channel])),
    );
    const count = (channel: string): number => examples.filter(([of]) => of === channel).length;
    for (const channel of ['Paid Search', 'Email', 'Direct'])
      expect(await ask(domain, { filters: [['is', 'visit:channel', [channel]]] })).toEqual([
        [count(channel)],
      ]);
    const paid = examples.filter(([channel]) => channel.startsWith('Paid ')).length;
    expect(await ask(domain, { filters: [['contains', 'visit:channel', ['Paid ']]] })).toEqual([[paid]]);
    expect(await ask(domain, { filters: [['matches_not', 'visit:channel', ['^Paid ']]] })).toEqual([
      [examples.length - paid],
    ]);
  });
});
