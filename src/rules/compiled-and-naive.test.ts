import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyRequest, anyRule } from '../../test/support/any-rules.ts';
import { naiveMatch } from '../../test/support/naive-rules.ts';
import { runs } from '../../test/support/runs.ts';
import { CompiledRules } from './compile-rules.ts';
import { readRules } from './read-rules.ts';
import type { Rule } from './rule.ts';

const numRuns = runs(200);

/** Rules that another condition of the list forbids, such as a splat after a placeholder, are left out. */
function read(list: unknown[]): readonly Rule[] {
  return list.flatMap((item) => {
    const result = readRules([item]);
    return result.ok ? result.rules : [];
  });
}

it('compiled rules act as rules that are read one after the other', () => {
  let matched = 0;
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 20 }),
      fc.array(anyRequest, { minLength: 1, maxLength: 10 }),
      (list, requests) => {
        const rules = read(list);
        const compiled = CompiledRules.of(rules);
        for (const request of requests) {
          for (let from = 0; from <= rules.length; from++) {
            const expected = naiveMatch(rules, request, from);
            const found = compiled.match(request, from);
            expect(found?.index).toBe(expected?.index);
            if (expected === undefined || found === undefined) break;
            matched++;
            for (const [name, value] of Object.entries(expected.values))
              if (value !== '') expect(found.value(request, name)).toBe(value);
            from = expected.index;
          }
        }
      },
    ),
    { numRuns },
  );
  expect(matched).toBeGreaterThan(0);
});

it('the origin of a Location is that of `to`, and nothing ends the field', () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 10 }), anyRequest, (list, request) => {
      const compiled = CompiledRules.of(read(list));
      const own = 'https://a.example';
      const walk = compiled.walk(request);
      for (let rule = walk.next(); rule !== undefined; rule = walk.next()) {
        if (!('redirect' in rule.rule.then)) continue;
        const location = rule.location(request) ?? '';
        const action = rule.rule.then;
        const to = 'redirect' in action ? action.redirect.to : '';
        expect(new URL(location, own).origin).toBe(new URL(to, own).origin);
        expect(new URL(location, own).username).toBe('');
        expect(location).toMatch(to.startsWith('/') ? /^\/(?![/\\])/ : /^https:\/\/b\.example\//);
        expect(location).not.toMatch(/[\r\n\0 ]/);
      }
    }),
    { numRuns },
  );
});
