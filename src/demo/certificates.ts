/** Custom certificates of the demo, so that their list is not empty: self-signed, of different ages. */
import { checkUpload } from '../certificates/check-upload.ts';
import type { ControlStore } from '../control/store.ts';
import { SelfSigner } from '../edge/tls/self-signed.ts';

const dayMs = 86_400_000;
/** Days ago that the certificates of the sites were made, over and over. They last for 30. */
const agesDays: readonly number[] = [2, 11, 24];

/** Gives each host one; answers how many there are. */
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
    await control.customCertificates.create(accountUuid, check.certificate);
  }
  return hosts.length;
}
