/** TLS with visitors: the lowest version of a host, and client certificates. */
import tls, { type ConnectionOptions } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { makeAuthority, makeCertificate } from '../support/certificate-maker.ts';
import { createDomain as createProxied, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { createDomain, ownerWithUpstream, postDomain, put } from './domain-resources.ts';
import { expectError, newHost, type Row } from './row.ts';

const ofOneHost = 'docs/reference/tls.md ("Of one host")';
const clientCertificates = 'docs/reference/tls.md ("Client certificates")';

/** The answer to one request over a connection of its own; 'refused' where there is none. */
async function over(service: ServiceClient, host: string, options: ConnectionOptions = {}): Promise<string> {
  const socket = tls.connect({
    port: service.tlsPort,
    host: '127.0.0.1',
    servername: host,
    rejectUnauthorized: false,
    ...options,
  });
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.on('close', resolve));
  return received === '' ? 'refused' : received;
}

const statusOf = (answer: string): string => (answer === 'refused' ? answer : answer.slice(9, 12));

async function proxied(service: ServiceClient, attributes: Readonly<Record<string, unknown>>) {
  const upstream = await startUpstream((request, answer) => answer.end(JSON.stringify(request.headers)));
  onTestFinished(() => upstream.close());
  const host = newHost();
  const { uuid, upstreamUuid } = await createProxied(service, host, upstream.port, attributes);
  const path = `/api/v1/accounts/${service.accountUuid}/upstreams/${upstreamUuid}/custom_domains/${uuid}`;
  const change = async (json: Readonly<Record<string, unknown>>) =>
    expect((await service.api(path, { method: 'PUT', json })).status).toBe(200);
  return { host, change };
}

