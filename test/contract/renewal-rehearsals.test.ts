/** Renewals that will fail are known at least a week before they are due. Source: docs/reference/acme.md ("Rehearsals"). */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Rehearsals } from '../../src/acme/rehearsals.ts';
import { AddressPolicy } from '../../src/core/address-policy.ts';
import { challengeLabel } from '../../src/core/challenge-label.ts';
import type { Observation } from '../../src/core/finding.ts';
import { reachAnswers, reachTokenIn } from '../../src/core/reach-token.ts';
import type { Renewal } from '../../src/core/renewal.ts';
import { renewalDueAt } from '../../src/core/renewal-time.ts';
import { caaCauses, letsEncrypt } from '../../src/dns/caa.ts';
import { DomainDns } from '../../src/dns/domain-dns.ts';
import { kindOf } from '../../src/features/attention/kinds.ts';
import { AutomaticCertificateList } from '../../src/features/automatic-certificates/certificate-list.ts';
import { AutomaticCertificates } from '../../src/features/automatic-certificates/certificate-store.ts';
import { observeRenewal } from '../../src/features/automatic-certificates/observe-renewal.ts';
import { RenewalRehearsals } from '../../src/features/automatic-certificates/renewal-rehearsals.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { openCertificates } from './control-store/automatic-certificate-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const key = Buffer.alloc(32, 7).toString('base64');
const host = 'shop.example.com';
const zone = 'acme.example.net';
/** Loopback addresses stand for public ones. */
const [ours, elsewhere] = ['127.0.0.1', '127.0.0.2'];
const account = 'https://acme.test/acct/1';
const leadsHere = `${host} A ${ours}`;

const asTheEdge: RequestListener = ({ url = '', headers }, answer) => {
  const token = reachTokenIn(url);
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (token === undefined) answer.writeHead(404).end();
  else answer.end(reachAnswers([key], token, name).join('\n'));
};

async function listen(address: string, listener: RequestListener, port = 0) {
  const server = createServer(listener);
  server.listen(port, address);
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const bound = server.address();
  return { close, port: typeof bound === 'object' && bound ? bound.port : 0 };
}

type World = {
  readonly days: number;
  readonly challengeType?: 'http01' | 'dns01';
  readonly redirectToWww?: boolean;
  readonly records: readonly string[];
};

/** A host with a certificate of so many days, issued now, while the world is as it should be. */
async function issued({ days, challengeType = 'http01', redirectToWww = false, records }: World) {
  const opened = await openCertificates(async () => ({ kind: 'sqlite', path: ':memory:' }));
  const { store, clock, accountUuid, addDomain, verify, take, certificateFor } = opened;
  const domain = await addDomain(host, redirectToWww, challengeType);
  await verify(domain, true, challengeType === 'dns01' ? [host] : []);
  const certificate = certificateFor(host, days);
  for (const taken of await take()) {
    const made = taken.host === host ? certificate : certificateFor(taken.host, days);
    await new AutomaticCertificates(store).complete(taken, made, clock.time + days * dayMs);
  }
  const edge = await listen(ours, asTheEdge);
  const names = await TestDnsServer.start([...records]);
  onTestFinished(() => names[Symbol.asyncDispose]());
  const logger = pino({ level: 'silent' });
  const dns = new DomainDns(new CustomDomains(store), {
    dnsServers: [names.address],
    edge: { publicHostname: undefined, publicAddresses: [ours], zone },
    clock,
    logger,
    issuers: [{ ...letsEncrypt, accountUri: async () => account }],
    reach: {
      policy: new AddressPolicy(['127.0.0.0/29'], []),
      keys: () => [key],
      ports: { http: edge.port, https: 1 },
      // Nothing here is silent over HTTP.
      timeoutMs: 30_000,
    },
  });
  const observed: Observation[] = [];
  const findings = { observe: async (seen: readonly Observation[]) => void observed.push(...seen) };
  const checkedAt: number[] = [];
  const rehearsals = new Rehearsals({
    queue: new RenewalRehearsals(store),
    rehearse: async (taken, signal) => {
      checkedAt.push(clock.time);
      return await dns.rehearse(
        taken,
        {
          show: async ({ dnsLabel, keyAuthorization }) => {
            const text = createHash('sha256').update(keyAuthorization).digest('base64url');
            names.addRecords(`${dnsLabel}.${zone} TXT ${text}`);
          },
          hide: async () => {},
        },
        ['http-01', 'tls-alpn-01'],
        signal,
      );
    },
    onRehearsed: (taken) => observeRenewal(new RenewalRehearsals(store), findings, taken),
    clock,
    logger,
  });
  onTestFinished(() => rehearsals[Symbol.asyncDispose]());
  const renewal = async (): Promise<Renewal | null | undefined> => {
    const sort = { field: 'host', direction: 'asc' } as const;
    const list = await new AutomaticCertificateList(store).list(
      { accountUuid, host, sort, limit: 1, offset: 0 },
      clock.time,
    );
    return list.certificates[0]?.renewal;
  };
  const issuedAt = clock.time;
  const dueAt = renewalDueAt({ ...certificate, notBefore: Math.min(certificate.notBefore, issuedAt) });
  /** Lets time pass, looking every six hours, until then. */
  const passUntil = async (time: number): Promise<void> => {
    while (clock.time < time) {
      clock.time += 6 * hourMs;
      await rehearsals.runDue();
    }
  };
  return { ...opened, domain, names, edge, dueAt, issuedAt, renewal, passUntil, observed, checkedAt };
}

