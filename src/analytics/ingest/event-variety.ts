/**
 * Limits how many different event names and property keys a custom domain has per day, because anyone may send events
 * and each name is another entry in dictionaries and lists. Names of goals, names that the domain had the day before and those that a
 * server sends are exempt: no visitor can have them dropped. Source: docs/reference/tracker.md ("Limits").
 *
 * Counted per day of the event (UTC) in this process's memory, so counts start over after a restart, and for domains and days
 * without recent events.
 */
import { defaultLimits } from '../../core/account-limits.ts';
import type { Clock } from '../../core/clock.ts';
import { dayOf } from '../../core/date-range.ts';
import { reportNameOf } from '../../core/report-scripts.ts';
import { dayMs } from '../../core/time.ts';
import { type EventDetails, plainPageview } from '../engine/pageview-row.ts';
import { RecentMap } from '../lookup/recent-map.ts';
import { type FullDay, hashOfName } from './full-days.ts';

/** What a domain may have on a day, null: any number; and the names of its goals. */
export type VarietyRules = {
  readonly names: number | null;
  readonly keys: number | null;
  readonly goals: readonly string[];
};

export interface VarietySource {
  /** Without domains that are gone. */
  rulesOf(domainUuids: readonly string[]): Promise<ReadonlyMap<string, VarietyRules>>;
  /** The names of custom events that a domain had on the day (UTC) that began then. */
  namesOn(domainUuid: string, fromMs: number): Promise<readonly string[]>;
}

/** Domains and days; each takes some 100 KB when both of its sets are full. */
const remembered = 1_000;
/** A new goal, or what could not be read, is looked for again after this. */
const askAgainMs = 60_000;
const defaults: VarietyRules = {
  names: defaultLimits.event_names,
  keys: defaultLimits.property_keys,
  goals: [],
};

type Seen = {
  readonly domainUuid: string;
  readonly dayStartMs: number;
  readonly names: Set<number>;
  readonly keys: Set<number>;
  readonly exempt: Set<number>;
  rules: VarietyRules | undefined;
  /** When its goals and the names of the day before were asked for last, for a name that was one too many. */
  askedAtMs: number;
  /** Whether all names that may be had are known. */
  isFull: boolean;
};

export class EventVariety {
  readonly #clock: Clock;
  readonly #source: VarietySource | undefined;
  readonly #onFull: (days: readonly FullDay[]) => void;
  readonly #seen = new RecentMap<string, Seen>(remembered);
  /** Of which something has to be asked before their events can be judged. */
  readonly #wanted = new Set<Seen>();
  readonly #full = new Set<Seen>();
  #hasFullChanged = false;
  #propertiesDropped = 0;

  /** `onFull` gets all full days whenever one of them changes. Without a source all domains have the defaults. */
  constructor(clock: Clock, source?: VarietySource, onFull: (days: readonly FullDay[]) => void = () => {}) {
    this.#clock = clock;
    this.#source = source;
    this.#onFull = onFull;
  }

  get propertiesDropped(): number {
    return this.#propertiesDropped;
  }

  /** Returns the details without properties whose keys are too many; undefined when the names are. */
  limit(
    domainUuid: string,
    timeMs: number,
    details: EventDetails,
    isFromServer = false,
  ): EventDetails | undefined {
    if (details === plainPageview || reportNameOf(details.name)) return details;
    const seen = this.#seenOf(domainUuid, timeMs);
    if (isFromServer) {
      const hash = hashOfName(details.name);
      this.#hasFullChanged ||= seen.isFull && !seen.exempt.has(hash);
      seen.exempt.add(hash);
      return details;
    }
    if (!seen.rules && this.#source) {
      // Judged once they are known. While they can't be asked for, nothing is dropped.
      this.#wanted.add(seen);
      return details;
    }
    if (details.name !== plainPageview.name && !this.#admitsName(seen, details.name)) return undefined;
    const entries = Object.entries(details.props);
    const { keys: most } = seen.rules ?? defaults;
    const kept = entries.filter(([name]) => admits(seen.keys, hashOfName(name), most));
    if (kept.length === entries.length) return details;
    this.#propertiesDropped += entries.length - kept.length;
    return { ...details, props: Object.fromEntries(kept) };
  }

  /** Asks for what was missing since the last time; true: the same events have to be judged again. Never rejects. */
  async learn(): Promise<boolean> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    if (this.#source && wanted.length > 0) await this.#ask(this.#source, wanted);
    if (this.#hasFullChanged) {
      this.#hasFullChanged = false;
      const oldest = this.#clock.now() - 2 * dayMs;
      for (const seen of this.#full) if (seen.dayStartMs < oldest) this.#full.delete(seen);
      this.#onFull(
        [...this.#full].map(({ domainUuid, dayStartMs, names, exempt }) => ({
          domainUuid,
          day: dayOf(dayStartMs),
          names: [...new Set([...names, ...exempt])],
        })),
      );
    }
    return wanted.length > 0;
  }

  async #ask(source: VarietySource, wanted: readonly Seen[]): Promise<void> {
    const domains = [...new Set(wanted.map(({ domainUuid }) => domainUuid))];
    const rules = await source.rulesOf(domains).catch(() => undefined);
    for (const seen of wanted) {
      if (!rules) continue;
      seen.rules = rules.get(seen.domainUuid) ?? defaults;
      for (const goal of seen.rules.goals) seen.exempt.add(hashOfName(goal));
      if (seen.askedAtMs === Number.NEGATIVE_INFINITY) continue;
      const before = await source.namesOn(seen.domainUuid, seen.dayStartMs - dayMs).catch(() => undefined);
      if (!before) continue;
      for (const name of before) seen.exempt.add(hashOfName(name));
      seen.isFull = true;
      this.#full.add(seen);
      this.#hasFullChanged = true;
    }
  }

  #admitsName(seen: Seen, name: string): boolean {
    const hash = hashOfName(name);
    if (seen.exempt.has(hash)) return true;
    const { names: most } = seen.rules ?? defaults;
    if (admits(seen.names, hash, most)) return true;
    if (!this.#source) return false;
    const now = this.#clock.now();
    if (Math.abs(now - seen.askedAtMs) > askAgainMs) {
      seen.askedAtMs = now;
      this.#wanted.add(seen);
    }
    // While it isn't known what is exempt, nothing is dropped.
    return !seen.isFull;
  }

  #seenOf(domainUuid: string, timeMs: number): Seen {
    const key = `${domainUuid} ${dayOf(timeMs)}`;
    const known = this.#seen.get(key);
    if (known) return known;
    const seen: Seen = {
      domainUuid,
      dayStartMs: timeMs - (timeMs % dayMs),
      names: new Set(),
      keys: new Set(),
      exempt: new Set(),
      rules: undefined,
      askedAtMs: Number.NEGATIVE_INFINITY,
      isFull: false,
    };
    this.#seen.set(key, seen);
    return seen;
  }
}

function admits(seen: Set<number>, hash: number, most: number | null): boolean {
  if (seen.has(hash)) return true;
  if (most !== null && seen.size >= most) return false;
  seen.add(hash);
  return true;
}
