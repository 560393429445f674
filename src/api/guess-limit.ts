/**
 * Limits guessing of passwords and codes: after some free failures, the next try waits 1 s, then 2, 4, … up to 5 minutes.
 * Passwords are counted for each client, and for each client at each email address, whether or not a user has it: nobody makes
 * others wait. Codes are counted for each user, as only those who know the password get to guess them. A guess counts before it is checked, so guesses at the same time don't all get through. Source:
 * docs/reference/people.md ("Guessing").
 */
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';

const maxPauseMs = 300_000;
/** After so long without a failure they are forgotten. */
const forgottenAfterMs = 3_600_000;
const maxEntries = 20_000;
/** How many go at once when there is no room: one by one, each would search the map from its start. */
const dropped = 1_000;

type Entry = { failures: number; lastAt: number };
/** What failures are counted for; `free` of them come before the first pause. */
export type Subject = { readonly key: string; readonly free: number };

/** A client's guesses at the password of an email address. */
export function guessesAt(email: string, client: string): Subject {
  return { key: `at ${email} from ${client}`, free: 5 };
}

/** A client's guesses at any password. Many people can share one address. */
export function guessesFrom(client: string): Subject {
  return { key: `from ${client}`, free: 20 };
}

/** Guesses at a user's code. */
export function codesOf(userUuid: string): Subject {
  return { key: `codes of ${userUuid}`, free: 5 };
}

/** A guess under way; without another word it was wrong. */
export type Guess = {
  /** Forgets the failures of the first subject, and takes this one back for the others. */
  readonly wasRight: () => void;
  /** Takes this one back: it was right, and not enough. */
  readonly wasHalfRight: () => void;
};

export class GuessLimit {
  readonly #clock: Clock;
  /** The entry that changed longest ago is first. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a guess that counts for these subjects. Errors: `rate_limited`. */
  begin(...subjects: readonly [Subject, ...Subject[]]): Guess {
    const [first, ...others] = subjects;
    const now = this.#clock.now();
    const waitMs = Math.max(...subjects.map((subject) => this.#waitOf(subject, now)));
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new ServiceError('rate_limited', `too many wrong passwords or codes; try again in ${seconds} s`, {
        'retry-after': String(seconds),
      });
    }
    const before = new Map(subjects.map(({ key }) => [key, this.#entries.get(key)?.lastAt ?? now]));
    for (const { key } of subjects) this.#change(key, 1, now);
    // A right guess begins no pause: the last failure is again the one before it, unless others came since.
    const takeBack = ({ key }: Subject) => {
      const { lastAt = now } = this.#entries.get(key) ?? {};
      this.#change(key, -1, lastAt === now ? (before.get(key) ?? now) : lastAt);
    };
    return {
      wasHalfRight: () => subjects.forEach(takeBack),
      wasRight: () => {
        this.#entries.delete(first.key);
        others.forEach(takeBack);
      },
    };
  }

  #waitOf({ key, free }: Subject, now: number): number {
    const entry = this.#entries.get(key);
    if (!entry || now - entry.lastAt > forgottenAfterMs) return 0;
    const counted = entry.failures - free;
    if (counted < 0) return 0;
    const pauseMs = Math.min(maxPauseMs, 1000 * 2 ** Math.min(counted, 20));
    // A clock set back must not make anybody wait for longer.
    return Math.min(pauseMs, entry.lastAt + pauseMs - now);
  }

  #change(key: string, by: number, now: number): void {
    const old = this.#entries.get(key);
    const isForgotten = !old || now - old.lastAt > forgottenAfterMs;
    const failures = Math.max(0, (isForgotten ? 0 : old.failures) + by);
    this.#entries.delete(key);
    if (failures === 0) return;
    this.#entries.set(key, { failures, lastAt: now });
    if (this.#entries.size > maxEntries) this.#drop();
  }

  #drop(): void {
    let left = dropped;
    for (const key of this.#entries.keys()) {
      if (left === 0) return;
      left -= 1;
      this.#entries.delete(key);
    }
  }
}
