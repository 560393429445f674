import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { diallingBy, domainAt } from '../../../test/support/proxied-domain.ts';
import { RawClient } from '../../../test/support/raw-http.ts';
import {
  answering,
  openProxyEdge,
  openRawUpstream,
  type RawUpstream,
  request,
} from '../../../test/support/raw-upstream.ts';
import { AddressPolicy } from '../../core/address-policy.ts';
import type { HealthCheck, UpstreamRoute } from '../../core/route.ts';
import { HealthChecks } from './health-checks.ts';
import { type TargetChange, Targets } from './targets.ts';

const healthCheck: HealthCheck = {
  path: '/up',
  interval_seconds: 10,
  timeout_seconds: 10,
  status: [200, 399],
  healthy_after: 2,
  unhealthy_after: 3,
};
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const sick = 'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n';
const local = new AddressPolicy(['127.0.0.0/8'], []);

/** Health checks on a clock of their own, and what they say of targets. */
class Bench {
  readonly changes: TargetChange[] = [];
  readonly targets = new Targets((change) => this.changes.push(change));
  readonly routes = new Map<string, UpstreamRoute>();
  readonly checks: HealthChecks;
  #tick = performance.now();

  constructor(policy = local) {
    this.checks = new HealthChecks(
      diallingBy(policy),
      this.targets,
      (host, uuid) => {
        const upstream = this.routes.get(host);
        return upstream?.uuid === uuid ? upstream : undefined;
      },
      () => 0.5,
    );
  }

  /** Serves the upstream on a host, and has a request for it. */
  use(upstream: UpstreamRoute, host = 'd.example'): void {
    this.routes.set(host, upstream);
    this.checks.noteUse(upstream, host);
  }

  /** An interval later. */
  sweep(afterMs = healthCheck.interval_seconds * 1_000): void {
    this.#tick += afterMs;
    this.checks.sweep(this.#tick);
  }

  /** Has the upstream checked, and answers the check. */
  async check(upstream: RawUpstream, answer: string): Promise<void> {
    this.sweep();
    const connection = await upstream.next();
    await connection.head();
    connection.say(answer);
    await connection.gone();
  }
}

function newBench(policy = local): Bench {
  const bench = new Bench(policy);
  onTestFinished(() => bench.checks.stop());
  return bench;
}

function routeTo(port: number, more: Partial<UpstreamRoute> = {}): UpstreamRoute {
  return domainAt({ port, healthCheck, ...more }).upstream;
}

describe('health checks', () => {
  it('make a target unhealthy after failures in a row, and healthy after good checks in a row', async () => {
    const upstream = await openRawUpstream();
    const bench = newBench();
    bench.use(routeTo(upstream.port));
    const answers = [sick, sick, ok, sick, sick, sick, sick, ok, sick, ok, ok, ok];
    const down: number[] = [];
    for (const answer of answers) {
      await bench.check(upstream, answer);
      down.push(bench.targets.down);
    }
    expect(down).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0]);
    const target = `127.0.0.1:${upstream.port}`;
    expect(bench.changes).toEqual([
      {
        upstreamUuid: 'u1',
        target,
        isUp: false,
        reason: 'status_refused: status 500 is not one from 200 to 399',
      },
      { upstreamUuid: 'u1', target, isUp: true, reason: '' },
    ]);
  });