type Issued = Awaited<ReturnType<typeof issued>>;
const delegated = (accountUuid: string): string =>
  `_acme-challenge.${host} CNAME ${challengeLabel(accountUuid, host)}.${zone}`;

const causes: readonly (readonly [string, 'http01' | 'dns01', (world: Issued) => unknown, string])[] = [
  [
    'its records lead elsewhere',
    'http01',
    async ({ names, edge }) => {
      await listen(elsewhere, (_request, answer) => answer.writeHead(404).end(), edge.port);
      names.setRecords([`${host} A ${elsewhere}`]);
    },
    'records_elsewhere',
  ],
  ['port 80 is closed', 'http01', ({ edge }) => edge.close(), 'port_80_closed'],
  [
    'CAA records name another authority',
    'http01',
    ({ names }) => names.addRecords('example.com CAA 0 issue "other.test"'),
    'caa_forbids',
  ],
  [
    'CAA records name another account',
    'http01',
    ({ names }) =>
      names.addRecords('example.com CAA 0 issue "letsencrypt.org; accounturi=https://acme.test/acct/2"'),
    'caa_other_account',
  ],
  [
    'a CAA record is malformed',
    'http01',
    ({ names }) => names.addRecords('example.com CAA 0 issue "letsencrypt.org; %%%%"'),
    'caa_malformed',
  ],
  [
    'name servers fail on CAA',
    'http01',
    ({ names }) => names.setFault(host, 'SERVFAIL', 'CAA'),
    'caa_unanswered',
  ],
  ['the CNAME for challenges is gone', 'dns01', ({ names }) => names.setRecords([]), 'delegation_missing'],
  [
    'the CNAME for challenges leads to another zone',
    'dns01',
    ({ names }) => names.setRecords([`_acme-challenge.${host} CNAME x.other.test`]),
    'delegation_elsewhere',
  ],
  [
    'CAA records do not permit DNS',
    'dns01',
    ({ names }) => names.addRecords('example.com CAA 0 issue "letsencrypt.org; validationmethods=http-01"'),
    'caa_other_method',
  ],
];

test.each(causes)('it is known a week before when %s', async (_name, challengeType, breakIt, causeCode) => {
  for (const days of [45, 90]) {
    const world = await issued({
      days,
      challengeType,
      records: challengeType === 'http01' ? [leadsHere] : [],
    });
    if (challengeType === 'dns01') world.names.addRecords(delegated(world.accountUuid));
    const { dueAt, issuedAt, passUntil, renewal, observed, checkedAt } = world;
    expect(await renewal()).toEqual({
      dueAt,
      state: 'unknown',
      reason: null,
      causeCode: null,
      checkedAt: null,
    });
    await breakIt(world);
    await passUntil(dueAt - 7 * dayMs);
    expect(await renewal()).toMatchObject({
      dueAt,
      state: 'will_fail',
      causeCode,
      reason: expect.any(String),
    });
    expect(kindOf('renewal_will_fail').causes).toHaveProperty(causeCode);
    const [first = 0] = checkedAt;
    expect(first).toBeGreaterThanOrEqual(Math.max(dueAt - 14 * dayMs, issuedAt + dayMs - 2 * hourMs));
    expect(observed[0]).toMatchObject({
      kind: 'renewal_will_fail',
      subject: { type: 'custom_domain', host },
      seen: { state: 'bad', causeCode, evidence: { host } },
    });
  }
});

test('every cause that CAA records may have is one of the finding', () => {
  expect(Object.keys(kindOf('renewal_will_fail').causes)).toEqual(expect.arrayContaining([...caaCauses]));
});

