/** Custom certificates for the rows about them. */
import { expect } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../support/certificate-maker.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { newAccount, newHost } from './row.ts';

/** The fields of a custom certificate, in the order of an answer. */
export const certificateFields: readonly string[] = [
  'uuid',
  'expires_at',
  'not_before',
  'fingerprint',
  'issuer',
  'public_key_sha',
  'sans',
  'serial_number',
  'signature_algorithm',
  'subject',
  'created_at',
];

export type WireCertificate = {
  readonly uuid: string;
  readonly expires_at: string;
  readonly not_before: string;
  readonly fingerprint: string;
  readonly issuer: string;
  readonly public_key_sha: string;
  readonly sans: readonly string[];
  readonly serial_number: string;
  readonly signature_algorithm: string;
  readonly subject: string;
  readonly created_at: string;
};

/** An account and its certificates. */
export type CertificateOwner = {
  readonly token: string;
  readonly certificates: string;
  readonly accountUuid: string;
};

export async function newCertificateOwner(
  service: ServiceClient,
  scope: 'read' | 'write' = 'write',
): Promise<CertificateOwner> {
  const { accountUuid, token } = await newAccount(service, scope);
  return { accountUuid, token, certificates: `/api/v1/accounts/${accountUuid}/custom_certificates` };
}

export function uploadCertificate(
  service: ServiceClient,
  owner: CertificateOwner,
  attributes: Readonly<Record<string, unknown>>,
): Promise<ApiAnswer> {
  return service.api(owner.certificates, { token: owner.token, json: attributes });
}

/** Stores a certificate, by default one of a host of its own, and answers it; fails when it is refused. */
export async function addCertificate(
  service: ServiceClient,
  owner: CertificateOwner,
  made: MadeCertificate = makeCertificate({ sans: [newHost()] }),
): Promise<WireCertificate> {
  const answer = await uploadCertificate(service, owner, { certificate: made.pem, private_key: made.keyPem });
  expect(answer.body).toMatchObject({ uuid: expect.any(String) });
  expect(answer.status).toBe(201);
  return answer.body;
}
