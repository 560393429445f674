/**
 * Has every host of cases.ts diagnosed by the API and prints what it answers, a line of JSON each. To be run in a network of its own,
 * where it gives the loopback interface public addresses.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pino } from 'pino';
import { type CheckedCertificate, checkUpload } from '../../../src/certificates/check-upload.ts';
import { migrateStore } from '../../../src/control/migrate.ts';
import { textOf } from '../../../src/control/rules-text.ts';
import { ControlStore } from '../../../src/control/store.ts';
import { AddressPolicy } from '../../../src/core/address-policy.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { HostNames } from '../../../src/core/host-names.ts';
import { letsEncrypt } from '../../../src/dns/caa.ts';
import { DomainDns } from '../../../src/dns/domain-dns.ts';
import { AccessTokens } from '../../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomCertificates } from '../../../src/features/custom-certificates/custom-certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { HostRulesStore } from '../../../src/features/rules/host-rules-store.ts';
import { Upstreams } from '../../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../../src/resources/custom-domain.ts';
import { redirectResource } from '../../../src/resources/redirect.ts';
import { upstreamResource } from '../../../src/resources/upstream.ts';
import { readRulesOnly } from '../../../src/rules/read-rules.ts';
import {
  CertificateIssuance,
  type CertificateIssuanceOptions,
} from '../../../src/service/certificate-issuance.ts';
import { upstreamCheckerOf } from '../../../src/service/check-upstream.ts';
import type { Certificate } from '../certificates.ts';
import { composeApi } from '../composed-api.ts';
import { edgeOptions, openEdge } from '../composed-edge.ts';
import { type AuthorityFault, FakeAuthority } from '../fake-authority.ts';
import { domainAt } from '../proxied-domain.ts';
import { watchStalls } from '../stalls.ts';
import { testSecretKey } from '../test-secret-key.ts';
import { broken, type Case, healthy } from './cases.ts';
import { authorityOfWorld, ofNextWeek, withoutChain } from './certificates.ts';
import { edge6, edgeName, other6, places } from './places.ts';
import { startServers } from './servers.ts';
import { startDns, type ZoneOf } from './zones.ts';

const reachKey = Buffer.alloc(32, 7).toString('base64');
const logger = pino({ level: 'silent' });
const zone = 'acme.nameplate-edge.com';
/** Each of them may have 30 hosts diagnosed a minute. */
const accountCount = 4;
const leaseMs = 60_000;
const client = new URL('../../../dist/cli.cjs', import.meta.url).pathname;
/** After which the issuer gives an order up: they pass at once. */
const orderDeadlineMs = 5 * 60_000;

/** Of this process, which has the diagnoses, too: what they compute is no stall. */
const stalledMs = watchStalls();

type Host = ZoneOf & { readonly account: Account };
type Account = { readonly uuid: string; readonly token: string };

const faults: Readonly<Record<string, AuthorityFault>> = {
  rate_limited: {
    status: 429,
    type: 'rateLimited',
    detail: 'too many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s',
  },
  deactivated: {
    status: 403,
    type: 'unauthorized',
    detail: 'Account is not valid, has status "deactivated"',
  },
  refuses: { status: 400, type: 'rejectedIdentifier', detail: 'The domain is forbidden by policy' },
};

// Certificates are judged by the system's authorities.
process.env['SSL_CERT_FILE'] = authorityOfWorld.path;
for (const address of Object.values(places)) addAddress(`${address}/32`);
for (const address of [edge6, other6]) addAddress(`${address}/128`);
execFileSync('ip', ['link', 'set', 'lo', 'up']);
const directory = await mkdtemp(join(tmpdir(), 'nameplate-diagnosed-'));
try {
  await run();
} finally {
  await rm(directory, { recursive: true, force: true });
  authorityOfWorld[Symbol.dispose]();
}
// Servers and sockets of the world end with it.
process.exit(0);