  it('say that an upstream is down when each target failed three of them, and once that one was good', async () => {
    const [first, second] = [await openRawUpstream(), await openRawUpstream()];
    const bench = newBench();
    bench.use(
      routeTo(first.port, {
        targets: [{ host: '127.0.0.1', port: second.port }],
        healthCheck: { ...healthCheck, unhealthy_after: 10 },
      }),
    );
    const check = async (ofFirst: string, ofSecond: string) => {
      bench.sweep();
      for (const [upstream, answer] of [[first, ofFirst] as const, [second, ofSecond] as const]) {
        const connection = await upstream.next();
        await connection.head();
        connection.say(answer);
        await connection.gone();
      }
      return bench.checks.takeChecked();
    };
    const nothing = { down: [], up: [] };
    const down = { down: [{ uuid: 'u1', targets: 2, failure: 'status_refused' }], up: [] };
    expect(await check(sick, ok)).toEqual({ down: [], up: ['u1'] });
    expect(bench.checks.takeChecked()).toEqual(nothing);
    for (const _ of [1, 2]) expect(await check(sick, sick)).toEqual(nothing);
    expect(await check(sick, sick)).toEqual(down);
    expect(bench.checks.takeChecked()).toEqual(down);
    expect(await check(ok, sick)).toEqual({ down: [], up: ['u1'] });
  });

  it('begin with the first request, and end ten minutes after the last one', async () => {
    const upstream = await openRawUpstream();
    const bench = newBench();
    bench.routes.set('d.example', routeTo(upstream.port));
    bench.sweep();
    bench.use(routeTo(upstream.port));
    for (let failures = 0; failures < 3; failures++) await bench.check(upstream, sick);
    expect(bench.targets.down).toBe(1);
    bench.sweep(600_000);
    expect(bench.targets.down).toBe(0);
    bench.sweep();
    expect(upstream.connections).toHaveLength(3);
  });

  it.each([
    ['was deleted', undefined],
    ['is checked no more', { healthCheck: undefined }],
    ['has another place', { port: 1 }],
    ['has a token that this machine can’t read', { authToken: null }],
  ])('of an upstream that %s are given up, and it counts as healthy', async (_, change) => {
    const upstream = await openRawUpstream();
    const bench = newBench();
    const route = routeTo(upstream.port);
    bench.use(route);
    for (let failures = 0; failures < 3; failures++) await bench.check(upstream, sick);
    bench.sweep();
    const underWay = await upstream.next();
    expect(bench.targets.down).toBe(1);
    if (change) {
      const { healthCheck: _dropped, ...rest } = { ...route, ...change };
      bench.routes.set('d.example', 'healthCheck' in change ? rest : { ...route, ...change });
    } else bench.routes.delete('d.example');
    bench.sweep(1);
    await underWay.gone();
    expect(bench.targets.down).toBe(0);
  });

  it('go on where the upstream has changed otherwise', async () => {
    const upstream = await openRawUpstream();
    const bench = newBench();
    const route = routeTo(upstream.port);
    bench.use(route);
    for (let failures = 0; failures < 3; failures++) await bench.check(upstream, sick);
    bench.routes.set('d.example', {
      ...route,
      authToken: 'token-2',
      targets: [{ host: 'b.invalid', port: 1 }],
    });
    bench.sweep();
    const connection = await upstream.next();
    expect(await connection.head()).toContain('X-Nameplate-Auth-Token: token-2\r\n');
    expect(bench.targets.down).toBe(1);
    expect(bench.targets.choose(bench.routes.get('d.example') ?? route)?.host).toBe('b.invalid');
  });

  it('end when they are stopped, and targets stay as they are', async () => {
    const upstream = await openRawUpstream();
    const bench = newBench();
    const route = routeTo(upstream.port);
    bench.use(route);
    for (let failures = 0; failures < 3; failures++) await bench.check(upstream, sick);
    bench.sweep();
    const underWay = await upstream.next();
    bench.checks.stop();
    await underWay.gone();
    bench.use(route);
    bench.sweep();
    expect(upstream.connections).toHaveLength(4);
    expect(bench.targets.down).toBe(1);
  });

