/** What lists cost: honest ones are accepted, and no request takes more than was said. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRequest, anyRule } from '../../test/support/any-rules.ts';
import { ruleRequest } from '../../test/support/rule-requests.ts';
import { runs } from '../../test/support/runs.ts';
import { CompiledRules } from './compile-rules.ts';
import { maxReadings } from './normal-path.ts';
import { readRulesOnly } from './read-rules.ts';
import type { Rule } from './rule.ts';
import { costOf, reasonAgainst } from './rule-cost.ts';
import type { RuleRequest } from './rule-request.ts';
import { baseSteps, maxCost, maxSteps, readingByteSteps, Steps } from './steps.ts';

/** That of sample requests. */
const host = 'a.example';
const many = 100_000;
const gone = { respond: { status: 410, content_type: 'text/plain', body: '' } };

function listOf(length: number, at: (index: number) => Partial<Rule>): Rule[] {
  return Array.from({ length }, (_, index) => ({ active: true, then: gone, ...at(index) }));
}

const countries = ['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'PL', 'NL', 'BE', 'DK'];

describe('100,000 rules are accepted, and quick', () => {
  it.each([
    ['exact paths', (index: number) => ({ path: `/old/page-${index}` }), '/old/page-77777', 77_777],
    ['prefixes', (index: number) => ({ path: `/old-${index}/*` }), '/old-77777/a/b', 77_777],
    [
      'segments after a placeholder',
      (index: number) => ({ path: `/:lang/old-${index}` }),
      '/de/old-77777',
      77_777,
    ],
    [
      'values of a parameter',
      (index: number) => ({ path: '/item', query: { id: String(index) } }),
      '/item?id=77777',
      77_777,
    ],
    [
      'values of a parameter on any path',
      (index: number) => ({ query: { id: String(index) } }),
      '/?id=77777',
      77_777,
    ],
    [
      'ten countries for each path',
      (index: number) => ({ path: `/p${Math.floor(index / 10)}`, countries: [countries[index % 10] ?? ''] }),
      '/p7777',
      77_770,
    ],
  ])('%s', (_, at, target, expected) => {
    const protecting = { if: { path: '/admin/*' }, then: { block: {} } };
    const rules = CompiledRules.of([
      ...listOf(many - 1, (index) => ({ if: at(index) })),
      { active: true, ...protecting },
    ]);
    expect(reasonAgainst(rules, host)).toBeUndefined();
    const steps = new Steps();
    expect(rules.match(ruleRequest(target), 0, steps)?.index).toBe(expected);
    expect(steps.used).toBeLessThan(500);
  });
});

describe('redirects within a host are accepted', () => {
  const to = (text: string) => ({ redirect: { to: text, status: 301 as const, query: true } });

  it.each([
    [
      'a country each, with its own place',
      676,
      (index: number) => ({ if: { path: '/*', countries: ['DE'] }, then: to(`/${wordAt(index)}/:splat`) }),
    ],
    ['a country each, to one place', 676, () => ({ if: { countries: ['DE'] }, then: to('/sorry') })],
    [
      'segments after a placeholder',
      many,
      (index: number) => ({ if: { path: `/:lang/old-${index}` }, then: to(`/:lang/new-${index}`) }),
    ],
    [
      'prefixes that move together',
      many,
      (index: number) => ({ if: { path: `/old-${index}/*` }, then: to(`/archive/:splat?from=${index}`) }),
    ],
  ])('%s', (_, length, at) => {
    const expected = [
      ...listOf(length, at),
      { active: true, if: { path: '/*' }, then: to('https://www.a.example/:splat') },
    ];
    expect(reasonAgainst(CompiledRules.of(expected), host)).toBeUndefined();
  });
});

describe('what would cost too much is refused', () => {
  const everything = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [String.fromCharCode(97 + index), true as const]),
  );

  it('redirects to the very URL asked for, one after the other', () => {
    const list = listOf(100, () => ({
      if: { path: '/*' },
      then: { redirect: { to: '/:splat', status: 301 as const, query: true } },
    }));
    const rules = CompiledRules.of(list);
    const steps = new Steps();
    const walk = rules.walk(ruleRequest(`/${'a'.repeat(4_000)}?${'b'.repeat(4_000)}`), steps);
    expect(walk.next()).toBeUndefined();
    expect(steps.used).toBeGreaterThan(maxCost + baseSteps);
    expect(reasonAgainst(rules, host)).toMatch(/makes the list too expensive/);
    expect(reasonAgainst(rules, 'b.example')).toMatch(/makes the list too expensive/);
    const elsewhere = listOf(100, () => ({
      if: { path: '/*' },
      then: { redirect: { to: `https://${host}/:splat`, status: 301 as const, query: true } },
    }));
    expect(reasonAgainst(CompiledRules.of(elsewhere), host)).toMatch(/makes the list too expensive/);
    expect(reasonAgainst(CompiledRules.of(elsewhere), 'b.example')).toBeUndefined();
  });

  it.each([
    ['rules that want no value of a parameter', 5_000, () => ({ query: everything })],
    ['rules by country alone', many, () => ({ countries: ['DE'] })],
    ['one path', many, () => ({ path: '/a', countries: ['DE'] })],
    ['paths of placeholders', 65_536, (index: number) => ({ path: choices(index) })],
  ] as const)('%s', (_, length, at) => {
    const rules = CompiledRules.of(listOf(length, (index) => ({ if: at(index) })));
    expect(reasonAgainst(rules, host)).toMatch(/^rules\[\d+\] makes the list too expensive: /);
  });

  it('names the rule at which it is too much', () => {
    const list = listOf(50_000, () => ({ if: { countries: ['DE'] } }));
    const { overAt = -1 } = costOf(CompiledRules.of(list), host);
    expect(costOf(CompiledRules.of(list.slice(0, overAt)), host).overAt).toBeUndefined();
    expect(costOf(CompiledRules.of(list.slice(0, overAt + 1)), host).overAt).toBe(overAt);
  });
});

