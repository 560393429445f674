/**
 * Drops and spikes of recorded series are those of an independent computation from the definition: every one, and no other. With
 * `NAMEPLATE_TEST_RUNS=10`, of 200 domains.
 */
import { expect, test } from 'vitest';
import { naiveHour } from '../../../../test/support/naive-expectation.ts';
import { runs } from '../../../../test/support/runs.ts';
import type { DomainHour } from '../../../analytics/expectation/hour-counts.ts';
import type { Observation } from '../../../core/finding.ts';
import type { TrafficSubject } from '../../expectation/subject-store.ts';
import { type OpenFinding, stepOf } from '../finding-life.ts';
import { hourVerdicts } from './hour-verdicts.ts';
import { Clocks, hoursOfSubjects, hoursToCount } from './hours-of-subjects.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 60;
/** Of them, the last 60 days have the changes of clocks in March and April, and three ends of months. */
const end = Date.UTC(2026, 3, 25);
const start = end - days * dayMs;
const recordedFrom = start - 28 * dayMs;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

type Series = { readonly subject: TrafficSubject; readonly counts: Map<number, number> };

/** A generator that is the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function seriesOf(
  index: number,
  accounts: number,
  outages: ReadonlySet<number>,
  random: () => number,
): Series {
  const counts = new Map<number, number>();
  const level = [20, 90, 130, 400, 2_000][index % 5] ?? 0;
  const bornAt = recordedFrom + (index % 7 === 3 ? Math.floor(random() * 60) * dayMs : 0);
  let factor = 1;
  for (let hour = recordedFrom; hour < end; hour += hourMs) {
    const [event, length] = [random(), random()];
    if (event < 0.004) factor = [0, 0.1, 0.28, 6, 20][Math.floor(length * 5)] ?? 1;
    else if (event > 0.7) factor = 1;
    const daily = 1 + 0.9 * Math.sin((hour / dayMs) * 2 * Math.PI);
    const isOut = outages.has(hour) && index % 5 < 3;
    const count = isOut ? 0 : Math.floor(level * daily * factor * (0.9 + 0.2 * random()));
    if (hour >= bornAt && count > 0) counts.set(hour, count);
  }
  const uuid = `00000000-0000-7000-8000-${index.toString().padStart(12, '0')}`;
  const subject: TrafficSubject = {
    uuid,
    accountUuid: `account-${index % accounts}`,
    host: `${index}.example.com`,
    type: 'custom_domain',
    timeZone: zones[index % zones.length] ?? 'UTC',
    upstreamUuid: null,
    upstreamHost: null,
  };
  return { subject, counts };
}

/** What the program finds: `hour kind subject opened|resolved`. */
function found(all: readonly Series[], silent: ReadonlySet<number>): string[] {
  const subjects = new Map(all.map(({ subject }) => [subject.uuid, subject]));
  const firsts = new Map(all.map(({ subject, counts }) => [subject.uuid, Math.min(...counts.keys())]));
  const open = new Map<string, OpenFinding>();
  const events: string[] = [];
  for (let hour = start; hour < end; hour += hourMs) {
    const clocks = new Clocks(hour);
    const rows: DomainHour[] = [];
    for (const at of hoursToCount(hour, subjects, clocks)) {
      if (!silent.has(at)) rows.push({ domain: 'another', hour: at, requests: 1, notFound: 0 });
      for (const { subject, counts } of all) {
        const requests = counts.get(at);
        if (requests !== undefined) rows.push({ domain: subject.uuid, hour: at, requests, notFound: 0 });
      }
    }
    const kept = { since: 0, until: hour + hourMs + 180_000 };
    const hours = hoursOfSubjects(hour, subjects, { clocks, rows, firsts, kept });
    const installation = [...open.keys()].flatMap(
      (key) => /^traffic_drop (account-\d+)$/.exec(key)?.[1] ?? [],
    );
    const { observations, replaced } = hourVerdicts(hours, new Set(installation));
    for (const { kind, accountUuid, subject, seen } of observations) {
      if (kind === 'not_found_surge') continue;
      const key = `${kind} ${subject.type === 'installation' ? accountUuid : subject.host}`;
      const step = stepOf(open.get(key), seen, 'warning', hour);
      if (step.to === 'changed') open.set(key, step.finding);
      if (step.to === 'opened') open.set(key, newFinding(seen, hour));
      if (step.to === 'resolved') open.delete(key);
      if (step.to === 'opened' || step.to === 'resolved') events.push(`${hour} ${key} ${step.to}`);
    }
    for (const { subject } of all)
      if (replaced.includes(subject.accountUuid)) open.delete(`traffic_drop ${subject.host}`);
  }
  return events.toSorted();
}