  it('are for the 1,000 upstreams used last, 25 at a time, each in its turn', async () => {
    // Checks fail without a connection.
    const bench = newBench(new AddressPolicy([], []));
    const check = { ...healthCheck, unhealthy_after: 1 };
    for (let n = 0; n < 1_001; n++)
      bench.use(routeTo(1, { uuid: `u${n}`, healthCheck: check }), `d${n}.example`);
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    bench.sweep();
    await settled();
    expect(bench.targets.down).toBe(25);
    for (let sweeps = 1; sweeps < 40; sweeps++) {
      bench.sweep(1);
      await settled();
    }
    expect(bench.targets.down).toBe(1_000);
    // The first one made room for the last one.
    expect(new Set(bench.changes.map(({ upstreamUuid }) => upstreamUuid))).not.toContain('u0');
  });

  it('wait for their turn while others of the account take all places, and are not left out', async () => {
    const silent = await openRawUpstream();
    const neighbour = await openRawUpstream();
    const bench = newBench();
    // One place is kept for accounts that hold none.
    for (let n = 0; n < 255; n++) bench.use(routeTo(silent.port, { uuid: `u${n}` }), `d${n}.example`);
    bench.use(routeTo(neighbour.port, { uuid: 'n' }), 'n.example');
    bench.sweep();
    for (let sweeps = 1; sweeps < 20; sweeps++) bench.sweep(1);
    await expect.poll(() => silent.connections.length).toBe(255);
    expect(neighbour.connections).toEqual([]);
    silent.connections[0]?.reset();
    const begins = (): number => {
      bench.sweep(1);
      return neighbour.connections.length;
    };
    await expect.poll(begins).toBe(1);
  });

  it('are made in the turn of their account, however many silent targets another one has', async () => {
    const silent = await openRawUpstream();
    const neighbour = await openRawUpstream();
    const bench = newBench();
    for (let n = 0; n < 1_000; n++)
      bench.use(routeTo(silent.port, { uuid: `u${n}`, accountUuid: 'attacker' }), `d${n}.example`);
    for (let sweeps = 0; sweeps < 40; sweeps++) bench.sweep(sweeps === 0 ? undefined : 1);
    await expect.poll(() => silent.connections.length).toBe(255);
    // The account that has the most makes room for it.
    bench.use(routeTo(neighbour.port, { uuid: 'n', accountUuid: 'victim' }), 'n.example');
    bench.use(routeTo(silent.port, { uuid: 'u1000', accountUuid: 'attacker' }), 'd1000.example');
    bench.sweep();
    const connection = await neighbour.next();
    await connection.head();
    connection.say(ok);
    await connection.gone();
    bench.sweep();
    await neighbour.next();
  });

  it('of targets that were silent take half of the places', async () => {
    const silent = await openRawUpstream();
    const bench = newBench();
    const check = { ...healthCheck, timeout_seconds: 0.2 };
    const sweepAll = async (begun: number): Promise<void> => {
      bench.sweep();
      for (let sweeps = 1; sweeps < 40; sweeps++) bench.sweep(1);
      await expect.poll(() => silent.connections.length).toBe(begun);
      await expect.poll(() => silent.connections.every(({ hasEnded }) => hasEnded)).toBe(true);
    };
    for (let n = 0; n < 200; n++)
      bench.use(routeTo(silent.port, { uuid: `u${n}`, healthCheck: check }), `d${n}.example`);
    await sweepAll(200);
    await sweepAll(200 + 128);
  });

  it('are made for an upstream that the edge proxies to', async () => {
    const checked = await openRawUpstream(answering(sick));
    const edge = await openProxyEdge(checked.port, {
      upstream: {
        healthCheck: { ...healthCheck, unhealthy_after: 1 },
        targets: [{ host: '127.0.0.1', port: await freePort() }],
      },
    });
    const client = new RawClient(edge.port).send(request('GET /', ['Connection: close']));
    await client.closed;
    expect(client.received).toMatch(/^HTTP\/1\.1 500 /);
    await expect.poll(() => edge.proxy.targetsDown).toBe(2);
    // None is healthy, so the first one is tried all the same.
    const again = new RawClient(edge.port).send(request('GET /', ['Connection: close']));
    await again.closed;
    expect(again.received).toMatch(/^HTTP\/1\.1 500 /);
  });
});
