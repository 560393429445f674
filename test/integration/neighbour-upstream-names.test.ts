/**
 * A neighbour whose upstreams' names are never answered for: others' requests are answered as before.
 * Source: docs/reference/dns.md ("Where upstreams may be").
 */
import type { LookupAddress } from 'node:dns';
import { writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { HostNames } from '../../src/core/host-names.ts';
import { edgeOptions, openEdge, upstreamOptions } from '../support/composed-edge.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { domainAt } from '../support/proxied-domain.ts';
import { tempDir } from '../support/temp-dir.ts';

const visitors = 24;
const requests = 12;
let upstreamPort: number;

beforeAll(async () => {
  const upstream = createServer((_request, response) => response.setHeader('connection', 'close').end('ok'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  upstreamPort = (upstream.address() as AddressInfo).port;
  return () => void upstream.close();
});

function pathsOf<T>(count: number, of: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

/** An edge with domains of an attacker, each with its upstream in a zone, and of a victim, whose upstream's name is `app`. */
async function edgeWith(names: HostNames, app: string, zone: string) {
  const domains = Object.fromEntries([
    ...pathsOf(visitors, (index) => [
      `attacker${index}.example`,
      domainAt({ uuid: `x${index}`, accountUuid: 'attacker', host: `u${index}.${zone}`, port: upstreamPort }),
    ]),
    ['victim.example', domainAt({ uuid: 'v', accountUuid: 'victim', host: app, port: upstreamPort })],
  ]);
  const options = edgeOptions({ upstream: upstreamOptions({ connectTimeoutMs: 10_000 }) });
  const { edge } = await openEdge({ names, domains, options }, onTestFinished);
  return (host: string) => statusOf(edge.http?.port ?? 0, host);
}

function statusOf(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, agent: false, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
  });
}

test('a zone that never answers', async () => {
  const dns = await TestDnsServer.start(['app.victim.test A 127.0.0.1']);
  onTestFinished(() => dns[Symbol.asyncDispose]());
  for (let index = 0; index < visitors; index++) dns.setFault(`u${index}.silent.test`, 'silent');
  const resolvConfPath = join(await tempDir(), 'resolv.conf');
  await writeFile(resolvConfPath, `nameserver ${dns.address}\noptions timeout:5 attempts:1\n`);
  const ask = await edgeWith(new HostNames({ resolvConfPath }), 'app.victim.test', 'silent.test');
  const attack = pathsOf(visitors, (index) => ask(`attacker${index}.example`));
  expect(await Promise.all(pathsOf(requests, () => ask('victim.example')))).toEqual(
    pathsOf(requests, () => 200),
  );
  const attacked = await Promise.all(attack);
  expect(attacked.every((status) => status === 502 || status === 504)).toBe(true);
});

test('names that the system looks up for ever', async () => {
  const resolvConfPath = join(await tempDir(), 'resolv.conf');
  const asked: string[] = [];
  const systemLookup = async (host: string): Promise<readonly LookupAddress[]> => {
    asked.push(host);
    if (host !== 'app') await new Promise<never>(() => {});
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const ask = await edgeWith(new HostNames({ resolvConfPath, systemLookup }), 'app', 'silent.test');
  const attack = pathsOf(visitors, (index) => ask(`attacker${index}.example`));
  await expect.poll(() => asked).toHaveLength(1);
  expect(await Promise.all(pathsOf(requests, () => ask('victim.example')))).toEqual(
    pathsOf(requests, () => 200),
  );
  // One place an account, and one look-up for all that ask for a name.
  expect(asked.filter((host) => host !== 'app')).toHaveLength(1);
  expect(asked.filter((host) => host === 'app')).toHaveLength(1);
  expect(new Set(await Promise.all(attack))).toEqual(new Set([504]));
});
