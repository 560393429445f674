/** Whose turn it is to have a host diagnosed, and what was just found. Source: docs/reference/diagnosis.md ("Limits"). */
import { RateLimit, takeOrRefuse } from '../../api/rate-limit.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { secondMs } from '../../core/time.ts';
import type { Diagnosis } from './diagnosis.ts';

type Kept = { readonly untilTick: number; readonly diagnosis: Promise<Diagnosis> };

/** At the same time, of all accounts. */
const places = 16;
const maxUnderWay = 2;
const maxPerMinute = 30;
const keptMs = 30 * secondMs;
const maxKept = 1_000;
const retryAfterSeconds = 5;

export class Diagnoses {
  readonly #diagnose: (accountUuid: string, host: string) => Promise<Diagnosis>;
  readonly #perMinute: RateLimit;
  readonly #pool = new FairPool(places);
  readonly #underWay = new Map<string, number>();
  /** By account and host; those under way, too. */
  readonly #kept = new Map<string, Kept>();

  constructor(diagnose: (accountUuid: string, host: string) => Promise<Diagnosis>, clock: Clock) {
    this.#diagnose = diagnose;
    this.#perMinute = new RateLimit(maxPerMinute, clock);
  }

  /** Errors: `rate_limited`, `too_many_requests_under_way`. */
  of(accountUuid: string, host: string): Promise<Diagnosis> {
    const key = `${accountUuid} ${host}`;
    const kept = this.#kept.get(key);
    if (kept && performance.now() < kept.untilTick) return kept.diagnosis;
    const underWay = this.#underWay.get(accountUuid) ?? 0;
    if (underWay >= maxUnderWay)
      throw new ServiceError(
        'too_many_requests_under_way',
        `${underWay} diagnoses of the account are under way; try again in ${retryAfterSeconds} s`,
        { 'retry-after': String(retryAfterSeconds) },
      );
    takeOrRefuse(this.#perMinute, accountUuid, `more than ${maxPerMinute} diagnoses in a minute`);
    this.#underWay.set(accountUuid, underWay + 1);
    const diagnosis = this.#pool
      .run(accountUuid, () => this.#diagnose(accountUuid, host))
      .finally(() => this.#ended(accountUuid));
    this.#keep(key, diagnosis);
    return diagnosis;
  }

  /** What failed isn't kept. */
  #keep(key: string, diagnosis: Promise<Diagnosis>): void {
    const kept = { untilTick: performance.now() + keptMs, diagnosis };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    diagnosis.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  #ended(accountUuid: string): void {
    const left = (this.#underWay.get(accountUuid) ?? 1) - 1;
    if (left > 0) this.#underWay.set(accountUuid, left);
    else this.#underWay.delete(accountUuid);
  }
}
