import { describe, expect, it } from 'vitest';
import { readRule } from '../../../../../src/rules/read-rules.ts';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { checkRule } from './check-rule.ts';
import { fieldOfPlace } from './field-of-place.ts';
import { localTime } from './local-time.ts';
import { newRuleValues, type RuleValues, ruleOfValues, valuesOfRule } from './rule-values.ts';

const uuid = '0199d0a4-7c1e-7000-8000-000000000001';
const noUsers = new Set<string>();

const rules: readonly Rule[] = [
  {
    name: 'Everything',
    active: false,
    if: {
      path: '/a/:b/*',
      methods: ['GET', 'HEAD'],
      query: { ref: 'mail', id: ':id', utm_source: true, empty: '' },
      countries: ['DE'],
      languages: ['de-AT'],
      devices: ['mobile'],
      systems: ['ios'],
      browsers: ['safari'],
      bots: ['ai', 'Googlebot'],
      verified: false,
      addresses: ['203.0.113.0/24'],
      client_certificate: [Array(32).fill('AB').join(':')],
      starts_at: '2026-12-01T00:00:00+05:30',
      ends_at: '2026-12-24T18:00:07.123Z',
      share: 12.5,
    },
    then: { redirect: { to: '/:b/:splat?id=:id', status: 307, query: false } },
  },
  { active: true, if: { bots: 'none' }, then: { block: {} } },
  { active: true, if: { verified: true }, then: { pass: {} } },
  { active: true, if: { client_certificate: true }, then: { pass: {} } },
  { active: true, then: { pass: {} } },
  {
    active: true,
    then: { proxy: { upstream_uuid: uuid, strip_prefix: '/api', prefix: '/v2', host_header: 'original' } },
  },
  { active: true, then: { proxy: { upstream_uuid: uuid, host_header: 'upstream' } } },
  { active: true, then: { respond: { status: 503, content_type: 'text/html', body: ' <p> ' } } },
  { active: true, then: { rate_limit: { requests: 5, seconds: 10 } } },
  { active: true, then: { set_headers: { request: { 'X-A': '1' }, response: { Server: null } } } },
  {
    active: true,
    then: { basic_auth: { realm: 'r', users: [{ name: 'a', password: 'p' }, { name: 'b' }] } },
  },
];

function valuesWith({ fields, ...change }: Partial<RuleValues>): RuleValues {
  return {
    ...newRuleValues,
    shown: [],
    ...change,
    fields: { ...newRuleValues.fields, 'then.redirect.to': '/', ...fields },
  };
}

function problemsWith(change: Partial<RuleValues>) {
  const checked = checkRule(valuesWith(change), undefined, noUsers);
  return checked.ok ? {} : checked.problems;
}

