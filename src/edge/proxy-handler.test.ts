import { describe, expect, it } from 'vitest';
import { domainAt } from '../../test/support/proxied-domain.ts';
import { openRawEdge, type RawEdge, statuses, talk } from '../../test/support/raw-http.ts';
import { openRawUpstream } from '../../test/support/raw-upstream.ts';

/** Answers with the head of the request. */
async function openMirror(): Promise<number> {
  const upstream = await openRawUpstream((connection) => {
    const goOn = async (): Promise<void> => {
      for (;;) {
        const head = await connection.head();
        connection.say(`HTTP/1.1 200 OK\r\nContent-Length: ${head.length}\r\n\r\n${head}`);
      }
    };
    goOn().catch(() => {});
  });
  return upstream.port;
}

async function openEdge(trustedProxies: readonly string[] = []): Promise<RawEdge> {
  const port = await openMirror();
  const toWww = { redirectToWww: true };
  return await openRawEdge({ 'shop.example': { matchPath: '/old*' } }, trustedProxies, undefined, {
    domains: {
      'shop.example': domainAt({ port }, toWww),
      'plain.example': domainAt({ port }),
      'both.example': domainAt({ port }, toWww),
      'www.both.example': domainAt({ port }, { uuid: '0197aaaa-0000-7000-8000-000000000002' }),
    },
  });
}

const ask = (edge: RawEdge, host: string, start = 'GET /a?b', fields = ''): Promise<string> =>
  talk(edge.port, `${start} HTTP/1.1\r\nHost: ${host}\r\n${fields}Connection: close\r\n\r\n`);

it('sends nothing to an upstream whose token cannot be opened', async () => {
  let connections = 0;
  const upstream = await openRawUpstream(() => void (connections += 1));
  const edge = await openRawEdge({}, [], undefined, {
    domains: { 'shop.example': domainAt({ port: upstream.port, authToken: null }) },
  });
  expect(statuses(await ask(edge, 'shop.example'))).toEqual([502]);
  expect(connections).toBe(0);
  expect(edge.failures).toMatchObject([{ failure: 'token_unreadable', host: 'shop.example' }]);
});

describe('a host', () => {
  it('of a custom domain is proxied, under its name', async () => {
    const edge = await openEdge();
    const received = await ask(edge, 'plain.example');
    expect(statuses(received)).toEqual([200]);
    expect(received).toContain('\r\nX-Served-For: plain.example\r\n');
    expect(edge.records[0]?.domainUuid).toBe(domainAt({}).uuid);
  });

  it('before www. of a domain that does not redirect there is nobody’s', async () => {
    const edge = await openEdge();
    expect(statuses(await ask(edge, 'www.plain.example'))).toEqual([404]);
    expect(statuses(await ask(edge, 'www.www.shop.example'))).toEqual([404]);
    expect(edge.records[0]).toMatchObject({ domainUuid: '', failure: 'unmatched' });
  });

  it('that redirects to www. does, with path, query and port', async () => {
    const edge = await openEdge();
    const received = await ask(edge, 'Shop.Example:8080', 'GET //a/%2F/?b=c&&');
    expect(statuses(received)).toEqual([301]);
    expect(received).toContain('\r\nLocation: http://www.shop.example:8080//a/%2F/?b=c&&\r\n');
    expect(received).toContain('\r\nCache-Control: private, max-age=90\r\n');
    expect(edge.records).toMatchObject([
      { domainUuid: domainAt({}).uuid, location: 'http://www.shop.example:8080//a/%2F/?b=c&&' },
    ]);
    expect(await ask(edge, 'shop.example', 'GET /')).toContain('\r\nLocation: http://www.shop.example/\r\n');
  });

  it('redirects to the scheme that a trusted proxy says, and only such a one', async () => {
    const fields = 'X-Forwarded-Proto: https\r\n';
    expect(await ask(await openEdge(['127.0.0.1']), 'shop.example', 'GET /', fields)).toContain(
      '\r\nLocation: https://www.shop.example/\r\n',
    );
    expect(await ask(await openEdge(), 'shop.example', 'GET /', fields)).toContain(
      '\r\nLocation: http://www.shop.example/\r\n',
    );
  });

  it('with www. is proxied like the bare one, under its name', async () => {
    const edge = await openEdge();
    const received = await ask(edge, 'www.shop.example');
    expect(statuses(received)).toEqual([200]);
    expect(received).toContain('\r\nX-Served-For: shop.example\r\n');
    expect(received).toContain('\r\nX-Forwarded-Host: www.shop.example\r\n');
    expect(edge.records[0]?.domainUuid).toBe(domainAt({}).uuid);
  });

  it('with www. that is a custom domain of its own is that', async () => {
    const edge = await openEdge();
    const received = await ask(edge, 'www.both.example');
    expect(received).toContain('\r\nX-Served-For: www.both.example\r\n');
    expect(edge.records[0]?.domainUuid).toBe('0197aaaa-0000-7000-8000-000000000002');
    expect(statuses(await ask(edge, 'both.example'))).toEqual([301]);
  });

  it('has its redirect answered first, where the path matches', async () => {
    const edge = await openEdge();
    expect(await ask(edge, 'shop.example', 'GET /older')).toContain(
      '\r\nLocation: https://dest.example/older\r\n',
    );
    expect(edge.records).toMatchObject([{ status: 301, domainUuid: domainAt({}).uuid }]);
    expect(await ask(edge, 'shop.example', 'GET /new')).toContain(
      '\r\nLocation: http://www.shop.example/new\r\n',
    );
  });

  it('answers OPTIONS * itself', async () => {
    const edge = await openEdge();
    expect(await ask(edge, 'plain.example', 'OPTIONS *')).toMatch(/^HTTP\/1\.1 204 [^]*\r\nAllow: GET, HEAD/);
  });
});
