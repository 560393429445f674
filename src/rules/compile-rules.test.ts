import { describe, expect, it } from 'vitest';
import { ruleRequest } from '../../test/support/rule-requests.ts';
import { CompiledRules } from './compile-rules.ts';
import { answers } from './compiled-rule.ts';
import { readRules } from './read-rules.ts';
import type { RuleRequest } from './rule-request.ts';

const pass = { pass: {} };
const printOf = (pair: string): string => Array(32).fill(pair).join(':');
const prints = [printOf('AB'), printOf('CD')] as const;

function compile(list: unknown[]): CompiledRules {
  const read = readRules(list);
  if (!read.ok) throw new Error(read.reason);
  return CompiledRules.of(read.rules);
}

function holds(condition: object, request: RuleRequest): boolean {
  return compile([{ if: condition, then: pass }]).match(request) !== undefined;
}

it('never lets a rule act that has a condition of a newer program', () => {
  // As it is stored: readRules would refuse it.
  const rule = { active: true, if: { path: '/*', moods: ['good'] }, then: pass };
  expect(CompiledRules.of([rule]).match(ruleRequest('/a'))).toBeUndefined();
});

describe('paths', () => {
  it.each([
    // rule, request, answer
    ['/', '/', true],
    ['/', '//', false],
    ['/', '/a', false],
    ['/a', '/a', true],
    ['/a', '/a/', true],
    ['/a', '/a//', false],
    ['/a', '/A', false],
    ['/a', '/%61', true],
    ['/a', '/a/b', false],
    ['/a', '/ab', false],
    ['/a/', '/a', true],
    ['/a/', '/a/', true],
    ['//', '//', true],
    ['//', '/', false],
    ['/*', '/', true],
    ['/*', '/a/b', true],
    ['/*', '//', true],
    ['/*', '*', false],
    ['/a/*', '/a', true],
    ['/a/*', '/a/', true],
    ['/a/*', '/a/b/c', true],
    ['/a/*', '/a//', true],
    ['/a/*', '/ab', false],
    ['/a*', '/a', true],
    ['/a*', '/a/', true],
    ['/a*', '/ab/c', true],
    ['/a*', '/b', false],
    ['/:x', '/a', true],
    ['/:x', '/a/', true],
    ['/:x', '/', false],
    ['/:x', '//', false],
    ['/:x', '/a/b', false],
    ['/:x/b', '/a/b', true],
    ['/:x/b', '/a/bc', false],
    ['/:x/b', '/a/c', false],
    ['/a/:x/c/:y', '/a/b/c/d', true],
    ['/a/:x/c/:y', '/a/b/c/', false],
    ['/a/:x//c', '/a/b//c', true],
    ['/a/:x/*', '/a/b', true],
    ['/a/:x/*', '/a/', false],
    ['/a/:x/*', '/a/b/c/d', true],
    ['/a/:x/b*', '/a/x/bcd/e', true],
    ['/a/:x/b*', '/a/x/c', false],
    ['/a/..', '/a/..', true],
    ['/a/..', '/', false],
    ['/a;b', '/a;b', true],
    ['/%00', '/%00', true],
    ['/%c3%bc', '/%C3%BC', true],
    ['/ü', '/%c3%bc', true],
    ['/ü', '/Ã¼', true],
    ['/%7Euser', '/~user', true],
    ['/~user', '/%7euser/', true],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2Fb', '/a/b', false],
    ['/100%', '/100%', true],
  ])('%s on %s: %j', (path, target, expected) => {
    expect(holds({ path }, ruleRequest(target))).toBe(expected);
  });
});

