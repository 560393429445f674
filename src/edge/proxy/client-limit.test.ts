/** How many requests one client may have under way at an upstream. */
import { describe, expect, it } from 'vitest';
import { RawClient, type RawEdge, statuses } from '../../../test/support/raw-http.ts';
import {
  openProxyEdge,
  openRawUpstream,
  type RawUpstream,
  request,
} from '../../../test/support/raw-upstream.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const hanging = request('POST /', ['Content-Length: 9999'], 'a');
const upgrade = request('GET /', ['Connection: Upgrade', 'Upgrade: websocket']);

async function openLimited(
  maxRequestsPerClient: number,
  maxConnections = 1_024,
): Promise<[RawUpstream, RawEdge]> {
  const upstream = await openRawUpstream();
  const trustedProxies = ['127.0.0.1'];
  const edge = await openProxyEdge(upstream.port, { maxRequestsPerClient, maxConnections, trustedProxies });
  return [upstream, edge];
}

const from = (address: string, text: string): string =>
  text.replace('\r\n\r\n', `\r\nX-Forwarded-For: ${address}\r\n\r\n`);

describe('requests of one client', () => {
  it('above its share get 429, and do not reach the upstream', async () => {
    const [upstream, edge] = await openLimited(2);
    const held = [hanging, upgrade].map((text) => new RawClient(edge.port).send(from('203.0.113.9', text)));
    await (await upstream.next()).head();
    await (await upstream.next()).head();
    const refused = new RawClient(edge.port).send(from('203.0.113.9', request('GET /')));
    await refused.until(/\r\n\r\n.*\n$/s);
    expect(statuses(refused.received)).toEqual([429]);
    expect(refused.received).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(edge.records).toMatchObject([{ status: 429, clientAddress: '203.0.113.9' }]);
    expect(edge.failures).toMatchObject([{ failure: 'client_limit', host: 'd.example' }]);
    expect(upstream.connections).toHaveLength(2);

    // Another client is served, and the refused one too as soon as one of its own is gone.
    const other = new RawClient(edge.port).send(from('203.0.113.10', request('GET /')));
    (await upstream.next()).say(ok);
    await other.until(/ok$/);
    held[0]?.socket.destroy();
    await expect.poll(() => edge.proxy.openConnections).toBe(2);
    refused.received = '';
    refused.send(from('203.0.113.9', request('GET /')));
    await expect.poll(() => upstream.connections.at(-1)?.received ?? '').toContain('203.0.113.9');
    upstream.connections.at(-1)?.say(ok);
    await refused.until(/ok$/);
    expect(statuses(refused.received)).toEqual([200]);
  });

  it('are counted for an IPv6 client by its /64', async () => {
    const [upstream, edge] = await openLimited(1);
    new RawClient(edge.port).send(from('2001:db8:1:2::1', hanging));
    await (await upstream.next()).head();
    const refused = new RawClient(edge.port).send(from('2001:db8:1:2:ffff::9', request('GET /')));
    await refused.until(/\r\n\r\n/);
    expect(statuses(refused.received)).toEqual([429]);
    const other = new RawClient(edge.port).send(from('2001:db8:1:3::1', request('GET /')));
    (await upstream.next()).say(ok);
    await other.until(/ok$/);
  });

  it('count while they wait for a connection, so that one client cannot fill the line', async () => {
    const [upstream, edge] = await openLimited(3, 1);
    const clients = Array.from({ length: 4 }, () =>
      new RawClient(edge.port).send(from('203.0.113.9', request('GET /'))),
    );
    await (await upstream.next()).head();
    await expect.poll(() => clients.flatMap(({ received }) => statuses(received))).toEqual([429]);
    expect(upstream.connections).toHaveLength(1);
  });

  it('free their place however they end', async () => {
    const [upstream, edge] = await openLimited(1);
    const ends = ['answer', 'reset', 'client leaves', 'answer'] as const;
    for (const end of ends) {
      const client = new RawClient(edge.port).send(from('203.0.113.9', request('GET /')));
      const known = upstream.connections.length;
      const connection =
        edge.proxy.openConnections > 0 ? upstream.connections[known - 1] : await upstream.next();
      await connection?.head();
      if (end === 'client leaves') client.socket.destroy();
      else if (end === 'reset') {
        connection?.reset();
        await expect.poll(() => upstream.connections.length).toBe(known + 1);
        await (await upstream.next()).head();
        upstream.connections.at(-1)?.reset();
        await client.until(/\r\n\r\n/);
        expect(statuses(client.received)).toEqual([502]);
      } else {
        connection?.say(ok);
        await client.until(/ok$/);
      }
      if (end !== 'answer') await expect.poll(() => edge.proxy.openConnections).toBe(0);
    }
    expect(edge.records.filter(({ status }) => status === 429)).toEqual([]);
  });
});
