import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { RawClient } from '../../../test/support/raw-http.ts';
import {
  answering,
  openProxyEdge,
  openRawUpstream,
  type RawUpstreamConnection,
  request,
} from '../../../test/support/raw-upstream.ts';
import type { UpstreamRoute } from '../../core/route.ts';
import { type TargetChange, Targets } from './targets.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const at = (port: number) => ({ host: '127.0.0.1', port });

function upstreamAt(more: Partial<UpstreamRoute>): UpstreamRoute {
  return domainAt({ host: 'a.example', port: 1, ...more }).upstream;
}

describe('a request to an upstream with several targets', () => {
  it('goes to the first that takes connections, whatever its method, and later ones at once', async () => {
    const heads: string[] = [];
    const answer = async (connection: RawUpstreamConnection): Promise<void> => {
      heads.push(await connection.head());
      connection.say(ok);
      await answer(connection);
    };
    const live = await openRawUpstream((connection) => void answer(connection).catch(() => {}));
    const dead = await freePort();
    const edge = await openProxyEdge(dead, { upstream: { targets: [at(live.port)] } });
    const client = new RawClient(edge.port);
    client.send(request('POST /', ['Content-Length: 3'], 'abc'));
    await client.until(/ok$/);
    client.send(request('GET /second'));
    await client.until(/ok[^]*ok$/);
    expect(live.connections).toHaveLength(1);
    expect(edge.records.map(({ upstream }) => upstream)).toEqual(Array(2).fill(`127.0.0.1:${live.port}`));
    expect(heads).toEqual([
      expect.stringMatching(/^POST \/ HTTP\/1\.1\r\nHost: 127\.0\.0\.1\r\n/),
      expect.stringContaining('abcGET /second '),
    ]);
    expect(edge.failures).toEqual([]);
    expect(edge.targetChanges).toEqual([
      {
        upstreamUuid: 'u1',
        target: `127.0.0.1:${dead}`,
        isUp: false,
        reason: expect.stringContaining('ECONNREFUSED'),
      },
    ]);
    expect(edge.proxy.targetsDown).toBe(1);
  });

  it('gets 502 when none takes connections, and each was tried', async () => {
    const [one, two] = [await freePort(), await freePort()];
    const edge = await openProxyEdge(one, { upstream: { targets: [at(two)] } });
    for (let round = 0; round < 2; round++) {
      const client = new RawClient(edge.port).send(request('GET /', ['Connection: close']));
      await client.closed;
      expect(client.received).toMatch(/^HTTP\/1\.1 502 /);
    }
    expect(edge.failures).toMatchObject([{ failure: 'refused' }, { failure: 'refused' }]);
    expect(edge.targetChanges.map(({ target }) => target)).toEqual([`127.0.0.1:${one}`, `127.0.0.1:${two}`]);
  });

  it('is not sent to a second one once it was sent', async () => {
    const dying = await openRawUpstream((connection) => {
      void connection.head().then(() => connection.reset());
    });
    const other = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(dying.port, { upstream: { targets: [at(other.port)] } });
    const client = new RawClient(edge.port).send(
      request('POST /', ['Content-Length: 0', 'Connection: close']),
    );
    await client.closed;
    expect(client.received).toMatch(/^HTTP\/1\.1 502 /);
    expect(other.connections).toEqual([]);
  });

  it('still tries the places in their order when a kept connection to a later one turns out stale', async () => {
    const [one, three] = [await freePort(), await freePort()];
    const two = await openRawUpstream((connection) => {
      void connection
        .head()
        .then(() => connection.say(ok).head())
        .then(() => connection.reset());
    });
    const edge = await openProxyEdge(one, { upstream: { targets: [at(two.port), at(three)] } });
    const client = new RawClient(edge.port).send(request('GET /'));
    await client.until(/ok$/);
    two.stopListening();
    client.send(request('GET /stale', ['Connection: close']));
    await client.closed;
    expect(client.received).toMatch(/ok(HTTP\/1\.1 502 )/);
    expect(edge.targetChanges.map(({ target }) => target)).toEqual(
      [one, two.port, three].map((port) => `127.0.0.1:${port}`),
    );
  });

  it('never leads to an address that is refused', async () => {
    const edge = await openProxyEdge(await freePort(), {
      upstream: { targets: [{ host: '169.254.169.254', port: 80 }] },
    });
    const client = new RawClient(edge.port).send(request('GET /', ['Connection: close']));
    await client.closed;
    expect(edge.failures).toMatchObject([{ failure: 'address_refused' }]);
  });
});

