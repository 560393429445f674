/** What lists cost: honest ones are accepted, and no request takes more than was said. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRequest, anyRule } from '../../test/support/any-rules.ts';
import { ruleRequest } from '../../test/support/rule-requests.ts';
import { runs } from '../../test/support/runs.ts';
import { CompiledRules } from './compile-rules.ts';
import { readRulesOnly } from './read-rules.ts';
import type { Rule } from './rule.ts';
import { costOf, reasonAgainst } from './rule-cost.ts';
import { baseSteps, maxCost, maxSteps, readingByteSteps, Steps } from './steps.ts';

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
    expect(reasonAgainst(rules)).toBeUndefined();
    const steps = new Steps();
    expect(rules.match(ruleRequest(target), 0, steps)?.index).toBe(expected);
    expect(steps.used).toBeLessThan(500);
  });
});

describe('what would cost too much is refused', () => {
  const everything = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [String.fromCharCode(97 + index), true as const]),
  );

  it.each([
    ['rules that want no value of a parameter', 5_000, () => ({ query: everything })],
    ['rules by country alone', many, () => ({ countries: ['DE'] })],
    ['one path', many, () => ({ path: '/a', countries: ['DE'] })],
    ['paths of placeholders', 65_536, (index: number) => ({ path: choices(index) })],
  ] as const)('%s', (_, length, at) => {
    const rules = CompiledRules.of(listOf(length, (index) => ({ if: at(index) })));
    expect(reasonAgainst(rules)).toMatch(/^rules\[\d+\] makes the list too expensive: /);
  });

  it('names the rule at which it is too much', () => {
    const list = listOf(50_000, () => ({ if: { countries: ['DE'] } }));
    const { overAt = -1 } = costOf(CompiledRules.of(list));
    expect(costOf(CompiledRules.of(list.slice(0, overAt))).overAt).toBeUndefined();
    expect(costOf(CompiledRules.of(list.slice(0, overAt + 1))).overAt).toBe(overAt);
  });
});

/** A path of 16 segments, each of them `a` or a placeholder. */
function choices(index: number): string {
  const segments = Array.from({ length: 16 }, (_, bit) => ((index >> bit) & 1 ? 'a' : `:p${bit}`));
  return `/${segments.join('/')}`;
}

it('no request takes more steps than its list costs', () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 40 }),
      fc.array(anyRequest, { minLength: 1, maxLength: 10 }),
      (list, requests) => {
        const rules = list.flatMap((rule) => {
          const read = readRulesOnly([rule], []);
          return read.ok ? read.rules : [];
        });
        const compiled = CompiledRules.of(rules);
        const { worst } = costOf(compiled);
        for (const request of requests) {
          const steps = new Steps();
          const walk = compiled.walk(request, steps);
          while (walk.next()) {}
          const readings = 32 * request.path.length * readingByteSteps;
          expect(steps.used).toBeLessThanOrEqual(worst + baseSteps + readings);
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

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
