/**
 * A move from Caddy under load: its storage is imported while visitors shake hands with all of its sites, then they are led to Nameplate,
 * and Caddy ends. After that, all certificates are renewed.
 * Run: `npm run build && node bench/move-in.ts [--sites 500] [--visitors 16]`
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ControlDatabase } from '../src/control/database.ts';
import { builtProgram } from '../test/support/built-program.ts';
import { Caddy } from '../test/support/caddy.ts';
import { TestDnsServer } from '../test/support/dns-server.ts';
import { loopbackUpstreams, startUpstream } from '../test/support/domains.ts';
import { FakeAuthority } from '../test/support/fake-authority.ts';
import { freePorts } from '../test/support/free-port.ts';
import { fillCaddyStorage } from '../test/support/old-server.ts';
import { TestService } from '../test/support/service.ts';
import { visit, visitAll } from '../test/support/visits-of-hosts.ts';
import { readOptions } from './support/options.ts';
import { describeMachine, publishReport } from './support/report.ts';
import { runBenchmark } from './support/run.ts';
import { formatNumber } from './support/table.ts';
import { diskDir } from './support/temp-dir.ts';
import { atMost } from './support/verdict.ts';

const run = promisify(execFile);
const dayMs = 86_400_000;
/** Before and after each change. */
const phaseMs = 10_000;
const renewalsGiveUpMs = 300_000;

