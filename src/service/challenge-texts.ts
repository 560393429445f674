/**
 * The TXT records of the challenges of all nodes. However many queries arrive, the control store is asked once at a time: those
 * that arrive during a question share the next one, so each sees what was stored before it came.
 * Source: docs/reference/dns-responder.md ("What it answers"), RFC 8555 section 8.4.
 */
import { createHash } from 'node:crypto';
import type { AcmeChallenges } from '../control/acme-challenges.ts';
import type { Clock } from '../core/clock.ts';

type Texts = ReadonlyMap<string, readonly string[]>;

export class ChallengeTexts {
  readonly #challenges: Pick<AcmeChallenges, 'findForDns'>;
  readonly #clock: Clock;
  #running: Promise<unknown> | undefined;
  #next: Promise<Texts> | undefined;

  constructor(challenges: Pick<AcmeChallenges, 'findForDns'>, clock: Clock) {
    this.#challenges = challenges;
    this.#clock = clock;
  }

  /** The values of a label's records. Rejects when the store is away. */
  async find(label: string): Promise<readonly string[]> {
    this.#next ??= this.#loadAfter(this.#running);
    return (await this.#next).get(label) ?? [];
  }

  async #loadAfter(earlier: Promise<unknown> | undefined): Promise<Texts> {
    await earlier;
    const loading = this.#load();
    this.#running = loading.catch(() => {});
    this.#next = undefined;
    return await loading;
  }

  async #load(): Promise<Texts> {
    const texts = new Map<string, string[]>();
    for (const { label, keyAuthorization } of await this.#challenges.findForDns(this.#clock.now())) {
      const text = createHash('sha256').update(keyAuthorization).digest('base64url');
      texts.set(label, [...(texts.get(label) ?? []), text]);
    }
    return texts;
  }
}
