import { describe, expect, it } from 'vitest';
import type { RuleAction } from '../../../../src/rules/actions/actions.ts';
import { labelOf } from '../../../../src/rules/rule.ts';
import { actionSentence, conditionChips } from './rule-words.ts';

const uuid = '0199d0a4-7c1e-7000-8000-000000000001';

describe('labelOf', () => {
  it('is the name, or # and the place from 1', () => {
    expect(labelOf({ name: 'Spring' }, 4)).toBe('Spring');
    expect(labelOf({}, 4)).toBe('#5');
  });
});

describe('actionSentence', () => {
  it.each<[RuleAction, string]>([
    [{ redirect: { to: '/new/:slug', status: 301, query: true } }, 'Redirects to /new/:slug with 301'],
    [
      { redirect: { to: 'https://b.example/', status: 307, query: false } },
      'Redirects to https://b.example/ with 307, without the query',
    ],
    [{ proxy: { upstream_uuid: uuid, host_header: 'upstream' } }, 'Proxies to app.example'],
    [
      { proxy: { upstream_uuid: uuid, strip_prefix: '/api', prefix: '/v2', host_header: 'original' } },
      "Proxies to app.example, without /api, under /v2, with the visitor's host",
    ],
    [{ respond: { status: 204, content_type: 'text/plain', body: '' } }, 'Responds 204 without a body'],
    [
      { respond: { status: 503, content_type: 'text/html; charset=utf-8', body: 'zurück' } },
      'Responds 503 with 7 bytes of text/html',
    ],
    [{ block: {} }, 'Blocks with 403'],
    [{ challenge: {} }, 'Challenges visitors, and answers 403 until their browser has solved a puzzle'],
    [{ basic_auth: { realm: 'r', users: [{ name: 'a' }] } }, 'Asks for a password: 1 user may pass'],
    [
      { rate_limit: { requests: 1000, seconds: 60 } },
      'Limits each address to 1,000 requests a minute, then answers 429',
    ],
    [
      { rate_limit: { requests: 1, seconds: 90 } },
      'Limits each address to 1 request in 90 seconds, then answers 429',
    ],
    [
      { set_headers: { request: { 'X-A': '1' }, response: { Server: null, 'X-B': '2' } } },
      'Sets X-B and removes Server in the response; sets X-A in the request',
    ],
    [{ pass: {} }, 'Skips all rules below'],
  ])('%j: %s', (action, sentence) => {
    expect(actionSentence(action, () => 'app.example')).toBe(sentence);
  });
});

describe('conditionChips', () => {
  it('has one for each condition, and one for each parameter of the query', () => {
    const chips = conditionChips({
      path: '/a/*',
      methods: ['GET', 'HEAD'],
      query: { ref: 'mail', utm_source: true },
      countries: ['DE', 'AT', 'CH', 'FR', 'IT'],
      languages: ['de'],
      devices: ['mobile'],
      systems: ['ios', 'ipad-os'],
      browsers: ['safari'],
      bots: ['ai', 'Googlebot'],
      verified: true,
      addresses: ['203.0.113.0/24'],
      client_certificate: [Array(32).fill('AB').join(':')],
      share: 12.5,
    });
    expect(chips.map(({ text }) => text)).toEqual([
      '/a/*',
      'GET, HEAD',
      '?ref=mail',
      '?utm_source',
      'Germany, Austria, Switzerland and 2 more',
      'German',
      'mobile',
      'ios, ipad-os',
      'safari',
      'AI crawlers, Googlebot',
      'verified crawlers',
      '203.0.113.0/24',
      'AB:AB:AB:AB…',
      '12.5% of visitors',
    ]);
    expect(conditionChips()).toEqual([]);
    expect(conditionChips({ bots: 'none' })).toEqual([{ label: 'Bots', text: 'no bots' }]);
  });
});
