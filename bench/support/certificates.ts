/** Certificates for benchmarks, each signed with its own key, and a control store full of them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckedCertificate, checkUpload } from '../../src/certificates/check-upload.ts';
import { SelfSigner } from '../../src/certificates/self-signed.ts';
import type { ServedCertificate } from '../../src/core/served-certificate.ts';
import { CustomCertificates } from '../../src/features/custom-certificates/custom-certificate-store.ts';
import { type FilledStore, openStore } from './nameplate.ts';

export type CertificateFiles = { readonly certificate: string; readonly privateKey: string };

/** Writes a P-256 certificate for a host and its key, for the peers. */
export async function writeCertificate(dir: string, host: string): Promise<CertificateFiles> {
  const { certificatePem, privateKeyPem } = new SelfSigner().issue(host, Date.now());
  const files = { certificate: join(dir, 'certificate.pem'), privateKey: join(dir, 'private-key.pem') };
  await writeFile(files.certificate, certificatePem);
  await writeFile(files.privateKey, privateKeyPem, { mode: 0o600 });
  return files;
}

/**
 * Stores a certificate for each host, past the API and the checks of what people upload: a transaction each, so many
 * take no time only where commits cost none. `dir` is the data directory that they will be in, with the key that seals
 * theirs.
 */
export async function storeCertificates(
  { location, accountUuid }: FilledStore,
  dir: string,
  hosts: readonly string[],
): Promise<void> {
  await using store = await openStore({ location, dir });
  const signer = new SelfSigner();
  const template = checked(signer.issue('template.example', Date.now()));
  for (const [index, host] of hosts.entries()) {
    const { certificatePem, fingerprint } = signer.issue(host, Date.now());
    await new CustomCertificates(store).create(accountUuid, {
      ...template,
      fingerprint,
      subject: `CN=${host}`,
      sans: [host],
      names: [host],
      chainPem: certificatePem,
    });
    if ((index + 1) % 10_000 === 0) console.error(`${index + 1} certificates stored`);
  }
}

function checked({ certificatePem, privateKeyPem }: ServedCertificate): CheckedCertificate {
  const check = checkUpload(certificatePem, privateKeyPem, Date.now());
  if (!check.ok) throw new Error(`the certificate is refused: ${check.reason}`);
  return check.certificate;
}
