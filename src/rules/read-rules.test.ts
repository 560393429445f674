import { describe, expect, it } from 'vitest';
import type { BasicAuthUser } from './actions/action.ts';
import { maxRules, readRule, readRules } from './read-rules.ts';
import type { Rule } from './rule.ts';

const pass = { pass: {} };
const uuid = '0199d0a4-7c1e-7000-8000-000000000001';

function reasonOf(rule: unknown): string {
  const result = readRule(rule, 'rules[0]');
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(rule)}`);
  return result.reason;
}

function acceptedRule(rule: unknown): Rule {
  const result = readRule(rule, 'rules[0]');
  if (!result.ok) throw new Error(result.reason);
  return result.rule;
}

describe('readRules', () => {
  it('fills in what a rule leaves out', () => {
    expect(readRules([{ then: { redirect: { to: 'https://b.example/' } } }])).toEqual({
      ok: true,
      rules: [{ active: true, then: { redirect: { to: 'https://b.example/', status: 301, query: true } } }],
      warnings: [],
    });
    expect(acceptedRule({ then: { proxy: { upstream_uuid: uuid.toUpperCase() } } }).then).toEqual({
      proxy: { upstream_uuid: uuid, host_header: 'upstream' },
    });
    expect(acceptedRule({ then: { respond: {} } }).then).toEqual({
      respond: { status: 200, content_type: 'text/plain; charset=utf-8', body: '' },
    });
  });

  it('reads what it returned as the same list', () => {
    const rules = [
      {
        name: 'Mail',
        active: false,
        if: {
          path: '/a/:b/*',
          methods: ['GET', 'HEAD'],
          query: { ref: 'mail', id: ':id', utm_source: true },
          countries: ['DE'],
          languages: ['de-AT'],
          devices: ['mobile'],
          systems: ['android', 'unknown'],
          browsers: ['samsung-internet'],
          bots: ['ai', 'Googlebot'],
          verified: false,
          addresses: ['203.0.113.0/24', '2001:db8::1'],
          client_certificate: [Array(32).fill('0A').join(':')],
          starts_at: '2026-12-01T00:00:00+01:00',
          ends_at: '2026-12-24T18:00:00Z',
          share: 12.5,
        },
        then: { redirect: { to: '/:b/:splat?id=:id', status: 307, query: false } },
      },
      {
        active: true,
        then: {
          proxy: { upstream_uuid: uuid, strip_prefix: '/api', prefix: '/v2', host_header: 'original' },
        },
      },
      { active: true, then: { respond: { status: 410, content_type: 'text/html', body: '<p>gone' } } },
      { active: true, then: { block: {} } },
      { active: true, then: { challenge: {} } },
      { active: true, then: { rate_limit: { requests: 10, seconds: 60 } } },
      {
        active: true,
        then: { set_headers: { request: { Cookie: null }, response: { 'X-Frame-Options': 'DENY' } } },
      },
      { active: true, then: pass },
    ];
    expect(readRules(rules)).toEqual({ ok: true, rules, warnings: expect.any(Array) });
  });

  it.each([
    [undefined, 'rules is missing; allowed: a list of at most 100000 rules'],
    [{}, 'rules is {}; allowed'],
    [[pass], 'rules[0] has the unknown attribute "pass"; allowed: name, active, if, then'],
    [[{ then: pass }, 7], 'rules[1] is 7; allowed: an object with name, active, if, then'],
    [[{ then: pass }, null], 'rules[1] is null'],
    [[{ then: pass }, { if: {} }], 'rules[1].then is missing'],
  ])('refuses %j', (rules, reason) => {
    expect(readRules(rules)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('takes as many rules as are allowed and no more', () => {
    const rules = Array.from({ length: maxRules }, () => ({ then: pass }));
    expect(readRules(rules).ok).toBe(true);
    expect(readRules([...rules, { then: pass }])).toEqual({
      ok: false,
      reason: 'rules has 100001 rules; allowed: at most 100000',
    });
  });

  it('refuses values that are nested very deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(readRules([deep])).toEqual({ ok: false, reason: expect.stringContaining('rules[0] is') });
    expect(reasonOf({ if: { query: { a: deep } }, then: pass })).toContain('rules[0].if.query.a is');
  });
});

describe('readRule', () => {
  it.each([
    ['name', { name: '' }, 'rules[0].name is ""; allowed: 1 to 200 characters on one line'],
    ['name', { name: 'a\nb' }, 'rules[0].name is'],
    ['name', { name: '#2' }, 'names that do not begin with #'],
    ['active', { active: 'yes' }, 'rules[0].active is "yes"; allowed: true, false'],
    ['then', { then: {} }, 'rules[0].then has no action; allowed: exactly one of redirect, proxy'],
    [
      'then',
      { then: { ...pass, block: {} } },
      'rules[0].then has 2 actions: block, pass; allowed: exactly one',
    ],
    [
      'then',
      { then: { pass: { a: 1 } } },
      'rules[0].then.pass has the unknown attribute "a"; allowed: no attributes',
    ],
    ['then', { then: { stop: {} } }, 'rules[0].then has the unknown attribute "stop"'],
    ['if', { if: [] }, 'rules[0].if is []'],
    ['if', { if: JSON.parse('{"__proto__": 1}') as unknown }, 'unknown attribute "__proto__"'],
    ['if', { if: { cookie: 'a' } }, 'rules[0].if has the unknown attribute "cookie"; allowed: path, methods'],
    ['path', { if: { path: 7 } }, 'rules[0].if.path is 7'],
    ['path', { if: { path: 'a' } }, 'begins with /'],
    ['path', { if: { path: '/a?b' } }, 'without ? and #'],
    ['path', { if: { path: '/a b' } }, 'visible characters'],
    ['path', { if: { path: '/a\ud800' } }, 'visible characters'],
    ['path', { if: { path: '/*/a' } }, 'one *, at the end'],
    ['path', { if: { path: '/a/**' } }, 'one *, at the end'],
    ['path', { if: { path: '/:a.html' } }, 'a whole segment'],
    ['path', { if: { path: '/:' } }, 'a whole segment'],
    ['path', { if: { path: '/:a*' } }, 'a whole segment'],
    ['path', { if: { path: '/:a/:a' } }, ':a is there twice'],
    ['path', { if: { path: '/:splat' } }, 'another name'],
    ['path', { if: { path: `/${'a'.repeat(2048)}` } }, 'at most 2048 characters'],
    ['methods', { if: { methods: [] } }, 'rules[0].if.methods is []; allowed: a list of GET'],
    ['methods', { if: { methods: 'GET' } }, 'rules[0].if.methods is "GET"'],
    ['methods', { if: { methods: ['GET', 'get'] } }, 'rules[0].if.methods[1] is "get"; allowed: GET, HEAD'],
    ['query', { if: { query: {} } }, 'has 0 parameters'],
    ['query', { if: { query: { 'a b': true } } }, 'has the parameter "a b"'],
    ['query', { if: { query: { 'a=b': true } } }, 'has the parameter "a=b"'],
    ['query', { if: { query: { a: false } } }, 'rules[0].if.query.a is false'],
    ['query', { if: { query: { a: 'b&c' } } }, 'rules[0].if.query.a is "b&c"'],
    ['query', { if: { path: '/:a', query: { b: ':a' } } }, 'there is another :a'],
    ['query', { if: { query: { a: ':splat' } } }, 'another name'],
    [
      'countries',
      { if: { countries: ['DE', 'XX'] } },
      'rules[0].if.countries[1] is "XX"; allowed: codes of ISO 3166-1',
    ],
    ['countries', { if: { countries: ['UK'] } }, 'rules[0].if.countries[0] is "UK"'],
    ['countries', { if: { countries: ['de'] } }, 'rules[0].if.countries[0] is "de"'],
    ['languages', { if: { languages: ['german!'] } }, 'rules[0].if.languages[0] is'],
    ['languages', { if: { languages: ['*'] } }, 'language tags'],
    ['devices', { if: { devices: ['phone'] } }, 'allowed: mobile, tablet, desktop'],
    [
      'systems',
      { if: { systems: ['ios', 'macOS'] } },
      'rules[0].if.systems[1] is "macOS"; allowed: android, ',
    ],
    ['systems', { if: { systems: 'ios' } }, 'rules[0].if.systems is "ios"; allowed: '],
    ['systems', { if: { systems: [] } }, 'rules[0].if.systems is'],
    ['browsers', { if: { browsers: ['Chrome'] } }, 'rules[0].if.browsers[0] is "Chrome"; allowed: '],
    ['browsers', { if: { browsers: ['googlebot'] } }, 'rules[0].if.browsers[0] is "googlebot"'],
    ['bots', { if: { bots: 'ai' } }, 'any, none, or a list of'],
    ['bots', { if: { bots: ['any'] } }, 'any stands alone'],
    ['bots', { if: { bots: [''] } }, 'rules[0].if.bots[0] is ""'],
    ['verified', { if: { verified: 'yes' } }, 'rules[0].if.verified is "yes"; allowed: true, false'],
    ['verified', { if: { verified: null } }, 'rules[0].if.verified is null; allowed: true, false'],
    [
      'client_certificate',
      { if: { client_certificate: false } },
      'is false; allowed: true, or a list of SHA-256',
    ],
    ['client_certificate', { if: { client_certificate: [] } }, 'SHA-256 fingerprints'],
    [
      'client_certificate',
      { if: { client_certificate: ['AB:CD'] } },
      'client_certificate[0] is "AB:CD"; allowed: a SHA-256',
    ],
    [
      'client_certificate',
      { if: { client_certificate: [`${'ab'.repeat(31)}:ab`] } },
      'a SHA-256 fingerprint',
    ],
    ['addresses', { if: { addresses: ['203.0.113.1/24'] } }, 'whose other bits are 0'],
    ['addresses', { if: { addresses: ['203.0.113.0/33'] } }, 'a CIDR range'],
    ['addresses', { if: { addresses: ['127.1'] } }, 'an IP address'],
    ['addresses', { if: { addresses: ['2001:db8::/129'] } }, 'a CIDR range'],
    ['addresses', { if: { addresses: ['fe80::1%eth0'] } }, 'an IP address'],
    ['addresses', { if: { addresses: ['::ffff:1.2.3.4/120'] } }, 'an IP address'],
    ['starts_at', { if: { starts_at: '2026-12-24' } }, 'a time with its zone'],
    ['starts_at', { if: { starts_at: '2026-12-24T18:00:00' } }, 'a time with its zone'],
    ['starts_at', { if: { starts_at: '2026-02-30T18:00:00Z' } }, 'a time with its zone'],
    ['ends_at', { if: { ends_at: '2026-12-24T18:00:00+99:00' } }, 'a time with its zone'],
    ['share', { if: { share: 100.5 } }, 'rules[0].if.share is 100.5; allowed: a number from 0 to 100'],
    ['share', { if: { share: -1 } }, 'rules[0].if.share is -1'],
    ['share', { if: { share: '20' } }, 'rules[0].if.share is "20"'],
    ['share', { if: { share: Number.NaN } }, 'a number from 0 to 100'],
    ['to', { then: { redirect: {} } }, 'rules[0].then.redirect.to is missing; allowed: an absolute http://'],
    ['to', { then: { redirect: { to: 'b.example' } } }, 'rules[0].then.redirect.to is "b.example"'],
    ['to', { then: { redirect: { to: 'javascript:alert(1)' } } }, 'not an absolute http:// or https:// URL'],
    ['to', { then: { redirect: { to: '//b.example/' } } }, 'begins with //, which leads to another host'],
    ['to', { then: { redirect: { to: '/\\b.example/' } } }, 'begins with /\\, which leads to another host'],
    ['to', { then: { redirect: { to: '/a\r\nb' } } }, 'a control character'],
    ['to', { then: { redirect: { to: 'https://u:p@b.example/' } } }, 'user info in its host'],
    ['to', { then: { redirect: { to: 'https://u@b.example/' } } }, 'user info'],
    [
      'to',
      { if: { path: '/:a' }, then: { redirect: { to: 'https://b.example:a/' } } },
      'a placeholder or user info',
    ],
    [
      'to',
      { if: { path: '/:a' }, then: { redirect: { to: 'https://:a.example/' } } },
      'a placeholder or user info',
    ],
    ['to', { if: { path: '/:a' }, then: { redirect: { to: ':a://b.example/' } } }, 'not an absolute'],
    [
      'to',
      { if: { path: '/:a' }, then: { redirect: { to: '/:b' } } },
      'rules[0].then.redirect.to has the placeholder :b; allowed: those of the rule',
    ],
    ['to', { if: { path: '/:a' }, then: { redirect: { to: '/:splat' } } }, '(:a)'],
    ['to', { then: { redirect: { to: '/Talk:Main' } } }, '%3A'],
    ['status', { then: { redirect: { to: '/', status: 304 } } }, 'allowed: 301, 302, 303, 307, 308'],
    ['status', { then: { redirect: { to: '/', status: '301' } } }, 'rules[0].then.redirect.status is "301"'],
    ['proxy', { then: { proxy: { upstream_uuid: 'x' } } }, 'the uuid of an upstream'],
    ['proxy', { then: { proxy: { upstream_uuid: uuid, prefix: 'a' } } }, 'rules[0].then.proxy.prefix is "a"'],
    ['proxy', { then: { proxy: { upstream_uuid: uuid, strip_prefix: '/a?' } } }, 'without ? and #'],
    [
      'proxy',
      { then: { proxy: { upstream_uuid: uuid, host_header: 'b.example' } } },
      'allowed: upstream, original',
    ],
    ['respond', { then: { respond: { status: 101 } } }, 'a whole number from 200 to 599'],
    ['respond', { then: { respond: { content_type: 'text' } } }, 'a media type'],
    ['respond', { then: { respond: { content_type: 'text/html\r\nA: b' } } }, 'a media type'],
    [
      'respond',
      { then: { respond: { body: 'ü'.repeat(32_769) } } },
      'has 65538 bytes; allowed: at most 65536',
    ],
    ['respond', { then: { respond: { status: 204, body: 'a' } } }, 'none with status 204'],
    ['basic_auth', { then: { basic_auth: { realm: 'a"b', users: [] } } }, 'without " and \\'],
    [
      'basic_auth',
      { then: { basic_auth: { realm: 'a', users: [] } } },
      'rules[0].then.basic_auth.users is []',
    ],
    [
      'basic_auth',
      { then: { basic_auth: { realm: 'a', users: [{ name: 'a:b', password: 'c' }] } } },
      'without a colon',
    ],
    [
      'basic_auth',
      { then: { basic_auth: { realm: 'a', users: [{ name: 'a' }] } } },
      'rules[0].then.basic_auth.users[0].password is missing',
    ],
    [
      'basic_auth',
      { then: { basic_auth: { realm: 'a', users: [{ name: 'a', password_hash: 'x' }] } } },
      'unknown attribute "password_hash"',
    ],
    [
      'basic_auth',
      {
        then: {
          basic_auth: {
            realm: 'a',
            users: [
              { name: 'a', password: 'b' },
              { name: 'a', password: 'c' },
            ],
          },
        },
      },
      'users[1].name is "a" again',
    ],
    ['challenge', { then: { challenge: { bits: 4 } } }, 'rules[0].then.challenge'],
    ['rate_limit', { then: { rate_limit: { requests: 0, seconds: 1 } } }, 'a whole number from 1 to 1000000'],
    [
      'rate_limit',
      { then: { rate_limit: { requests: 1, seconds: 86_401 } } },
      'a whole number from 1 to 86400',
    ],
    ['rate_limit', { then: { rate_limit: { requests: 1 } } }, 'rules[0].then.rate_limit.seconds is missing'],
    ['set_headers', { then: { set_headers: {} } }, 'is empty; allowed: request, response'],
    ['set_headers', { then: { set_headers: { request: {} } } }, 'has 0 fields'],
    ['set_headers', { then: { set_headers: { request: { 'a b': 'c' } } } }, 'has the field "a b"'],
    ['set_headers', { then: { set_headers: { request: { HOST: 'c' } } } }, 'has the field "HOST"'],
    ['set_headers', { then: { set_headers: { request: { x_forwarded_for: null } } } }, 'set by Nameplate'],
    [
      'set_headers',
      { then: { set_headers: { request: { 'X-Nameplate-Auth-Token': null } } } },
      'set by Nameplate',
    ],
    [
      'set_headers',
      { then: { set_headers: { response: { 'Transfer-Encoding': 'x' } } } },
      'frame the message',
    ],
    [
      'set_headers',
      { then: { set_headers: { response: { Location: 'https://evil.example/' } } } },
      'set by Nameplate',
    ],
    [
      'set_headers',
      { then: { set_headers: { response: { a: 'b\r\nc: d' } } } },
      'rules[0].then.set_headers.response.a is',
    ],
    ['set_headers', { then: { set_headers: { response: { a: 'b', A: 'c' } } } }, 'has the field "A" twice'],
  ])('refuses %s: %j', (_, rule, reason) => {
    expect(reasonOf({ then: pass, ...(rule as object) })).toContain(reason);
  });

  it('keeps a password out of the message', () => {
    const users = [{ name: 'a', password: 'secret\u0000' }];
    expect(reasonOf({ then: { basic_auth: { realm: 'a', users } } })).not.toContain('secret');
  });
});

describe('passwords of the list before', () => {
  const rule = (realm: string, users: BasicAuthUser[]): Rule => ({
    active: true,
    then: { basic_auth: { realm, users } },
  });
  const before = [
    rule('one', [
      { name: 'ann', password_hash: 'h1' },
      { name: 'bob', password_hash: 'h2' },
    ]),
    rule('two', [{ name: 'ann', password_hash: 'h3' }]),
  ];

  it.each([
    ['one', 'ann', { ok: true, rules: [rule('one', [{ name: 'ann', password_hash: 'h1' }])] }],
    ['two', 'ann', { ok: true, rules: [rule('two', [{ name: 'ann', password_hash: 'h3' }])] }],
    ['three', 'bob', { ok: true, rules: [rule('three', [{ name: 'bob', password_hash: 'h2' }])] }],
    ['three', 'ann', { ok: false, reason: expect.stringContaining('password is missing') as unknown }],
    ['one', 'eve', { ok: false, reason: expect.stringContaining('password is missing') as unknown }],
  ])('realm %s, user %s', (realm, name, expected) => {
    expect(readRules([rule(realm, [{ name }])], before)).toMatchObject(expected);
  });

  it('gives way to a new password', () => {
    const users = [{ name: 'ann', password: 'new' }];
    expect(readRules([rule('one', users)], before)).toMatchObject({ ok: true, rules: [rule('one', users)] });
  });
});