/** Two letters. */
function wordAt(index: number): string {
  return String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26));
}

/** A path of 16 segments, each of them `a` or a placeholder. */
function choices(index: number): string {
  const segments = Array.from({ length: 16 }, (_, bit) => ((index >> bit) & 1 ? 'a' : `:p${bit}`));
  return `/${segments.join('/')}`;
}

it('no request that a search finds takes more steps than its list costs', () => {
  fc.assert(
    fc.property(
      anyList,
      fc.array(anyRequest, { minLength: 3, maxLength: 3 }),
      fc.infiniteStream(fc.nat()),
      (list, requests, numbers) => {
        const compiled = CompiledRules.of(list);
        const { worst, overAt } = costOf(compiled, host);
        const base = ({ path }: RuleRequest): number =>
          baseSteps + maxReadings * path.length * readingByteSteps;
        let [found, most] = [requests[0] ?? ruleRequest(), 0];
        const pick = <Item>(items: readonly Item[]): Item | undefined =>
          items[Number(numbers.next().value) % items.length];
        const rules = [...list, { if: {}, then: gone }];
        for (let round = 0; round < 60; round++) {
          const request =
            round < requests.length
              ? (requests[round] ?? found)
              : changed(found, pick(rules)?.if ?? {}, pick);
          const steps = new Steps();
          const walk = compiled.walk(request, steps);
          while (walk.next()) {}
          const own = steps.used - base(request);
          expect(own).toBeLessThanOrEqual(worst);
          if (overAt === undefined) expect(own).toBeLessThanOrEqual(maxCost);
          if (own >= most || round === 0) [found, most] = [request, own];
        }
      },
    ),
    { numRuns: runs(1_000) },
  );
});

/** Some rules, each up to 40 times. */
const anyList: fc.Arbitrary<readonly Rule[]> = fc
  .array(
    fc.tuple(fc.oneof({ weight: 3, arbitrary: anyRule }, anyOwnRedirect()), fc.constantFrom(1, 1, 2, 9, 40)),
    {
      maxLength: 12,
    },
  )
  .map((some) =>
    some.flatMap(([rule, times]) => {
      const read = readRulesOnly([rule], []);
      return read.ok ? Array.from({ length: times }, () => read.rules[0] ?? []).flat() : [];
    }),
  );

/** A redirect that may lead to the URL asked for. */
function anyOwnRedirect(): fc.Arbitrary<unknown> {
  const origin = fc.constantFrom('', `https://${host}`, 'https://b.example');
  const place = fc.constantFrom(
    ['/*', '/:splat'],
    ['/*', '/a/:splat'],
    ['/a/*', '/a/:splat'],
    ['/:p0/a', '/:p0/a'],
    ['/:p0/*', '/:p0/:splat'],
    ['/a', '/a'],
    ['/*', '/a'],
    ['/*', '/a?ref=mail'],
  );
  return fc
    .record({ origin, place, query: fc.boolean() })
    .map(({ origin: start, place: [path, to], query }) => ({
      if: { path },
      then: { redirect: { to: `${start}${to}`, query } },
    }));
}

/** The request, closer to what a rule wants, or with other text in its path or query. */
function changed(
  request: RuleRequest,
  { path = '', query = {} }: NonNullable<Rule['if']>,
  pick: <Item>(items: readonly Item[]) => Item | undefined,
): RuleRequest {
  const of = (others: Partial<RuleRequest>): RuleRequest => ({ ...request, ...others });
  const text = pick(['a', '/a', '/b', '%2F', '//', '/..', ';x', '/', 'a'.repeat(500)]) ?? '';
  const wanted = Object.entries(query).map(([name, value]) => (value === true ? name : `${name}=${value}`));
  const changes = [
    of({ path: path.replaceAll(/:p\d/g, 'a').replace('*', text) || '/' }),
    of({ path: request.path + text }),
    of({ path: request.path.slice(0, -1) || '/' }),
    of({ query: [...request.query.split('&').slice(-20), ...wanted].join('&') }),
    of({ query: `${request.query}${'&a'.repeat(100)}`.slice(-4_000) }),
    of({ query: '' }),
  ];
  return pick(changes) ?? request;
}

it('a list that was stored before ends when the steps of a request are spent', () => {
  const wanted = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, true as const]));
  const rules = CompiledRules.of(listOf(20_000, () => ({ if: { query: { ...wanted, last: true } } })));
  const query = `${'&'.repeat(7_900)}${Object.keys(wanted).join('&')}`;
  const steps = new Steps();
  const walk = rules.walk(ruleRequest(`/?${query}`), steps);
  expect(walk.next()).toBeUndefined();
  expect(walk.isSpent).toBe(true);
  expect(steps.used).toBeLessThan(maxSteps + maxCost);
});