describe('Targets', () => {
  function newTargets(): { targets: Targets; changes: TargetChange[]; wait: (ms: number) => void } {
    const changes: TargetChange[] = [];
    let tick = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => tick);
    onTestFinished(() => clock.mockRestore());
    const wait = (ms: number): void => {
      tick += ms;
    };
    return { targets: new Targets((change) => changes.push(change)), changes, wait };
  }

  it('leaves a target alone, has one request try it then, and goes back to it when that connects', () => {
    const { targets, changes, wait } = newTargets();
    const upstream = upstreamAt({ targets: [{ host: 'b.example', port: 2 }] });
    const hostChosen = (): string | undefined => targets.choose(upstream)?.host;
    const own = targets.choose(upstream);
    expect(own).toBe(upstream);
    targets.failed(upstream, 'refused');
    expect([hostChosen(), hostChosen()]).toEqual(['b.example', 'b.example']);
    wait(10_000);
    expect([hostChosen(), hostChosen()]).toEqual(['a.example', 'b.example']);
    targets.failed(upstream, 'refused again');
    wait(9_999);
    expect(hostChosen()).toBe('b.example');
    wait(1);
    expect(hostChosen()).toBe('a.example');
    targets.connected(upstream);
    targets.connected(upstream);
    expect([hostChosen(), hostChosen()]).toEqual(['a.example', 'a.example']);
    expect(changes.map(({ target, isUp, reason }) => [target, isUp, reason])).toEqual([
      ['a.example:1', false, 'refused'],
      ['a.example:1', true, ''],
    ]);
  });

  it('has all tried when all are left alone, each once', () => {
    const { targets } = newTargets();
    const upstream = upstreamAt({ targets: [{ host: '::1', port: 2 }] });
    const tried = new Set<UpstreamRoute>();
    const hosts: string[] = [];
    for (let next = targets.choose(upstream); next; next = targets.choose(upstream, tried)) {
      hosts.push(next.host);
      targets.failed(next, 'refused');
      tried.add(next);
    }
    expect(hosts).toEqual(['a.example', '::1']);
    expect(targets.choose(upstream)).toBe(upstream);
    expect(targets.down).toBe(2);
  });

  it('leaves a target alone that is unhealthy by its checks, whether it takes connections or not', () => {
    const { targets, changes, wait } = newTargets();
    const upstream = upstreamAt({ targets: [{ host: 'b.example', port: 2 }] });
    const hostChosen = (): string | undefined => targets.choose(upstream)?.host;
    targets.failed(upstream, 'refused');
    targets.unhealthy(upstream, 'status 500');
    targets.unhealthy(upstream, 'status 500');
    targets.failed(upstream, 'refused');
    targets.connected(upstream);
    wait(3_600_000);
    targets.sweep(4_000_000);
    expect(hostChosen()).toBe('b.example');
    const other = targets.choose(upstream);
    if (other) targets.unhealthy(other, 'status 500');
    expect([other?.host, hostChosen()]).toEqual(['b.example', 'a.example']);
    targets.healthy(upstream);
    targets.healthy(upstream);
    expect(hostChosen()).toBe('a.example');
    expect(changes.map(({ target, isUp, reason }) => [target, isUp, reason])).toEqual([
      ['a.example:1', false, 'refused'],
      ['a.example:1', false, 'status 500'],
      ['b.example:2', false, 'status 500'],
      ['a.example:1', true, ''],
    ]);
  });

  it('forgets targets that nobody asks for', () => {
    const { targets } = newTargets();
    targets.failed(upstreamAt({}), 'refused');
    targets.sweep(600_000);
    expect(targets.down).toBe(1);
    targets.sweep(700_000);
    expect(targets.down).toBe(0);
  });

  it.each([
    ['a.example', undefined, 'a.example'],
    ['a.example', 'inner.example', 'inner.example'],
    ['192.0.2.1', undefined, undefined],
    ['192.0.2.1', 'inner.example', 'inner.example'],
  ])('has targets of %s, known as %s, show a certificate for %s', (host, name, expected) => {
    const { targets } = newTargets();
    const upstream = upstreamAt({
      host,
      ...(name !== undefined && { tlsServerName: name }),
      targets: [{ host: 'b.example', port: 443 }],
    });
    expect(targets.choose(upstream, new Set([upstream]))?.tlsServerName).toBe(expected);
  });
});
