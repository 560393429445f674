/**
 * Automatic certificates of the running service, from an authority that validates. Source: docs/reference/acme.md
 * ("What is ordered, and when").
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import tls, { type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { createDomain, loopbackUpstreams, startUpstream, type TestDomain } from '../support/domains.ts';
import { freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const isThere = findPebble();
if (!isThere) skipLoudly('automatic certificates of the service', 'no pebble on this machine');

const released: (() => Promise<unknown>)[] = [];
const register = (release: () => Promise<void>) => void released.push(release);
let pebble: Pebble;
let service: TestService;
let tlsPort = 0;
let upstreamPort = 0;

beforeAll(async () => {
  if (!isThere) return;
  const [httpPort = 0, port = 0] = await freePorts(2);
  tlsPort = port;
  pebble = await Pebble.start({ httpPort, tlsPort, validitySeconds: 90 * 86_400 }, register);
  const upstream = await startUpstream();
  register(() => upstream.close());
  upstreamPort = upstream.port;
  const dataDir = await tempDir('file');
  service = await TestService.start({
    dataDir,
    workers: 2,
    env: {
      ...loopbackUpstreams,
      ...pebble.env,
      NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
      NAMEPLATE_EDGE_HTTP_PORT: String(httpPort),
      NAMEPLATE_EDGE_HTTPS_PORT: String(tlsPort),
      NAMEPLATE_RATE_LIMIT: '0',
    },
  });
  register(async () => void (await service.stop()));
});

afterAll(async () => {
  for (const release of released.toReversed()) await release();
});

async function shakeHands(servername: string, port: number, authority: Pebble): Promise<TLSSocket> {
  const socket = tls.connect({
    port,
    host: '127.0.0.1',
    servername,
    ca: [...authority.roots],
    // A client that names nobody has no name to compare.
    checkServerIdentity: (host, certificate) =>
      servername === '' ? undefined : tls.checkServerIdentity(host, certificate),
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

/** The serial number of the certificate that a host is served with and that leads to a root of pebble's; '' for none. */
async function serial(
  servername: string,
  port: number = tlsPort,
  authority: Pebble = pebble,
): Promise<string> {
  try {
    const socket = await shakeHands(servername, port, authority);
    const { serialNumber = '' } = socket.getPeerX509Certificate() ?? {};
    socket.destroy();
    return serialNumber;
  } catch {
    return '';
  }
}

/** A change reaches the workers one after the other: what twenty connections for these names are served with, as it differs. */
async function serialsOf(...servernames: string[]): Promise<string[]> {
  const all = servernames.flatMap((servername) => Array.from({ length: 20 }, () => serial(servername)));
  return [...new Set(await Promise.all(all))];
}

const oneSerial = [expect.stringMatching(/./)];

