import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { plainRule, sourceOf } from '../../test/support/composed-edge.ts';
import { openRawEdge, statuses, talk } from '../../test/support/raw-http.ts';
import { runs } from '../../test/support/runs.ts';
import type { RedirectRule } from '../core/redirect-route.ts';
import { Exchange, type ExchangeChannel } from './http1/exchange.ts';
import { RequestHead, RequestHeadParser } from './http1/request-head.ts';
import { RedirectHandler } from './redirect-handler.ts';
import { RoutingTable } from './routing-table.ts';
import { TrustedProxies } from './trusted-proxies.ts';

const rules: Record<string, Partial<RedirectRule>> = {
  'a.example': {},
  'temporary.example': { redirectType: 'found' },
  'prefix.example': { matchPath: '/old*' },
  'exact.example': { matchPath: 'one', preservePath: false },
  'query.example': { destinationUrl: 'https://dest.example/base/?k=v#frag' },
  'plain.example': {
    destinationUrl: 'https://dest.example/base/?k=v#frag',
    preservePath: false,
    preserveQueryString: false,
  },
  'self.example': { destinationUrl: 'http://self.example' },
  'secure.example': { destinationUrl: 'https://secure.example' },
  'port.example': { destinationUrl: 'http://port.example:8080' },
  'fragment.example': { destinationUrl: 'http://fragment.example/#here' },
};

