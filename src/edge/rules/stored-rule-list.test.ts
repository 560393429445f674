/** Rules as they are stored, made ready when they are needed. Source: docs/reference/rules.md, docs/reference/edge.md. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRequest, anyRule } from '../../../test/support/any-rules.ts';
import { ruleRequest } from '../../../test/support/rule-requests.ts';
import { runs } from '../../../test/support/runs.ts';
import { CompiledRules } from '../../rules/compile-rules.ts';
import { readRules } from '../../rules/read-rules.ts';
import type { Rule } from '../../rules/rule.ts';
import { Steps } from '../../rules/steps.ts';
import { readyRulesBytes, StoredRuleList } from './stored-rule-list.ts';

function finish<Result>(work: Generator<void, Result>): { readonly result: Result; readonly turns: number } {
  for (let turns = 1; ; turns++) {
    const { done, value } = work.next();
    if (done === true) return { result: value, turns };
  }
}

const listOf = (text: string): StoredRuleList => finish(StoredRuleList.read(Buffer.from(text))).result;
const compile = (text: string): CompiledRules => finish(CompiledRules.compile(listOf(text))).result;

describe('rules as they are stored', () => {
  it('are those of the text, however it is written', () => {
    const rule = fc.record({
      name: fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('"},{"', '\\', '\\"', '[[', ']}', ',', 'ü€😀\u0000'),
      ),
      active: fc.boolean(),
      then: fc.constantFrom(
        { block: {} },
        { respond: { status: 200, content_type: 'a/b', body: ']},{[\\"' } },
      ),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), fc.constantFrom(0, 1, '\t'), (rules, indent) => {
        const list = listOf(JSON.stringify(rules, undefined, indent));
        expect(list).toHaveLength(rules.length);
        expect(Array.from(list, (each) => each.rule)).toEqual(rules);
        for (const [index, each] of rules.entries())
          expect(list.at(index)).toMatchObject({ index, rule: each });
        expect([list.at(-1), list.at(rules.length)]).toEqual([undefined, undefined]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('act as those that are all made ready, and cost as much', () => {
    const lists = fc.array(anyRule, { maxLength: 20 }).map((given): readonly Rule[] =>
      given.flatMap((each) => {
        const read = readRules([each]);
        return read.ok ? read.rules : [];
      }),
    );
    fc.assert(
      fc.property(lists, fc.array(anyRequest, { minLength: 1, maxLength: 5 }), (rules, requests) => {
        const [stored, made] = [compile(JSON.stringify(rules)), CompiledRules.of(rules)];
        expect(stored.costs).toEqual(made.costs);
        for (const request of requests) {
          const ways = [stored, made].map((compiled) => {
            const steps = new Steps();
            const walk = compiled.walk(request, steps);
            const found = [];
            for (let each = walk.next(); each; each = walk.next())
              found.push([each.index, each.rule, each.redirection(request)]);
            return { found, steps: steps.used };
          });
          expect(ways[0]).toEqual(ways[1]);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('stay ready while they are used, and are made anew later', () => {
    const list = listOf(
      JSON.stringify(Array.from({ length: 25_000 }, () => ({ active: true, then: { pass: {} } }))),
    );
    const first = list.at(0);
    for (let index = 0; index < 9_000; index++) list.at(index);
    expect(list.at(0)).toBe(first);
    for (let index = 0; index < 25_000; index++) list.at(index);
    expect(list.at(0)).not.toBe(first);
  });

  it('take at most 20 MB where 100,000 have exact paths, and are compiled in many turns', () => {
    const rules = Array.from({ length: 100_000 }, (_, index) => ({
      active: true,
      if: { path: `/old/page-${index}` },
      then: { redirect: { to: `https://new.example/${index}`, status: 301, query: true } },
    }));
    const text = JSON.stringify(rules);
    const { result, turns } = finish(CompiledRules.compile(listOf(text)));
    expect(result.sizeBytes - readyRulesBytes(rules.length, text.length)).toBeLessThan(20e6);
    expect(result.match(ruleRequest('/old/page-77777'))?.index).toBe(77_777);
    expect(turns).toBeGreaterThan(100);
  });
});