function newFinding(seen: Observation['seen'], hour: number): OpenFinding {
  return {
    causeCode: seen.state === 'bad' ? seen.causeCode : '',
    severity: 'warning',
    goodChecks: 0,
    lastSeenAt: hour,
  };
}

/** The same from the definition, subject by subject, hour by hour. */
function defined(all: readonly Series[], silent: ReadonlySet<number>): string[] {
  const served = new Set(all.flatMap(({ counts }) => [...counts.keys()]));
  for (let hour = recordedFrom; hour < end; hour += hourMs) if (!silent.has(hour)) served.add(hour);
  const states = new Map(
    all.map(({ subject, counts }) => {
      const own = { zone: subject.timeZone, people: [Math.min(...counts.keys())], crawlers: [] };
      const hours = new Map<number, { state: string; expected: number }>();
      for (let hour = start - hourMs; hour < end; hour += hourMs) {
        const { state, expected } = naiveHour(hour, own, counts, served, {
          since: 0,
          now: hour + 3 * hourMs,
        });
        hours.set(hour, { state, expected: expected ?? -1 });
      }
      return [subject.host, hours] as const;
    }),
  );
  const at = (host: string, hour: number) => states.get(host)?.get(hour) ?? { state: 'none', expected: -1 };
  const accounts = new Set(all.map(({ subject }) => subject.accountUuid));
  const hostsOf = (account: string) =>
    all.filter(({ subject }) => subject.accountUuid === account).map(({ subject }) => subject.host);
  const isCommon = (hour: number): boolean => {
    const counted = [...accounts].flatMap((account) =>
      hostsOf(account)
        .map((host) => at(host, hour))
        .filter(({ expected }) => expected >= 100)
        .toSorted((one, other) => other.expected - one.expected)
        .slice(0, 3),
    );
    return counted.length >= 10 && counted.filter(({ state }) => state === 'low').length > counted.length / 3;
  };
  const common = new Set(
    [...Array(days * 24 + 1).keys()].map((n) => start + (n - 1) * hourMs).filter(isCommon),
  );
  const events: string[] = [];
  for (const account of accounts) {
    const hosts = hostsOf(account);
    const isOpen = new Map<string, boolean>();
    const set = (hour: number, key: string, opened: boolean) => {
      if ((isOpen.get(key) ?? false) === opened) return;
      isOpen.set(key, opened);
      events.push(`${hour} ${key} ${opened ? 'opened' : 'resolved'}`);
    };
    for (let hour = start; hour < end; hour += hourMs) {
      const bad = (when: number) => common.has(when) && hosts.some((host) => at(host, when).state === 'low');
      const good = (when: number) => !bad(when) && hosts.some((host) => at(host, when).expected >= 100);
      const low = (host: string) => at(host, hour).state === 'low' && at(host, hour - hourMs).state === 'low';
      const usual = (host: string) =>
        at(host, hour).state === 'usual' && at(host, hour - hourMs).state === 'usual';
      const whole = `traffic_drop ${account}`;
      if (bad(hour) && hosts.some(low)) set(hour, whole, true);
      else if (good(hour) && good(hour - hourMs)) set(hour, whole, false);
      for (const host of hosts) {
        const isEnough = at(host, hour).expected >= 100 && at(host, hour - hourMs).expected >= 100;
        if (isOpen.get(whole)) isOpen.set(`traffic_drop ${host}`, false);
        else if (low(host)) set(hour, `traffic_drop ${host}`, true);
        else if (usual(host) && isEnough) set(hour, `traffic_drop ${host}`, false);
        if (at(host, hour).state === 'high') set(hour, `traffic_spike ${host}`, true);
        else if (usual(host)) set(hour, `traffic_spike ${host}`, false);
      }
    }
  }
  return events.toSorted();
}

test('every drop and spike of 60 days is found, and no other', () => {
  const domains = runs(20);
  const random = randomFrom(20_260_425);
  const outages = new Set([9, 10, 11, 500, 501, 502, 503, 900, 1_200, 1_201].map((n) => start + n * hourMs));
  // In these, the installation itself was off.
  const silent = new Set([700, 701, 702].map((n) => start - 20 * dayMs + n * hourMs));
  const all = Array.from({ length: domains }, (_, index) =>
    seriesOf(index, Math.ceil(domains / 3), outages, random),
  );
  for (const { counts } of all) for (const hour of silent) counts.delete(hour);
  const events = found(all, silent);
  expect(events).toEqual(defined(all, silent));
  for (const kind of ['traffic_drop account', 'traffic_drop \\d', 'traffic_spike \\d'])
    expect(events.filter((event) => new RegExp(`${kind}.* opened`).test(event)).length).toBeGreaterThan(3);
}, 600_000);