export const visitorsTlsRows: readonly Row[] = [
  {
    source: ofOneHost,
    statement: 'tls_min_version is 1.2, 1.3 or null, and applies to handshakes from the PUT on',
    codes: ['tls_min_version_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const domain = await createDomain(service, owner, upstream);
      expect(domain.tls_min_version).toBeNull();
      for (const tls_min_version of ['1.2', '1.3', null])
        expect((await put(service, owner, domain, { tls_min_version })).body).toMatchObject({
          tls_min_version,
        });
      const form = { tls_min_version: '' };
      const emptied = await service.api(domain.path, { method: 'PUT', token: owner.token, form });
      expect(emptied.body).toMatchObject({ tls_min_version: null });
      for (const tls_min_version of ['1.1', '', 1.3, 'TLSv1.3', true]) {
        const attributes = { tls_min_version };
        const refusal = [400, 'tls_min_version_invalid', '1.2 or 1.3 or null'] as const;
        expectError(await put(service, owner, domain, attributes), ...refusal);
        expectError(await postDomain(service, owner, upstream, attributes), ...refusal);
      }
      const { host, change } = await proxied(service, {});
      const old = { maxVersion: 'TLSv1.2' } as const;
      expect(statusOf(await over(service, host, old))).toBe('200');
      await change({ tls_min_version: '1.3' });
      expect(statusOf(await over(service, host, old))).toBe('refused');
      expect(statusOf(await over(service, host))).toBe('200');
    },
  },
  {
    source: ofOneHost,
    statement: 'a host can’t have a lower version than NAMEPLATE_TLS_MIN_VERSION',
    codes: ['tls_min_version_invalid'],
    async check(_service, bench) {
      const service = await bench.sharedService({
        ...loopbackUpstreams,
        NAMEPLATE_EDGE_HTTPS_PORT: String(await freePort()),
        NAMEPLATE_TLS_MIN_VERSION: '1.3',
      });
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const refused = await postDomain(service, owner, upstream, { tls_min_version: '1.2' });
      expectError(refused, 400, 'tls_min_version_invalid', '"1.2"', 'lowest version is 1.3');
      const domain = await createDomain(service, owner, upstream, { tls_min_version: '1.3' });
      const lowered = await put(service, owner, domain, { tls_min_version: '1.2' });
      expectError(lowered, 400, 'tls_min_version_invalid');
      expect((await put(service, owner, domain, { tls_min_version: null })).status).toBe(200);
      const { host } = await proxied(service, {});
      expect(statusOf(await over(service, host, { maxVersion: 'TLSv1.2' }))).toBe('refused');
      expect(statusOf(await over(service, host))).toBe('200');
    },
  },
  {
    source: clientCertificates,
    statement: 'tls_client_ca is 1 to 20 authorities in PEM, kept as they were sent; errors never quote it',
    codes: ['tls_client_ca_invalid'],
    async check(service) {
      const { upstream, ...owner } = await ownerWithUpstream(service);
      const made = makeAuthority('Staff');
      const tls_client_ca = `# é\r\n${made.pem}${makeAuthority('Other').pem}\n`;
      const domain = await createDomain(service, owner, upstream, { tls_client_ca });
      expect(domain.tls_client_ca).toBe(tls_client_ca);
      expect((await put(service, owner, domain, { maintenance: true })).body.tls_client_ca).toBe(
        tls_client_ca,
      );
      const secret = made.keyPem.slice(40, 60);
      for (const wrong of [
        'not PEM',
        made.pem.slice(0, 200),
        made.pem.repeat(21),
        made.pem + made.keyPem,
        made.keyPem,
        makeCertificate().pem,
        made.pem + makeCertificate({ issuer: made }).pem,
        made.pem + ' '.repeat(16_384),
        null,
        7,
      ]) {
        for (const answer of [
          await postDomain(service, owner, upstream, { tls_client_ca: wrong }),
          await put(service, owner, domain, { tls_client_ca: wrong }),
        ]) {
          expectError(answer, 400, 'tls_client_ca_invalid', 'tls_client_ca', '1 to 20 certificates');
          expect(JSON.stringify(answer.body)).not.toContain(secret);
        }
      }
      expect((await put(service, owner, domain, { tls_client_ca: '' })).body.tls_client_ca).toBe('');
    },
  },
  {
    source: clientCertificates,
    statement: 'a host asks for client certificates on every worker, from the PUT on, until they are removed',
    process: 'several workers',
    async check(service) {
      const [staff, other] = [makeAuthority('Staff'), makeAuthority('Other')];
      const ann = makeCertificate({ issuer: staff, sans: null });
      const { host, change } = await proxied(service, { tls_client_ca: staff.pem });
      const shown = { cert: ann.pem, key: ann.keyPem };
      const statuses = async (options: ConnectionOptions = {}) => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => over(service, host, options)));
        return [...new Set(answers.map(statusOf))];
      };
      expect(await statuses(shown)).toEqual(['200']);
      expect(await statuses()).toEqual(['403']);
      expect(await over(service, host)).toContain('client_certificate_required');
      expect(await over(service, host, shown)).toContain('x-client-cert-subject":"CN=leaf"');
      const clear = await service.edge(host, '/x?y=1');
      expect(clear).toMatchObject({ status: 308, location: `https://${host}/x?y=1` });
      expect((await service.edge(host, '/.nameplate/health')).status).toBe(200);
      await change({ tls_client_ca: other.pem });
      expect(await statuses(shown)).toEqual(['403']);
      await change({ tls_client_ca: '' });
      expect(await statuses()).toEqual(['200']);
    },
  },
  {
    source: 'docs/reference/rules.md ("Conditions")',
    statement: 'client_certificate holds for any client certificate, or for those with certain fingerprints',
    async check(service) {
      const staff = makeAuthority('Staff');
      const [ann, bob] = [makeCertificate({ issuer: staff }), makeCertificate({ issuer: staff })];
      const { host } = await proxied(service, { tls_client_ca: staff.pem });
      const path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}/rules`;
      const print = await fingerprintOf(ann.der);
      const rules = [
        { if: { client_certificate: [print.toLowerCase().replaceAll(':', '')] }, then: { block: {} } },
        { if: { client_certificate: true }, then: { respond: { status: 410 } } },
      ];
      const stored = await service.api(path, { method: 'PUT', json: { rules } });
      expect(stored.body.rules[0].if).toEqual({ client_certificate: [print] });
      const status = async ({ pem: cert, keyPem: key }: typeof ann) =>
        statusOf(await over(service, host, { cert, key }));
      expect([await status(ann), await status(bob)]).toEqual(['403', '410']);
      const open = newHost();
      const others = path.replace(host, open);
      expect((await service.api(others, { method: 'PUT', json: { rules } })).status).toBe(200);
      expect(statusOf(await over(service, open, { cert: ann.pem, key: ann.keyPem }))).toBe('404');
    },
  },
];

async function fingerprintOf(der: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(der));
  return Buffer.from(digest).toString('hex').toUpperCase().match(/../g)?.join(':') ?? '';
}