async function run(): Promise<void> {
  const location = { kind: 'sqlite' as const, path: join(directory, 'control.db') };
  await migrateStore(location);
  const store = await ControlStore.open(location, systemClock, testSecretKey);
  await store.secretKeys.prepare();
  const accounts = await Promise.all(Array.from({ length: accountCount }, () => newAccount(store)));
  const hosts = [...broken, ...healthy].map((one, index) => hostOf(one, index, accounts));
  const [resolver, second] = await startDns(hosts);
  await startServers();
  for (const host of hosts) await setUp(store, host);
  const served = {
    rules: Object.fromEntries(hosts.map(({ host, isWildcard }) => [isWildcard ? `other.${host}` : host, {}])),
    domains: Object.fromEntries(
      hosts.flatMap((one) => (one.isWildcard ? [[nameOf(one), domainAt({ port: 80 })]] : [])),
    ),
    certificates: store.certificates,
  };
  for (const host of [places.edge, edge6]) {
    const options = edgeOptions({ host, httpPort: 80, httpsPort: 443, upgradesToHttps: false });
    const { edge } = await openEdge({ ...served, options }, () => {});
    edge.reach.setKeys([reachKey]);
  }
  const policy = new AddressPolicy([`${places.upstream}/29`, `${places.closed}/32`], []);
  const dns = new DomainDns(new CustomDomains(store), {
    dnsServers: [resolver.address],
    edge: {
      publicHostname: edgeName,
      publicAddresses: [places.edge, places.cutOff, places.without80, places.without443, edge6],
      zone,
    },
    clock: systemClock,
    logger,
    issuers: [
      {
        ...letsEncrypt,
        validationMethods: ['http-01'],
        accountUri: async () => 'https://acme.example/acct/1',
      },
    ],
    reach: { policy, keys: () => [reachKey] },
  });
  for (const host of hosts) if (host.authority) await order(store, host, dns.whyElsewhere.bind(dns));
  const { app } = await composeApi(store, {
    clock: systemClock,
    dns: { look: dns.look },
    checkUpstream: upstreamCheckerOf(policy, new HostNames(), new Upstreams(store)),
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await Promise.all(
    accounts.map(async (account) => {
      for (const one of hosts) if (one.account === account) await ask(origin, one);
    }),
  );
  await app.close();
  await Promise.all([resolver[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]);
}

async function newAccount(store: ControlStore): Promise<Account> {
  const { uuid } = await new Accounts(store).create('Acme');
  const wanted = { accountUuid: uuid, name: 'test', scope: 'read', expiresAt: null } as const;
  const { secret } = await new AccessTokens(store).create(wanted);
  return { uuid, token: secret };
}

/** Has a host diagnosed, and prints the answer. */
async function ask(origin: string, one: Host): Promise<void> {
  const { name, host, account } = one;
  const { uuid, token } = account;
  const [startTick, stalledBeforeMs] = [performance.now(), stalledMs()];
  const answer = await fetch(`${origin}/api/v1/accounts/${uuid}/hosts/${host}/diagnose`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const found = await answer.json();
  const tookSeconds = (performance.now() - startTick - (stalledMs() - stalledBeforeMs)) / 1_000;
  const said = one.byCommand && (await runCommand(origin, one));
  process.stdout.write(`${JSON.stringify({ name, status: answer.status, tookSeconds, found, said })}\n`);
}

/** What `nameplate diagnose` says of a host. */
async function runCommand(origin: string, { host, account }: Host): Promise<string> {
  const child = spawn(process.execPath, [client, 'diagnose', host], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NAMEPLATE_URL: origin, NAMEPLATE_TOKEN: account.token },
  });
  return await readText(child.stderr);
}

function hostOf(one: Case, index: number, accounts: readonly Account[]): Host {
  const account = accounts[index % accounts.length];
  if (!account) throw new Error('no account');
  const domain = `case-${index}.com`;
  return { ...one, account, domain, host: one.isApex ? domain : `shop.${domain}` };
}

/** Of what serves the host. */
function nameOf({ host, domain, isWildcard }: Host): string {
  return isWildcard ? `*.${domain}` : host;
}

async function setUp(store: ControlStore, one: Host): Promise<void> {
  const accountUuid = one.account.uuid;
  const named = nameOf(one);
  const { host, has = 'domain', upstream = places.upstream, upstreamTls = false } = one;
  if (has === 'domain') {
    const { uuid } = await new Upstreams(store).create(accountUuid, {
      ...upstreamResource.defaults,
      authToken: undefined,
      host: upstream,
      port: upstreamTls ? 443 : 80,
      tls: upstreamTls,
      ...(upstreamTls && { tlsCa: authorityOfWorld.pem }),
    });
    await new CustomDomains(store).create(accountUuid, uuid, {
      ...customDomainResource.defaults,
      host: named,
      challengeType: one.challenge ?? 'http01',
      maintenance: one.maintenance ?? false,
    });
  }
  if (has === 'redirect')
    await new Redirects(store).create(accountUuid, {
      ...redirectResource.defaults,
      sourceHost: host,
      destinationUrl: 'https://www.example.com',
      active: !one.paused,
    });
  if (one.rules) {
    const read = readRulesOnly(one.rules, []);
    if (!read.ok) throw new Error(`the rules of ${one.name} are wrong`);
    await new HostRulesStore(store).replace({
      accountUuid,
      host,
      ...textOf(read.rules),
      isExpected: () => true,
      keptFrom: null,
    });
  }
  if (one.certificate === 'none') return;
  const { cert, key } = certificateOf(one, named);
  const checked = checkUpload(cert, key, systemClock.now());
  if (!checked.ok) throw new Error(`the certificate of ${one.name} is wrong`);
  if (one.certificate === 'of_next_week') await issue(store, host, checked.certificate);
  else await new CustomCertificates(store).create(accountUuid, checked.certificate);
}

function certificateOf({ certificate }: Host, named: string): Certificate {
  if (certificate === 'without_chain') return withoutChain(named);
  return certificate === 'of_next_week' ? ofNextWeek(named) : authorityOfWorld.issue(`DNS:${named}`);
}

async function issue(store: ControlStore, host: string, certificate: CheckedCertificate): Promise<void> {
  const certificates = new AutomaticCertificates(store);
  await certificates.want(host);
  const now = systemClock.now();
  for (const account of await certificates.accountsDue(now))
    for (const taken of await certificates.takeDue(now, leaseMs, new Map([[account, 1]])))
      await certificates.complete(taken, certificate, certificate.expiresAt);
}

/** Has the host's certificate ordered of an authority that doesn't issue it. */
async function order(
  store: ControlStore,
  { host, authority = 'away' }: Host,
  whyElsewhere: CertificateIssuanceOptions['whyElsewhere'],
): Promise<void> {
  await using fake = await FakeAuthority.start();
  fake.faultOf = (request) => (request.startsWith('orders') ? faults[authority] : undefined);
  fake.isStuck = authority === 'stuck';
  await new AutomaticCertificates(store).want(host);
  await using issuance = new CertificateIssuance(store, {
    acme: {
      authorities: [
        {
          directoryUrl: authority === 'away' ? 'http://127.0.0.1:1/directory' : fake.directoryUrl,
          externalAccount: undefined,
        },
      ],
      email: 'ops@example.com',
      weeklyBudget: 0,
      ordersPer3h: 0,
    },
    edge: { httpPort: 80, httpsPort: 0 },
    whyElsewhere,
    judgeCaa: async () => ({ state: 'ok' }),
    onIssued: async () => {},
    clock: systemClock,
    logger,
  });
  const { setTimeout: later } = globalThis;
  const sooner = (work: () => void, ms: number): NodeJS.Timeout =>
    later(work, ms === orderDeadlineMs ? 1_000 : ms);
  if (fake.isStuck) globalThis.setTimeout = Object.assign(sooner, later);
  await issuance.issuer.runDue();
  globalThis.setTimeout = later;
}

function addAddress(address: string): void {
  execFileSync('ip', ['addr', 'add', address, 'dev', 'lo', ...(address.includes(':') ? ['nodad'] : [])]);
}
