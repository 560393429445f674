import { expect, it } from 'vitest';
import { readChangedCustomDomain, readNewCustomDomain } from './read-custom-domain.ts';
import { collectBody } from './request-body.ts';

const own = { edgeHostname: 'edge.example.net', zone: 'acme.example.net' };
const read = (
  attributes: Record<string, unknown>,
  names = own as Parameters<typeof readNewCustomDomain>[1],
) => readNewCustomDomain(collectBody('json', Object.entries(attributes)), names);

it('validates a new wildcard through DNS where that is possible, unless it is told otherwise', () => {
  expect(read({ host: '*.example.com' }).challengeType).toBe('dns01');
  expect(read({ host: '*.example.com', challenge_type: 'http01' }).challengeType).toBe('http01');
  expect(read({ host: '*.example.com' }, { ...own, zone: undefined }).challengeType).toBe('http01');
  expect(read({ host: 'a.example.com' }).challengeType).toBe('http01');
});

it('keeps how a domain is validated that becomes a wildcard', () => {
  const changed = collectBody('json', [['host', '*.example.com']]);
  expect(readChangedCustomDomain(changed, read({ host: 'a.example.com' }), own)).toMatchObject({
    host: '*.example.com',
    challengeType: 'http01',
  });
});

it.each([
  [{ host: 'edge.example.net' }, "it is this service's own name"],
  [{ host: '*.example.net' }, "it covers edge.example.net, this service's own name"],
  [{ host: '*.co.uk' }, 'co.uk is a public suffix, below which many have domains'],
  [{ host: '*.github.io' }, 'github.io is a public suffix'],
  [{ host: '*.example.com', redirect_to_www: true }, 'host *.example.com is a wildcard'],
  [{ host: `*.${'a.'.repeat(120)}example.com` }, 'is too long to have _acme-challenge. before it'],
])('refuses %j', (attributes, message) => {
  expect(() => read(attributes)).toThrow(message);
});

it.each(['*.example.com', '*.example.co.uk', '*.user.github.io', '*.sub.example.com', '*.corp.lan'])(
  'accepts %s',
  (host) => {
    expect(read({ host }).host).toBe(host);
  },
);
