/**
 * Evaluates all subjects' requests: each minute those of the last minutes, and each whole hour once. Machines take turns by leases.
 * Source: docs/reference/traffic-findings.md ("When it is evaluated").
 */

import type { ReportStore } from '../../../analytics/engine/report-store.ts';
import { referenceSpanMs } from '../../../analytics/expectation/expectation.ts';
import { countEach, firstHours } from '../../../analytics/expectation/hour-counts.ts';
import { recentHandshakes } from '../../../analytics/expectation/recent-handshakes.ts';
import { recentRequests, usualTimes } from '../../../analytics/expectation/recent-requests.ts';
import { keptAt } from '../../../analytics/expectation/traffic-series.ts';
import type { ControlDatabase } from '../../../control/database.ts';
import { Turns } from '../../../control/turns.ts';
import type { Clock } from '../../../core/clock.ts';
import type { FindingObserver } from '../../../core/finding.ts';
import { hourMs, minuteMs } from '../../../core/time.ts';
import { subjectsByUuid } from '../../expectation/subject-store.ts';
import { CheckStore } from './check-store.ts';
import { handshakeVerdicts } from './handshake-verdicts.ts';
import { hourVerdicts } from './hour-verdicts.ts';
import { Clocks, hoursOfSubjects, hoursToCount } from './hours-of-subjects.ts';
import { downs, maybeSlow, minuteVerdicts } from './minute-verdicts.ts';

/** Records of a minute arrive within seconds of its end, those of an hour mostly. */
const afterMinuteMs = 10_000;
const afterHourMs: number = 3 * minuteMs;
/** As far as hours that were missed are evaluated later. */
const mostHours = 48;

export type TrafficCheckOptions = {
  readonly analytics: ReportStore;
  readonly findings: FindingObserver;
  /** Of the analytics store; 0 keeps everything. */
  readonly retentionDays: number;
  readonly clock: Clock;
};

export class TrafficChecks {
  readonly #database: ControlDatabase;
  readonly #options: TrafficCheckOptions;
  readonly #store: CheckStore;
  readonly #turns: Turns;

  constructor(database: ControlDatabase, options: TrafficCheckOptions) {
    this.#database = database;
    this.#options = options;
    this.#store = new CheckStore({ database, clock: options.clock });
    this.#turns = new Turns({ database, clock: options.clock });
  }

  /** Evaluates the last whole minutes, unless another machine has. */
  async checkMinutes(): Promise<void> {
    const until = floor(this.#options.clock.now() - afterMinuteMs, minuteMs);
    if (!(await this.#turns.take('minutes', until))) return;
    try {
      await this.#evaluateMinutes(until);
    } finally {
      // What was missed is in the next evaluation.
      await this.#turns.noteDone('minutes', until);
    }
  }

  /** Evaluates every whole hour of the last 48 that is due and hasn't been, until `signal` is aborted. */
  async checkHours(signal?: AbortSignal): Promise<void> {
    const now = this.#options.clock.now();
    const until = await this.#dueUntil(now);
    const taken = await this.#turns.take('hours', until);
    if (!taken) return;
    let doneUntil = taken.doneUntil ?? undefined;
    try {
      const earliest = floor(now, hourMs) - mostHours * hourMs;
      for (let hour = Math.max(doneUntil ?? 0, earliest); hour < until; hour += hourMs) {
        if (signal?.aborted === true) break;
        await this.#evaluateHour(hour, now);
        doneUntil = hour + hourMs;
        await this.#turns.noteDone('hours', doneUntil, true);
      }
    } finally {
      await this.#turns.noteDone('hours', doneUntil);
    }
  }

  /** The end of the last hour whose records have all arrived. */
  async #dueUntil(now: number): Promise<number> {
    const oldest = await this.#store.oldestUnshipped();
    return floor(Math.min(now - afterHourMs, oldest ?? now), hourMs);
  }

  async #evaluateMinutes(until: number): Promise<void> {
    const { analytics, findings } = this.#options;
    const checked = await this.#store.takeUpstreams();
    const recent = await recentRequests(analytics, until).catch(async (error: unknown) => {
      // Health checks are heard all the same, but what requests said before stays so.
      await findings.observe(downs([], checked).filter(({ seen }) => seen.state === 'bad'));
      throw error;
    });
    const handshakes = await recentHandshakes(analytics, until);
    if (recent.length === 0 && checked.length === 0 && handshakes.length === 0) return;
    const domains = new Set([...recent, ...handshakes].map(({ domain }) => domain));
    const known = await subjectsByUuid({ database: this.#database }, [...domains]);
    const subjects = recent.flatMap((each) => {
      const subject = known.get(each.domain);
      return subject ? [{ subject, recent: each }] : [];
    });
    const hour = floor(until - 1, hourMs);
    const clocks = new Clocks(hour);
    const kept = keptAt(this.#options.clock.now(), this.#options.retentionDays);
    const slow = subjects.filter(maybeSlow).map(({ subject: { uuid, timeZone } }) => {
      const hours = clocks.referencesOf(hour, timeZone).filter((reference) => reference >= kept.since);
      return [uuid, hours] as const;
    });
    await findings.observe([
      ...minuteVerdicts(subjects, await usualTimes(analytics, new Map(slow)), checked),
      ...handshakeVerdicts(handshakes, known),
    ]);
  }

  async #evaluateHour(hour: number, now: number): Promise<void> {
    const { analytics, findings, retentionDays } = this.#options;
    // Of a subject that never had a request nothing is expected: it is not even read, and there may be a million.
    const firsts = await firstHours(analytics, hour - hourMs - referenceSpanMs);
    const known = await subjectsByUuid({ database: this.#database }, [...firsts.keys()]);
    const clocks = new Clocks(hour);
    const rows = await countEach(analytics, hoursToCount(hour, known, clocks));
    const subjects = hoursOfSubjects(hour, known, { clocks, rows, firsts, kept: keptAt(now, retentionDays) });
    const { observations, replaced } = hourVerdicts(subjects, await this.#store.installationDrops());
    // Of one subject and kind, one observation at a time.
    const [first, second] = inTurns(observations);
    await findings.observe(first);
    await findings.observe(second);
    for (const accountUuid of replaced) await this.#store.replaceDrops(accountUuid);
  }
}

function inTurns<
  Item extends { readonly kind: string; readonly accountUuid: string; readonly subject: object },
>(observations: readonly Item[]): readonly [Item[], Item[]] {
  const first: Item[] = [];
  const second: Item[] = [];
  const seen = new Set<string>();
  for (const each of observations) {
    const key = JSON.stringify([each.accountUuid, each.kind, each.subject]);
    (seen.has(key) ? second : first).push(each);
    seen.add(key);
  }
  return [first, second];
}

function floor(time: number, lengthMs: number): number {
  return Math.floor(time / lengthMs) * lengthMs;
}
