/** Rules that keep requests away, asked for in other spellings of the same path. */
import { expect, it } from 'vitest';
import { ruleRequest } from '../../test/support/rule-requests.ts';
import { CompiledRules } from './compile-rules.ts';
import { readingsOf } from './normal-path.ts';
import type { Rule } from './rule.ts';

const block = { block: {} };
const pass = { pass: {} };

function placeOf(rules: readonly Partial<Rule>[], target: string): number | undefined {
  const list = rules.map((rule) => ({ active: true, then: pass, ...rule }));
  return CompiledRules.of(list).match(ruleRequest(target))?.index;
}

it.each([
  ['/admin/*', '/%61dmin/x'],
  ['/admin/*', '//admin/x'],
  ['/admin/*', '/x/../admin/x'],
  ['/admin/*', '/x/%2e%2e/admin'],
  ['/admin/*', '/admin%2fx'],
  ['/admin/*', '/admin\\x'],
  ['/admin/*', '/admin;a=b/x'],
  ['/admin/*', '/x%2f..%2fadmin'],
  ['/admin/*', '/%2561dmin/x'],
  ['/admin/*', '/./admin/'],
  ['/admin/*', '/x;/..;a/admin'],
  ['/private/*', '/private%252fx'],
  ['/a b/*', '/a%20b/c'],
])('what keeps %s away keeps %s away', (path, target) => {
  const rule = { if: { path: path.replace(' ', '%20') }, then: block };
  expect(placeOf([rule, {}], target)).toBe(0);
});

it.each(['/admi', '/administer', '/x/admin', '/', '/a/../b', '/caf%C3%A9'])('it lets %s pass', (target) => {
  expect(placeOf([{ if: { path: '/admin/*' }, then: block }], target)).toBeUndefined();
});

it.each(['/public/%2e%2e/admin', '/public/..%2fadmin', '/public/../admin', '/public/x/..;/../admin'])(
  'a rule for /public/* lets nobody past a later one with %s',
  (target) => {
    const open = { if: { path: '/public/*' }, then: pass };
    const closed = { if: { path: '/*' }, then: { basic_auth: { realm: 'a', users: [] } } };
    expect(placeOf([open, closed], target)).toBe(1);
    expect(placeOf([open, closed], '/public/a%2Fb')).toBe(0);
    // Nothing is kept away after it.
    expect(placeOf([closed, open], target)).toBe(0);
    expect(placeOf([open], target)).toBe(0);
  },
);

it.each([undefined, { methods: ['GET'] }, { path: '/*', methods: ['GET'] }])(
  'nor past one that keeps everything away: if %j',
  (condition) => {
    const open = { if: { path: '/public/*' }, then: pass };
    for (const action of [
      block,
      { basic_auth: { realm: 'a', users: [] } },
      { rate_limit: { requests: 1, seconds: 1 } },
    ]) {
      const closed = { ...(condition && { if: condition }), then: action };
      for (const target of ['/public/%2e%2e/admin', '/public/..%2fadmin', '/public/../admin'])
        expect(placeOf([open, closed], target)).toBe(1);
      expect(placeOf([open, closed], '/public/a%2Fb')).toBe(0);
    }
  },
);

it('what rules that let requests pass do does not depend on readings', () => {
  const edits = { if: { path: '/a' }, then: { set_headers: {} } };
  expect(placeOf([edits, { if: { path: '/b' }, then: block }], '/%2561')).toBeUndefined();
});

it('there are at most 32 readings, and one of a plain path', () => {
  expect(readingsOf('/a/b.html')).toEqual(['/a/b.html']);
  const hostile = `/${'%252e%252e%252f;x//..\\%5C;y=%2F/../'.repeat(200)}`;
  expect(readingsOf(hostile).length).toBeLessThanOrEqual(32);
});
