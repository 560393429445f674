/** Custom certificates: their fields and routes. */
import { expect } from 'vitest';
import { makeCertificate } from '../support/certificate-maker.ts';
import {
  addCertificate,
  certificateFields,
  newCertificateOwner,
  uploadCertificate,
  type WireCertificate,
} from './certificate-resources.ts';
import { expectError, type Row, timestamp, unknownUuid, uuidV7 } from './row.ts';

export const certificateRows: readonly Row[] = [
  {
    source: 'docs/reference/certificates.md ("Fields")',
    statement: 'a custom certificate has exactly the fields of the table',
    postgres: 'types of columns',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const certificate = await addCertificate(service, owner);
      expect(Object.keys(certificate)).toEqual(certificateFields);
      expect(certificate.uuid).toMatch(uuidV7);
      for (const time of [certificate.expires_at, certificate.not_before, certificate.created_at]) {
        expect(time).toMatch(timestamp);
      }
      expect(certificate.sans).toEqual([expect.any(String)]);
      const { uuid, expires_at, not_before, created_at, sans, ...texts } = certificate;
      expect([uuid, expires_at, not_before, created_at, sans]).not.toContain(undefined);
      for (const text of Object.values(texts)) expect(text).toEqual(expect.any(String));
    },
  },
  {
    source: 'docs/reference/certificates.md ("Fields")',
    statement: 'all fields are read-only: what a body has of them is ignored',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const fetched = await addCertificate(service, owner);
      const made = makeCertificate();
      const answer = await uploadCertificate(service, owner, {
        ...fetched,
        certificate: made.pem,
        private_key: made.keyPem,
      });
      expect(answer.status).toBe(201);
      for (const field of ['uuid', 'fingerprint', 'serial_number', 'sans'] as const) {
        expect(answer.body[field]).not.toEqual(fetched[field]);
      }
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'GET custom_certificates answers a page of certificates',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const none = await service.api(owner.certificates, { token: owner.token });
      expect(none).toMatchObject({ status: 200, body: { data: [], pagination: { page: 1, count: 0 } } });
      const certificate = await addCertificate(service, owner);
      const one = await service.api(owner.certificates, { token: owner.token });
      expect(one.status).toBe(200);
      expect(one.body).toEqual({ data: [certificate], pagination: { page: 1, count: 1 } });
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'GET custom_certificates/:certificate_uuid answers the certificate',
    async check(service) {
      const owner = await newCertificateOwner(service);
      const certificate = await addCertificate(service, owner);
      const { token } = owner;
      const answer = await service.api(`${owner.certificates}/${certificate.uuid}`, { token });
      expect(answer).toMatchObject({ status: 200, body: certificate });
      const upper = await service.api(`${owner.certificates}/${certificate.uuid.toUpperCase()}`, { token });
      expect(upper).toMatchObject({ status: 200, body: certificate });
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'DELETE custom_certificates/:certificate_uuid answers a message that names the uuid',
    codes: ['not_found'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const { uuid } = await addCertificate(service, owner);
      const item = `${owner.certificates}/${uuid}`;
      const answer = await service.api(item, { method: 'DELETE', token: owner.token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: expect.stringContaining(uuid) });
      for (const method of ['GET', 'DELETE']) {
        const gone = await service.api(item, { method, token: owner.token });
        expectError(gone, 404, 'not_found', 'custom certificate', uuid);
      }
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'a certificate that is not there, not a UUID or of another account is not found',
    codes: ['not_found'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const stranger = await newCertificateOwner(service);
      const { uuid } = await addCertificate(service, stranger);
      for (const named of [unknownUuid, 'x', uuid]) {
        for (const method of ['GET', 'DELETE']) {
          const answer = await service.api(`${owner.certificates}/${named}`, { method, token: owner.token });
          expectError(answer, 404, 'not_found', 'custom certificate', named);
        }
      }
      const foreign = await service.api(stranger.certificates, { token: owner.token });
      expectError(foreign, 404, 'not_found', 'account', stranger.accountUuid);
      expect((await service.api(`${stranger.certificates}/${uuid}`, { token: stranger.token })).status).toBe(
        200,
      );
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'certificates are not updated: PUT is 405 with Allow',
    codes: ['method_not_allowed'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const { uuid } = await addCertificate(service, owner);
      const item = `${owner.certificates}/${uuid}`;
      const answer = await service.api(item, { method: 'PUT', token: owner.token, json: {} });
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD');
    },
  },
  {
    source: 'docs/reference/certificates.md ("Routes")',
    statement: 'the certificate list has page and per_page, 20 a page by default, newest first',
    codes: ['page_invalid', 'per_page_invalid'],
    async check(service) {
      const owner = await newCertificateOwner(service);
      const uuids: string[] = [];
      for (let index = 0; index < 21; index++) uuids.unshift((await addCertificate(service, owner)).uuid);
      const page = async (query: string) => {
        const answer = await service.api(`${owner.certificates}${query}`, { token: owner.token });
        expect(answer.status).toBe(200);
        expect(answer.body.pagination.count).toBe(21);
        return answer.body.data.map(({ uuid }: WireCertificate) => uuid);
      };
      expect(await page('')).toEqual(uuids.slice(0, 20));
      expect(await page('?page=2')).toEqual(uuids.slice(20));
      expect(await page('?page=2&per_page=5')).toEqual(uuids.slice(5, 10));
      expect(await page('?page=9')).toEqual([]);
      for (const name of ['page', 'per_page'] as const) {
        const answer = await service.api(`${owner.certificates}?${name}=0`, { token: owner.token });
        expectError(answer, 400, `${name}_invalid`, name, '"0"');
      }
      const { headers } = await service.api(`${owner.certificates}?per_page=20`, { token: owner.token });
      expect(headers.get('link')).toContain(`<${owner.certificates}?per_page=20&page=2>; rel="next"`);
    },
  },
];
