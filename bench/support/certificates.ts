/** Certificates for benchmarks, each signed with its own key, and a control store full of them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkUpload } from '../../src/certificates/check-upload.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { SelfSigner } from '../../src/edge/tls/self-signed.ts';
import type { FilledStore } from './nameplate.ts';

export type CertificateFiles = { readonly certificate: string; readonly privateKey: string };

/** Writes a P-256 certificate for a host and its key, for the peers. */
export async function writeCertificate(dir: string, host: string): Promise<CertificateFiles> {
  const { certificatePem, privateKeyPem } = new SelfSigner().issue(host, Date.now());
  const files = { certificate: join(dir, 'certificate.pem'), privateKey: join(dir, 'private-key.pem') };
  await writeFile(files.certificate, certificatePem);
  await writeFile(files.privateKey, privateKeyPem, { mode: 0o600 });
  return files;
}

/** Uploads a certificate for each host, past the API. `dir` has the key that seals theirs. */
export async function storeCertificates(
  filled: FilledStore,
  dir: string,
  hosts: readonly string[],
): Promise<void> {
  const secretKey = { kind: 'file', path: join(dir, 'secret.key') } as const;
  await using store = await ControlStore.open(filled.location, systemClock, secretKey);
  await store.secretKeys.prepare();
  const signer = new SelfSigner();
  for (const [index, host] of hosts.entries()) {
    const { certificatePem, privateKeyPem } = signer.issue(host, Date.now());
    const check = checkUpload(certificatePem, privateKeyPem, Date.now());
    if (!check.ok) throw new Error(`${host}: the certificate is refused`);
    await store.customCertificates.create(filled.accountUuid, check.certificate);
    if ((index + 1) % 10_000 === 0) console.error(`${index + 1} certificates stored`);
  }
}
