/**
 * What collectors know of domains that have had as many event names as they may on a day: these take no others until the day is over.
 * Source: docs/reference/tracker.md ("Limits").
 */
import { createHash } from 'node:crypto';
import { dayOf } from '../../core/date-range.ts';

/** `names` are hashes of those that are stored. */
export type FullDay = {
  readonly domainUuid: string;
  readonly day: number;
  readonly names: readonly number[];
};

/** Hashes take less memory than texts of up to 300 characters; two texts with one hash only let one more in. */
export function hashOfName(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

export class FullDays {
  #names = new Map<string, ReadonlySet<number>>();

  /** Replaces those before. */
  set(days: readonly FullDay[]): void {
    this.#names = new Map(days.map(({ domainUuid, day, names }) => [`${domainUuid} ${day}`, new Set(names)]));
  }

  /** Whether an event with this name would be dropped. */
  drops(domainUuid: string, timeMs: number, name: string): boolean {
    if (this.#names.size === 0) return false;
    const names = this.#names.get(`${domainUuid} ${dayOf(timeMs)}`);
    return names !== undefined && !names.has(hashOfName(name));
  }
}