test.each([
  ['at our address', 'http01', [leadsHere, 'example.com CAA 0 issue "letsencrypt.org"'], undefined],
  ['through a DNS record', 'dns01', ['example.com CAA 0 issuewild ";"'], undefined],
  ['through a CDN of the customer', 'http01', [`${host} A ${elsewhere}`], elsewhere],
] as const)('it works, daily from 14 days before: %s', async (_name, challengeType, records, proxy) => {
  const world = await issued({ days: 90, challengeType, records });
  if (challengeType === 'dns01') world.names.addRecords(delegated(world.accountUuid));
  if (proxy !== undefined) await listen(proxy, asTheEdge, world.edge.port);
  const { dueAt, passUntil, renewal, observed, checkedAt, clock } = world;
  await passUntil(dueAt);
  expect(await renewal()).toMatchObject({ state: 'ok', reason: null, causeCode: null });
  expect(checkedAt.length).toBeGreaterThanOrEqual(13);
  expect(checkedAt.length).toBeLessThanOrEqual(15);
  expect(observed.every(({ seen }) => seen.state === 'good')).toBe(true);
  expect(clock.time - (checkedAt.at(-1) ?? 0)).toBeLessThanOrEqual(dayMs);
});

test('short lifetimes are rehearsed every six hours, from a day after the certificate was issued', async () => {
  const { dueAt, issuedAt, passUntil, checkedAt } = await issued({ days: 6, records: [leadsHere] });
  await passUntil(dueAt);
  const [first = 0, second = 0] = checkedAt;
  expect(first - issuedAt).toBeGreaterThanOrEqual(dayMs - hourMs);
  expect(first - issuedAt).toBeLessThanOrEqual(dayMs + 6 * hourMs);
  expect(second - first).toBe(6 * hourMs);
});

test('a renewal is due, and rehearsed, when its authority or the next attempt after a failure has it', async () => {
  const world = await issued({ days: 90, records: [leadsHere] });
  const { store, clock, dueAt, issuedAt, passUntil, renewal, checkedAt, take } = world;
  const certificates = new AutomaticCertificates(store);
  const look = async () => {
    await certificates.wantNow(host);
    const [taken] = await take();
    if (!taken) throw new Error('not taken');
    return taken;
  };
  const renewAt = issuedAt + 20 * dayMs;
  expect(await renewal()).toMatchObject({ dueAt });
  await certificates.putOff(await look(), renewAt, renewAt);
  expect(await renewal()).toMatchObject({ dueAt: renewAt });
  await passUntil(renewAt);
  const [first = 0] = checkedAt;
  expect(first).toBeGreaterThanOrEqual(renewAt - 14 * dayMs);
  expect(first).toBeLessThanOrEqual(renewAt - 14 * dayMs + 6 * hourMs);
  const nextAttemptAt = clock.time + hourMs;
  const failure = {
    failures: 1,
    nextAttemptAt,
    reason: 'no',
    code: 'authority_refused',
    askedAt: null,
  } as const;
  await certificates.fail(await look(), failure);
  expect(await renewal()).toMatchObject({ dueAt: nextAttemptAt });
});

test('silence is no failure, and what is put right is seen', async () => {
  const { names, dueAt, passUntil, renewal, observed } = await issued({ days: 45, records: [leadsHere] });
  names.addRecords('example.com CAA 0 issue "other.test"');
  await passUntil(dueAt - 12 * dayMs);
  expect(await renewal()).toMatchObject({ state: 'will_fail' });
  names.setRecords([leadsHere]);
  names.setFault(host, 'silent', 'CAA');
  await passUntil(dueAt - 11 * dayMs);
  expect(await renewal()).toMatchObject({ state: 'unknown', causeCode: 'records_unanswered' });
  expect(observed.at(-1)?.seen).toEqual({ state: 'none' });
  names.setFault(host, undefined, 'CAA');
  await passUntil(dueAt - 10 * dayMs);
  expect(await renewal()).toMatchObject({ state: 'ok' });
  expect(observed.at(-1)?.seen).toEqual({ state: 'good' });
});

test('a domain is good only when its www. host is, too', async () => {
  const records = [leadsHere, `www.${host} A ${ours}`, `www.${host} CAA 0 issue "other.test"`];
  const { dueAt, passUntil, observed, store, accountUuid } = await issued({
    days: 45,
    redirectToWww: true,
    records,
  });
  await passUntil(dueAt - 7 * dayMs);
  expect(observed.at(-1)?.seen).toMatchObject({ state: 'bad', evidence: { host: `www.${host}` } });
  expect(observed.some(({ seen }) => seen.state === 'good')).toBe(false);
  const { subject } = await new RenewalRehearsals(store).findSubject(accountUuid, `www.${host}`);
  expect(subject).toMatchObject({ type: 'custom_domain', host });
});

test('nothing is tried for a host that a custom certificate serves, or that nobody has any more', async () => {
  const { store, accountUuid, domain, dueAt, passUntil, checkedAt, renewal } = await issued({
    days: 45,
    records: [],
  });
  await new CustomDomains(store).delete(accountUuid, domain.upstreamUuid, domain.uuid);
  await passUntil(dueAt);
  expect(checkedAt).toEqual([]);
  expect(await renewal()).toBeUndefined();
});
