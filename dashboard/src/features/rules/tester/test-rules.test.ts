import { describe, expect, it } from 'vitest';
import { CompiledRules } from '../../../../../src/rules/compile-rules.ts';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { testRules } from './test-rules.ts';
import { firstRequest, readRequest, type TypedRequest } from './typed-request.ts';

const to = (target: string): Rule['then'] => ({ redirect: { to: target, status: 301, query: true } });

function outcomesOf(rules: readonly Rule[], typed: Partial<TypedRequest>) {
  const read = readRequest(
    { ...firstRequest, ...typed },
    'go.example.com',
    Date.parse('2026-11-18T12:00:00Z'),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return testRules(CompiledRules.of(rules), rules, read.request);
}

describe('testRules', () => {
  it('names the rules that hold on the way, and the Location of the one that answers', () => {
    const rules: Rule[] = [
      { active: false, then: { block: {} } },
      { active: true, then: { set_headers: { response: { 'X-A': '1' } } } },
      { active: true, if: { path: '/blog/:slug' }, then: to('https://b.example/:slug') },
    ];
    expect(outcomesOf(rules, { target: '/blog/a?x=1' })).toMatchObject([
      {
        percent: 100,
        outcome: { passed: [{ index: 1 }], answered: { index: 2, location: 'https://b.example/a?x=1' } },
      },
    ]);
    expect(outcomesOf(rules, { target: '/other' })).toMatchObject([
      { percent: 100, outcome: { passed: [{ index: 1 }], answered: undefined } },
    ]);
  });

  it('ends the list at pass', () => {
    const rules: Rule[] = [
      { active: true, if: { path: '/app/*' }, then: { pass: {} } },
      { active: true, then: to('/') },
    ];
    expect(outcomesOf(rules, { target: '/app/1' })).toMatchObject([
      { outcome: { passed: [{ index: 0 }], answered: undefined } },
    ]);
  });

  it('divides visitors as the shares do', () => {
    const rules: Rule[] = [
      { active: true, if: { share: 20 }, then: to('/a') },
      { active: true, if: { share: 50 }, then: to('/b') },
      { active: true, if: { path: '/x', share: 70 }, then: to('/c') },
    ];
    expect(outcomesOf(rules, {})).toMatchObject([
      { percent: 50, outcome: { answered: undefined } },
      { percent: 30, outcome: { answered: { index: 1 } } },
      { percent: 20, outcome: { answered: { index: 0 } } },
    ]);
  });

  it('reads a fingerprint in either case, with colons or without', () => {
    const print = Array(32).fill('AB').join(':');
    const rules: Rule[] = [{ active: true, if: { client_certificate: [print] }, then: to('/known') }];
    const answered = (fingerprint: string) =>
      outcomesOf(rules, { fingerprint })[0]?.outcome.answered !== undefined;
    expect(['', print, print.toLowerCase().replaceAll(':', ''), 'CD'.repeat(32)].map(answered)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(readRequest({ ...firstRequest, fingerprint: 'AB' }, 'go.example.com', 0)).toEqual({
      ok: false,
      problems: { fingerprint: 'Enter a SHA-256 fingerprint.' },
    });
  });

  it('reads every condition of a typed request', () => {
    const rules: Rule[] = [
      { active: true, if: { countries: ['DE'] }, then: to('/country') },
      { active: true, if: { languages: ['fr'] }, then: to('/language') },
      { active: true, if: { devices: ['mobile'] }, then: to('/device') },
      { active: true, if: { bots: ['ai'], verified: true }, then: to('/verified') },
      { active: true, if: { bots: ['ai'] }, then: to('/ai') },
      { active: true, if: { bots: ['googlebot'] }, then: to('/googlebot') },
      { active: true, if: { addresses: ['203.0.113.0/24'] }, then: to('/address') },
      { active: true, if: { methods: ['POST'] }, then: to('/method') },
      { active: true, if: { starts_at: '2027-01-01T00:00:00Z' }, then: to('/time') },
    ];
    const answered = (typed: Partial<TypedRequest>) =>
      outcomesOf(rules, typed)[0]?.outcome.answered?.location;
    expect(answered({})).toBeUndefined();
    expect(answered({ country: 'DE' })).toBe('/country');
    expect(answered({ language: 'en;q=0.5, fr-CA' })).toBe('/language');
    expect(answered({ device: 'mobile' })).toBe('/device');
    expect(answered({ botClass: 'ai' })).toBe('/ai');
    expect(answered({ botClass: 'ai', botVerified: 'verified' })).toBe('/verified');
    expect(answered({ botVerified: 'verified' })).toBeUndefined();
    expect(answered({ botClass: 'search', botName: 'Googlebot' })).toBe('/googlebot');
    expect(answered({ address: '203.0.113.9' })).toBe('/address');
    expect(answered({ method: 'POST' })).toBe('/method');
    expect(answered({ time: '2027-02-01T00:00' })).toBe('/time');
  });

  it.each([
    ['verified', [0]],
    ['claimed', [1]],
    ['pending', []],
  ] as const)('finds the rules that hold for a crawler that is %s', (botVerified, held) => {
    const set = { set_headers: { response: { 'X-A': '1' } } };
    const rules: Rule[] = [true, false].map((verified) => ({ active: true, if: { verified }, then: set }));
    const [{ outcome } = { outcome: undefined }] = outcomesOf(rules, { botClass: 'search', botVerified });
    expect(outcome?.passed.map(({ index }) => index)).toEqual(held);
  });
});

describe('readRequest', () => {
  it.each<[Partial<TypedRequest>, string]>([
    [{ target: 'blog' }, 'target'],
    [{ target: 'https://other.example/' }, 'target'],
    [{ address: '203.0.113' }, 'address'],
    [{ time: 'now' }, 'time'],
  ])('says what is wrong with %j', (typed, field) => {
    const read = readRequest({ ...firstRequest, ...typed }, 'go.example.com', 0);
    expect(read).toMatchObject({ ok: false, problems: { [field]: expect.any(String) } });
  });

  it.each([
    ['macOS', 'Samsung Internet', 'mac-os', 'samsung-internet'],
    [' iPadOS ', 'chrome', 'ipad-os', 'chrome'],
    ['', ' ', 'unknown', 'unknown'],
  ])('reads the names %j and %j', (system, browser, systemSlug, browserSlug) => {
    const read = readRequest({ ...firstRequest, system, browser }, 'go.example.com', 0);
    expect(read).toMatchObject({ request: { system: systemSlug, browser: browserSlug } });
  });

  it('takes a whole address of the host, and encodes as browsers do', () => {
    const read = readRequest(
      { ...firstRequest, target: 'https://go.example.com/ü x?q=1#top' },
      'go.example.com',
      0,
    );
    expect(read).toMatchObject({ ok: true, request: { path: '/%C3%BC%20x', query: 'q=1' } });
  });
});
