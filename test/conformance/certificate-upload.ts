/** Uploads of custom certificates: what is taken, what is refused, and what is shown of it. */
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  exportKey,
  type MadeCertificate,
  makeAuthority,
  makeCertificate,
  newEcKey,
  newEd25519Key,
  newRsaKey,
  oids,
} from '../support/certificate-maker.ts';
import {
  addCertificate,
  newCertificateOwner,
  uploadCertificate,
  type WireCertificate,
} from './certificate-resources.ts';
import { expectError, newHost, type Row, withStore } from './row.ts';

const source = 'docs/reference/certificates.md ("What is refused")';

/** What is refused: the upload, its code, and what the sentence has to say. */
const refusals: readonly (readonly [
  what: string,
  make: () => { readonly certificate?: unknown; readonly private_key?: unknown },
  code: 'certificate_invalid' | 'private_key_invalid',
  mention: RegExp,
])[] = [
  ['nothing', () => ({}), 'certificate_invalid', /^certificate is missing/],
  [
    'no key',
    () => ({ certificate: makeCertificate().pem }),
    'private_key_invalid',
    /^private_key is missing/,
  ],
  ['a certificate that is no text', () => ({ certificate: 5 }), 'certificate_invalid', /not a string/],
  [
    'a key that is no text',
    () => ({ certificate: makeCertificate().pem, private_key: [exportKey(newEcKey())] }),
    'private_key_invalid',
    /not a string/,
  ],
  ['a certificate that is not PEM', () => ({ certificate: 'x' }), 'certificate_invalid', /not PEM/],
  [
    'a key that is not PEM',
    () => ({ certificate: makeCertificate().pem, private_key: 'x' }),
    'private_key_invalid',
    /not PEM/,
  ],
  [
    'one that expired',
    () => of(makeCertificate({ notBefore: new Date(0), notAfter: new Date(1000) })),
    'certificate_invalid',
    /expired at 1970-01-01T00:00:01\.000\+00:00/,
  ],
  [
    'one without subject alternative names',
    () => of(makeCertificate({ sans: null })),
    'certificate_invalid',
    /no subject alternative name/,
  ],
  [
    'a key of another certificate',
    () => ({ ...of(makeCertificate()), private_key: exportKey(newEcKey()) }),
    'private_key_invalid',
    /does not belong/,
  ],
  [
    'an RSA key under 2,048 bits',
    () => of(makeCertificate({ key: newRsaKey(1024) })),
    'certificate_invalid',
    /1024 bits/,
  ],
  ['an encrypted key', encrypted, 'private_key_invalid', /encrypted/],
  ['a SHA-1 signature', () => of(makeCertificate({ signature: 'sha1' })), 'certificate_invalid', /SHA-1/],
  [
    'a SHA-1 signature with RSA',
    () => of(makeCertificate({ key: newRsaKey(), signature: 'sha1' })),
    'certificate_invalid',
    /sha1WithRSAEncryption/,
  ],
];

function of({ pem, keyPem }: MadeCertificate) {
  return { certificate: pem, private_key: keyPem };
}

function encrypted() {
  const { pem, key } = makeCertificate();
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  return { certificate: pem, private_key: key.export(cipher).toString() };
}