function ask(port: number, host: string, target: string, fields = ''): Promise<string> {
  return talk(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${fields}\r\n`);
}

describe('a redirect', () => {
  it.each([
    ['a.example', '/', 301, 'https://dest.example/'],
    ['A.Example.:8080', '/x?y=1', 301, 'https://dest.example/x?y=1'],
    ['a.example', '/?', 301, 'https://dest.example/'],
    ['a.example', '//evil.example/%2e%2e', 301, 'https://dest.example//evil.example/%2e%2e'],
    ['a.example', '/\\evil.example', 301, 'https://dest.example/\\evil.example'],
    ['a.example', '/%0d%0aSet-Cookie:x', 301, 'https://dest.example/%0d%0aSet-Cookie:x'],
    ['a.example', '/\xe9', 301, 'https://dest.example/\xe9'],
    ['a.example', 'http://a.example/x?y', 301, 'https://dest.example/x?y'],
    ['temporary.example', '/x', 302, 'https://dest.example/x'],
    ['prefix.example', '/older', 301, 'https://dest.example/older'],
    ['exact.example', '/one?q', 301, 'https://dest.example/?q'],
    ['query.example', '/p?a=b', 301, 'https://dest.example/base/p?k=v&a=b#frag'],
    ['plain.example', '/p?a=b', 301, 'https://dest.example/base/?k=v#frag'],
    ['self.example', '/x', 404, undefined],
    ['self.example:80', '/x?y', 404, undefined],
    ['self.example:81', '/x', 301, 'http://self.example/x'],
    ['fragment.example', '/x', 404, undefined],
    ['secure.example', '/x', 301, 'https://secure.example/x'],
    ['port.example:8080', '/x', 404, undefined],
    ['port.example', '/x', 301, 'http://port.example:8080/x'],
    ['unknown.example', '/', 404, undefined],
    ['prefix.example', '/new', 404, undefined],
  ])('%s %s → %i %s', async (host, target, status, location) => {
    const { port, records } = await openRawEdge(rules);
    const answer = await ask(port, host, target);
    expect(statuses(answer)).toEqual([status]);
    expect(/\r\nLocation: (.*)\r\n/.exec(answer)?.[1]).toBe(location);
    const failure = status === 404 ? 'unmatched' : '';
    const { uuid } = plainRule;
    expect(records).toMatchObject([
      {
        status,
        location: location ?? '',
        failure,
        domainUuid: '',
        siteUuid: host.startsWith('unknown') ? '' : uuid,
        redirectUuid: failure === 'unmatched' ? '' : uuid,
      },
    ]);
    const cacheControl = { 301: 'private, max-age=90', 302: 'private, no-store' }[status] ?? 'no-store';
    expect(answer).toContain(`\r\nCache-Control: ${cacheControl}\r\n`);
    if (location !== undefined) expect(answer).toContain('\r\nContent-Length: 0\r\n');
  });

  it.each([
    ['there.example', '/x', 508],
    ['there.example:8080', '/x', 508],
    ['back.example', '/x', 508],
    ['into.example', '/x', 508],
    ['growing.example', '/a', 508],
    ['away.example', '/x', 301],
    ['out.example', '/x', 301],
  ])('a circle over hosts that are served: %s %s → %i', async (host, target, status) => {
    const { port, records } = await openRawEdge({
      'there.example': { destinationUrl: 'https://back.example' },
      'back.example': { destinationUrl: 'http://there.example', redirectType: 'found' },
      'into.example': { destinationUrl: 'https://there.example' },
      'growing.example': { matchPath: '/a*', destinationUrl: 'http://growing.example/a' },
      'away.example': { destinationUrl: 'https://out.example' },
      'out.example': { destinationUrl: 'https://dest.example' },
    });
    const answer = await ask(port, host, target);
    expect(statuses(answer)).toEqual([status]);
    const failure = status === 508 ? 'redirect_loop' : '';
    expect(records).toMatchObject([{ status, failure, redirectUuid: plainRule.uuid }]);
    expect(answer.includes('\r\nLocation: ')).toBe(status === 301);
  });

  it('answers OPTIONS * with the methods', async () => {
    const { port } = await openRawEdge(rules);
    const answer = await talk(port, 'OPTIONS * HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n');
    expect(statuses(answer)).toEqual([204]);
    expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST/);
    expect(answer).not.toContain('Content-Length');
  });

  it('believes the scheme that a trusted proxy names, and nobody else', async () => {
    const https = 'X-Forwarded-Proto: https\r\n';
    const trusting = await openRawEdge(rules, ['127.0.0.0/8', '2001:db8::/32']);
    expect(statuses(await ask(trusting.port, 'secure.example', '/x', https))).toEqual([404]);
    expect(statuses(await ask(trusting.port, 'secure.example:443', '/x', https))).toEqual([404]);
    expect(statuses(await ask(trusting.port, 'secure.example:80', '/x', https))).toEqual([301]);
    expect(statuses(await ask(trusting.port, 'self.example', '/x', https))).toEqual([301]);
    const wary = await openRawEdge(rules, ['10.0.0.0/8']);
    expect(statuses(await ask(wary.port, 'secure.example', '/x', https))).toEqual([301]);
  });
});

describe('the origin of a Location', () => {
  const origin = 'https://dest.example:8443';
  const table = new RoutingTable();
  const loaded = table.load(
    sourceOf({
      'a.example': { destinationUrl: `${origin}/x/?k#f` },
      'b.example': { destinationUrl: origin },
      'c.example': { destinationUrl: `${origin}/y`, preservePath: false },
    }),
  );
  const handler = new RedirectHandler(new TrustedProxies([]), { has: () => false });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no answer is given here
  const unanswered = {} as ExchangeChannel;
  let seen = 0;
  afterAll(() => expect(seen).toBeGreaterThan(500));

  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const hostile = fc.constantFrom(
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%0d%0a',
    '@evil.example',
    ':80@evil.example',
    '.evil.example',
    '%2f%2fevil.example',
    '/..',
    '/%2e%2e',
    '?',
    '?@evil.example',
    '&',
    'https://evil.example',
    '\xe9',
    ';',
    '%00',
    '|',
  );
  const target = fc.array(fc.oneof(hostile, byte), { maxLength: 6 }).map((parts) => `/${parts.join('')}`);

  it('is the destination’s, whatever the target', async () => {
    await loaded;
    fc.assert(
      fc.property(fc.constantFrom('a.example', 'b.example', 'c.example'), target, (host, where) => {
        const head = new RequestHeadParser().parse(`GET ${where} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 0);
        if (!(head instanceof RequestHead)) return;
        const exchange = new Exchange(head, '127.0.0.1', 0, 0, 0, unanswered);
        const answer = handler.answerTo(exchange, head, table.redirectOf(host));
        const location = /^Location: (.*)\r\nCache-Control: .*\r\n$/.exec(answer?.fields ?? '')?.[1] ?? '';
        expect(new URL(location).origin).toBe(origin);
        expect(exchange.location).toBe(location);
        expect(location.startsWith(`${origin}/`)).toBe(true);
        seen++;
      }),
      { numRuns: runs(3000) },
    );
  });
});