describe('conditions', () => {
  const at = (text: string): number => Date.parse(text);
  it.each([
    [{ methods: ['POST', 'PUT'] }, { method: 'PUT' }, true],
    [{ methods: ['GET'] }, { method: 'HEAD' }, false],
    [{ countries: ['DE', 'AT'] }, { country: 'AT' }, true],
    [{ countries: ['DE'] }, { country: '' }, false],
    [{ languages: ['de'] }, { language: 'de-at' }, true],
    [{ languages: ['de-AT'] }, { language: 'de-at' }, true],
    [{ languages: ['de-AT'] }, { language: 'de' }, false],
    [{ languages: ['de'] }, { language: 'den' }, false],
    [{ languages: ['de'] }, { language: '' }, false],
    [{ devices: ['mobile', 'tablet'] }, { device: 'tablet' }, true],
    [{ devices: ['mobile'] }, { device: '' }, false],
    [{ systems: ['ios', 'mac-os'] }, { system: 'mac-os' }, true],
    [{ systems: ['ios'] }, { system: 'ipad-os' }, false],
    [{ systems: ['unknown'] }, { system: 'unknown' }, true],
    [{ browsers: ['edge', 'chrome'] }, { browser: 'chrome' }, true],
    [{ browsers: ['chrome'] }, { browser: 'chromium' }, false],
    [{ bots: 'any' }, { botName: 'Googlebot', botClass: 'search' }, true],
    [{ bots: 'any' }, {}, false],
    [{ bots: 'none' }, {}, true],
    [{ bots: 'none' }, { botName: 'Googlebot', botClass: 'search' }, false],
    [{ bots: ['search'] }, { botName: 'Googlebot', botClass: 'search' }, true],
    [{ bots: ['googlebot'] }, { botName: 'Googlebot', botClass: 'search' }, true],
    [{ bots: ['ai'] }, { botName: 'Googlebot', botClass: 'search' }, false],
    [{ bots: ['ai'] }, {}, false],
    [{ verified: true }, { botName: 'Googlebot', botVerified: 'verified' }, true],
    [{ verified: true }, { botName: 'Googlebot', botVerified: 'claimed' }, false],
    [{ verified: true }, {}, false],
    [{ verified: false }, { botName: 'Googlebot', botVerified: 'claimed' }, true],
    [{ verified: false }, { botName: 'Googlebot', botVerified: 'verified' }, false],
    [{ verified: false }, {}, false],
    [{ verified: true }, { botName: 'Googlebot', botVerified: 'pending' }, false],
    [{ verified: false }, { botName: 'Googlebot', botVerified: 'pending' }, false],
    [{ bots: ['Googlebot'] }, { botName: 'Googlebot', botVerified: 'pending' }, true],
    [{ bots: ['ai'], verified: false }, { botName: 'Googlebot', botVerified: 'claimed' }, false],
    [{ client_certificate: true }, { clientFingerprint: prints[0] }, true],
    [{ client_certificate: true }, {}, false],
    [{ client_certificate: prints }, { clientFingerprint: prints[1] }, true],
    [{ client_certificate: prints }, { clientFingerprint: prints[1].toLowerCase() }, false],
    [{ client_certificate: prints }, {}, false],
    [{ addresses: ['203.0.113.0/24'] }, { clientAddress: '203.0.113.255' }, true],
    [{ addresses: ['203.0.113.0/24'] }, { clientAddress: '203.0.112.255' }, false],
    [{ addresses: ['203.0.113.0/24'] }, { clientAddress: '::ffff:203.0.113.1' }, true],
    [{ addresses: ['203.0.113.9', '2001:db8::/32'] }, { clientAddress: '2001:db8:ffff::1' }, true],
    [{ addresses: ['2001:db8::/33'] }, { clientAddress: '2001:db8:8000::1' }, false],
    [{ addresses: ['0.0.0.0/0'] }, { clientAddress: '2001:db8::1' }, false],
    [{ addresses: ['0.0.0.0/0'] }, { clientAddress: '198.51.100.1' }, true],
    [{ addresses: ['::/0'] }, { clientAddress: '' }, false],
    [{ addresses: ['::/0'] }, { clientAddress: '203.0.113.1' }, false],
    [{ addresses: ['::/0'] }, { clientAddress: '2001:db8::1' }, true],
    [{ starts_at: '2026-12-01T00:00:00+01:00' }, { nowMs: at('2026-11-30T23:00:00Z') }, true],
    [{ starts_at: '2026-12-01T00:00:00+01:00' }, { nowMs: at('2026-11-30T22:59:59.999Z') }, false],
    [{ ends_at: '2026-12-01T00:00:00Z' }, { nowMs: at('2026-11-30T23:59:59.999Z') }, true],
    [{ ends_at: '2026-12-01T00:00:00Z' }, { nowMs: at('2026-12-01T00:00:00Z') }, false],
    [{ share: 20 }, { visitorShare: 19.9 }, true],
    [{ share: 20 }, { visitorShare: 20 }, false],
    [{ share: 0 }, { visitorShare: 0 }, false],
    [{ share: 100 }, { visitorShare: 99.9 }, true],
    [{ methods: ['GET'], countries: ['DE'] }, { country: 'AT' }, false],
  ] as const)('%j with %j: %j', (condition, others, expected) => {
    expect(holds(condition, ruleRequest('/', others))).toBe(expected);
  });

  it.each([
    [{ ref: 'mail' }, '/?ref=mail', true],
    [{ ref: 'mail' }, '/?a=b&ref=mail', true],
    [{ ref: 'mail' }, '/?ref=x&ref=mail', true],
    [{ ref: 'mail' }, '/?ref=mails', false],
    [{ ref: 'mail' }, '/?xref=mail', false],
    [{ ref: 'mail' }, '/', false],
    [{ ref: '' }, '/?ref=', true],
    [{ ref: '' }, '/?ref', true],
    [{ ref: true }, '/?ref', true],
    [{ ref: true }, '/?ref=', true],
    [{ ref: true }, '/?&&ref=a', true],
    [{ ref: true }, '/?reference=a', false],
    [{ ref: ':x' }, '/?ref=a%20b', true],
    [{ ref: 'a', id: true }, '/?id=1&ref=a', true],
    [{ ref: 'a', id: true }, '/?ref=a', false],
  ] as const)('query %j on %s: %j', (query, target, expected) => {
    expect(holds({ query }, ruleRequest(target))).toBe(expected);
  });

  it('looks up nothing that no condition needs', () => {
    const lookUp = (): never => {
      throw new Error('looked up');
    };
    const request = Object.defineProperties(ruleRequest('/a'), {
      country: { get: lookUp },
      device: { get: lookUp },
      system: { get: lookUp },
      browser: { get: lookUp },
      botName: { get: lookUp },
      botVerified: { get: lookUp },
      language: { get: lookUp },
      clientAddress: { get: lookUp },
      visitorShare: { get: lookUp },
      nowMs: { get: lookUp },
    });
    const rules = compile([
      { if: { path: '/b', countries: ['DE'], bots: 'none', share: 1 }, then: pass },
      { if: { methods: ['POST'], countries: ['DE'], devices: ['mobile'] }, then: pass },
      { if: { methods: ['POST'], systems: ['ios'], browsers: ['safari'], verified: false }, then: pass },
      { if: { path: '/a' }, then: pass },
    ]);
    expect(rules.match(request)?.index).toBe(3);
  });
});