describe('the form of a rule', () => {
  it.each(rules.map((rule) => ({ rule })))('has everything that $rule has', ({ rule }) => {
    expect(ruleOfValues(valuesOfRule(rule), rule)).toEqual(rule);
    expect(checkRule(valuesOfRule(rule), rule, new Set(['b']))).toEqual({ ok: true, rule });
  });

  it('keeps the zone of an instant until it is changed', () => {
    const rule: Rule = { active: true, if: { starts_at: '2026-12-01T00:00:00+05:30' }, then: { pass: {} } };
    const values = valuesOfRule(rule);
    expect(ruleOfValues(values, rule)).toEqual(rule);
    expect(ruleOfValues({ ...values, starts_at: localTime('2027-01-01T10:00:00Z') }, rule)).toMatchObject({
      if: { starts_at: '2027-01-01T10:00:00Z' },
    });
  });

  it('starts as a redirect that only lacks what nobody can guess', () => {
    expect(checkRule(newRuleValues, undefined, noUsers)).toMatchObject({
      ok: false,
      problems: { path: 'Enter a path that begins with /.' },
    });
    expect(problemsWith({ fields: { 'then.redirect.to': '' } })).toHaveProperty(['then.redirect.to']);
    expect(problemsWith({})).toEqual({});
  });

  it.each<[Partial<RuleValues>, string]>([
    [{ shown: ['countries'] }, 'countries'],
    [{ shown: ['countries'], countries: ['XX'] }, 'countries'],
    [{ shown: ['bots'], bots: 'some' }, 'bots'],
    [{ shown: ['query'] }, 'query'],
    [{ shown: ['query'], query: [{ name: 'a&b', kind: 'any', value: '' }] }, 'query'],
    [{ shown: ['query'], query: [1, 2].map(() => ({ name: 'a', kind: 'any', value: '' })) }, 'query'],
    [{ shown: ['starts_at'] }, 'starts_at'],
    [{ shown: ['share'], share: '101' }, 'share'],
    [{ shown: ['share'], share: 'half' }, 'share'],
    [{ shown: ['path'], path: '/a b' }, 'path'],
    [{ fields: { 'then.redirect.to': '/:slug' } }, 'then.redirect.to'],
    [{ fields: { 'then.redirect.status': 200 } }, 'then.redirect.status'],
    [{ action: 'proxy' }, 'then.proxy.upstream_uuid'],
    [
      { action: 'proxy', fields: { 'then.proxy.upstream_uuid': uuid, 'then.proxy.prefix': 'x' } },
      'then.proxy.prefix',
    ],
    [{ action: 'respond', fields: { 'then.respond.status': '' } }, 'then.respond.status'],
    [{ action: 'respond', fields: { 'then.respond.content_type': 'x' } }, 'then.respond.content_type'],
    [{ action: 'respond', fields: { 'then.respond.body': 'x'.repeat(70_000) } }, 'then.respond.body'],
    [{ action: 'basic_auth', fields: { 'then.basic_auth.users': [] } }, 'then.basic_auth.users'],
    [
      { action: 'basic_auth', fields: { 'then.basic_auth.users': [{ name: 'a', password: '' }] } },
      'then.basic_auth.users[0].password',
    ],
    [
      { action: 'basic_auth', fields: { 'then.basic_auth.users': [{ name: '', password: 'x' }] } },
      'then.basic_auth.users[0].name',
    ],
    [{ action: 'rate_limit', fields: { 'then.rate_limit.requests': '0' } }, 'then.rate_limit.requests'],
    [{ action: 'rate_limit', fields: { 'then.rate_limit.seconds': '1.5' } }, 'then.rate_limit.seconds'],
    [{ action: 'set_headers' }, 'then.set_headers.response'],
    [
      {
        action: 'set_headers',
        fields: { 'then.set_headers.request': [{ name: 'Host', value: 'x', isRemoved: false }] },
      },
      'then.set_headers.request',
    ],
    [
      {
        action: 'set_headers',
        fields: { 'then.set_headers.response': [{ name: 'X-A', value: '', isRemoved: false }] },
      },
      'then.set_headers.response',
    ],
    [{ name: '#1' }, 'name'],
  ])('shows what is wrong with %j at the field', (change, field) => {
    expect(Object.keys(problemsWith(change))).toEqual([field]);
  });
});

describe('fieldOfPlace', () => {
  it('finds a field for every place within a rule that can be refused', () => {
    for (const path of [
      'if.query.utm',
      'if.countries[3]',
      'then.basic_auth.users',
      'then',
      'if',
      'then.respond',
    ])
      expect(fieldOfPlace(path), path).toBeDefined();
    expect(fieldOfPlace('then.basic_auth.users[7].password')).toBe('then.basic_auth.users[7].password');
    expect(fieldOfPlace('then.set_headers.request.X.Y')).toBe('then.set_headers.request');
    expect(fieldOfPlace('elsewhere')).toBeUndefined();
  });

  it('has the places of the rules themselves', () => {
    const result = readRule({ then: { redirect: { to: '//x' } } }, 'rules[0]');
    expect(result.ok).toBe(false);
  });
});
