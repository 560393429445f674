/** TLS to upstreams: certificates to trust, and those to show. */
import { expect } from 'vitest';
import { makeAuthority, makeCertificate, oids } from '../support/certificate-maker.ts';
import type { ApiAnswer } from '../support/service-client.ts';
import { createUpstream, newOwner, postUpstream, put } from './domain-resources.ts';
import { expectError, type Row } from './row.ts';

const source = 'docs/reference/domains.md ("TLS to upstreams")';

export const upstreamTlsRows: readonly Row[] = [
  {
    source,
    statement: 'tls_ca is 1 to 20 certificates, kept as they were sent; errors never quote what was sent',
    codes: ['tls_ca_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const made = makeAuthority('Root');
      const tls_ca = `# é\r\n${made.pem}${made.pem}\n\n`;
      const upstream = await createUpstream(service, owner, { tls_ca });
      expect(upstream.tls_ca).toBe(tls_ca);
      expect((await put(service, owner, upstream, { port: 8443 })).body.tls_ca).toBe(tls_ca);
      const secret = made.keyPem.slice(40, 60);
      for (const wrong of [
        'not PEM',
        made.pem.slice(0, 200),
        made.pem.repeat(21),
        made.pem + made.keyPem,
        made.keyPem,
        [made.keyPem],
        `${made.pem}\0`,
        made.pem + ' '.repeat(65_536),
        null,
        7,
      ]) {
        for (const answer of [
          await postUpstream(service, owner, { tls_ca: wrong }),
          await put(service, owner, upstream, { tls_ca: wrong }),
        ]) {
          expectError(answer, 400, 'tls_ca_invalid', 'tls_ca', '1 to 20 certificates in PEM');
          expect(JSON.stringify(answer.body)).not.toContain(secret);
        }
      }
      expect((await put(service, owner, upstream, { tls_ca: ' \n' })).body.tls_ca).toBe('');
    },
  },
  {
    source,
    statement: 'a client certificate is readable, its key never is, and stays while it fits',
    postgres: 'binary columns',
    codes: ['tls_client_certificate_invalid', 'tls_client_key_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const dayMs = 86_400_000;
      const notAfter = new Date(Math.floor(Date.now() / 1_000) * 1_000 + dayMs);
      const authority = makeAuthority('Clients');
      const made = makeCertificate({ issuer: authority, sans: null, notAfter });
      const certificate = made.pem + authority.pem;
      const created = await postUpstream(service, owner, {
        tls_client_certificate: certificate,
        tls_client_key: made.keyPem,
      });
      expect(created).toMatchObject({
        status: 201,
        body: {
          tls_client_certificate: certificate,
          tls_client_certificate_expires_at: notAfter.toISOString().replace('Z', '+00:00'),
        },
      });
      const path = `${owner.upstreams}/${String(created.body.uuid)}`;
      // Sent back as it was read, and with the key as it was written.
      const back = await put(service, owner, { path }, { ...created.body, port: 8443 });
      expect(back.body.tls_client_certificate).toBe(certificate);
      expect((await put(service, owner, { path }, { tls_client_key: made.keyPem })).status).toBe(200);
      const renewed = makeCertificate({ key: made.key, issuer: authority, sans: null });
      expect((await put(service, owner, { path }, { tls_client_certificate: renewed.pem })).status).toBe(200);

      const other = makeCertificate({ issuer: authority, sans: null });
      const expired = makeCertificate({
        key: made.key,
        notBefore: new Date(0),
        notAfter: new Date(Date.now() - dayMs),
      });
      const forServers = makeCertificate({ key: made.key, purposes: [oids.serverAuth] });
      const answers: ApiAnswer[] = [];
      for (const [name, attributes, reason] of [
        ['tls_client_certificate', { tls_client_certificate: 'x' }, 'it is not PEM'],
        [
          'tls_client_certificate',
          { tls_client_certificate: made.pem + made.keyPem },
          'it has a private key',
        ],
        ['tls_client_certificate', { tls_client_certificate: expired.pem }, 'it expired at'],
        ['tls_client_certificate', { tls_client_certificate: forServers.pem }, 'does not allow TLS clients'],
        ['tls_client_key', { tls_client_certificate: other.pem }, 'tls_client_key is missing'],
        ['tls_client_key', { tls_client_key: other.keyPem }, 'it does not belong to tls_client_certificate'],
        ['tls_client_key', { tls_client_key: made.pem }, 'it has no private key'],
        ['tls_client_key', { tls_client_key: [other.keyPem] }, 'it is not a string'],
        ['tls_client_key', { tls_client_certificate: '', tls_client_key: made.keyPem }, 'there is no'],
        [
          'tls_client_key',
          { tls_client_certificate: authority.pem + made.pem, tls_client_key: made.keyPem },
          'it belongs to certificate 2 of 2',
        ],
      ] as const) {
        const answer = await put(service, owner, { path }, attributes);
        expectError(answer, 400, `${name}_invalid`, reason, 'allowed:');
        answers.push(answer);
      }
      const gone = await put(service, owner, { path }, { tls_client_certificate: '' });
      expect(gone.body).toMatchObject({
        tls_client_certificate: '',
        tls_client_certificate_expires_at: null,
      });
      const trail = await service.api(`${owner.upstreams.replace('/upstreams', '')}/audit_events`, owner);
      answers.push(created, back, gone, trail);
      for (const { keyPem } of [made, other])
        expect(JSON.stringify(answers)).not.toContain(keyPem.slice(100, 120));
      expect(JSON.stringify(answers)).toContain('"tls_client_key":"[secret]"');
    },
  },
];
