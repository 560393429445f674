/** A move from a Caddy that has ordered its certificates itself, under load. Source: docs/guides/moving-in.md. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { Caddy, findCaddy } from '../support/caddy.ts';
import { loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';
import { visit, visitAll } from '../support/visits-of-hosts.ts';

const run = promisify(execFile);
const isThere = findCaddy() && findPebble();
if (!isThere) skipLoudly('a move from Caddy', 'no Caddy or no pebble on this machine');

test.skipIf(!isThere)('no handshake fails and nothing is ordered', async () => {
  const [httpPort = 0, caddyPort = 0, edgePort = 0, tlsPort = 0] = await freePorts(4);
  const register = (release: () => Promise<void>) => onTestFinished(release);
  const pebble = await Pebble.start({ httpPort, tlsPort: caddyPort, validitySeconds: 90 * 86_400 }, register);
  const hosts = ['a.example.com', 'b.example.com', 'shop.example.org'];
  const caddy = await Caddy.start({
    dir: await tempDir(),
    hosts,
    httpPort,
    httpsPort: caddyPort,
    directoryUrl: pebble.directoryUrl,
    rootsFile: pebble.env.NODE_EXTRA_CA_CERTS ?? '',
  });
  register(() => caddy[Symbol.asyncDispose]());
  const before = new Map<string, string>();
  for (const host of hosts)
    await expect
      .poll(
        async () => {
          const { fingerprint } = await visit(host, caddyPort).catch(() => ({ fingerprint: '' }));
          before.set(host, fingerprint);
          return fingerprint;
        },
        { timeout: 120_000 },
      )
      .not.toBe('');
  const ordersOf = () =>
    pebble.output.match(/There are now \d+ orders in the db|Issued certificate serial/g)?.length ?? 0;
  const orders = ordersOf();
  expect(orders).toBeGreaterThanOrEqual(hosts.length);

  const upstream = await startUpstream();
  register(() => upstream.close());
  const dataDir = await tempDir();
  const service = await TestService.start({
    dataDir,
    env: {
      ...loopbackUpstreams,
      ...pebble.env,
      NAMEPLATE_EDGE_HTTP_PORT: String(edgePort),
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    },
  });
  register(async () => void (await service.stop()));
  const command = async (...args: string[]) =>
    await run(process.execPath, [builtProgram, ...args], {
      env: { ...process.env, NAMEPLATE_DATA_DIR: dataDir },
    });
  await command('upstream', 'create', '--host', '127.0.0.1', '--port', String(upstream.port), '--no-tls');

  let port = caddyPort;
  const end = new AbortController();
  const visits = visitAll(hosts, () => port, 4, end.signal);
  const { stdout } = await command('domain', 'import', caddy.storage, '--from', 'caddy', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ created: 3, certificates: 3, acme_accounts: 1, refused: [] });
  port = tlsPort;
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await caddy[Symbol.asyncDispose]();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  end.abort();
  const { failures, byPort, fingerprints } = await visits;
  expect(failures).toEqual([]);
  expect([...byPort.keys()]).toEqual([caddyPort, tlsPort]);
  expect(fingerprints).toEqual(before);
  expect(ordersOf()).toBe(orders);
  // Its storage is as it was: the import only reads.
  expect((await command('domain', 'import', join(caddy.storage), '--from', 'caddy')).stdout).toContain(
    'Imported 0 hosts, 0 certificates (there already: 3 and 3)',
  );
});