describe('order', () => {
  const rules = compile([
    { if: { path: '/a/*', methods: ['POST'] }, then: pass },
    { active: false, then: { block: {} } },
    { if: { path: '/a/:x' }, then: { set_headers: { response: { a: 'b' } } } },
    { if: { path: '/a/b' }, then: { respond: {} } },
    { then: { block: {} } },
  ]);

  it.each([
    ['/a/b', 0, 2],
    ['/a/b', 3, 3],
    ['/a/b', 4, 4],
    ['/a/b', 5, undefined],
    ['/c', 0, 4],
  ])('on %s from %d: %j', (target, from, expected) => {
    expect(rules.match(ruleRequest(target), from)?.index).toBe(expected);
  });

  it('tells which actions answer', () => {
    const first = rules.match(ruleRequest('/a/b'));
    expect(first && answers(first.rule.then)).toBe(false);
    const second = rules.match(ruleRequest('/a/b'), 3);
    expect(second && answers(second.rule.then)).toBe(true);
  });
});

describe('location', () => {
  it.each([
    [{ path: '/a/:x/*' }, 'https://b.example/:x/:splat', '/a/1/2/3/', 'https://b.example/1/2/3/'],
    [{ path: '/a/:x/*' }, 'https://b.example/:x/:splat', '/a/1', 'https://b.example/1/'],
    [{ path: '/a*' }, '/b:splat', '/abc/', '/bbc/'],
    [{ path: '/a*/' }, '/b:splat', '/abc/', '/bbc'],
    [{ path: '/a/*/' }, 'https://b.example/:splat/', '/a/1/2/', 'https://b.example/1/2/'],
    [{ path: '/a/*/' }, 'https://b.example/:splat/', '/a/1', 'https://b.example/1/'],
    [{ path: '/a/*/' }, 'https://b.example/:splat', '/a/', 'https://b.example/'],
    [{ path: '/a/*/' }, 'https://b.example/x:splat', '/a', 'https://b.example/x'],
    [{ path: '/:x' }, '/b-:x.html?y=:x#:x', '/%2F/?q=1', '/b-%2F.html?y=%2F&q=1#%2F'],
    [{ query: { id: ':id' } }, '/item/:id', '/?id=7&a=b', '/item/7?id=7&a=b'],
    [{ query: { id: ':id' } }, '/item/:id', '/?id', '/item/?id'],
    [{ path: '/a/*' }, '/:splat', '/a//evil.example', '/.//evil.example'],
    [{ path: '/a*' }, '/:splat', '/a\\evil.example', '/./\\evil.example'],
    [{ path: '/:x' }, '/:x', '/\\evil.example', undefined],
    [{ query: { u: ':u' } }, '/:u', '/?u=/evil.example?a', '/.//evil.example%3Fa?u=/evil.example?a'],
    [{ path: '/:x' }, '/?x=:x&y=1', '/a&y=2', '/?x=a%26y=2&y=1'],
    [{ path: '/*' }, 'https://b.example', '/x', 'https://b.example/'],
  ])('%j to %s on %s: %s', (condition, to, target, expected) => {
    const request = ruleRequest(target);
    const rule = compile([{ if: condition, then: { redirect: { to } } }]).match(request);
    expect(rule?.location(request)).toBe(expected);
  });
});

it('reads a path once, however many placeholders lead on', () => {
  const request = ruleRequest(`/x/${'%41'.repeat(2_700)}`);
  const cpuOf = (placeholders: number, rounds: number): number => {
    const to = `/${':a'.repeat(placeholders)}`;
    const rules = compile([{ if: { path: '/:a/*' }, then: { redirect: { to } } }]);
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round++)
      expect(rules.match(request)?.location(request)).toBe(`/${'x'.repeat(placeholders)}`);
    return process.cpuUsage(before).user;
  };
  // Until it is compiled, it takes ten times as long.
  cpuOf(1, 100);
  cpuOf(1_000, 3);
  // Reading it for each would be 10,000 readings, which these 1,000 are a tenth of.
  expect(cpuOf(1_000, 10)).toBeLessThan(cpuOf(1, 1_000));
});