const pathOf = ({ upstreamUuid, uuid }: TestDomain) =>
  `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;

async function seen(domain: TestDomain) {
  return (await service.api(pathOf(domain))).body;
}

/** Creates a domain and has its records checked at once, as its owner would. */
async function verified(
  host: string,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<TestDomain> {
  const domain = await createDomain(service, host, upstreamPort, attributes);
  await verify(domain);
  return domain;
}

async function verify(domain: TestDomain): Promise<void> {
  const { body } = await service.api(`${pathOf(domain)}/verify_dns_records`, { method: 'POST' });
  expect(body.status).toBe('dns_records_found');
}

async function issueAgain(host: string): Promise<void> {
  const { stdout } = await run(process.execPath, [builtProgram, 'certificate', 'issue', host], {
    env: service.env,
  });
  expect(stdout).toContain(host);
}

/** What the command line lists of a host. */
async function listed(host: string) {
  const args = [builtProgram, 'certificate', 'automatic', '--all', '--json'];
  const { stdout } = await run(process.execPath, args, { env: service.env });
  const { data }: { data: { host: string; last_error: string | null; expires_at: string | null }[] } =
    JSON.parse(stdout);
  return data.find((each) => each.host === host);
}

describe.skipIf(!isThere)('automatic certificates', () => {
  it('come by themselves to a custom domain that leads here, and to its www. host', async () => {
    const domain = await verified('shop.example.com', { redirect_to_www: true });
    await expect.poll(async () => (await seen(domain)).tls_certificate_issued).toBe(true);
    expect(await seen(domain)).toMatchObject({
      status: 'dns_records_found',
      certificate: { issuer: expect.stringContaining('Pebble'), last_error: null },
    });
    await expect.poll(() => serialsOf('shop.example.com')).toEqual(oneSerial);
    await expect.poll(() => serialsOf('www.shop.example.com'), { interval: 300 }).toEqual(oneSerial);
    expect(await serial('www.shop.example.com')).not.toBe(await serial('shop.example.com'));
    expect(await service.edge('www.shop.example.com', '/x')).toMatchObject({
      status: 308,
      location: 'https://www.shop.example.com/x',
    });
    expect(service.output).not.toMatch(/PRIVATE KEY/);
  });

  it('come by themselves to the public name of the edge, for clients that name no host as well', async () => {
    await expect.poll(() => serialsOf('edge.example.net', ''), { interval: 300 }).toEqual(oneSerial);
    const doctor = await run(process.execPath, [builtProgram, 'doctor', '--json'], {
      env: service.env,
    }).catch((error: { stdout: string }) => error);
    const { findings }: { findings: { level: string; check: string; message: string }[] } = JSON.parse(
      doctor.stdout,
    );
    const found = (check: string) => findings.filter((finding) => finding.check === check);
    expect(found('certificate authority')).toMatchObject([
      { level: 'ok', message: expect.stringContaining(`${pebble.directoryUrl} answers`) },
    ]);
    expect(found('account with the authority')).toMatchObject([
      { level: 'ok', message: expect.stringContaining('Registered: https://127.0.0.1:') },
    ]);
    expect(found('certificate of the edge')).toMatchObject([
      { level: 'ok', message: expect.stringMatching(/^edge\.example\.net has one until 20/) },
    ]);
    // Port 80 of 127.0.0.1 leads nowhere, or to somebody else.
    expect(found('public ports')[0]).toMatchObject({ level: 'warning' });
  });

  it('come to the host of a redirect at its first handshake, and to every worker', async () => {
    await service.api(service.redirects, {
      json: { source_host: 'old.example.com', destination_url: 'https://dest.example' },
    });
    expect(await serial('old.example.com')).toBe('');
    await expect.poll(() => serialsOf('old.example.com'), { interval: 300 }).toEqual(oneSerial);
    expect(await serial('nobody.example.com')).toBe('');
    expect(await listed('nobody.example.com')).toBeUndefined();
  });

  it('are not ordered for hosts that lead elsewhere, which are told why, until they lead here', async () => {
    await pebble.setAddresses('lost.example.com', ['192.0.2.7']);
    const domain = await createDomain(service, 'lost.example.com', upstreamPort);
    expect(await serial('lost.example.com')).toBe('');
    await expect.poll(async () => (await seen(domain)).certificate?.last_error).toContain('192.0.2.7');
    expect(pebble.output).not.toContain('lost.example.com');
    await pebble.clearAddresses('lost.example.com');
    await verify(domain);
    await expect.poll(() => serial('lost.example.com')).not.toBe('');
    expect((await seen(domain)).certificate.last_error).toBeNull();
  });

  it('survive an authority that is away and comes back with nothing in its memory', async () => {
    await pebble.stop();
    const domain = await verified('away.example.com');
    await expect
      .poll(async () => (await seen(domain)).certificate?.last_error)
      .toContain('cannot be reached');
    expect((await listed('away.example.com'))?.last_error).toContain('cannot be reached');
    const { stdout } = await run(process.execPath, [builtProgram, 'doctor'], { env: service.env }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toMatch(/^problem +certificate authority +.* cannot be used \(.* cannot be reached/m);
    expect(stdout).toMatch(
      /^warning +automatic certificates +away\.example\.com: .*cannot be reached.*next one 20/m,
    );
    expect(stdout).toMatch(
      /^warning +automatic certificates +https:\/\/\S+ failed, as the log says: the service asks it again at 20\S+, when one order/m,
    );
    const before = await serial('shop.example.com');
    expect(before).not.toBe('');
    await pebble.restart();
    const stopped = await service.stop();
    expect(stopped).toBe(0);
    service = await TestService.startWith(service.env);
    await issueAgain('away.example.com');
    await expect.poll(() => serial('away.example.com')).not.toBe('');
    await issueAgain('shop.example.com');
    await expect.poll(() => serial('shop.example.com')).not.toBe(before);
    expect(await serial('shop.example.com')).not.toBe('');
  });

  it('are still there, and go on, after the service was killed in the middle of an order', async () => {
    // A random part of an hour: no order is done before the kill.
    await pebble.restart({ PEBBLE_VA_NOSLEEP: '0', PEBBLE_VA_SLEEPTIME: '3600' });
    await createDomain(service, 'killed.example.com', upstreamPort);
    await serial('killed.example.com');
    await expect.poll(() => pebble.output).toMatch(/killed\.example\.com/);
    await service.kill();
    expect(await listed('killed.example.com')).toMatchObject({ expires_at: null });
    await pebble.restart();
    service = await TestService.startWith(service.env);
    // At once, not in the 90 s that the lease has left.
    await expect.poll(() => serial('killed.example.com')).not.toBe('');
  });

  it('are counted, and go with the domain', async () => {
    const domain = await createDomain(service, 'short.example.com', upstreamPort);
    await expect.poll(() => serial('short.example.com'), { interval: 300 }).not.toBe('');
    const metrics = async () => (await service.api('/metrics')).body;
    // Read from the control store every 15 s.
    await expect.poll(metrics).toMatch(/^nameplate_acme_certificates\{state="valid"\} [3-9]$/m);
    await expect.poll(metrics).toMatch(/^nameplate_acme_attempts_total\{outcome="issued"\} [1-9]$/m);
    expect(await metrics()).toMatch(/^nameplate_acme_certificate_soonest_expiry_seconds \d{7}/m);
    expect((await service.api(pathOf(domain), { method: 'DELETE' })).status).toBe(200);
    expect(await serial('short.example.com')).toBe('');
    expect(await listed('short.example.com')).toBeUndefined();
  });
});

describe.skipIf(!isThere)('a service without a port for clear text', () => {
  it('answers by TLS-ALPN-01, and renews in time', async () => {
    const [port = 0, closed = 0] = await freePorts(2);
    const own = await Pebble.start({ httpPort: closed, tlsPort: port, validitySeconds: 30 }, register);
    const alone = await TestService.start({
      dataDir: await tempDir('file'),
      env: { ...own.env, NAMEPLATE_EDGE_HTTP_PORT: '0', NAMEPLATE_EDGE_HTTPS_PORT: String(port) },
    });
    register(async () => void (await alone.stop()));
    await alone.api(alone.redirects, {
      json: { source_host: 'alpn.example.com', destination_url: 'https://dest.example' },
    });
    const shown = () => serial('alpn.example.com', port, own);
    let first = '';
    await expect.poll(async () => (first = await shown())).not.toBe('');
    // Due after two thirds of its 30 seconds; one that has expired is none.
    await expect.poll(shown, { interval: 300 }).toSatisfy((second: string) => !['', first].includes(second));
  });
});
