/**
 * Answers validating authorities for any machine's orders: what was prepared is in the control store.
 * Source: docs/reference/acme.md.
 */
import { challengeCertificate } from '../acme/challenge-certificate.ts';
import type { AcmeChallenges } from '../control/acme-challenges.ts';
import type { Clock } from '../core/clock.ts';
import type { ServedCertificate } from '../core/served-certificate.ts';
import type { ChallengeSource } from '../edge/tls/certificate-provider.ts';

export class ChallengeAnswers implements ChallengeSource {
  readonly #challenges: AcmeChallenges;
  readonly #clock: Clock;

  constructor(challenges: AcmeChallenges, clock: Clock) {
    this.#challenges = challenges;
    this.#clock = clock;
  }

  async keyAuthorizationFor(host: string, token: string): Promise<string> {
    return (await this.#challenges.find(host, token, this.#clock.now())) ?? '';
  }

  async challengeCertificateFor(host: string): Promise<ServedCertificate | undefined> {
    const now = this.#clock.now();
    const challenge = await this.#challenges.findForTls(host, now);
    return challenge && challengeCertificate(host, challenge.keyAuthorization, now);
  }
}
