/** Any rules and requests, so alike that they often match. */
import * as fc from 'fast-check';
import type { RuleRequest } from '../../src/rules/rule-request.ts';
import { ruleRequest } from './rule-requests.ts';

const segment = fc.constantFrom(
  'a',
  'b',
  'ab',
  'a;b',
  '..',
  '%00',
  '%2F',
  '%2f',
  '',
  'A',
  '%61',
  '%7e',
  '~',
  '%2561',
);
const end = fc.constantFrom('', '', '/', '//', '/*', '/*/', '*', 'a*', 'a*/');
const query = fc.constantFrom(
  { ref: 'mail' },
  { ref: true },
  { id: ':id' },
  { ref: '', id: ':id' },
  { a: 'a=b' },
);
const fingerprints = ['AB', 'CD'].map((pair) => Array(32).fill(pair).join(':'));
/** Mostly undefined: a rule with every condition never holds. */
const noneOr = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const some = <Value>(...values: Value[]): fc.Arbitrary<Value[]> =>
  fc.subarray(values, { minLength: 1, maxLength: 2 });

const path = fc
  .tuple(fc.array(fc.oneof({ weight: 3, arbitrary: segment }, fc.constant(':')), { maxLength: 4 }), end)
  .map(([segments, last]) => {
    const named = segments.map((text, index) => (text === ':' ? `/:p${index}` : `/${text}`)).join('');
    const isAfterPlaceholder = /:p\d$/.test(named);
    return named === '' ? '/*' : named + (isAfterPlaceholder ? last.replace(/^a?\*\/?$/, '') : last);
  });

const conditions = fc.record({
  path: fc.option(path, { nil: undefined, freq: 8 }),
  methods: noneOr(some('GET', 'HEAD', 'POST')),
  query: noneOr(query),
  countries: noneOr(some('DE', 'AT', 'FR')),
  languages: noneOr(some('de', 'de-AT', 'en')),
  devices: noneOr(some('mobile', 'tablet', 'desktop')),
  systems: noneOr(some('mac-os', 'ipad-os', 'windows', 'unknown')),
  browsers: noneOr(some('chrome', 'coc-coc', 'samsung-internet')),
  bots: noneOr(fc.oneof(fc.constantFrom('any', 'none'), some('ai', 'search', 'GPTBot', 'other'))),
  verified: noneOr(fc.boolean()),
  addresses: noneOr(some('203.0.113.0/24', '203.0.113.7', '2001:db8::/33', '0.0.0.0/0', '::/0')),
  client_certificate: noneOr(fc.oneof(fc.constant(true), some(...fingerprints))),
  starts_at: noneOr(fc.constantFrom('2026-11-24T12:00:00Z', '2026-11-24T14:00:00+01:00')),
  ends_at: noneOr(fc.constantFrom('2026-11-24T12:00:00Z', '2026-11-24T13:00:00.001Z')),
  share: noneOr(fc.constantFrom(0, 20, 50.5, 100)),
});

/** As JSON: a condition that is undefined is not there. A redirect whose `to` uses every placeholder. */
export const anyRule: fc.Arbitrary<unknown> = fc
  .record({
    active: fc.constantFrom(true, true, true, false),
    if: conditions,
    to: fc.constantFrom('/', 'https://b.example/'),
    then: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      undefined,
      { block: {} },
      { set_headers: { response: { 'X-A': 'b' } } },
    ),
  })
  .map(({ active, if: wanted, to, then }) => {
    const names = [
      ...`${wanted.path ?? ''} ${JSON.stringify(wanted.query ?? {})}`.matchAll(/:(p\d|id)/g),
    ].map(([, name = '']) => name);
    if (/\*\/?$/.test(wanted.path ?? '')) names.push('splat');
    const all = names.map((name) => `:${name}`).join('~');
    const rule = { active, if: wanted, then: then ?? { redirect: { to: `${to}${all}?q=${all}#${all}` } } };
    return JSON.parse(JSON.stringify(rule)) as unknown;
  });

const target = fc
  .tuple(
    fc.array(segment, { maxLength: 5 }),
    fc.constantFrom('', '/', '//', '/\\evil.example', '/@evil.example', 'a'),
    fc.constantFrom(
      '',
      '?',
      '?ref=mail',
      '?ref&id=7',
      '?id=//evil.example?#&ref=',
      '?a=a=b&&id',
      '?ref=x&ref=mail&id=1&id=2',
    ),
  )
  .map(([segments, last, rest]) => `/${segments.join('/')}${last}${rest}`);

export const anyRequest: fc.Arbitrary<RuleRequest> = fc
  .tuple(
    target,
    fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT'),
      country: fc.constantFrom('', 'DE', 'AT', 'FR'),
      language: fc.constantFrom('', 'de', 'de-at', 'den', 'en'),
      device: fc.constantFrom('' as const, 'mobile' as const, 'tablet' as const, 'desktop' as const),
      system: fc.constantFrom('mac-os', 'ipad-os', 'windows', 'unknown'),
      browser: fc.constantFrom('chrome', 'coc-coc', 'samsung-internet', 'unknown'),
      clientAddress: fc.constantFrom('203.0.113.7', '203.0.114.1', '2001:db8:8000::1', '2001:db8::1'),
      clientFingerprint: fc.constantFrom('', ...fingerprints),
      visitorShare: fc.constantFrom(0, 19.99, 20, 50.5, 99.99),
      nowMs: fc.integer({ min: -2, max: 2 }).map((ms) => Date.UTC(2026, 10, 24, 12) + ms * 1_800_000),
    }),
    fc.constantFrom(
      {},
      { botName: 'GPTBot', botClass: 'ai' as const, botVerified: 'claimed' as const },
      { botName: 'Googlebot', botClass: 'search' as const, botVerified: 'claimed' as const },
      { botName: 'Googlebot', botClass: 'search' as const, botVerified: 'verified' as const },
    ),
  )
  .map(([text, others, bot]) => ruleRequest(text, { ...others, ...bot }));