export const customCertificateRows: readonly Row[] = [
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'POST stores the certificate: 201 with Location',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const answer = await uploadCertificate(service, owner, of(makeCertificate()));
      expect(answer.status).toBe(201);
      expect(answer.headers.get('location')).toBe(`${owner.certificates}/${answer.body.uuid}`);
      const fetched = await service.api(answer.headers.get('location') ?? '', { token: owner.token });
      expect(fetched.body).toEqual(answer.body);
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'an upload may be a form, multipart or JSON',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const form = of(makeCertificate());
      expect((await service.api(owner.certificates, { token: owner.token, form })).status).toBe(201);
      const parts = new FormData();
      for (const [name, value] of Object.entries(of(makeCertificate()))) parts.append(name, value);
      const multipart = await service.api(owner.certificates, { token: owner.token, body: parts });
      expect(multipart.status).toBe(201);
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'POST and DELETE need the write scope',
    codes: ['forbidden'],
    async check(service) {
      const owner = await newCertificateOwner(service, 'read');
      expectError(await uploadCertificate(service, owner, of(makeCertificate())), 403, 'forbidden', 'write');
      const item = `${owner.certificates}/01890000-0000-7000-8000-000000000000`;
      expectError(await service.api(item, { method: 'DELETE', token: owner.token }), 403, 'forbidden');
      expect((await service.api(owner.certificates, { token: owner.token })).status).toBe(200);
    },
  },
  ...refusals.map(
    ([what, make, code, mention]): Row => ({
      source,
      statement: `${what} is refused as ${code}`,
      codes: [code],
      async check(service) {
        const owner = await newCertificateOwner(service);
        const answer = await uploadCertificate(service, owner, make());
        expectError(answer, 400, code, code.replace('_invalid', ''));
        expect(answer.body.error).toMatch(mention);
        expect(answer.body.error).not.toContain('MI');
      },
    }),
  ),
  {
    source,
    statement: 'the certificate is checked before the key, and attributes that do not exist before both',
    codes: ['certificate_invalid', 'parameter_unknown'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const both = await uploadCertificate(service, owner, { certificate: 'x', private_key: 'x' });
      expectError(both, 400, 'certificate_invalid');
      const unknown = await uploadCertificate(service, owner, { certificate: 'x', key: 'y' });
      expectError(unknown, 400, 'parameter_unknown', '"key"', 'private_key');
    },
  },
  {
    source,
    statement: 'PEM sent as the body itself is refused without quoting it',
    codes: ['body_invalid'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const { keyPem } = makeCertificate();
      const answer = await service.api(owner.certificates, { token: owner.token, form: keyPem });
      expectError(answer, 400, 'body_invalid', 'PEM');
      expect(answer.body.error).not.toContain('MI');
    },
  },
  {
    source,
    statement: 'the same certificate twice is certificate_taken, in one account',
    postgres: 'a unique constraint',
    codes: ['certificate_taken'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const made = makeCertificate();
      const { uuid, fingerprint } = await addCertificate(service, owner, made);
      const again = await uploadCertificate(service, owner, of(made));
      expectError(again, 400, 'certificate_taken', uuid, fingerprint);
      await addCertificate(service, await newCertificateOwner(service), made);
    },
  },
  {
    source: 'docs/reference/certificates.md ("Fields")',
    statement: 'fingerprint, public_key_sha and serial_number are in the stated forms',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const made = makeCertificate({ serial: new Uint8Array([0x0f, 0xa0, 0x01]) });
      const certificate = await addCertificate(service, owner, made);
      const hex = createHash('sha256').update(made.der).digest('hex').toUpperCase();
      const spki = new X509Certificate(made.der).publicKey.export({ type: 'spki', format: 'der' });
      expect(certificate).toMatchObject({
        fingerprint: hex.match(/../g)?.join(':'),
        public_key_sha: createHash('sha1').update(spki).digest('hex'),
        serial_number: '0FA001',
      });
    },
  },
  {
    source: 'docs/reference/certificates.md ("Fields")',
    statement: 'issuer and subject are RFC 4514-style text with the most general part last',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const issuer = makeAuthority('R11', {
        subject: [[[oids.C, 'US']], [[oids.O, "Let's Encrypt"]], [[oids.CN, 'R11']]],
      });
      const made = makeCertificate({ issuer, subject: [[[oids.O, 'Bücher, Inc.']], [[oids.CN, 'a+b']]] });
      expect(await addCertificate(service, owner, made)).toMatchObject({
        issuer: "CN=R11,O=Let's Encrypt,C=US",
        subject: 'CN=a\\+b,O=Bücher\\, Inc.',
      });
    },
  },
  {
    source: 'docs/reference/certificates.md ("Fields")',
    statement: 'sans are the DNS names in the order of the certificate',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const sans = [
        'z.example.com',
        '*.example.com',
        'A.example.com',
        ...Array.from({ length: 97 }, newHost),
      ];
      expect((await addCertificate(service, owner, makeCertificate({ sans }))).sans).toEqual(sans);
    },
  },
  {
    source: 'docs/reference/certificates.md ("Fields")',
    statement: 'signature_algorithm is named as OpenSSL names it, for every kind of key',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const rsa = newRsaKey();
      for (const [made, name] of [
        [makeCertificate(), 'ecdsa-with-SHA256'],
        [makeCertificate({ key: newEcKey('secp384r1'), signature: 'sha384' }), 'ecdsa-with-SHA384'],
        [makeCertificate({ key: rsa }), 'sha256WithRSAEncryption'],
        [makeCertificate({ key: rsa, signature: 'pss-sha256' }), 'rsassaPss'],
        [makeCertificate({ key: newEd25519Key() }), 'ED25519'],
      ] as const) {
        expect((await addCertificate(service, owner, made)).signature_algorithm).toBe(name);
      }
    },
  },
  {
    source: 'docs/reference/certificates.md ("What is taken")',
    statement: 'a chain in any order and with its root is taken',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const root = makeAuthority('Root');
      const intermediate = makeAuthority('Intermediate', { issuer: root });
      const made = makeCertificate({ issuer: intermediate });
      const certificate = root.pem + intermediate.pem + made.pem;
      const answer = await uploadCertificate(service, owner, { certificate, private_key: made.keyPem });
      expect(answer).toMatchObject({ status: 201, body: { issuer: 'CN=Intermediate', subject: 'CN=leaf' } });
    },
  },
  {
    source: 'docs/reference/certificates.md ("What is taken")',
    statement: 'a missing intermediate is taken, and a log line names the issuer',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const name = `Intermediate ${newHost()}`;
      const issuer = makeAuthority(name, { issuer: makeAuthority('Root') });
      const { uuid } = await addCertificate(service, owner, makeCertificate({ issuer }));
      const line = () =>
        service.stdout.split('\n').find((text) => text.includes(uuid) && text.includes(name));
      await expect.poll(line).toContain('"level":"warn"');
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'the private key is never returned, never logged and nowhere in clear text on disk',
    async check(service, { engine }) {
      const owner = await newCertificateOwner(service);
      const made = makeCertificate();
      const secret = made.keyPem.split('\n')[1]?.slice(0, 40) ?? '';
      const { uuid } = await addCertificate(service, owner, made);
      const { token } = owner;
      const answers = [
        await service.api(`${owner.certificates}/${uuid}`, { token }),
        await service.api(owner.certificates, { token }),
        await uploadCertificate(service, owner, of(made)),
        await uploadCertificate(service, owner, { certificate: made.keyPem, private_key: made.keyPem }),
        await uploadCertificate(service, owner, {
          certificate: made.pem,
          private_key: made.keyPem.slice(0, 120),
        }),
        await uploadCertificate(service, owner, { certificate: made.pem, private_key: [made.keyPem] }),
        await service.api(owner.certificates, { token, form: made.keyPem }),
        await service.api(owner.certificates, {
          token,
          body: made.keyPem,
          headers: { 'content-type': 'application/json' },
        }),
        await service.api(`${owner.certificates}/${uuid}`, { method: 'DELETE', token }),
      ];
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret.slice(0, 16));
      expect(service.output).not.toContain(secret.slice(0, 16));
      if (engine === 'postgres') return;
      for (const file of ['control.db', 'control.db-wal']) {
        const bytes = await readFile(join(service.env.NAMEPLATE_DATA_DIR ?? '', file));
        expect(bytes.includes(secret)).toBe(false);
      }
    },
  },
  {
    source: 'docs/reference/certificates.md ("Which one is served")',
    statement: 'a custom domain tells of the certificate of its account that covers it now',
    postgres: 'certificates in the replica that workers read',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const { token, accountUuid } = owner;
      const upstreams = `/api/v1/accounts/${accountUuid}/upstreams`;
      const upstream = await service.api(upstreams, { token, json: { host: '93.184.216.34' } });
      const domains = `${upstreams}/${upstream.body.uuid}/custom_domains`;
      const host = newHost();
      const created = await service.api(domains, { token, json: { host } });
      expect(created.body).toMatchObject({ tls_certificate_issued: false, certificate: null });
      const read = async () => (await service.api(`${domains}/${created.body.uuid}`, { token })).body;

      await addCertificate(service, await newCertificateOwner(service), makeCertificate({ sans: [host] }));
      await addCertificate(
        service,
        owner,
        makeCertificate({ sans: [host], notBefore: new Date(Date.now() + 60_000) }),
      );
      expect(await read()).toMatchObject({ tls_certificate_issued: false, certificate: null });
      const wildcard = `*.${host.split('.').slice(1).join('.')}`;
      const { uuid, issuer, expires_at }: WireCertificate = await addCertificate(
        service,
        owner,
        makeCertificate({ sans: [wildcard] }),
      );
      const covered = { tls_certificate_issued: true, certificate: { issuer, expires_at, last_error: null } };
      expect(await read()).toMatchObject(covered);
      const list = await service.api(domains, { token });
      expect(list.body.data).toEqual([expect.objectContaining(covered)]);
      await service.api(`${owner.certificates}/${uuid}`, { method: 'DELETE', token });
      expect(await read()).toMatchObject({ tls_certificate_issued: false, certificate: null });
    },
  },
  {
    source: 'docs/reference/certificates.md ("Which one is served")',
    statement: 'a change of a certificate takes a revision, by which the edge knows the names',
    postgres: 'certificates in the replica that workers read',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const host = newHost();
      await withStore(service, async (store) => {
        const before = await store.routing.position();
        await addCertificate(service, owner, makeCertificate({ sans: [host, `*.${host}`] }));
        const changes = await store.routing.changesAfter(before, 1_000);
        const names = changes === 'gone' ? [] : changes.certificateNames;
        expect(names).toEqual(expect.arrayContaining([host, `*.${host}`]));
      });
    },
  },
];
