/**
 * Certificates through DNS, from an authority that validates: the test's DNS server follows the customer's CNAME record and asks
 * the service's responder. Source: docs/reference/acme.md ("By a DNS record").
 */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { challengeLabel } from '../../src/core/challenge-label.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { AutomaticCertificates } from '../../src/features/automatic-certificates/certificate-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { DnsListeners } from '../../src/responder/listeners.ts';
import { Responder } from '../../src/responder/responder.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { ChallengeTexts } from '../../src/service/challenge-texts.ts';
import { domainOf, upstreamOf } from '../contract/control-store/stores.ts';
import { AcmeNode } from '../support/acme-node.ts';
import { builtProgram } from '../support/built-program.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { createDomain, loopbackUpstreams, startUpstream, type TestDomain } from '../support/domains.ts';
import { freePort, freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const isThere = findPebble();
if (!isThere) skipLoudly('certificates through DNS', 'no pebble on this machine');
// This process is already running and can't be made to trust the issuer of Pebble's certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const zone = 'acme.nameplate.test';
/** A CDN's. */
const elsewhere = '93.184.216.34';
const released: (() => Promise<unknown>)[] = [];
const register = (release: () => Promise<void>) => void released.push(release);
let dns: TestDnsServer;
let pebble: Pebble;
let ports: readonly number[] = [];

beforeAll(async () => {
  if (!isThere) return;
  dns = await TestDnsServer.start();
  register(() => dns[Symbol.asyncDispose]());
  ports = await freePorts(3);
  const [httpPort = 0, tlsPort = 0] = ports;
  pebble = await Pebble.start({ httpPort, tlsPort, dnsServer: dns.address }, register);
});

afterAll(async () => {
  for (const release of released.toReversed()) await release();
});

const recordOf = (accountUuid: string, host: string) =>
  `_acme-challenge.${host} CNAME ${challengeLabel(accountUuid, host)}.${zone}`;

describe.skipIf(!isThere)('a service with a zone', () => {
  let service: TestService;
  let upstreamPort = 0;

  beforeAll(async () => {
    if (!isThere) return;
    const upstream = await startUpstream();
    register(() => upstream.close());
    upstreamPort = upstream.port;
    const [httpPort, tlsPort, dnsPort] = ports;
    service = await TestService.start({
      dataDir: await tempDir('file'),
      env: {
        ...loopbackUpstreams,
        ...pebble.env,
        NAMEPLATE_EDGE_HTTP_PORT: String(httpPort),
        NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
        NAMEPLATE_DNS_ZONE: zone,
        NAMEPLATE_DNS_NAMESERVERS: 'ns.nameplate.test',
        NAMEPLATE_DNS_PORT: String(dnsPort),
      },
    });
    register(async () => void (await service.stop()));
    dns.delegate(zone, [`127.0.0.1:${dnsPort}`]);
  });

  const pathOf = ({ upstreamUuid, uuid }: TestDomain) =>
    `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
  const seen = async (domain: TestDomain) => (await service.api(pathOf(domain))).body;
  const verify = async (domain: TestDomain) =>
    (await service.api(`${pathOf(domain)}/verify_dns_records`, { method: 'POST' })).body;

  async function serial(servername: string): Promise<string> {
    const socket = tls.connect({ port: ports[1] ?? 0, host: '127.0.0.1', servername, ca: [...pebble.roots] });
    socket.on('error', () => {});
    try {
      await once(socket, 'secureConnect');
      return socket.getPeerX509Certificate()?.serialNumber ?? '';
    } catch {
      return '';
    } finally {
      socket.destroy();
    }
  }

  /** Waits for a certificate other than `before`: the store has one a moment before the worker. */
  async function servedSerial(servername: string, before = ''): Promise<string> {
    let served = '';
    await expect
      .poll(async () => (served = await serial(servername)))
      .toSatisfy((found: string) => !['', before].includes(found));
    return served;
  }

  it('has a certificate before any visitor comes, renews it, and needs only the one record', async () => {
    const host = 'shop.example.com';
    dns.setRecords([`${host} A ${elsewhere}`, 'example.com NS ns1.example.com']);
    const domain = await createDomain(service, host, upstreamPort, { challenge_type: 'dns01' });
    const { dns_records: wanted } = await seen(domain);
    expect(wanted).toContainEqual({
      type: 'CNAME',
      name: `_acme-challenge.${host}`,
      value: `${challengeLabel(service.accountUuid, host)}.${zone}`,
    });
    expect((await verify(domain)).dns_check.problems).toContainEqual(
      expect.stringContaining(`_acme-challenge.${host} has no CNAME record`),
    );
    expect(pebble.output).not.toContain('Issued certificate serial');

    dns.addRecords(recordOf(service.accountUuid, host));
    // Its visitors go to another proxy, which is no reason to wait.
    expect(await verify(domain)).toMatchObject({ status: 'dns_records_not_found' });
    await expect.poll(async () => (await seen(domain)).tls_certificate_issued).toBe(true);
    const first = await servedSerial(host);
    expect(pebble.output).not.toContain('http-01');

    await run(process.execPath, [builtProgram, 'certificate', 'issue', host], { env: service.env });
    await servedSerial(host, first);

    // Without the record there is no order, and the certificate is served on.
    dns.setRecords([`${host} A ${elsewhere}`]);
    const orders = pebble.output.match(/There are now \d+ orders/g)?.length;
    await run(process.execPath, [builtProgram, 'certificate', 'issue', host], { env: service.env }).catch(
      () => {},
    );
    await expect
      .poll(async () => (await seen(domain)).certificate.last_error)
      .toContain(`_acme-challenge.${host} has no CNAME record`);
    expect(pebble.output.match(/There are now \d+ orders/g)?.length).toBe(orders);
    expect(await serial(host)).not.toBe('');
  });

  it('has a wildcard’s certificate before any visitor comes, for all hosts below it, by the one record of its domain', async () => {
    const base = 'wild.example';
    dns.setRecords([`*.${base} A ${elsewhere}`, `${base} A ${elsewhere}`, `${base} NS ns1.${base}`]);
    const wildcard = await createDomain(service, `*.${base}`, upstreamPort);
    const bare = await createDomain(service, base, upstreamPort, { challenge_type: 'dns01' });
    const [, ofWildcard] = (await seen(wildcard)).dns_records;
    expect(ofWildcard).toMatchObject({ type: 'CNAME', name: `_acme-challenge.${base}` });
    expect((await seen(bare)).dns_records).toContainEqual(ofWildcard);
    dns.addRecords(recordOf(service.accountUuid, base));
    for (const domain of [wildcard, bare]) {
      expect(await verify(domain)).toMatchObject({
        challenge_type: 'dns01',
        status: 'dns_records_not_found',
      });
      await expect.poll(async () => (await seen(domain)).tls_certificate_issued).toBe(true);
    }
    const first = await servedSerial(`a.${base}`);
    expect(await serial(`b.${base}`)).toBe(first);
    await servedSerial(base, first);
    expect(await serial(`a.b.${base}`)).toBe('');

    await run(process.execPath, [builtProgram, 'certificate', 'issue', `*.${base}`], { env: service.env });
    const second = await servedSerial(`a.${base}`, first);
    expect(await serial(`b.${base}`)).toBe(second);
  });

  it('orders none for a wildcard that is not validated through DNS, and says so', async () => {
    const host = '*.plain.example';
    dns.setRecords([`${host} A 127.0.0.1`]);
    const domain = await createDomain(service, host, upstreamPort, { challenge_type: 'http01' });
    expect(await verify(domain)).toMatchObject({ status: 'dns_records_found', dns_check: { problems: [] } });
    await expect
      .poll(async () => (await seen(domain)).certificate?.last_error)
      .toContain(`A certificate for ${host} can be had through DNS only`);
    expect(pebble.output).not.toContain('plain.example');
  });

  it('gives the next account with the host no certificate by the record that was left behind', async () => {
    const host = 'left.example.com';
    dns.setRecords([`${host} A 127.0.0.1`, recordOf('01990000-0000-7000-8000-000000000001', host)]);
    const domain = await createDomain(service, host, upstreamPort, { challenge_type: 'dns01' });
    const { status, dns_check: found } = await verify(domain);
    expect(status).toBe('dns_records_found');
    expect(found.problems).toEqual([expect.stringContaining(`_acme-challenge.${host} leads to `)]);
    await run(process.execPath, [builtProgram, 'certificate', 'issue', host], { env: service.env }).catch(
      () => {},
    );
    await expect.poll(async () => (await seen(domain)).certificate?.last_error).toContain('and not to');
    expect(await seen(domain)).toMatchObject({ tls_certificate_issued: false });
  });
});

onEachControlStore('an order through DNS', (newLocation) => {
  it.skipIf(!isThere)('is validated at another node', async () => {
    const location = await newLocation('tables');
    const node = await AcmeNode.open({
      location,
      secretKey: newSecretKey(),
      directoryUrl: pebble.directoryUrl,
    });
    onTestFinished(() => node[Symbol.asyncDispose]());
    const other = await ControlStore.open(location, systemClock);
    onTestFinished(() => other[Symbol.asyncDispose]());
    const texts = new ChallengeTexts(other.acmeChallenges, systemClock);
    const options = {
      name: zone,
      nameServers: ['ns.nameplate.test'],
      findTexts: (label: string) => texts.find(label),
    };
    const responder = new Responder(options, systemClock);
    const listeners = await DnsListeners.open(responder, { host: '127.0.0.1', port: await freePort() });
    onTestFinished(() => listeners[Symbol.asyncDispose]());
    dns.delegate(zone, [`127.0.0.1:${listeners.port}`]);

    const { uuid: accountUuid } = await new Accounts(node.store).create('Acme');
    const upstream = await new Upstreams(node.store).create(accountUuid, upstreamOf('up.example.com'));
    const hosts = ['a.example.org', 'b.example.org'];
    dns.setRecords(hosts.map((host) => recordOf(accountUuid, host)));
    for (const host of hosts) {
      await new CustomDomains(node.store).create(
        accountUuid,
        upstream.uuid,
        domainOf(host, { challengeType: 'dns01' }),
      );
      await new AutomaticCertificates(node.store).want(host);
    }
    await node.certificates.issuer.runDue();
    expect(await Promise.all(hosts.map((host) => node.lastError(host)))).toEqual([null, null]);
    expect(await node.fingerprints(hosts)).toHaveLength(2);
    expect(responder.counts.answered).toBeGreaterThanOrEqual(2);
    // Nothing of it is left.
    expect(await other.acmeChallenges.findForDns(Date.now())).toEqual([]);
  });
});
