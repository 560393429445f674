/** What is exported can be imported again. Source: docs/reference/rule-formats.md ("CSV", "Netlify redirects"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import type { RuleAction } from '../actions/actions.ts';
import type { RuleConditions } from '../conditions/conditions.ts';
import type { Rule } from '../rule.ts';
import { readCsvRules, writeCsvRules } from './csv-rules.ts';
import { readNetlifyRedirects } from './netlify-redirects.ts';
import type { FileContext } from './rule-file.ts';
import { writeRedirects } from './write-redirects.ts';

const numRuns = runs(300);
const upstream = '0197f7a0-0000-7000-8000-000000000001';
const address = { host: 'api.example.net', port: 8443, tls: true };
const context: FileContext = {
  defaultHost: 'a.example',
  findUpstream: ({ host, port, tls }) =>
    host === address.host && port === address.port && tls === address.tls ? upstream : undefined,
};

/** Text as labels have it, with all that CSV and lists could misread. */
const label = fc
  .string({ unit: fc.constantFrom(...Array.from('aZ9 ,"\'=&;[]{}:|%#\u00e9')), minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const word = fc.string({
  unit: fc.constantFrom(...Array.from('aZ9-._~%,"\'=:[{')),
  minLength: 1,
  maxLength: 8,
});
const path = fc.oneof(
  fc.array(word, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
  fc
    .array(fc.constantFrom('a', 'b', ':id', ':name'), { maxLength: 4 })
    .map((segments) => `/${[...segments, '*'].join('/')}`),
);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const query = fc.dictionary(
  word.filter((name) => !name.includes('=')),
  fc.oneof(word, fc.constant(true as const)),
  {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  },
);
const conditions: fc.Arbitrary<RuleConditions> = fc.record(
  {
    path,
    methods: some(fc.constantFrom('GET', 'POST')),
    query,
    countries: some(fc.constantFrom('DE', 'AT')),
    languages: some(fc.constantFrom('de', 'de-AT')),
    devices: some(fc.constantFrom('mobile', 'tablet', 'desktop')),
    systems: some(fc.constantFrom('ios', 'mac-os')),
    browsers: some(fc.constantFrom('360-browser', 'x')),
    bots: fc.oneof(
      fc.constantFrom('any' as const, 'none' as const),
      some(fc.oneof(fc.constant('any'), label)),
    ),
    verified: fc.boolean(),
    addresses: some(fc.constantFrom('203.0.113.0/24', '2001:db8::1')),
    client_certificate: fc.oneof(
      fc.constant(true as const),
      some(fc.constantFrom('AB', 'CD').map((pair) => Array(32).fill(pair).join(':'))),
    ),
    starts_at: fc.constant('2026-12-01T00:00:00+01:00'),
    ends_at: fc.constant('2026-12-24T00:00:00Z'),
    share: fc.double({ min: 0, max: 100, noNaN: true }).map((share) => Math.round(share * 100) / 100),
  },
  { requiredKeys: [] },
);
const redirect = fc.record({
  to: fc.oneof(
    path.map((to) => `${to}?x=y#z`),
    path,
    path.map((to) => `https://x.example${to}`),
  ),
  status: fc.constantFrom(301 as const, 302 as const, 303 as const, 307 as const, 308 as const),
  query: fc.boolean(),
});
const proxy = fc.record(
  {
    upstream_uuid: fc.constant(upstream),
    strip_prefix: fc.constantFrom('/a', '/b', '/a/b'),
    prefix: fc.constantFrom('/a', '/b', '/b/', '/a/b/'),
    host_header: fc.constantFrom('upstream' as const, 'original' as const),
  },
  { requiredKeys: ['upstream_uuid', 'host_header'] },
);
const action: fc.Arbitrary<RuleAction> = fc.oneof(
  redirect.map((one) => ({ redirect: one })),
  proxy.map((one) => ({ proxy: one })),
  fc
    .record({ status: fc.constant(410), content_type: label, body: fc.string({ unit: 'binary' }) })
    .map((one) => ({ respond: one })),
  fc.constant({ block: {} }),
  fc.constant({ pass: {} }),
  label.map((name) => ({ basic_auth: { realm: 'x', users: [{ name }] } })),
  fc.constant({ set_headers: { response: { 'X-A': 'a, "b"', 'X-B': null } } }),
);
const rule: fc.Arbitrary<Rule> = fc.record(
  {
    name: label,
    active: fc.boolean(),
    if: conditions.filter((given) => Object.keys(given).length > 0),
    then: action,
  },
  { requiredKeys: ['active', 'then'] },
);
/** Mostly such as a `_redirects` file can say. */
const plainRule: fc.Arbitrary<Rule> = fc.record({
  active: fc.constant(true),
  if: fc.record(
    {
      path,
      query: fc.dictionary(fc.constantFrom('a', 'b', 'c'), word, { minKeys: 1, noNullPrototype: true }),
      countries: some(fc.constantFrom('DE', 'AT')),
      languages: some(fc.constantFrom('de', 'de-AT')),
    },
    { requiredKeys: ['path'] },
  ),
  then: fc.oneof(
    redirect.map((one) => ({ redirect: one })),
    proxy.map((one) => ({ proxy: one })),
    fc.constant({ pass: {} }),
  ),
});

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

test('rules written as CSV are read as the same rules', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), fc.array(rule, { maxLength: 4 }), (one, other) => {
      const hosts = [
        { host: 'a.example', rules: one },
        { host: 'b.example', rules: other },
      ];
      const { rules, problems } = readCsvRules(linesOf([...writeCsvRules(hosts)].join('')), context);
      expect(problems).toEqual([]);
      for (const { host, rules: expected } of hosts) {
        expect(rules.filter((read) => read.host === host).map((read) => read.rule)).toEqual(expected);
      }
    }),
    { numRuns },
  );
});

test('rules written to a _redirects file are read as the same rules, but for their names', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(rule, plainRule), { maxLength: 6 }), (rules) => {
      const { lines, problems } = writeRedirects(rules, (uuid) => (uuid === upstream ? address : undefined));
      const left = new Set(problems.map(({ line }) => line));
      const expected = rules
        .filter((_, index) => !left.has(index + 1))
        .map(({ name: _name, ...others }) => others);
      const read = readNetlifyRedirects(linesOf(lines.join('')), context);
      expect(read.problems).toEqual([]);
      expect(read.rules.map((one) => one.rule)).toEqual(expected);
    }),
    { numRuns },
  );
});
