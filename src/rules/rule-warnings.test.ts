import { describe, expect, it } from 'vitest';
import { OtherHosts } from './other-hosts.ts';
import { readRules } from './read-rules.ts';
import type { Rule } from './rule.ts';
import type { RulesContext } from './rule-warnings.ts';

const pass = { pass: {} };
const to = (target: string, others: object = {}) => ({ redirect: { to: target, ...others } });
const context: RulesContext = { host: 'a.example', nowMs: Date.parse('2026-11-24T12:00:00Z') };

function warningsOf(rules: unknown[], where: RulesContext = context): [number, string][] {
  const result = readRules(rules, [], where);
  if (!result.ok) throw new Error(result.reason);
  return result.warnings.map(({ rule, warning }) => [rule, warning]);
}

function read(rules: unknown[]): readonly Rule[] {
  const result = readRules(rules);
  return result.ok ? result.rules : [];
}

const containing = (text: string): unknown => expect.stringContaining(text);

describe('conditions that never hold', () => {
  it.each([
    [{ starts_at: '2026-12-01T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' }, 'never holds: it ends at'],
    [{ starts_at: '2026-12-01T00:00:00Z', ends_at: '2026-12-01T00:30:00+01:00' }, 'never holds: it ends at'],
    [{ ends_at: '2026-11-24T12:00:00Z' }, 'holds no more: it ended at 2026-11-24T12:00:00Z'],
    [{ share: 0 }, 'never holds: share is 0'],
  ])('%j', (conditions, warning) => {
    expect(warningsOf([{ if: conditions, then: pass }])).toEqual([[0, containing(warning)]]);
  });

  it('is silent about rules that are not active, will begin, or are under way', () => {
    expect(
      warningsOf([
        { active: false, if: { share: 0 }, then: pass },
        { if: { starts_at: '2026-12-01T00:00:00Z' }, then: { block: {} } },
        { if: { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' }, then: { block: {} } },
      ]),
    ).toEqual([]);
  });
});

describe('rules that are never reached', () => {
  it.each([
    // before, behind it, whether that is hidden
    [undefined, { path: '/a' }, true],
    [undefined, {}, true],
    [{ path: '/*' }, {}, true],
    [{ path: '/*' }, { path: '/a/:x/b*', countries: ['DE'] }, true],
    [{ path: '/a' }, { path: '/a/' }, true],
    [{ path: '/a' }, { path: '/a', methods: ['GET'] }, true],
    [{ path: '/a/*' }, { path: '/a' }, true],
    [{ path: '/a/*' }, { path: '/a/b/:x' }, true],
    [{ path: '/a/*' }, { path: '/a/:x/*' }, true],
    [{ path: '/a*' }, { path: '/ab/:x' }, true],
    [{ path: '/a*' }, { path: '/a/*' }, true],
    [{ path: '/a*' }, { path: '/ab*' }, true],
    [{ path: '/:x/b' }, { path: '/a/b' }, true],
    [{ path: '/:x/b' }, { path: '/:y/b' }, true],
    [{ path: '/a/*' }, { path: '/a*' }, false],
    [{ path: '/a/*' }, { path: '/ab/*' }, false],
    [{ path: '/a' }, { path: '/a/*' }, false],
    [{ path: '/a' }, {}, false],
    [{ path: '/:x' }, { path: '/:x/*' }, false],
    [{ path: '/:x/b' }, { path: '/:x/:y' }, false],
    [{ countries: ['DE'] }, { path: '/a' }, false],
    [{ path: '/a', methods: ['GET'] }, { path: '/a' }, false],
  ])('%j hides %j: %j', (before, behind, isHidden) => {
    const rules = [before === undefined ? { then: { block: {} } } : { if: before, then: { block: {} } }];
    const expected = isHidden ? [[1, 'never acts: rules[0] answers all its requests']] : [];
    expect(warningsOf([...rules, { if: behind, then: pass }])).toEqual(expected);
    // The other way round nothing is hidden, unless they are the same.
    const isSame = JSON.stringify(before) === JSON.stringify(behind);
    if (before !== undefined && !isSame && isHidden)
      expect(warningsOf([{ if: { ...behind, share: 50 }, then: pass }, ...rules])).toEqual([]);
  });

  it.each([{ set_headers: { response: { a: 'b' } } }, { rate_limit: { requests: 1, seconds: 1 } }])(
    'nothing is hidden by %j',
    (then) => {
      expect(warningsOf([{ then }, { then: { block: {} } }])).toEqual([]);
    },
  );

  it('a rule that is not active hides nothing', () => {
    expect(warningsOf([{ active: false, then: pass }, { then: pass }])).toEqual([]);
  });
});

describe('circles', () => {
  it.each([
    [[{ if: { path: '/a' }, then: to('/a') }], []],
    [
      [
        { if: { path: '/a' }, then: to('/b') },
        { if: { path: '/b' }, then: to('/a/') },
      ],
      [0, 1],
    ],
    [
      [
        { if: { path: '/c' }, then: to('/a') },
        { if: { path: '/a' }, then: to('/./a#x') },
      ],
      [],
    ],
    [[{ if: { path: '/*' }, then: to('/:splat') }], []],
    [[{ if: { path: '/a/*' }, then: to('/a/b/:splat') }], [0]],
    [[{ if: { path: '/:x' }, then: to('https://a.example/:x') }], []],
    [[{ if: { path: '/*' }, then: to('http://a.example/:splat') }], []],
    [[{ if: { path: '/a' }, then: to('https://a.example:8443/a') }], []],
    [[{ if: { path: '/a' }, then: to('https://b.example/a') }], []],
    [
      [
        { if: { path: '/a' }, then: to('/b') },
        { if: { path: '/b' }, then: to('/c') },
      ],
      [],
    ],
    [
      [
        { if: { path: '/a', countries: ['DE'] }, then: to('/a') },
        { if: { path: '/a' }, then: to('/b') },
      ],
      [],
    ],
    [[{ if: { path: '/a', query: { a: 'b' } }, then: to('/a', { query: false }) }], []],
    [[{ if: { path: '/a', query: { a: 'b' } }, then: to('/a') }], []],
    [[{ if: { path: '/a', methods: ['POST'] }, then: to('/a', { status: 303 }) }], []],
    [[{ if: { path: '/a', methods: ['POST'] }, then: to('/a', { status: 307 }) }], []],
    [[{ if: { path: '/a/*', methods: ['POST'] }, then: to('/a/b/:splat', { status: 307 }) }], [0]],
    [[{ if: { path: '/a/*', methods: ['POST'] }, then: to('/a/b/:splat', { status: 303 }) }], []],
    [[{ if: { path: '/b' }, then: pass }, { if: { path: '/a' }, then: to('/b') }, { then: to('/a') }], []],
    [
      [
        { then: { set_headers: { response: { a: 'b' } } } },
        { if: { path: '/a/*' }, then: to('/a/b/:splat') },
      ],
      [1],
    ],
    [[{ if: { share: 50 }, then: to('/a') }], []],
    [[{ if: { path: '/a/*', share: 50 }, then: to('/a/b/:splat') }], [0]],
    [[{ if: { bots: ['ai'], devices: ['mobile'], addresses: ['203.0.113.0/24'] }, then: to('/a') }], []],
    [[{ active: false, if: { path: '/a' }, then: to('/a') }], []],
  ] as const)('%j: %j', (rules, expected) => {
    const found = warningsOf([...rules]).filter(([, warning]) => warning.startsWith('leads in a circle'));
    expect(found.map(([rule]) => rule)).toEqual(expected);
  });

  it('follows redirects over other hosts, where they are known', () => {
    const rules = [{ if: { path: '/a' }, then: to('https://b.example/x') }];
    const where = (location: string): RulesContext => ({
      ...context,
      hosts: new OtherHosts([
        { host: 'b.example', rules: read([{ if: { path: '/x' }, then: to(location) }]), redirect: undefined },
      ]),
    });
    expect(warningsOf(rules, where('https://a.example/a'))).toEqual([
      [0, containing('leads in a circle: /a')],
    ]);
    expect(warningsOf(rules, where('https://a.example/b'))).toEqual([]);
    expect(warningsOf(rules, where('https://c.example/a'))).toEqual([]);
  });
});

it.each([
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/café', '/caf%C3%A9'],
  ['/%7Euser', '/~user'],
])('of two spellings of a path, %s and %s, the first one acts, with a warning', (one, other) => {
  const rules = [one, other].map((path) => ({ if: { path }, then: { block: {} } }));
  expect(warningsOf(rules)).toEqual([
    [1, 'never acts: rules[0] answers all its requests; their paths are two spellings of one'],
  ]);
});

describe('redirects to the very URL that was asked for', () => {
  it.each([
    ['a page that everything leads to', to('/page'), { path: '/page' }, false],
    ['the same, absolute', to('https://a.example/page'), { path: '/page' }, false],
    ['the same with what is below it', to('/page'), { path: '/page/*' }, false],
    ['another page', to('/page'), { path: '/other' }, true],
    ['the page of another host', to('https://b.example/page'), { path: '/page' }, true],
    ['everything to itself, by clear text', to('http://a.example/:splat'), { path: '/page' }, false],
    ['everything to itself by HTTPS', to('https://a.example/:splat'), { path: '/page' }, false],
  ])('hide no rule for it: %s', (_, then, behind, isHidden) => {
    const warnings = warningsOf([
      { if: { path: '/*' }, then },
      { if: behind, then: { block: {} } },
    ]);
    expect(warnings.filter(([rule]) => rule === 1)).toHaveLength(isHidden ? 1 : 0);
  });

  it('never act if they lead nowhere else', () => {
    expect(warningsOf([{ if: { path: '/*' }, then: to('/:splat') }])).toEqual([
      [0, containing('never acts: it redirects')],
    ]);
    expect(warningsOf([{ if: { path: '/a' }, then: to('/a') }])).toEqual([]);
    expect(warningsOf([{ if: { path: '/*' }, then: to('/:splat', { query: false }) }])).toEqual([]);
  });
});

describe('long lists', () => {
  it('warns 1,000 times at most', () => {
    expect(warningsOf(Array.from({ length: 2000 }, () => ({ if: { share: 0 }, then: pass })))).toHaveLength(
      1000,
    );
  });

  it.each([
    [
      'all rules try all requests',
      (n: number) => ({ if: { methods: ['PUT'], share: 1 + (n % 7) }, then: to('/a') }),
    ],
    ['all paths begin alike', (n: number) => ({ if: { path: `/:x/${n}` }, then: to(`/:x/${n + 1}`) })],
    ['twins', (n: number) => ({ if: { path: n % 2 ? '/a/*' : '/a*' }, then: to('/b') })],
  ])('ends soon when %s', (_, rule) => {
    expect(warningsOf(Array.from({ length: 5000 }, (_item, n) => rule(n))).length).toBeLessThanOrEqual(1000);
  });
});
