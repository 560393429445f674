/** Custom certificates of the demo, so that their list is not empty: self-signed, of different ages. */

import { checkUpload } from '../certificates/check-upload.ts';
import { SelfSigner } from '../certificates/self-signed.ts';
import type { ControlStore } from '../control/store.ts';
import { dayMs } from '../core/time.ts';
import { CustomCertificates } from '../features/custom-certificates/custom-certificate-store.ts';

/** Age of the sites' certificates in days, cycling. They are valid for 30. */
const agesDays: readonly number[] = [2, 11, 24];

/** Creates one for each host; returns how many. */
export async function addCertificates(
  control: ControlStore,
  accountUuid: string,
  hosts: readonly string[],
  nowMs: number,
): Promise<number> {
  const signer = new SelfSigner();
  for (const [index, host] of hosts.entries()) {
    const made = signer.issue(host, nowMs - (agesDays[index % agesDays.length] ?? 0) * dayMs);
    const check = checkUpload(made.certificatePem, made.privateKeyPem, nowMs);
    if (!check.ok) throw new Error(`the demo's certificate is refused: ${check.reason}`);
    await new CustomCertificates(control).create(accountUuid, check.certificate);
  }
  return hosts.length;
}
