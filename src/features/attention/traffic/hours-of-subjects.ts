/** An hour of every subject, and the one before it, against what was expected. Source: docs/reference/expectation.md. */
import {
  expectationIn,
  expectedIn,
  type Kept,
  referenceSpanMs,
  referencesOf,
} from '../../../analytics/expectation/expectation.ts';
import type { DomainHour } from '../../../analytics/expectation/hour-counts.ts';
import { ZoneClock } from '../../../analytics/expectation/zone-clock.ts';
import { hourMs } from '../../../core/time.ts';
import type { TrafficSubject } from '../../expectation/subject-store.ts';
import type { SubjectHours } from './hour-verdicts.ts';

type Subjects = ReadonlyMap<string, TrafficSubject>;

type Recorded = {
  readonly clocks: Clocks;
  /** Of the hours of {@link hoursToCount}, and of everything that has requests. */
  readonly rows: readonly DomainHour[];
  /** By uuid, of the first request; earlier for those that are old. */
  readonly firsts: ReadonlyMap<string, number>;
  readonly kept: Kept;
};

export function hoursToCount(hour: number, subjects: Subjects, clocks: Clocks): Set<number> {
  const before = hour - hourMs;
  const hours = new Set([hour, before]);
  for (const zone of new Set([...subjects.values()].map(({ timeZone }) => timeZone)))
    for (const each of [hour, before])
      for (const reference of clocks.referencesOf(each, zone)) hours.add(reference);
  return hours;
}

/** Of the subjects that ever had a request. */
export function hoursOfSubjects(
  hour: number,
  subjects: Subjects,
  { clocks, rows, firsts, kept }: Recorded,
): SubjectHours[] {
  const counted = new Counted(rows);
  return [...firsts].flatMap(([uuid, firstHour]) => {
    const subject = subjects.get(uuid);
    return subject ? [hoursOf(subject, hour, { clocks, counted, firstHour, kept })] : [];
  });
}

/** Clocks of zones that show the hour, the one before, and their references. */
export class Clocks {
  readonly #hour: number;
  readonly #references = new Map<string, readonly number[]>();
  readonly #clocks = new Map<string, ZoneClock>();

  constructor(hour: number) {
    this.#hour = hour;
  }

  referencesOf(hour: number, zone: string): readonly number[] {
    const key = `${hour} ${zone}`;
    const known = this.#references.get(key);
    if (known) return known;
    const clock =
      this.#clocks.get(zone) ??
      new ZoneClock(zone, this.#hour - hourMs - referenceSpanMs, this.#hour + hourMs);
    this.#clocks.set(zone, clock);
    const references = referencesOf(hour, clock);
    this.#references.set(key, references);
    return references;
  }
}

/** Counts by domain and hour. */
class Counted {
  readonly served: ReadonlySet<number>;
  readonly #byDomain = new Map<string, Map<number, DomainHour>>();

  constructor(rows: readonly DomainHour[]) {
    this.served = new Set(rows.map(({ hour }) => hour));
    for (const row of rows) {
      const hours = this.#byDomain.get(row.domain);
      if (hours) hours.set(row.hour, row);
      else this.#byDomain.set(row.domain, new Map([[row.hour, row]]));
    }
  }

  of(domain: string): ReadonlyMap<number, DomainHour> {
    return this.#byDomain.get(domain) ?? new Map<number, DomainHour>();
  }
}

type Evaluated = Pick<Recorded, 'clocks' | 'kept'> & {
  readonly counted: Counted;
  readonly firstHour: number;
};

function hoursOf(
  subject: TrafficSubject,
  hour: number,
  { clocks, counted, firstHour, kept }: Evaluated,
): SubjectHours {
  const { timeZone: zone, uuid } = subject;
  const rows = counted.of(uuid);
  const isServed = (at: number) => counted.served.has(at);
  const requests = { requestsIn: (at: number) => rows.get(at)?.requests ?? 0, firstHour, isServed };
  const notFound = { requestsIn: (at: number) => rows.get(at)?.notFound ?? 0, firstHour, isServed };
  const references = clocks.referencesOf(hour, zone);
  const before = hour - hourMs;
  return {
    subject,
    now: expectationIn(hour, references, requests, kept),
    before: expectationIn(before, clocks.referencesOf(before, zone), requests, kept),
    notFound: notFound.requestsIn(hour),
    notFoundExpected: expectedIn(references, notFound, kept),
  };
}