await runBenchmark(async (cleanUp) => {
  const { sites, visitors } = readOptions({ sites: 500, visitors: 16 });
  const machine = describeMachine();
  const hosts = Array.from({ length: sites }, (_, index) => `shop.customer-${index}.example`);
  const authority = await FakeAuthority.start();
  cleanUp.defer(() => authority[Symbol.asyncDispose]());
  authority.renewal = { start: Date.now() + 50 * dayMs, end: Date.now() + 52 * dayMs };
  const dir = await diskDir(cleanUp);
  const server = await fillCaddyStorage(join(dir, 'storage'), authority, hosts);
  const ordered = authority.orderedBy.length;

  const [caddyHttp = 0, caddyPort = 0, httpPort = 0, tlsPort = 0] = await freePorts(4);
  const { directoryUrl } = authority;
  const caddy = await Caddy.start({ dir, hosts, httpPort: caddyHttp, httpsPort: caddyPort, directoryUrl });
  cleanUp.defer(() => caddy[Symbol.asyncDispose]());
  await waitFor(async () => (await visit(hosts[0] ?? '', caddyPort)).status === '200');

  const dns = await TestDnsServer.start(['*.example A 127.0.0.1']);
  cleanUp.defer(() => dns[Symbol.asyncDispose]());
  const upstream = await startUpstream();
  cleanUp.defer(() => upstream.close());
  const dataDir = await diskDir(cleanUp);
  const service = await TestService.start({
    dataDir,
    workers: 2,
    env: {
      ...loopbackUpstreams,
      NAMEPLATE_ACME: 'on',
      NAMEPLATE_ACME_DIRECTORY: directoryUrl,
      NAMEPLATE_DNS_SERVERS: dns.address,
      NAMEPLATE_EDGE_ADDRESSES: '127.0.0.1',
      NAMEPLATE_EDGE_HTTP_PORT: String(httpPort),
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
    },
  });
  cleanUp.defer(async () => void (await service.stop()));
  const env = { ...process.env, NAMEPLATE_DATA_DIR: dataDir };
  const command = (...args: string[]) => run(process.execPath, [builtProgram, ...args], { env });
  await command('upstream', 'create', '--host', '127.0.0.1', '--port', String(upstream.port), '--no-tls');

  let port = caddyPort;
  const end = new AbortController();
  const visiting = visitAll(hosts, () => port, visitors, end.signal);
  await delay(phaseMs);
  const startTick = performance.now();
  const { stdout } = await command('domain', 'import', caddy.storage, '--from', 'caddy', '--json');
  const importSeconds = (performance.now() - startTick) / 1_000;
  const imported = JSON.parse(stdout);
  await delay(phaseMs);
  port = tlsPort;
  await delay(phaseMs);
  await caddy[Symbol.asyncDispose]();
  await delay(phaseMs);
  end.abort();
  const { failures, byPort, fingerprints } = await visiting;
  const ordersForSwitch = authority.orderedBy.length - ordered;

  // It is time to renew.
  authority.renewal = { start: Date.now() - 2 * dayMs, end: Date.now() - dayMs };
  await using database = await ControlDatabase.open(service.control);
  await database.transaction((trx) =>
    trx.updateTable('automatic_certificates').set({ next_attempt_at: 1 }).execute(),
  );
  const renewTick = performance.now();
  while (authority.issued < 2 * sites && performance.now() - renewTick < renewalsGiveUpMs) await delay(250);
  const renewSeconds = (performance.now() - renewTick) / 1_000;
  const by = authority.orderedBy.slice(ordered);
  const withAccount = by.filter((url) => url === server.url).length;
  const replacing = authority.replaced.slice(ordered).filter((id) => id !== undefined).length;
  let changed = 0;
  for (const host of hosts) {
    const { fingerprint } = await visit(host, tlsPort);
    if (fingerprint !== fingerprints.get(host)) changed += 1;
  }

  for (const failure of failures.slice(0, 10)) console.error(failure);
  publishReport(
    {
      name: 'move-in',
      title: 'A move from Caddy under load',
      method:
        `Debian's Caddy serves ${formatNumber(sites)} sites with certificates that one account ordered. ${visitors} visitors at a time, each with a TLS handshake and a request of ` +
        `its own, go through all sites, first to Caddy. After ${phaseMs / 1_000} s \`nameplate domain import\` imports Caddy's storage. ${phaseMs / 1_000} s after it the visitors are led to ` +
        `Nameplate, and ${phaseMs / 1_000} s later Caddy ends. Then the authority says that all certificates are to be renewed now.`,
      sections: [
        {
          heading: 'The switch',
          table: {
            columns: [
              'sites',
              'hosts',
              'certificates',
              'import, s',
              'visits of Caddy',
              'of Nameplate',
              'failed',
              'orders',
            ],
            rows: [
              [
                sites,
                imported.created,
                imported.certificates,
                formatNumber(importSeconds, 1),
                byPort.get(caddyPort) ?? 0,
                byPort.get(tlsPort) ?? 0,
                failures.length,
                ordersForSwitch,
              ].map((value) => (typeof value === 'string' ? value : formatNumber(value))),
            ],
          },
        },
        {
          heading: 'The renewals after it',
          table: {
            columns: [
              'orders',
              'with the imported account',
              'that say what they replace',
              'new certificates served',
              'seconds',
            ],
            rows: [
              [
                ...[by.length, withAccount, replacing, changed].map((value) => formatNumber(value)),
                formatNumber(renewSeconds, 1),
              ],
            ],
          },
        },
      ],
      targets: [
        atMost('visits that failed', failures.length, 0, '', 0),
        atMost('orders for the switch', ordersForSwitch, 0, '', 0),
        atMost(
          'renewals without replaces or with another account',
          2 * by.length - withAccount - replacing,
          0,
          '',
          0,
        ),
        atMost('sites without a new certificate at the end', sites - changed, 0, '', 0),
      ],
      figures: {
        options: { sites, visitors },
        importSeconds,
        renewSeconds,
        imported,
        visits: { caddy: byPort.get(caddyPort) ?? 0, nameplate: byPort.get(tlsPort) ?? 0 },
        failures,
        ordersForSwitch,
        renewals: { orders: by.length, withAccount, replacing, changed },
      },
    },
    machine,
  );
});

async function waitFor(isThere: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; tries++) {
    if (await isThere().catch(() => false)) return;
    if (tries === 200) throw new Error('Caddy did not start');
    await delay(100);
  }
}
